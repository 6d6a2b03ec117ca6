/*
 * verdict.h - two sets of samples in, one word and its reasons out.
 *
 * stats_compare() is the one entrance for reports: it fills a struct
 * comparison, of which text, JSON and pages print what they need. a is the
 * baseline; differences are b - a, changes (b - a) / a. Pure: no I/O, no
 * globals, no allocation.
 *
 * A NAN field means "not defined" (its comment says when) and is printed as
 * null or n/a, never as a number. Fields are only ever added.
 */
#ifndef VERDICT_H
#define VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "report.h"
#include "sample_set.h"
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
};

struct compare_options {
	double confidence;  /* .5 < it < 1; .95 unless asked for */
	double margin;      /* ratio > 0: .01 is 1 % */
	enum better better; /* of the metric; UNKNOWN, NONE: `changed` */
	double *scratch;    /* a.n + b.n doubles, overwritten; NULL: medians
			       are taken from the sets' summaries */
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
};

/*
 * Compares b with the baseline a. The word and the printed interval always
 * agree, because the word is read off the interval:
 *
 *   change_interval excludes 0 and margin_interval is inside +/-margin:
 *   negligible; excludes 0 otherwise: better, worse or changed; else
 *   margin_interval inside +/-margin: equivalent; else inconclusive.
 *
 * Where there is no bounded change_interval (baseline 0, of mixed sign, or not
 * to be told from 0), diff_interval takes its place and no margin applies.
 * n < 2 on a side: too_few. Both constant: identical when equal, else read off
 * p of the ranks against 1 - confidence (4 a side are needed at 95 %), with
 * the change itself against the margin. n = 0 on a side: only_a or only_b; on
 * both: not_comparable. A difference beyond the largest double:
 * not_comparable.
 *
 * options   borrowed; out of range is asserted
 * cost      O(n), O(n log n) with scratch
 * source    STATISTICS 2.7 and 2.12; equivalence: Schuirmann 1987, J.
 *           Pharmacokinet. Biopharm. 15(6), 657-680
 */
void stats_compare(struct sample_set a, struct sample_set b,
		   const struct compare_options *options,
		   struct comparison *out);

/*
 * A row that cannot be compared (failed, not_comparable, only_a, only_b): the
 * verdict is as given, all else is not defined. Sides that exist may be put
 * into out->a or out->b by the caller afterwards.
 */
void stats_compare_nothing(enum verdict verdict,
			   const struct compare_options *options,
			   struct comparison *out);

/* Stable name, as in JSON: "better", "too_few". */
const char *verdict_name(enum verdict verdict);
bool verdict_parse(const char *name, enum verdict *out);

/* Stable name, as in JSON: "welch", "constant_ranks"; NULL for none. */
const char *method_name(enum method method);

bool verdict_differs(enum verdict verdict); /* one of the first four */

#define VERDICT_TEXT_SIZE 40

/*
 * The words of a text report: "worse", "worse <1 %", "changed <1 %",
 * "same +/-1 %", "inconclusive", "too few", "not comparable", "only in A".
 * returns   the length; out is NUL-terminated, ASCII
 */
size_t verdict_text(const struct comparison *c, char out[VERDICT_TEXT_SIZE]);

#define VERDICT_REASON_SIZE 80

/*
 * Why there is no answer, for a note under the row: "1 vs 5; need 2 a side, 4
 * a side for ranks"; "" where the word says it all.
 * returns   the length; out is NUL-terminated, ASCII
 */
size_t verdict_reason(const struct comparison *c,
		      char out[VERDICT_REASON_SIZE]);

#endif
