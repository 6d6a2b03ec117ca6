/*
 * rank_parts.h - private to stats/: the exact distributions of rank_exact.c and
 * the merges of rank_count.c.
 */
#ifndef RANK_PARTS_H
#define RANK_PARTS_H

#include "rank.h"

/*
 * May a table of so many cells be computed? Takes them off the budget.
 * over_budget is set where the budget alone forbids it; may be NULL.
 */
bool rank_may_cost(const struct exact_limits *limits, double pairs,
		   double cells, bool *over_budget);

/* Cells of rank_plain(). */
double rank_plain_cost(size_t m, size_t n);

/*
 * P(U <= k) of m against n samples without ties, for k = 0..m * n / 2.
 *
 * out       m * n / 2 + 1 doubles
 */
void rank_plain(size_t m, size_t n, double *out);

/*
 * How many of the differences y - x are at most t; the largest of them; the
 * smallest that is at least t. x and y ascending, neither empty; O(nx + ny).
 */
double rank_count(const double *x, size_t nx, const double *y, size_t ny,
		  double t);
double rank_largest(const double *x, size_t nx, const double *y, size_t ny,
		    double t);
double rank_smallest(const double *x, size_t nx, const double *y, size_t ny,
		     double t);

#endif
