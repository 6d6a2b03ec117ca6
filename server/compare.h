/*
 * compare.h - the report: sides, rows, comparisons, what differs besides.
 *
 * Made once from the request and rendered as text, JSON, CSV or ministat
 * blocks. Everything is in the request's arena. Rows are by test, parameters,
 * metric, role and host, less the keys named in a side.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "combine.h"
#include "json.h"
#include "request.h"
#include "row.h"

/* One side of the question. */
struct side {
	char name;                  /* 'A', 'B', ... */
	struct selection selection; /* common and own conditions */
	struct selection own;       /* of its segment alone */
	const char *link;           /* own conditions, as in a link */
	struct db_found found;
	size_t n_runs, n_samples, n_hosts;
	int64_t first_at_ns, last_at_ns; /* 0: none was told */
	size_t n_at_assumed;
	bool has_option;            /* names a kernel option: */
	size_t n_left_out;          /* runs that record nothing of it */
};

/* Were they measured at times that do not overlap? Known times count. */
bool sides_apart(const struct side *a, const struct side *b);

/* A tag and how many runs of each side have each value. */
struct tag_value {
	const char *value;          /* NULL: not recorded */
	size_t runs[SIDES_MAX];
};
struct tag_difference {
	const char *key;
	struct tag_value *values;
	size_t n_values;
};

/* One metric's figure over the paired rows, side i against side 0. */
struct summary_over_rows {
	const char *metric, *unit;
	enum better better;
	struct over_rows over;
	struct row_sums sums;
	struct leader sums_leader;  /* of the difference of the sums */
	size_t *rows;               /* indexes of the paired rows, in order */
	size_t n;
};

/* Rows that differ in the host alone, put together. */
struct host_group {
	const char *by;             /* "host", or by=KEY */
	size_t *rows;               /* indexes, in print order */
	size_t n;
	struct over_hosts over[SIDES_MAX];
	bool known[SIDES_MAX];      /* there are two or more to put together */
	bool holm[SIDES_MAX];       /* it holds among all groups */
};

struct compare {
	struct request *rq;
	struct arena *arena;
	struct selection common;
	const char *common_link;
	struct side sides[SIDES_MAX];
	size_t n_sides;
	struct row *rows;
	size_t n_rows;
	struct tags both;           /* tags of every run of all sides */
	struct tag_difference *differ; /* besides those asked about */
	size_t n_differ;
	struct tag_difference *vary; /* take the same values on all sides */
	size_t n_vary;
	const char **row_keys;      /* of all row keys, in sorting order */
	size_t n_row_keys;
	const char **label_keys;    /* that vary over rows, in print order */
	size_t n_label_keys, n_fact_labels; /* facts stand last */
	struct summary_over_rows *summaries[SIDES_MAX];
	size_t n_summaries[SIDES_MAX];
	struct host_group *groups;
	size_t n_groups;
	bool sets_only;             /* COMPARE_SETS */
	uint64_t exact_work;        /* cells of exact rank tests left */
	void *scratch;              /* of stats_compare_detail() */
	size_t scratch_size;
	int64_t newest_run;         /* for the pinned link */
};

enum compare_flags {
	COMPARE_ALL,         /* a side without results is an error */
	COMPARE_EMPTY_SIDES, /* all but the baseline may be empty */
	COMPARE_SETS,        /* as COMPARE_ALL, but the sets of the rows are
				not compared: no figure of it is to be shown */
};

/*
 * Reads the sides of the request and fills everything.
 * errors    ERR_NOT_FOUND with the side and near values; ERR_UNUSABLE when a
 *           result is on two sides
 */
int compare_make(struct request *rq, struct compare *out,
		 enum compare_flags flags, struct err *err);

/* Rows that count for a side, by state and verdict. */
struct row_counts {
	size_t rows, paired, one_sided, failed, not_comparable;
	size_t verdicts[VERDICT_COUNT];
	size_t n_one;   /* paired, with n = 1 on a side */
	size_t hosts;
};
void compare_count(const struct compare *c, size_t side,
		   struct row_counts *out);

/* A link to a page of the same question: "compare", "ministat", "samples". */
const char *compare_link(const struct compare *c, const char *page,
			 bool pinned);

/* Is the key named in one of the sides' own segments? */
bool compare_names(const struct compare *c, const char *key);

/* The keys that the sides name: "VIMAGE, kernel"; "" for none. */
const char *compare_asked(const struct compare *c);

/* Line 1: the answer in words. */
void compare_answer(const struct compare *c, size_t side, struct buf *out);

/* The sides of a page that takes them (/compare, /ministat, /samples). */
int compare_sides(struct request *rq, struct compare *c, struct err *err);
int compare_load(struct compare *c, enum compare_flags flags,
		 struct err *err);

/* "worse?", "hosts disagree": the word of a group. Returns out. */
const char *group_word(const struct compare *c, const struct host_group *g,
		       size_t side, char out[VERDICT_TEXT_SIZE + 2]);

/* Columns of a line of text: width=, else 100. */
size_t compare_width(const struct compare *c);

/* The renderings. */
void compare_text(const struct compare *c, struct buf *out);
void compare_json(const struct compare *c, struct buf *out);
void compare_csv(const struct compare *c, struct buf *out);

#endif
