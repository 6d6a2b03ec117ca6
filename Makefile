# maxistat - see README.md. One Makefile, no recursion, no configure.

SAN ?=
B    = build$(if $(SAN),-san)
PREFIX  ?= /usr/local
PORT    ?= 8421
CC      ?= cc
CFLAGS  ?= -O2 -g
Q        = $(if $(V),,@)
say      = $(if $(V),,@printf '  %-7s %s\n' '$(1)' '$(2)')

PKGS     = sqlite3 libmicrohttpd libcjson libRmath libzstd zlib libsodium libcurl
WARN     = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
	   -Wmissing-prototypes -Wformat=2 -Wvla -Wundef -Wwrite-strings
ALL      = -std=c11 -D_GNU_SOURCE -DMATHLIB_STANDALONE=1 $(WARN) \
	   $(if $(CI),-Werror) -fno-math-errno \
	   $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all \
	     -fno-omit-frame-pointer) $(CFLAGS) $(CPPFLAGS)
PKG_CFLAGS := $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
PKG_LIBS   := $(shell pkg-config --libs $(PKGS) 2>/dev/null)
LIBS     = $(PKG_LIBS) -lm -lpthread

# The architecture: which rooms each room may include. Nothing else is on the
# include path, so a forbidden #include does not compile.
ROOMS      = core stats import db server cli
INC_core   =
INC_stats  = core
INC_import = core
INC_db     = core
INC_server = core stats import db
INC_cli    = core stats import db server
INC_tests  = core stats import db server tests/unit

SRC     := $(sort $(foreach r,$(ROOMS),$(wildcard $(r)/*.c)))
OBJ      = $(SRC:%.c=$(B)/%.o)
LIBOBJ   = $(filter-out $(B)/cli/main.o,$(OBJ))

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all FORCE
all: $(B)/maxistat

$(B)/maxistat: $(OBJ)
	$(call say,LD,$@)
	$(Q)$(CC) $(ALL) $(LDFLAGS) -o $@ $(OBJ) $(LIBS)

room = $(firstword $(subst /, ,$*))
$(B)/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(ALL) $(PKG_CFLAGS) $(addprefix -iquote ,$(INC_$(room)) $(GEN_$(room))) \
		-MMD -MP -c -o $@ $<

# A changed flag or compiler rebuilds everything.
$(B)/flags: FORCE
	@mkdir -p $(B)
	@echo '$(CC) $(ALL) $(LDFLAGS)' | cmp -s - $@ || \
		echo '$(CC) $(ALL) $(LDFLAGS)' >$@

-include $(OBJ:.o=.d)

clean:
	rm -rf build build-san

# Files that the program carries inside, as bytes for an initializer.
GEN    = $(B)/gen
GEN_db = $(GEN)
bytes  = od -An -v -tx1 $< | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'

$(GEN)/schema.sql.inc: schema.sql
	@mkdir -p $(@D)
	$(call say,EMBED,$<)
	$(Q)$(bytes) | sed '$$s/,$$//' >$@

MIGRATIONS := $(sort $(wildcard db/migrate/*.sql))
$(GEN)/migrations.inc: $(MIGRATIONS)
	@mkdir -p $(@D)
	$(call say,EMBED,db/migrate)
	$(Q)for f in $^; do v=$${f##*/}; \
		echo "static const unsigned char step_$${v%%_*}[] = {"; \
		od -An -v -tx1 $$f | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'; \
		echo "0};"; done >$@

$(B)/db/migrate.o: $(GEN)/schema.sql.inc $(GEN)/migrations.inc

# The files of web/, and uPlot where npm has brought it.
GEN_server = $(GEN)
WEB := $(sort $(filter-out web/package%,$(wildcard web/*.html web/*.js web/*.css web/*.svg)))
$(GEN)/assets.inc: $(WEB)
	@mkdir -p $(@D)
	$(call say,EMBED,web)
	$(Q)n=0; for f in $^; do n=$$((n + 1)); \
		echo "static const unsigned char asset_$$n[] = {"; \
		od -An -v -tx1 $$f | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'; \
		echo "0};"; done >$@
$(GEN)/asset_rows.inc: $(WEB)
	@mkdir -p $(@D)
	$(Q)n=0; for f in $^; do n=$$((n + 1)); \
		k=$$(echo $${f##*.} | tr a-z A-Z); \
		echo "ASSET(\"/$${f#web/}\", $$k, asset_$$n)"; done >$@
$(B)/server/assets.o: $(GEN)/assets.inc $(GEN)/asset_rows.inc
