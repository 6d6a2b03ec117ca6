/* notices.c - what a reader should know of a row beside its verdict. */
#include "notices.h"

#include <math.h>
#include <string.h>

#include "compare.h"
#include "shape.h"

/* The spreads are said to differ from this ratio on. */
#define SPREAD_RATIO 3

/* The median disagrees where it is so much of the half-width away. */
#define MEDIAN_SHARE .75

static const struct {
	char letter;
	const char *name, *text;
} notices[] = {
#define NOTICE(id, letter, name, text) { letter, name, text },
#include "notices.def"
#undef NOTICE
};

static unsigned bit(enum notice n)
{
	return 1u << n;
}

/* The median's change has another sign, or is nearly outside the interval. */
static bool median_disagrees(const struct row *row,
			     const struct comparison *c)
{
	double a = c->a.median, b = c->b.median;
	double mean = c->relative.change_ratio, median = (b - a) / a;
	double half = (c->change_interval.hi - c->change_interval.lo) / 2;

	if (isnan(mean) || isnan(median) || isnan(half))
		return false;
	if (fabs(mean) > row->margin && fabs(median) > row->margin &&
	    (mean > 0) != (median > 0))
		return true;
	return fabs(mean - median) > MEDIAN_SHARE * half &&
	       fabs(mean - median) > row->margin;
}

static bool spreads_differ(const struct comparison *c)
{
	double a = c->a.stddev, b = c->b.stddev;

	return c->a.n >= NOTICE_N_SPREAD && c->b.n >= NOTICE_N_SPREAD &&
	       a > 0 && b > 0 && (a > SPREAD_RATIO * b || b > SPREAD_RATIO * a);
}

static bool unequal(size_t a, size_t b)
{
	return a > NOTICE_N_RATIO * b || b > NOTICE_N_RATIO * a;
}

/* What two shapes say without a test. */
static unsigned of_shapes(const struct comparison *c)
{
	const struct shape *shapes[] = { &c->a_shape, &c->b_shape };
	unsigned set = 0;
	size_t i;

	for (i = 0; i < 2; i++) {
		const struct shape *s = shapes[i];

		if (s->n < NOTICE_N_SHAPE)
			continue;
		if (s->far.n_below + s->far.n_above)
			set |= bit(NOTICE_OUTLIERS);
		if (s->tie_share > .5 && !s->constant)
			set |= bit(NOTICE_TIES);
	}
	return set;
}

/* All that needs no other row. */
static unsigned of_row(const struct row *row, size_t side)
{
	const struct row_side *a = &row->sides[0], *b = &row->sides[side];
	const struct comparison *cmp = &row->against[side];
	bool few_runs = a->n_runs < 3 || b->n_runs < 3;
	unsigned set = of_shapes(cmp);

	if (a->summary_only || b->summary_only)
		set |= bit(NOTICE_SUMMARY);
	if (a->n_runs == 1 && b->n_runs == 1)
		set |= bit(NOTICE_ONE_RUN);
	else if (few_runs && !strcmp(row->per, "sample"))
		set |= bit(NOTICE_FEW_RUNS);
	if (cmp->a.n < NOTICE_N_FEW || cmp->b.n < NOTICE_N_FEW)
		set |= bit(NOTICE_FEW);
	if (unequal(cmp->a.n, cmp->b.n))
		set |= bit(NOTICE_UNEQUAL_N);
	if (median_disagrees(row, cmp))
		set |= bit(NOTICE_MEDIAN);
	if (spreads_differ(cmp))
		set |= bit(NOTICE_SPREAD);
	if (cmp->constant)
		set |= bit(NOTICE_CONSTANT);
	if (row->pooled)
		set |= bit(NOTICE_POOLED);
	if (row->better_disputed)
		set |= bit(NOTICE_DISPUTED);
	if (cmp->rank.over_budget)
		set |= bit(NOTICE_BUDGET);
	return set;
}

/* One kind of test over all sets of the report. */
struct kind {
	enum notice notice;
	double (*p)(const struct comparison *c, bool b);
	size_t n_min;
};

static double p_drift(const struct comparison *c, bool b)
{
	return b ? c->b_shape.drift_p : c->a_shape.drift_p;
}

static double p_memory(const struct comparison *c, bool b)
{
	return b ? c->b_shape.ljung_box_p : c->a_shape.ljung_box_p;
}

static double p_first(const struct comparison *c, bool b)
{
	return b ? c->b_shape.first_p : c->a_shape.first_p;
}

static double p_dip(const struct comparison *c, bool b)
{
	return b ? c->b_shape.dip_p : c->a_shape.dip_p;
}

/* The spread is one of the pair; counted once, for A. */
static double p_spread(const struct comparison *c, bool b)
{
	return b ? (double)NAN : c->spread.p;
}

static const struct kind kinds[] = {
	{ NOTICE_DRIFT, p_drift, NOTICE_N_SHAPE },
	{ NOTICE_AUTOCORRELATION, p_memory, NOTICE_N_SHAPE },
	{ NOTICE_FIRST, p_first, NOTICE_N_SHAPE },
	{ NOTICE_BIMODAL, p_dip, NOTICE_N_SHAPE },
	{ NOTICE_SPREAD, p_spread, NOTICE_N_SPREAD },
};

/* Where a set stands in the family of a kind. */
struct place {
	struct row *row;
	size_t side;
	bool b;
};

static size_t list_places(struct compare *c, struct place *places)
{
	size_t n = 0, i, s;

	for (i = 0; i < c->n_rows; i++)
		for (s = 1; s < c->n_sides; s++) {
			if (c->rows[i].state[s] != ROW_PAIRED)
				continue;
			/* The baseline is the same for every side. */
			if (s == 1 || c->rows[i].state[1] != ROW_PAIRED)
				places[n++] = (struct place){ &c->rows[i], s,
							      false };
			places[n++] = (struct place){ &c->rows[i], s, true };
		}
	return n;
}

static void raise_kind(struct compare *c, const struct kind *kind,
		       const struct place *places, size_t n)
{
	double *p = arena_alloc(c->arena, n * sizeof(*p));
	double *scratch = arena_alloc(c->arena, 3 * n * sizeof(*scratch));
	size_t *sizes = arena_alloc(c->arena, n * sizeof(*sizes));
	bool *raised = arena_alloc(c->arena, n * sizeof(*raised));
	size_t i;

	for (i = 0; i < n; i++) {
		const struct comparison *cmp =
			&places[i].row->against[places[i].side];

		p[i] = kind->p(cmp, places[i].b);
		sizes[i] = places[i].b ? cmp->b.n : cmp->a.n;
		if (kind->notice == NOTICE_SPREAD && cmp->b.n < sizes[i])
			sizes[i] = cmp->b.n;
	}
	stats_notices(p, sizes, n, kind->n_min, scratch, raised);
	for (i = 0; i < n; i++) {
		size_t s;

		if (!raised[i])
			continue;
		/* What is wrong with the baseline concerns every side. */
		for (s = 1; s < c->n_sides; s++)
			if (s == places[i].side || !places[i].b)
				places[i].row->notices[s] |= bit(kind->notice);
	}
}

void compare_notices(struct compare *c)
{
	struct place *places;
	size_t n, i, s;

	places = arena_alloc(c->arena, 2 * c->n_rows * c->n_sides *
					       sizeof(*places));
	for (i = 0; i < c->n_rows; i++)
		for (s = 1; s < c->n_sides; s++)
			if (c->rows[i].state[s] == ROW_PAIRED)
				c->rows[i].notices[s] =
					of_row(&c->rows[i], s);
	n = list_places(c, places);
	for (i = 0; n && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		raise_kind(c, &kinds[i], places, n);
}

unsigned notices_of_all(const struct compare *c, size_t side)
{
	unsigned all = ~0u;
	size_t n = 0, i;

	for (i = 0; i < c->n_rows; i++)
		if (c->rows[i].state[side] == ROW_PAIRED) {
			all &= c->rows[i].notices[side];
			n++;
		}
	/* For a single row a letter with its line says it better. */
	return n > 1 ? all : 0;
}

void notices_letters(unsigned set, struct buf *out)
{
	bool first = true;
	size_t i;

	for (i = 0; i < NOTICE_COUNT; i++)
		if (set & 1u << i) {
			buf_printf(out, "%s%c", first ? "" : " ",
				   notices[i].letter);
			first = false;
		}
}

void notices_explain(unsigned set, struct buf *out)
{
	size_t i;

	for (i = 0; i < NOTICE_COUNT; i++)
		if (set & 1u << i)
			buf_printf(out, "%c  %s\n", notices[i].letter,
				   notices[i].text);
}

void notices_tell(unsigned set, struct buf *out)
{
	size_t i;

	for (i = 0; i < NOTICE_COUNT; i++)
		if (set & 1u << i)
			buf_printf(out, "every row: %s\n", notices[i].text);
}

void notices_json(unsigned set, struct json *j, const char *key)
{
	size_t i;

	json_array(j, key);
	for (i = 0; i < NOTICE_COUNT; i++)
		if (set & 1u << i)
			json_string(j, NULL, notices[i].name);
	json_array_end(j);
}

void notices_help(struct buf *out)
{
	size_t i;

	for (i = 0; i < NOTICE_COUNT; i++)
		buf_printf(out, "  %c  %-18s %s\n", notices[i].letter,
			   notices[i].name, notices[i].text);
}
