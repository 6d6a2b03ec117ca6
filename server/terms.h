/*
 * terms.h - the one grammar of uploading and asking: segments of terms.
 *
 * A segment is terms joined by ','; the first ':' or '=' in a term decides.
 * Everything is split raw and decoded once, after. The table of terms is in
 * DESIGN sec. 3, and GET /help/terms prints it.
 */
#ifndef TERMS_H
#define TERMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "err.h"
#include "mem.h"
#include "report.h"
#include "selection.h"

enum term_kind {
	TERM_NOTHING, /* "-" alone */
	TERM_KEY,     /* key:value */
	TERM_NAME,    /* a kernel option */
	TERM_OPTION,  /* name=value */
};

/* A term as written; pieces are raw, borrowed from the URL. */
struct term {
	enum term_kind kind;
	bool negate;          /* a '-' stood before it */
	const char *key, *value;
	size_t key_len, value_len;
	const char *raw;
	size_t raw_len;
	size_t offset;        /* of raw in the whole text, for messages */
};

struct segment {
	const char *raw;
	size_t raw_len, offset;
	struct term *terms;
	size_t n;
	bool options_only; /* holds options and nothing else */
};

/* What was written, for messages that point into it. */
struct written {
	const char *s;
	size_t len;
};

/* "'host:a..b': what", pointing at the term. Returns -1. */
int term_refuse(struct written all, const struct term *t, const char *what,
		struct err *err);

/* Splits a segment into terms. errors ERR_INPUT with offset and a hint. */
int terms_split(struct written all, size_t offset, size_t len,
		struct arena *arena, struct segment *out, struct err *err);

/*
 * The terms of a segment that are no options, as conditions of a query; added
 * to out. Relative times are resolved against now_ns.
 */
int terms_query(struct written all, const struct segment *segment,
		int64_t now_ns, struct arena *arena, struct selection *out,
		struct err *err);

/* "option.VIMAGE" of VIMAGE, -VIMAGE and CONFIG_VIMAGE. */
const char *term_option_key(const struct term *t, struct arena *arena);

/* What the TERMS of an upload say. */
struct upload_terms {
	struct tags tags;
	const char *test, *metric, *unit; /* NULL: not said */
	const char *env;                  /* facts that have a name, or NULL */
	enum better better;               /* UNKNOWN: not said */
	bool has_at;
	int64_t at_ns;
};

int terms_upload(struct written all, const struct segment *segment,
		 struct arena *arena, struct upload_terms *out,
		 struct err *err);

/* The canonical spelling of an upload's terms, "-" for none. In arena. */
const char *upload_terms_print(const struct upload_terms *terms,
			       struct arena *arena);

/* Decodes %XX; a bad escape, NUL or control byte is an error there. */
int terms_decode(struct written all, const char *raw, size_t len,
		 struct arena *arena, const char **out, struct err *err);

/*
 * Encodes everything but A-Z a-z 0-9 - . _ : @ + ; of two dots in a row the
 * second is encoded too, so that the value is no range.
 */
void terms_encode(struct buf *out, const char *value);

/* A tag in the grammar's words, to be read: VIMAGE, -VIMAGE, kernel:6.9. */
void tag_word(struct buf *out, const char *key, const char *value);

/* A segment of conditions as a link has it: "-" for none. */
void terms_link(struct buf *out, const struct selection *selection);

#endif
