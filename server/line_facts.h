/*
 * line_facts.h - what a page that lists lines says of each.
 *
 * Made by line_facts() and rendered as a page's cells of a table or as JSON.
 * Everything is in the request's arena.
 */
#ifndef LINE_FACTS_H
#define LINE_FACTS_H

#include "json.h"
#include "line_changes.h"
#include "line_spread.h"
#include "request.h"

struct line_facts {
	const struct line *line;
	struct line_changes c;
	const char *history;        /* the link to it */
	const struct point *newest; /* measured last; NULL: none has a value */
	const struct change_point *last; /* in history order; NULL: none */
	size_t n_changes;           /* steps, also those of drifts; no bursts */
	double noise_ratio;         /* noise of a run / |level|; or NAN */
	double seen_ratio;          /* what would be seen after
				       CHANGE_CONFIRMED runs; or NAN */
	struct line_spread spread;
};

/* cost: see stats_changes() */
void line_facts(const struct line *line, const struct request *rq,
		struct line_facts *out);

/* All of it as one object of an array. */
void line_facts_json(const struct line_facts *f, const struct request *rq,
		     struct json *j);

/* ---- As text; NULL where it is not known. ---- */

/* The tags that all lines have alike; none where there is one line. */
void lines_common(const struct line_facts *lines, size_t n,
		  struct arena *arena, struct tags *out);

/* "all lines nic.driver:igb VIMAGE": these, host aside; nothing for none. */
void print_common(const struct tags *common, struct buf *out);

/*
 * "size:160 VIMAGE (interval)": what makes it this line, without test and
 * metric and host, and those tags that are common to all.
 */
const char *line_words(const struct line *line, const struct tags *common,
		       struct arena *arena);

/* The newest value, with as many digits as it bears. */
const char *line_newest(const struct line_facts *f, struct arena *arena);

/* "3 days ago". */
const char *line_age(const struct line_facts *f, const struct request *rq);

/* "+3.06 %", as many decimals as the noise leaves. */
const char *line_last_change(const struct line_facts *f, struct arena *arena);

/* "better", "worse" or "changed". */
const char *line_last_word(const struct line_facts *f);

/* "0.49": a ratio in %, with two significant digits. */
const char *percent_text(double ratio, struct arena *arena);

#endif
