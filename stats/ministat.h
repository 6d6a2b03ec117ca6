/*
 * ministat.h - the block that ministat(1) prints: legend, plot, table,
 * differences, character for character.
 *
 * Two profiles. freebsd is the current program of FreeBSD. debian2015 is what
 * Debian 12 ships (20150715) with its bugs: the upper middle element as the
 * median, a one-pass variance that cancels (and prints -nan), a naive
 * half-width of the percentage. Both use a table of t with 3 decimals, whose
 * level called 99.5 % is two-sided 99.8 %, and both cut stacks of points to the
 * height of later sets, as the blocks published from FreeBSD machines do. The
 * comparison proper is in verdict.h.
 *
 * The block prints what ministat prints, `inf%` against a mean of 0 included.
 */
#ifndef MINISTAT_H
#define MINISTAT_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "mem.h"
#include "sample_set.h"

#define MINISTAT_SETS_MAX  7
#define MINISTAT_WIDTH     74    /* of the plot; the line has 2 more */
#define MINISTAT_WIDTH_MIN 2
#define MINISTAT_WIDTH_MAX 1000
#define MINISTAT_LEVELS    6

enum ministat_profile { MINISTAT_FREEBSD, MINISTAT_DEBIAN2015 };

struct ministat_set {
	const char *name; /* after the symbol in the legend; borrowed */
	struct sample_set set;
};

struct ministat_options {
	enum ministat_profile profile;
	double level;       /* percent, ministat_level_ok(); 0: 95 */
	size_t width;       /* of the plot, MIN..MAX; 0: MINISTAT_WIDTH */
	bool no_plot;       /* -A */
	bool rows_only;     /* -n: neither plot nor differences */
	bool no_headers;    /* -q: neither legend nor the table's head */
	bool separate_bars; /* -s: a bar line for each set */
};

/* "freebsd", "debian2015". */
const char *ministat_profile_name(enum ministat_profile profile);
bool ministat_profile_parse(const char *name, enum ministat_profile *out);

/* Is it one of ministat's six: 80 90 95 98 99 99.5? Exactly, in percent. */
bool ministat_level_ok(double percent);

/*
 * The t of ministat's table: round(qt(p, df), 3) with p = .9 .95 .975 .99 .995
 * .999 for df 1..100, seven entries of the last column aside, and the normal
 * quantile above.
 *
 * percent   one of the six; the last is two-sided 99.8 %, whatever its name
 * df        at least 1
 */
double ministat_t(double percent, size_t df);

/* What the table and the differences are computed from, by the profile. */
struct ministat_figures {
	struct summary summary;
	double variance; /* not stddev squared: debian2015's may be negative */
	bool published;  /* the set has no samples: NAN means not told */
};

/*
 * scratch   n doubles, overwritten: the samples sorted; not used for a set
 *           without samples
 */
void ministat_figures(struct sample_set set, enum ministat_profile profile,
		      double *scratch, struct ministat_figures *out);

/* One difference against the first set. */
struct ministat_difference {
	bool known;          /* false: a side with n < 2, or not all told */
	bool proven;         /* |diff| > half, strictly */
	double diff, half;   /* in the unit; half-width at the level */
	double percent, percent_half; /* of the first mean; may be infinite */
	double s;            /* pooled standard deviation */
};

void ministat_compare(const struct ministat_figures *first,
		      const struct ministat_figures *set,
		      const struct ministat_options *options,
		      struct ministat_difference *out);

/*
 * The whole block, from the first legend line to the last newline.
 *
 * sets      1..MINISTAT_SETS_MAX of at least 1 sample each, the first is the
 *           reference. A set without samples is printed from its summary (`-`
 *           for what it does not tell), and then the block has no plot and a
 *           line in brackets says which set is why
 * arena     scratch: 8 bytes a sample of the largest set, a column of counts
 * out       appended to; the plot is as high as the last set's tallest stack
 *           of points, so that only out->max bounds it
 * cost      O(n log n)
 */
void ministat_print(const struct ministat_set *sets, size_t n_sets,
		    const struct ministat_options *options, struct arena *arena,
		    struct buf *out);

/*
 * The plot alone, box and all; ministat_print() calls it. figures are
 * ministat_figures()'s, one a set; every set has samples.
 */
void ministat_plot(const struct ministat_set *sets,
		   const struct ministat_figures *figures, size_t n_sets,
		   const struct ministat_options *options, struct arena *arena,
		   struct buf *out);

#endif
