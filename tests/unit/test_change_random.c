/*
 * test_change_random.c - change points of histories drawn at random: figures
 * that make sense, and the partition as it is defined.
 */
#include "change.h"
#include "change_parts.h"
#include "near.h"
#include "random.h"

#define MOST 80

static double x[MOST];
static size_t n;
static struct changes got;

/* Levels of random lengths and heights; kind 1 is coarse, 2 has outliers. */
static void draw(uint64_t *seed, int kind)
{
	double height = 0;
	size_t i, left = 0;

	n = random_below(seed, MOST);
	for (i = 0; i < n; i++, left--) {
		if (left == 0) {
			left = 1 + random_below(seed, 30);
			height = (double)random_below(seed, 9) - 4;
		}
		x[i] = height + splitmix_uniform(seed) +
		       splitmix_uniform(seed);
		if (kind == 1)
			x[i] = floor(x[i]);
		else if (kind == 2)
			x[i] /= .001 + splitmix_uniform(seed);
	}
}

static void check_points(void)
{
	size_t i;

	for (i = 0; i < got.n_points; i++) {
		const struct change_point *p = &got.points[i];
		bool burst = p->kind == CHANGE_BURST;

		assert_true(i == 0 || p[-1].index < p->index ||
			    (burst != (p[-1].kind == CHANGE_BURST) &&
			     p[-1].index == p->index));
		assert_true(p->lo > 0 && p->lo <= p->index &&
			    p->index <= p->hi && p->hi < n);
		assert_true(p->n_before >= 3 && p->n_after >= 3 &&
			    p->n_before <= p->index &&
			    p->index + p->n_after <= n);
		assert_true(isfinite(p->before) && isfinite(p->after));
		assert_false(isinf(p->change_ratio));
		assert_true(isnan(p->change_ratio) == (p->before == 0));
		assert_true(burst ? isnan(p->p) : p->p >= 0 && p->p <= 1 &&
			    (p->p < CHANGE_ALPHA || got.n_pending));
		assert_true(!p->provisional || (!burst && n - p->index < 5));
	}
	for (i = 0; i < got.n_drifts; i++)
		assert_true(got.drifts[i].from < got.drifts[i].to &&
			    got.drifts[i].to < n &&
			    isfinite(got.drifts[i].before) &&
			    isfinite(got.drifts[i].after) &&
			    !isinf(got.drifts[i].change_ratio));
}

/* Whatever the values, the figures make sense; the unit does not matter. */
static void test_figures(void **state)
{
	const struct change_options options = { .alpha = CHANGE_ALPHA };
	struct arena arena = { 0 };
	uint64_t seed = 3;
	int round;

	(void)state;
	for (round = 0; round < 6000; round++) {
		struct changes first;
		size_t i;

		draw(&seed, round % 3);
		stats_changes(x, n, &options, &arena, &got);
		check_points();
		first = got;
		for (i = 0; i < n; i++)
			x[i] *= -0x1p70;
		stats_changes(x, n, &options, &arena, &got);
		assert_int_equal(got.n_points, first.n_points);
		for (i = 0; i < got.n_points; i++) {
			assert_int_equal(got.points[i].hi, first.points[i].hi);
			assert_memory_equal(&got.points[i].p,
					    &first.points[i].p, sizeof(double));
			assert_near(got.points[i].after,
				    first.points[i].after * -0x1p70, 0);
		}
		arena_release(&arena);
	}
}

/* The definition: every start of the last level, sums from the first run. */
static void partition(double penalty, size_t *begins)
{
	long double cost[MOST + 1];
	size_t s, t, i;

	cost[0] = -(long double)penalty;
	for (t = 1; t <= n; t++) {
		cost[t] = INFINITY;
		for (s = 0; s + CHANGE_MIN_RUNS <= t; s++) {
			long double sum = 0, squares = 0, own;

			for (i = s; i < t; i++) {
				long double z = (long double)x[i] - x[0];

				sum += z;
				squares += z * z;
			}
			own = cost[s] + squares - sum * sum / (t - s) + penalty;
			if (own < cost[t]) {
				cost[t] = own;
				begins[t] = s;
			}
		}
	}
}

static void test_partition(void **state)
{
	struct arena arena = { 0 };
	uint64_t seed = 8;
	int round;

	(void)state;
	for (round = 0; round < 600; round++) {
		size_t begins[MOST + 1], t, i;
		struct history h = { .y = x, .noise = 1 };
		struct levels levels;

		draw(&seed, 0);
		if ((h.n = n) < CHANGE_MIN_RUNS)
			continue;
		levels_partition(&h, &arena, &levels);
		partition(3 * log((double)n), begins);
		for (t = n, i = levels.n; i-- > 0; t = begins[t]) {
			assert_int_equal(levels.of[i].from, begins[t]);
			assert_int_equal(levels.of[i].n, t - begins[t]);
		}
		assert_int_equal(t, 0);
		arena_release(&arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_partition),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("change_random", tests, NULL, NULL);
}
