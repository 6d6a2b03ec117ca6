/*
 * change.c - the steps of change.h one after another, and what they give.
 */
#include "change.h"

#include <assert.h>
#include <math.h>

#include "change_parts.h"

#define BURST_RUNS 3
/* Of the likelihood ratio, at 95 %: Eo & Morley 2015. */
#define POSITION_GAIN 7.35

static void history_init(struct history *h, const double *x, size_t n,
			 struct arena *arena)
{
	double most = 0;
	size_t i;

	assert(n <= CHANGE_RUNS_MAX);
	h->n = n;
	h->x = arena_alloc(arena, n * sizeof(*h->x));
	h->y = arena_alloc(arena, n * sizeof(*h->y));
	h->work = arena_alloc(arena, n * sizeof(*h->work));
	h->masked = arena_alloc(arena, n * sizeof(*h->masked));
	for (i = 0; i < n; i++) {
		assert(isfinite(x[i]));
		most = fmax(most, fabs(x[i]));
	}
	frexp(most, &h->exponent);
	for (i = 0; i < n; i++)
		h->x[i] = ldexp(x[i], -h->exponent);
}

/* A line's end may lie beyond the largest double, where no run does. */
static double unscaled(const struct history *h, double value)
{
	value = ldexp(value, h->exponent);
	return isfinite(value) ? value : NAN;
}

static double change_ratio(double before, double after)
{
	double diff = after - before;
	double ratio = isfinite(diff) ? diff / before : after / before - 1;

	return isfinite(ratio) ? ratio : NAN;
}

/* A point between levels a and b, not tested, confirmed. */
static struct change_point point_between(const struct history *h,
					 const struct segment *a,
					 const struct segment *b)
{
	return (struct change_point){
		.index = b->from,
		.lo = b->from,
		.hi = b->from,
		.n_before = a->n,
		.n_after = b->n,
		.before = unscaled(h, a->mean),
		.after = unscaled(h, b->mean),
		.change_ratio = change_ratio(a->mean, b->mean),
		.p = NAN,
	};
}

static bool is_burst(const struct segment *s)
{
	double l = s[-1].mean, m = s->mean, r = s[1].mean;

	return s->n <= BURST_RUNS && (m - l) * (m - r) > 0 &&
	       fabs(l - r) < .5 * fmin(fabs(m - l), fabs(m - r));
}

/* Step 4; returns how many bursts there are. */
static size_t take_bursts(const struct history *h, struct levels *levels,
			  struct change_point *bursts)
{
	size_t n = 0, i = 1;

	while (i + 1 < levels->n) {
		struct segment *s = &levels->of[i];

		if (!is_burst(s)) {
			i++;
			continue;
		}
		bursts[n] = point_between(h, s - 1, s);
		bursts[n].hi = segment_end(s) - 1;
		bursts[n++].kind = CHANGE_BURST;
		levels_join(levels, h->y, i + 1, 2);
	}
	return n;
}

/* Step 6. */
static void take_pending(const struct history *h, struct levels *levels,
			 struct changes *out)
{
	const struct segment *a;
	size_t at;

	if (levels->n < 2)
		return;
	a = &levels->of[levels->n - 2];
	split_gains(h->y, a->from, h->n, h->work);
	at = a->from + best_split(h->work, h->n - a->from, 1);
	if (h->n - at >= CHANGE_MIN_RUNS)
		return;
	out->pending = (struct pending_change){
		.index = at,
		.before = unscaled(h, segment_of(h->y, a->from, at).mean),
		.after = unscaled(h, segment_of(h->y, at, h->n).mean),
	};
	out->n_pending = 1;
	levels_join(levels, h->y, levels->n - 1, 1);
}

/* Step 7. */
static void place_between(const struct history *h, const struct segment *a,
			  const struct segment *b, double variance,
			  struct change_point *point)
{
	size_t n = a->n + b->n, i;
	double *gain = h->work, least;

	split_gains(h->y, a->from, segment_end(b), gain);
	least = gain[a->n - 1] - POSITION_GAIN * variance;
	for (i = 1; gain[i - 1] < least; i++)
		;
	point->lo = a->from + i;
	for (i = n - 1; gain[i - 1] < least; i--)
		;
	point->hi = a->from + i;
}

/* The points between levels, and the bursts where they belong. */
static void show_points(const struct history *h, const struct levels *levels,
			const struct change_point *bursts, size_t n_bursts,
			struct changes *out)
{
	size_t i, k = 0;

	for (i = 1; i < levels->n; i++) {
		const struct segment *a = &levels->of[i - 1], *b = a + 1;
		struct step_test t = step_test(a, b, h->noise, out->r1);
		struct change_point *point;

		while (k < n_bursts && bursts[k].index < b->from)
			out->points[out->n_points++] = bursts[k++];
		point = &out->points[out->n_points++];
		*point = point_between(h, a, b);
		place_between(h, a, b, t.variance, point);
		point->p = step_p(&t);
		point->kind = b->in_drift ? CHANGE_DRIFT : CHANGE_STEP;
		point->provisional = i + 1 == levels->n &&
				     b->n < CHANGE_CONFIRMED;
	}
	while (k < n_bursts)
		out->points[out->n_points++] = bursts[k++];
}

static void show_drifts(const struct history *h, struct changes *out)
{
	size_t i;

	for (i = 0; i < out->n_drifts; i++) {
		struct drift *d = &out->drifts[i];

		d->change_ratio = change_ratio(d->before, d->after);
		d->before = unscaled(h, d->before);
		d->after = unscaled(h, d->after);
	}
}

void stats_changes(const double *x, size_t n, const struct change_options *o,
		   struct arena *arena, struct changes *out)
{
	struct change_point *bursts;
	struct levels levels;
	struct history h;
	size_t n_bursts;

	assert(o->alpha > 0 && o->alpha <= 1 && o->min_magnitude >= 0);
	*out = (struct changes){ .noise = NAN };
	history_init(&h, x, n, arena);
	history_mask(&h);
	out->masked = h.masked;
	if (n < 2 * CHANGE_MIN_RUNS)
		return;
	h.noise = history_noise(&h);
	out->noise = unscaled(&h, h.noise);
	if (!(h.noise > 0))
		return;
	levels_partition(&h, arena, &levels);
	out->points = arena_alloc(arena, levels.n * sizeof(*out->points));
	bursts = arena_alloc(arena, levels.n * sizeof(*bursts));
	n_bursts = take_bursts(&h, &levels, bursts);
	levels_prune(&h, o, &levels);
	take_pending(&h, &levels, out);
	out->r1 = levels_r1(&levels, n);
	out->drifts = arena_alloc(arena, levels.n * sizeof(*out->drifts));
	out->n_drifts = levels_drifts(&levels, out->drifts);
	show_points(&h, &levels, bursts, n_bursts, out);
	show_drifts(&h, out);
}

void stats_changes_exact(const double *x, size_t n, struct arena *arena,
			 struct changes *out)
{
	struct change_point *last = NULL;
	size_t i, from = 0;

	assert(n <= CHANGE_RUNS_MAX);
	*out = (struct changes){
		.points = arena_alloc(arena, n * sizeof(*out->points)),
		.masked = arena_alloc(arena, n * sizeof(*out->masked)),
	};
	for (i = 0; i < n; i++) {
		assert(isfinite(x[i]));
		if (i > 0 && x[i] != x[i - 1]) {
			last = &out->points[out->n_points++];
			*last = (struct change_point){
				.index = i,
				.lo = i,
				.hi = i,
				.n_before = i - from,
				.before = x[i - 1],
				.after = x[i],
				.change_ratio = change_ratio(x[i - 1], x[i]),
				.p = NAN,
			};
			from = i;
		}
		if (last)
			last->n_after++;
	}
}

const char *change_kind_name(enum change_kind kind)
{
	static const char *const names[] = { "step", "drift", "burst" };

	return names[kind];
}

const char *change_state_name(const struct change_point *point)
{
	return point->provisional ? "provisional" : "confirmed";
}
