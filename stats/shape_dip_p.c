/*
 * shape_dip_p.c - p of a dip, from a table.
 */
#include <math.h>

#include "shape.h"

#define N_SIZES  13
#define N_LEVELS 11

static const double levels[N_LEVELS] = { .9, .5, .2, .1, .05, .02, .01, .005,
					 .001, 1e-4, 1e-5 };

/* By tests/long/dip_table.c: 1,000,000 uniform sets of each size. */
/* clang-format off */
static const struct {
	double n, root_n_dip[N_LEVELS];
} table[N_SIZES] = {
	{ 4,
	  { 0.2500, 0.2500, 0.3148, 0.3748, 0.4143, 0.4475,
	    0.4632, 0.4744, 0.4888, 0.4966, 0.4987 } },
	{ 5,
	  { 0.2236, 0.2719, 0.3603, 0.3954, 0.4168, 0.4329,
	    0.4395, 0.4432, 0.4464, 0.4471, 0.4472 } },
	{ 6,
	  { 0.2041, 0.3015, 0.3662, 0.3900, 0.4037, 0.4396,
	    0.4711, 0.4961, 0.5383, 0.5714, 0.5872 } },
	{ 8,
	  { 0.2321, 0.3139, 0.3550, 0.4013, 0.4359, 0.4698,
	    0.4899, 0.5061, 0.5506, 0.6069, 0.6414 } },
	{ 10,
	  { 0.2465, 0.3090, 0.3756, 0.4126, 0.4415, 0.4772,
	    0.5050, 0.5285, 0.5719, 0.6242, 0.6733 } },
	{ 15,
	  { 0.2489, 0.3238, 0.3860, 0.4263, 0.4598, 0.4989,
	    0.5266, 0.5513, 0.6005, 0.6621, 0.7118 } },
	{ 20,
	  { 0.2542, 0.3281, 0.3952, 0.4348, 0.4702, 0.5113,
	    0.5393, 0.5653, 0.6202, 0.6862, 0.7336 } },
	{ 30,
	  { 0.2596, 0.3368, 0.4052, 0.4466, 0.4831, 0.5264,
	    0.5557, 0.5842, 0.6399, 0.7132, 0.7791 } },
	{ 50,
	  { 0.2667, 0.3456, 0.4160, 0.4589, 0.4969, 0.5424,
	    0.5735, 0.6025, 0.6632, 0.7361, 0.8037 } },
	{ 100,
	  { 0.2741, 0.3549, 0.4270, 0.4716, 0.5110, 0.5579,
	    0.5904, 0.6209, 0.6870, 0.7642, 0.8375 } },
	{ 200,
	  { 0.2796, 0.3617, 0.4355, 0.4808, 0.5210, 0.5697,
	    0.6029, 0.6352, 0.7009, 0.7866, 0.8530 } },
	{ 500,
	  { 0.2850, 0.3680, 0.4431, 0.4893, 0.5306, 0.5798,
	    0.6144, 0.6464, 0.7151, 0.8047, 0.8796 } },
	{ 1000,
	  { 0.2877, 0.3713, 0.4468, 0.4933, 0.5346, 0.5847,
	    0.6201, 0.6532, 0.7244, 0.8125, 0.9161 } },
};
/* clang-format on */

/* The quantile of a level: linear in 1 / sqrt(n), as it tends to a limit. */
static double quantile_of(double n, int level)
{
	int i = 0;
	double lo, hi, part;

	if (n >= table[N_SIZES - 1].n)
		return table[N_SIZES - 1].root_n_dip[level];
	while (i < N_SIZES - 2 && n >= table[i + 1].n)
		i++;
	lo = 1 / sqrt(table[i].n);
	hi = 1 / sqrt(table[i + 1].n);
	part = fmin(1, (1 / sqrt(n) - lo) / (hi - lo));
	return table[i].root_n_dip[level] * (1 - part) +
	       table[i + 1].root_n_dip[level] * part;
}

double stats_dip_p(double dip, size_t n)
{
	double x = sqrt((double)n) * dip, lo, hi = NAN, log_p;
	int i;

	if (isnan(dip) || n < 4)
		return NAN;
	lo = quantile_of((double)n, 0);
	if (x <= lo)
		return 1;
	for (i = 1; i < N_LEVELS; i++, lo = hi) {
		hi = quantile_of((double)n, i);
		if (x < hi || i == N_LEVELS - 1)
			break;
	}
	if (!(hi > lo))
		return levels[i];
	log_p = log(levels[i - 1]) + (x - lo) / (hi - lo) *
		(log(levels[i]) - log(levels[i - 1]));
	return exp(log_p);
}
