# maxistat - see README.md. One Makefile, no recursion, no configure.
#
#   make                build/maxistat
#   make check          the tests; SAN=address,undefined, UPDATE=1, TESTS="..."
#   make check-long     those and the long ones
#   make bench          the benchmarks; BENCH="large small" runs those
#   make web            what npm brings for the pages: uPlot, and what tests them
#   make demo           an archive of the examples on 127.0.0.1:$(PORT)
#   make screenshots    build/screenshots/PAGE-WIDTH-SCHEME.png; NAMES="index"
#   make install        DESTDIR= PREFIX=
#   make fuzz compdb clean

SAN ?=
B    = build$(if $(SAN),-san)
PREFIX  ?= /usr/local
PORT    ?= 8421
CC      ?= cc
CFLAGS  ?= -O2 -g
Q        = $(if $(V),,@)
say      = $(if $(V),,@printf '  %-7s %s\n' '$(1)' '$(2)')

# What is needed, as pkg-config or the shell names it, and its Debian package.
LIBRARIES = sqlite3:libsqlite3-dev libmicrohttpd:libmicrohttpd-dev \
	    libcjson:libcjson-dev libRmath:r-mathlib libzstd:libzstd-dev \
	    zlib:zlib1g-dev yaml-0.1:libyaml-dev expat:libexpat1-dev \
	    libsodium:libsodium-dev libcurl:libcurl4-openssl-dev
PROGRAMS  = $(firstword $(CC)):$(if $(findstring clang,$(CC)),clang,gcc) \
	    pkg-config:pkg-config
TEST_LIBRARIES = cmocka:libcmocka-dev
TEST_PROGRAMS  = prove:perl sqlite3:sqlite3 curl:curl shellcheck:shellcheck \
		 ministat:ministat openssl:openssl strace:strace \
		 valgrind:valgrind busybox:busybox node:nodejs npm:npm \
		 chromium:chromium $(REAL_TOOLS)
# What tests/http/real_tools.t measures with.
REAL_TOOLS     = iperf3:iperf3 ping:iputils-ping fio:fio \
		 hyperfine:hyperfine sysbench:sysbench
BENCH_PROGRAMS = perl:perl sqlite3:sqlite3
# What the benchmarks are against; one that is not there is not measured.
PEER_PROGRAMS  = ministat:ministat
PEER_LIBRARIES = libpq:libpq-dev
PEER_FILES     = $(PYTHON)/numpy:python3-numpy $(PYTHON)/scipy:python3-scipy \
		 /usr/lib/postgresql/15/bin/initdb:postgresql-15
PYTHON         = /usr/lib/python3/dist-packages
DEMO_PROGRAMS  = curl:curl

what     = $(firstword $(subst :, ,$(1)))
deb      = $(lastword $(subst :, ,$(1)))
lacks    = $(foreach p,$(2),$(if $(shell $(1) $(call what,$(p)) >/dev/null 2>&1 \
		|| echo 1),$(call deb,$(p))))
no_lib   = $(call lacks,pkg-config --exists,$(1))
no_prog  = $(call lacks,command -v,$(1))
no_file  = $(call lacks,test -e,$(1))
# Asked for once, and only after `packages` has had its turn.
once     = $(eval $(1) := $(2))$($(1))
PKGS     = $(foreach l,$(LIBRARIES),$(call what,$(l)))
MISSING  = $(call once,MISSING,$(call no_prog,$(PROGRAMS)) \
		$(call no_lib,$(LIBRARIES)))
PKG_CFLAGS = $(call once,PKG_CFLAGS,$(shell pkg-config --cflags $(PKGS) 2>/dev/null))
PKG_LIBS   = $(call once,PKG_LIBS,$(shell pkg-config --libs $(PKGS) 2>/dev/null))

WARN     = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
	   -Wmissing-prototypes -Wformat=2 -Wvla -Wundef -Wwrite-strings
ALL      = -std=c11 -D_GNU_SOURCE -DMATHLIB_STANDALONE=1 $(WARN) \
	   $(if $(CI),-Werror) -fno-math-errno \
	   $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all \
	     -fno-omit-frame-pointer) $(CFLAGS) $(CPPFLAGS)
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
INC_tests  = core stats import db server cli tests/unit
INC_bench  = core stats import db server cli tests/preload
compile    = $(CC) $(ALL) $(if $(filter tests,$(1)),-Wno-conversion) \
	     $(PKG_CFLAGS) $(addprefix -iquote ,$(INC_$(1)) $(GEN_$(1)))

SRC     := $(sort $(foreach r,$(ROOMS),$(wildcard $(r)/*.c)))
OBJ      = $(SRC:%.c=$(B)/%.o)
LIBOBJ   = $(filter-out $(B)/cli/main.o,$(OBJ))
UNIT     = $(patsubst %.c,$(B)/%,$(sort $(wildcard tests/unit/test_*.c)))
BENCHOBJ = $(patsubst %.c,$(B)/%.o,$(sort $(filter-out bench/generate.c \
		bench/peer_%,$(wildcard bench/*.c))))
GENERATE = $(B)/bench/generate
LONG     = $(sort $(wildcard tests/long/*.t))
LONG_C   = $(patsubst %.c,$(B)/%,$(sort $(wildcard tests/long/*.c)))
TESTS   ?= $(UNIT) $(sort $(filter-out tests/long/%, \
		$(shell find tests -name '*.t')))

.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:
.PHONY: all check check-long bench demo fuzz compdb install clean packages \
	print-rooms screenshots web FORCE
all: $(B)/maxistat

$(B)/maxistat: $(OBJ)
	$(call say,LD,$@)
	$(Q)$(CC) $(ALL) $(LDFLAGS) -o $@ $(OBJ) $(LIBS)

$(B)/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(call compile,$(firstword $(subst /, ,$*))) -MMD -MP -c -o $@ $<

$(UNIT) $(LONG_C): $(B)/%: $(B)/%.o $(LIBOBJ)
	$(call say,LD,$@)
	$(Q)$(CC) $(ALL) $(LDFLAGS) -o $@ $^ $(LIBS) -lcmocka

$(B)/bench/bench: $(BENCHOBJ) $(LIBOBJ)
	$(call say,LD,$@)
	$(Q)$(CC) $(ALL) $(LDFLAGS) -o $@ $^ $(LIBS)

# A peer of its own, built where its library is.
PEER = $(B)/bench/peer_postgres
$(PEER): bench/peer_postgres.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)flags=$$(pkg-config --cflags --libs libpq sqlite3) && \
		$(call compile,bench) -o $@ $< $$flags || \
		echo 'note: no libpq (Debian: libpq-dev), no PostgreSQL' >&2

$(GENERATE): $(GENERATE).o $(B)/bench/lab.o $(LIBOBJ)
	$(call say,LD,$@)
	$(Q)$(CC) $(ALL) $(LDFLAGS) -o $@ $^ $(LIBS)

# The controls of tests/http/kill.t and powercut.t: the program with one file of
# it made wrong, which must lose runs.
CONTROLS       = early unsynced
WRONG_early    = db/writer -DACK_BEFORE_COMMIT
WRONG_unsynced = db/open -DSYNCHRONOUS_NORMAL
wrong          = $(firstword $(WRONG_$(1)))
define control
$(B)/$(call wrong,$(1))-$(1).o: $(call wrong,$(1)).c $(B)/flags
	$$(call say,CC,$$<)
	$$(Q)$$(call compile,db) $(lastword $(WRONG_$(1))) -MMD -MP -c \
		-o $$@ $$<
$(B)/maxistat-$(1): $(filter-out $(B)/$(call wrong,$(1)).o,$(OBJ)) \
		$(B)/$(call wrong,$(1))-$(1).o
	$$(call say,LD,$$@)
	$$(Q)$$(CC) $$(ALL) $$(LDFLAGS) -o $$@ $$^ $$(LIBS)
-include $(B)/$(call wrong,$(1))-$(1).d
endef
$(foreach c,$(CONTROLS),$(eval $(call control,$(c))))
CHECKED  = $(B)/maxistat $(CONTROLS:%=$(B)/maxistat-%) $(PRELOAD) $(UNIT)

# What tests put before the C library. A sanitizer wants that place itself.
PRELOAD := $(if $(SAN),,$(patsubst %.c,$(B)/%.so,$(wildcard tests/preload/*.c)))
$(B)/tests/preload/%.so: tests/preload/%.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(call compile,tests) -MMD -MP -MF $(@:.so=.d) -fPIC -shared -o $@ $<

# A changed flag or compiler rebuilds everything. Every object waits for this,
# so it is here that a missing library is named.
$(B)/flags: FORCE
	$(if $(strip $(MISSING)),@.ci/install --name $(MISSING))
	@mkdir -p $(B)
	@echo '$(foreach r,$(ROOMS) tests bench,$(call compile,$(r))) $(LDFLAGS)' | \
		cmp -s - $@ || \
	echo '$(foreach r,$(ROOMS) tests bench,$(call compile,$(r))) $(LDFLAGS)' >$@

-include $(OBJ:.o=.d) $(UNIT:=.d) $(LONG_C:=.d) $(BENCHOBJ:.o=.d) \
	$(GENERATE).d $(PRELOAD:.so=.d)

# Brings the packages that a goal needs; does nothing where they are there.
ifneq ($(filter check check-long,$(MAKECMDGOALS)),)
WANTED = $(call no_prog,$(TEST_PROGRAMS)) $(call no_lib,$(TEST_LIBRARIES))
else
WANTED = $(call no_prog,$(if $(filter bench,$(MAKECMDGOALS)), \
		$(BENCH_PROGRAMS),$(DEMO_PROGRAMS)))
endif
packages:
	@.ci/install $(sort $(call no_prog,$(PROGRAMS)) \
		$(call no_lib,$(LIBRARIES)) $(WANTED))
	$(if $(filter bench,$(MAKECMDGOALS)),@.ci/install $(sort \
		$(call no_prog,$(PEER_PROGRAMS)) \
		$(call no_lib,$(PEER_LIBRARIES)) \
		$(call no_file,$(PEER_FILES))) || \
		echo 'note: the figures of these have no peer' >&2)
ifneq ($(filter check check-long bench demo,$(MAKECMDGOALS)),)
$(B)/flags: | packages
endif

run_tests = @MAXISTAT=$(B)/maxistat SAN='$(SAN)' UPDATE='$(UPDATE)' \
	    CC='$(CC)' tests/run
check: $(CHECKED)
	$(run_tests) $(TESTS)

check-long: export KILL_ROUNDS ?= 1000
check-long: export POWER_CUTS ?= 1000
check-long: $(CHECKED) $(LONG_C)
	$(if $(LONG),,@echo 'there are no long tests yet: tests/long/*.t')
	$(run_tests) $(TESTS) $(LONG)

# Archives of a farm (bench/lab.h), for the benchmarks that name them: made anew
# when the runs, or how they are stored, change.
BENCH_C  = $(if $(BENCH),$(BENCH:%=bench/bench_%.c),$(wildcard bench/*.c))
ARCHIVES = $(patsubst DIY_%,build/bench/diy-%.db, \
		$(patsubst FARM_%,build/bench/farm-%.db, $(sort $(shell \
		grep -ohE '(FARM|DIY)_[0-9]+' $(BENCH_C)))))
build/bench/farm-%.db: bench/generate.c bench/lab.c bench/lab.h schema.sql \
		$(wildcard db/migrate/*.sql) | $(B)/maxistat $(GENERATE)
	$(call say,RUNS,$@)
	@mkdir -p $(@D) && rm -f $@ $@-* $@.new*
	$(Q)MAXISTAT=$(B)/maxistat $(GENERATE) farm $* $@.new
	@rm -f $@.new-* && mv $@.new $@
# The same runs as a script's author would have stored them.
build/bench/diy-%.db: build/bench/farm-%.db bench/diy.py
	$(call say,RUNS,$@)
	@rm -f $@
	$(Q)bench/diy.py fill $< $@ || echo 'note: no numpy, no scipy' >&2

FAULT   := $(filter %/fault.so,$(PRELOAD))
ifneq ($(filter bench,$(MAKECMDGOALS)),)
bench: $(ARCHIVES)
endif
bench: $(B)/maxistat $(B)/bench/bench $(GENERATE) $(PEER) $(FAULT)
	@MAXISTAT=$(B)/maxistat GENERATE=$(GENERATE) FAULT='$(FAULT)' \
		PEER=$(PEER) bench/run $(B)/bench/bench $(BENCH)

screenshots: $(B)/maxistat
	@MAXISTAT=$(B)/maxistat tests/browser/e2e \
		tests/browser/screenshots.mjs build/screenshots

demo: $(B)/maxistat
	@PORT=$(PORT) MAXISTAT=$(B)/maxistat examples/demo

# Every tests/fuzz/fuzz_*.c, with all but main() built for the fuzzer; that of
# the importers once more under the name of each format, which it then takes.
FUZZ    = $(patsubst tests/fuzz/%.c,$(B)/fuzz/%,$(sort \
		$(wildcard tests/fuzz/fuzz_*.c)))
FUZZOBJ = $(patsubst %.c,$(B)/fuzz/%.o,$(filter-out cli/main.c,$(SRC)))
FORMATS = $(shell sed -n 's/^\t\.name = "\(.*\)",$$/\1/p' import/import_*.c)
FUZZ_AS = $(FORMATS:%=$(B)/fuzz/fuzz_import_%)
fuzz: $(FUZZ) $(FUZZ_AS)
$(FUZZ_AS): $(B)/fuzz/fuzz_import
	$(Q)ln -f $< $@
$(B)/fuzz/%.o: CC = clang
$(B)/fuzz/%.o: CPPFLAGS += -O1 -fsanitize=fuzzer-no-link,address,undefined \
	-fno-sanitize-recover=all
$(B)/fuzz/%.o: %.c $(B)/flags
	@command -v clang >/dev/null || .ci/install --name clang
	@mkdir -p $(@D)
	$(call say,FUZZ,$<)
	$(Q)$(call compile,$(firstword $(subst /, ,$*))) -MMD -MP -c -o $@ $<
$(FUZZ): $(B)/fuzz/%: $(B)/fuzz/tests/fuzz/%.o $(FUZZOBJ)
	$(call say,LD,$@)
	$(Q)clang -fsanitize=fuzzer,address,undefined -o $@ $^ $(LIBS)
-include $(FUZZOBJ:.o=.d) $(FUZZ:$(B)/fuzz/%=$(B)/fuzz/tests/fuzz/%.d)

compdb:
	@command -v bear >/dev/null || .ci/install --name bear
	bear --output compile_commands.json -- $(MAKE) -B all

# For tests/lint/layers.t: how a file of each room is compiled.
print-rooms:
	@$(foreach r,$(ROOMS),printf '%s\t%s\n' $(r) '$(call compile,$(r))';)

DOC = $(DESTDIR)$(PREFIX)/share/doc/maxistat
install: $(B)/maxistat
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
		$(DOC)
	install -m 755 $(B)/maxistat $(DESTDIR)$(PREFIX)/bin/maxistat
	install -m 644 man/maxistat.1 $(DESTDIR)$(PREFIX)/share/man/man1/
	install -m 644 README.md LICENSE contrib/maxistat.service \
		$(wildcard docs/*.md) $(DOC)

clean:
	rm -rf build build-*

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

$(B)/db/migrate.o $(B)/fuzz/db/migrate.o: $(GEN)/schema.sql.inc $(GEN)/migrations.inc

# The files of web/, and uPlot where npm has brought it.
GEN_server = $(GEN)
MODULES = web/node_modules
UPLOT   = /uplot.js=$(MODULES)/uplot/dist/uPlot.esm.js \
	  /uplot.css=$(MODULES)/uplot/dist/uPlot.min.css \
	  /uplot.txt=$(MODULES)/uplot/LICENSE
WEB    := $(sort $(foreach e,html js css svg sh,$(wildcard web/*.$(e))))

# A file that came or went, or another uPlot, packs all of them again.
$(GEN)/assets.list: FORCE
	@mkdir -p $(@D)
	@{ for f in $(foreach f,$(WEB),$(f:web%=%)=$(f)) $(UPLOT); do \
		[ ! -e "$${f#*=}" ] || echo "$$f"; done; \
	cat $(foreach u,$(UPLOT),$(lastword $(subst =, ,$(u)))) 2>/dev/null | \
		cksum; } >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(GEN)/assets.inc: $(GEN)/assets.list $(WEB) web/embed
	$(call say,EMBED,web)
	$(Q)web/embed $(GEN) $$(grep = $<)
	@grep -q '^/uplot.js=' $< || printf '%s\n' \
		'note: $(MODULES) has no uPlot, so pages will have no plots;' \
		'      `make web` brings it (with npm), then `make` again' >&2
$(B)/server/assets.o $(B)/fuzz/server/assets.o: $(GEN)/assets.inc

# What npm brings: uPlot for the program, the rest for the tests. Where it
# cannot, a check goes on, and its tests of the pages say that they are skipped.
NPM_CI  = cd web && npm ci
BROUGHT = $(MODULES)/.package-lock.json
web:
	@command -v npm >/dev/null || .ci/install --name npm
	$(NPM_CI)
$(BROUGHT): web/package-lock.json | packages
	$(call say,NPM,web)
	$(Q)($(NPM_CI)) >$(MODULES).log 2>&1 && touch $@ || { \
		cat $(MODULES).log; echo 'note: npm cannot bring' \
		'$(MODULES); tests that need it are skipped'; } >&2
	@rm -f $(MODULES).log
ifneq ($(filter check check-long,$(MAKECMDGOALS)),)
$(GEN)/assets.list: | $(BROUGHT)
endif
