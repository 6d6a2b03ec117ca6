/*
 * comparison.h - all that is known of two sets of samples, in one struct.
 *
 * verdict.h fills it; text, JSON and pages print what they need. a is the
 * baseline; differences are b - a, changes (b - a) / a. A NAN field means "not
 * defined" (its comment says when) and is printed as null or n/a, never as a
 * number; no field is ever infinite. Fields are only ever added.
 */
#ifndef COMPARISON_H
#define COMPARISON_H

#include <stdbool.h>
#include <stddef.h>

#include "effect.h"
#include "power.h"
#include "quantile.h"
#include "rank.h"
#include "relative.h"
#include "report.h"
#include "sample_set.h"
#include "shape.h"
#include "ttest.h"

enum verdict {
	VERDICT_BETTER,       /* b is, beyond doubt at the level asked for */
	VERDICT_WORSE,
	VERDICT_CHANGED,      /* differs; nobody told which way is better */
	VERDICT_NEGLIGIBLE,   /* differs, by less than the margin */
	VERDICT_EQUIVALENT,   /* shown to be the same within the margin */
	VERDICT_INCONCLUSIVE, /* neither is shown */
	VERDICT_TOO_FEW,      /* a side with n < 2, or no spread told */
	VERDICT_IDENTICAL,    /* both constant, and equal */
	VERDICT_NOT_COMPARABLE,
	VERDICT_FAILED,       /* a side has a failure instead of samples */
	VERDICT_ONLY_A,
	VERDICT_ONLY_B,
};

#define VERDICT_COUNT (VERDICT_ONLY_B + 1)

/* How the word was found. */
enum method {
	METHOD_NONE,     /* no test applies */
	METHOD_WELCH,    /* Welch's t: Fieller's interval of the change, or
			    that of the difference where there is no such */
	METHOD_CONSTANT, /* both constant: exact permutation p of the ranks */
	METHOD_PAIRED,   /* paired t: the interval of the pairs' log ratios, or
			    that of the difference where there is no such */
};

struct compare_options {
	double confidence;  /* .5 < it < 1; .95 unless asked for */
	double margin;      /* ratio > 0: .01 is 1 % */
	enum better better; /* of the metric; UNKNOWN, NONE: `changed` */
	double *scratch;    /* a.n + b.n doubles, overwritten: a sorted, then b
			       sorted; NULL: no ranks, and medians are taken
			       from the sets' summaries */
};

struct comparison {
	/* What was compared. */
	struct summary a, b; /* of the samples (describe.h), or published */
	bool a_summary_only, b_summary_only;
	double confidence;     /* as asked for */
	double margin;
	enum better better;

	/* Difference of the means, in the unit. */
	double diff;                    /* b.mean - a.mean; NAN: a side has no
					   mean, or beyond the largest double */
	struct ttest welch;             /* ttest.h says what is NAN when */
	struct ttest student;           /* pooled; not used by the verdict */
	struct interval diff_interval;  /* Welch's, at confidence */

	/* Relative change, a ratio (.01 is 1 %). */
	struct relative relative;       /* .change_ratio NAN: print n/a */
	struct interval change_interval; /* Fieller's, at confidence; NAN ends
					   where it is not defined or
					   unbounded */
	double margin_level;             /* 2 * confidence - 1 */
	struct interval margin_interval; /* Fieller's, at that: inside the
					    margin is equivalent */

	/* The answer. */
	enum verdict verdict;
	int improvement;    /* sign of b's advantage: 1 better, -1 worse, 0
			       where equal or the direction is not known */
	enum method method;
	double p;           /* two-sided, of the method; NAN: none */
	bool constant;      /* a side of n >= 2 has no spread */

	/* Beside it; NAN where a side has too little, or only a summary. */
	struct log_delta log_delta;    /* positive data */
	struct interval log_interval;  /* of the change, at confidence */
	double tost_p;                 /* of a difference above the margin */
	struct effect effect;          /* Hedges g, interval at confidence */
	struct power power;
	struct interval a_mean, b_mean; /* one-sample t, at confidence */

	/* Ranks; they need the samples of both sides and scratch. */
	struct rank_test rank; /* normal; exact from stats_compare_detail() */
	struct dominance dominance;

	/* Only from stats_compare_detail(). */
	struct shift shift;    /* NAN without samples of both sides */
	struct rank_interval a_median, b_median;
	struct shape a_shape, b_shape; /* .n is 0 without samples */
	struct spread spread;

	/* Only from stats_compare_paired(). */
	size_t n_pairs;                 /* 0: not paired */
	struct ttest paired;
	struct log_delta paired_change; /* positive data */
	struct signed_rank signed_rank;
};

/* What stats_compare_detail() needs beside struct compare_options. */
struct detail_options {
	struct exact_limits exact;       /* rank.h */
	struct quantile_pair *quantiles; /* QUANTILE_COUNT, filled; NULL: none
					    are computed. .a is NAN where the
					    sets have no samples */
	void *scratch;                   /* stats_detail_scratch() bytes,
					    aligned for a double */
};

#endif
