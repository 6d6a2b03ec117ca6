/*
 * json_doc.h - the JSON documents of a tool, one after another, into a report.
 *
 * For formats whose file is one document or several: a document is a run of
 * its own. Text between documents is counted and said; what follows a damaged
 * one is part of it.
 */
#ifndef JSON_DOC_H
#define JSON_DOC_H

#include "json_read.h"
#include "report.h"

struct json_doc {
	struct report *report;
	const struct json_read *d;
	size_t run;       /* of this document; made by json_doc_run() */
	bool has_run;
	void *own;        /* the format's, as it was given */
};

enum {
	JSON_DOC_LOOSE = 1,  /* NaN and Infinity are numbers, not finite ones */
	JSON_DOC_LINES = 2,  /* JSON Lines: all of them are one run */
	JSON_DOC_UNIQUE = 4, /* a key that stands twice is an error */
};

/* Gives each document of the text to read(). */
int json_docs(const char *data, size_t len, struct report *report,
	      unsigned flags, void (*read)(struct json_doc *x), void *own);

/* Does the text begin with a document? Blank lines aside. */
bool json_docs_first(const char *data, size_t len);

/* The run of the document, begun at the first call. */
size_t json_doc_run(struct json_doc *x);

/* A fact of the run: text, a number's digits, true or false; else nothing. */
void json_doc_tag(struct json_doc *x, const char *key, const cJSON *node);
void json_doc_time(struct json_doc *x, const cJSON *iso);

/* The same as a parameter; a key that cannot be one is said. */
void json_doc_param(struct json_doc *x, struct tags *params, const char *key,
		    const cJSON *node);

/* Every member of an object that is no object or list. */
void json_doc_params(struct json_doc *x, struct tags *params,
		     const cJSON *object);

/*
 * A number, also one in quotes. Nothing for null and no node; anything else
 * that is no finite number is an error, which names what.
 */
bool json_doc_number(struct json_doc *x, const cJSON *node, const char *what,
		     double *out);

/* The same, and NAN for nothing. */
double json_doc_figure(struct json_doc *x, const cJSON *node, const char *what);

/* What the samples of one metric share. */
struct json_series {
	const char *test;
	const struct tags *params;
	const char *name, *unit;
	enum better better;
	enum role role;
};

/* One sample; false where there is none. */
bool json_doc_sample(struct json_doc *x, const struct json_series *s,
		     const cJSON *node);

/* Every element of a list, or, where one is bad, none; how many. */
size_t json_doc_samples(struct json_doc *x, const struct json_series *s,
			const cJSON *list);

/* A summary, as summary_put() gives it. */
void json_doc_summary(struct json_doc *x, const struct json_series *s,
		      const struct summary *summary);

/* A copy of the key that a node stands under; "" in a list. */
const char *json_doc_name(struct json_doc *x, const cJSON *node);

/* A copy of a node's text in the report's arena; NULL where it is none. */
const char *json_doc_words(struct json_doc *x, const cJSON *node);

/* An error at the document. */
void json_doc_bad(struct json_doc *x, const char *what);

#endif
