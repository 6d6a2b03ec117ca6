/*
 * verdict.h - two sets of samples in, one word and its reasons out.
 *
 * stats_compare() is the entrance for reports: it fills a struct comparison
 * (comparison.h), of which text, JSON and pages print what they need.
 * stats_compare_detail() fills in what costs more. a is the baseline;
 * differences are b - a, changes (b - a) / a. Pure: no I/O, no globals, no
 * allocation.
 */
#ifndef VERDICT_H
#define VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "comparison.h"

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
 * stats_compare(), and all that costs more: exact ranks, Hodges-Lehmann's
 * shift, medians, shape, spread, quantiles. The verdict is the same.
 *
 * options   scratch may be NULL: detail's is used
 * cost      O(n log n), and detail->exact's
 */
void stats_compare_detail(struct sample_set a, struct sample_set b,
			  const struct compare_options *options,
			  const struct detail_options *detail,
			  struct comparison *out);

/*
 * Bytes of detail_options.scratch: 16 a sample and, of 20 x 20 exact, some
 * 300 kB; 17 MB where 100 x 100 are.
 */
size_t stats_detail_scratch(size_t na, size_t nb,
			    const struct detail_options *detail);

/*
 * Pairs: a.samples[i] and b.samples[i] are of one round, a.n == b.n (asserted,
 * and that both have samples). As stats_compare(), then the paired t takes
 * Welch's place: diff_interval, change_interval and margin_interval (of the
 * geometric mean of the pairs' ratios; none where a sample is not above 0), p
 * and method are of the pairs, and so are change_ratio (where there is that
 * mean), tost_p and power. Differences that are all equal (or one pair) leave
 * stats_compare()'s answer: method tells.
 *
 * options   scratch is needed
 * scratch   2 * n + 2551 doubles, overwritten
 */
void stats_compare_paired(struct sample_set a, struct sample_set b,
			  const struct compare_options *options,
			  double *scratch, struct comparison *out);

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

/* Stable name, as in JSON: "welch", "constant_ranks", "paired"; NULL: none. */
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
