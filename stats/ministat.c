/*
 * ministat.c - the block's figures, table and differences; the plot is in
 * ministat_plot.c. Formulas are naive on purpose: each profile has the digits
 * of the program it stands for. verdict.c has the good ones.
 */
#include "ministat.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "describe.h"

static const char *const profile_names[] = {
	[MINISTAT_FREEBSD] = "freebsd",
	[MINISTAT_DEBIAN2015] = "debian2015",
};

const char *ministat_profile_name(enum ministat_profile profile)
{
	return profile_names[profile];
}

bool ministat_profile_parse(const char *name, enum ministat_profile *out)
{
	size_t i;

	for (i = 0; i < sizeof(profile_names) / sizeof(profile_names[0]); i++) {
		if (strcmp(name, profile_names[i]) == 0) {
			*out = (enum ministat_profile)i;
			return true;
		}
	}
	return false;
}

/* Cancels where the mean is large against the spread; may be negative. */
static double variance_one_pass(const double *x, size_t n)
{
	double sum = 0, square_sum = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		sum += x[i];
		square_sum += x[i] * x[i];
	}
	return (square_sum - sum * sum / (double)n) / ((double)n - 1);
}

static double variance_two_pass(const double *x, size_t n, double mean)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < n; i++)
		sum += (x[i] - mean) * (x[i] - mean);
	return sum / ((double)n - 1);
}

void ministat_figures(struct sample_set set, enum ministat_profile profile,
		      double *scratch, struct ministat_figures *out)
{
	struct summary *s = &out->summary;

	*s = set.summary;
	out->variance = s->stddev * s->stddev;
	out->published = !set.samples || set.n == 0;
	if (out->published)
		return;
	memcpy(scratch, set.samples, set.n * sizeof(*scratch));
	stats_sort_middle(scratch, set.n);
	s->n = set.n;
	stats_range(set.samples, set.n, &s->min, &s->max);
	s->mean = stats_mean_plain(set.samples, set.n);
	if (profile == MINISTAT_DEBIAN2015) {
		s->median = stats_median_upper(scratch, set.n);
		out->variance = variance_one_pass(set.samples, set.n);
	} else {
		s->median = stats_median(scratch, set.n);
		out->variance = variance_two_pass(set.samples, set.n, s->mean);
	}
	if (set.n < 2)
		out->variance = NAN;
	s->stddev = sqrt(out->variance);
}

static double level_of(const struct ministat_options *options)
{
	return options->level != 0 ? options->level : 95;
}

static double ratio_squared(double b, double a)
{
	if (a * a > 0)
		return b * b / (a * a);
	return b * b > 0 ? INFINITY : NAN;
}

/*
 * The half-width of the percentage in FreeBSD's program, which lets the
 * baseline's own spread count: a delta-method interval, pooled.
 */
static double half_of_ratio(double t, double n1, double m1, double v1,
			    double n2, double m2, double v2)
{
	double v = (n2 - 1) * v2 + (n1 - 1) * v1 * ratio_squared(m2, m1);

	return t * sqrt(v * (n1 + n2) / (n1 * n2 * (n1 + n2 - 2)));
}

static bool has_figures(const struct ministat_figures *f)
{
	return f->summary.n >= 2 &&
	       !(f->published &&
		 (isnan(f->summary.mean) || isnan(f->variance)));
}

void ministat_compare(const struct ministat_figures *first,
		      const struct ministat_figures *set,
		      const struct ministat_options *options,
		      struct ministat_difference *out)
{
	double n1 = (double)first->summary.n, n2 = (double)set->summary.n;
	double m1 = first->summary.mean, m2 = set->summary.mean;
	double v1 = first->variance, v2 = set->variance, t;

	memset(out, 0, sizeof(*out));
	out->known = has_figures(first) && has_figures(set);
	if (!out->known)
		return;
	t = ministat_t(level_of(options),
		       first->summary.n + set->summary.n - 2);
	out->s = sqrt(((n1 - 1) * v1 + (n2 - 1) * v2) / (n1 + n2 - 2));
	out->half = t * out->s * sqrt(1 / n1 + 1 / n2);
	out->diff = m2 - m1;
	out->percent = out->diff * 100 / m1;
	if (options->profile == MINISTAT_DEBIAN2015)
		out->percent_half = out->half * 100 / m1;
	else
		out->percent_half =
			100 * half_of_ratio(t, n1, m1, v1, n2, m2, v2) / m1;
	out->proven = fabs(out->diff) > out->half;
}

/*
 * A NaN of samples is what ministat prints: the root of a negative variance,
 * -nan. (Its sign is that of x86; elsewhere it would have none.)
 */
static void cell(struct buf *out, double v, bool told)
{
	if (!isnan(v))
		buf_printf(out, " %13.8g", v);
	else
		buf_printf(out, " %13s", told ? "-nan" : "-");
}

static void row(struct buf *out, char symbol, const struct ministat_figures *f)
{
	const struct summary *s = &f->summary;

	buf_printf(out, "%c %3zu", symbol, s->n);
	cell(out, s->min, !f->published);
	cell(out, s->max, !f->published);
	cell(out, s->median, !f->published);
	cell(out, s->mean, !f->published);
	cell(out, s->stddev, !f->published && s->n >= 2);
	buf_char(out, '\n');
}

static void difference(struct buf *out, const struct ministat_difference *d,
		       double level)
{
	if (!d->known) {
		buf_str(out, "[no comparison, it needs 2 values a side and "
			"their spread]\n");
		return;
	}
	if (!d->proven) {
		buf_printf(out, "No difference proven at %.1f%% confidence\n",
			   level);
		return;
	}
	buf_printf(out, "Difference at %.1f%% confidence\n"
		   "\t%g +/- %g\n\t%g%% +/- %g%%\n"
		   "\t(Student's t, pooled s = %g)\n",
		   level, d->diff, d->half, d->percent, d->percent_half, d->s);
}

static void plot_or_reason(const struct ministat_set *sets,
			   const struct ministat_figures *figures,
			   size_t n_sets,
			   const struct ministat_options *options,
			   struct arena *arena, struct buf *out)
{
	size_t i;

	for (i = 0; i < n_sets; i++)
		if (figures[i].published)
			break;
	if (i == n_sets)
		ministat_plot(sets, figures, n_sets, options, arena, out);
	else
		buf_printf(out, "[no plot, %s is known by its summary only]\n",
			   sets[i].name);
}

void ministat_print(const struct ministat_set *sets, size_t n_sets,
		    const struct ministat_options *options, struct arena *arena,
		    struct buf *out)
{
	static const char symbols[] = "x+*%#@O";
	struct ministat_figures figures[MINISTAT_SETS_MAX];
	struct ministat_difference d;
	size_t i, most = 1;
	double *scratch;

	assert(n_sets > 0 && n_sets <= MINISTAT_SETS_MAX);
	assert(ministat_level_ok(level_of(options)));
	for (i = 0; i < n_sets; i++)
		if (sets[i].set.n > most)
			most = sets[i].set.n;
	scratch = arena_room(arena, most * sizeof(*scratch));
	for (i = 0; i < n_sets; i++) {
		ministat_figures(sets[i].set, options->profile, scratch,
				 &figures[i]);
		if (!options->no_headers)
			buf_printf(out, "%c %s\n", symbols[i], sets[i].name);
	}
	if (!options->no_plot && !options->rows_only)
		plot_or_reason(sets, figures, n_sets, options, arena, out);
	if (!options->no_headers)
		buf_str(out, "    N           Min           Max        Median"
			"           Avg        Stddev\n");
	for (i = 0; i < n_sets; i++) {
		row(out, symbols[i], &figures[i]);
		if (i == 0 || options->rows_only)
			continue;
		ministat_compare(&figures[0], &figures[i], options, &d);
		difference(out, &d, level_of(options));
	}
}
