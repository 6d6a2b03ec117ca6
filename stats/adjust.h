/*
 * adjust.h - p values of a family: among 100 rows 5 are below .05 by chance.
 *
 * A family is all rows of one report (or all sets against the first). A NAN
 * among the p is not in the family and stays NAN. Pure functions: no I/O, no
 * globals, no allocation.
 */
#ifndef ADJUST_H
#define ADJUST_H

#include <stddef.h>

/*
 * Holm's: the chance of even one false alarm in the family is kept. A row
 * holds at confidence c where its adjusted p is below 1 - c.
 *
 * p         n of 0..1 or NAN, any order; may be out
 * scratch   2 * n doubles, overwritten
 * out       n, in p's order; at most 1, never below p
 * cost      O(n log n)
 * source    Holm 1979, Scand. J. Stat. 6(2), 65-70
 * checked   tests/unit/test_adjust.c (R 4.2.2, p.adjust)
 */
void stats_holm(const double *p, size_t n, double *scratch, double *out);

/*
 * Benjamini & Hochberg's: the expected share of false alarms among the alarms.
 * Otherwise as stats_holm().
 *
 * source    Benjamini & Hochberg 1995, J. R. Stat. Soc. B 57(1), 289-300
 */
void stats_benjamini_hochberg(const double *p, size_t n, double *scratch,
			      double *out);

#endif
