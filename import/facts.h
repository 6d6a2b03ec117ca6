/*
 * facts.h - what a machine and its kernel are, as text: `key: value` lines, a
 * Linux .config, FreeBSD's kern.conftxt, mixed.
 */
#ifndef FACTS_H
#define FACTS_H

#include <stdbool.h>
#include <stddef.h>

#include "err.h"
#include "tags.h"

struct facts {
	struct tags tags;   /* kernel options as option.NAME */
	size_t n_options;   /* of them */
	bool complete;      /* a full config: what it does not name is n, and
			       options that are n are not in tags */
};

/*
 * key: value                 a tag; twice with two values is an error
 * CONFIG_X=y, ="text"        option.X; an empty text is none
 * # CONFIG_X is not set      option.X:n
 * options X, options X=1     option.X:y, :1; nooptions X: n
 * device X, nodevice X       option.device.X; cpu and makeoptions alike
 * machine, maxusers          option.machine, option.maxusers
 * ident X                    kernel.ident
 * # anything else            nothing; the heads of generated configs tell
 *                            that one is full
 *
 * data      any bytes; cleaned as uploads are
 * arena     owns what is in out
 * errors    ERR_INPUT with the line; ERR_TOO_BIG: more than LIMIT_RUN_TAGS
 * source    linux/scripts/kconfig/confdata.c writes it; config(5) of FreeBSD
 */
int facts_parse(const char *data, size_t len, struct arena *arena,
		struct facts *out, struct err *err);

#endif
