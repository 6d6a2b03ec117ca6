/*
 * test_change_memo.c - change points that are recalled, against those that are
 * computed.
 */
#include "change_memo.h"

#include <math.h>
#include <string.h>

#include "near.h"
#include "random.h"

#define RUNS_MAX 400

/* Levels, drifts and outliers. */
static void random_history(double *x, size_t n, uint64_t *seed)
{
	double level = 100, slope = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		if (!random_below(seed, 60))
			level += (double)random_below(seed, 40) - 20;
		if (!random_below(seed, 80))
			slope = random_below(seed, 2) ? .3 : 0;
		level += slope;
		x[i] = level + (double)random_below(seed, 1000) / 1000;
		if (!random_below(seed, 50))
			x[i] += 500;
	}
}

static void assert_same(const struct changes *x, const struct changes *y,
			size_t n)
{
	assert_int_equal(x->n_points, y->n_points);
	assert_int_equal(x->n_drifts, y->n_drifts);
	assert_int_equal(x->n_pending, y->n_pending);
	assert_memory_equal(x->masked, y->masked, n * sizeof(*x->masked));
	assert_memory_equal(&x->noise, &y->noise, sizeof(x->noise));
	assert_memory_equal(&x->r1, &y->r1, sizeof(x->r1));
	if (x->n_points)
		assert_memory_equal(x->points, y->points,
				    x->n_points * sizeof(*x->points));
	if (x->n_drifts)
		assert_memory_equal(x->drifts, y->drifts,
				    x->n_drifts * sizeof(*x->drifts));
	if (x->n_pending)
		assert_memory_equal(&x->pending, &y->pending,
				    sizeof(x->pending));
}

/* Thrice: computed, recalled, and after another run. */
static void test_recalled(void **state)
{
	static const struct change_options options = { .alpha = CHANGE_ALPHA };
	double x[RUNS_MAX + 1];
	size_t found = 0, masked = 0, i, k;
	uint64_t seed = 5;

	(void)state;
	for (i = 0; i < 2000; i++) {
		size_t n = random_below(&seed, RUNS_MAX);
		struct arena arena = { 0 };
		struct changes want, got;

		random_history(x, n + 1, &seed);
		for (k = 0; k < 3; k++) {
			stats_changes(x, n + k / 2, &options, &arena, &want);
			memo_changes(x, n + k / 2, &arena, &got);
			assert_same(&got, &want, n + k / 2);
		}
		found += want.n_points + want.n_drifts;
		for (k = 0; k < n; k++)
			masked += want.masked[k];
		arena_release(&arena);
	}
	assert_true(found > 1000 && masked > 1000);
}

/* What is given is the caller's: another one gets it untouched. */
static void test_not_shared(void **state)
{
	struct arena arena = { 0 };
	struct changes first, second;
	double x[200];
	uint64_t seed = 8;

	(void)state;
	random_history(x, 200, &seed);
	memo_changes(x, 200, &arena, &first);
	assert_true(first.n_points > 0);
	memo_changes(x, 200, &arena, &first);
	first.points[0].index = 9999;
	memset(first.masked, 1, 200);
	memo_changes(x, 200, &arena, &second);
	assert_true(second.points[0].index < 200);
	assert_false(second.masked[0] && second.masked[1]);
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_recalled),
		cmocka_unit_test(test_not_shared),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("change_memo", tests, NULL, NULL);
}
