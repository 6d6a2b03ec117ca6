/* test_change_seen.c - what a history is said to show, it shows. */
#include "change_seen.h"

#include <math.h>

#include "near.h"
#include "splitmix.h"

#define CASES 400

static const struct change_options options = { .alpha = CHANGE_ALPHA };

/* In how many of the cases is a step at n found, of `times` what is said? */
static size_t found_of(uint64_t *seed, size_t n, size_t n_after,
		       double times)
{
	size_t found = 0, i, j;

	for (i = 0; i < CASES; i++) {
		struct arena a = { 0 };
		struct changes before, after;
		double *x = arena_alloc(&a, (n + n_after) * sizeof(*x)), seen;

		for (j = 0; j < n + n_after; j++)
			x[j] = 100 + splitmix_normal(seed);
		stats_changes(x, n, &options, &a, &before);
		/* Of the true noise, so that only the formula is judged. */
		before.noise = 1;
		before.r1 = 0;
		seen = stats_change_seen(&before, &options, n, n, n_after);
		for (j = n; j < n + n_after; j++)
			x[j] += times * seen;
		stats_changes(x, n + n_after, &options, &a, &after);
		for (j = 0; j < after.n_points; j++)
			if (after.points[j].hi >= n &&
			    after.points[j].lo <= n &&
			    after.points[j].kind != CHANGE_BURST) {
				found++;
				break;
			}
		arena_release(&a);
	}
	return found;
}

static void most_are_found(void **state)
{
	static const struct {
		size_t n, n_after;
	} cases[] = { { 40, 5 }, { 100, 10 }, { 12, 12 }, { 200, 30 } };
	uint64_t seed = 20261130;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t n = cases[i].n, after = cases[i].n_after;

		assert_in_range(found_of(&seed, n, after, 1), CASES * 65 / 100,
				CASES * 97 / 100);
		assert_in_range(found_of(&seed, n, after, .4), 0,
				CASES * 30 / 100);
	}
}

static void nothing_is_known(void **state)
{
	struct changes c = { .noise = NAN };

	(void)state;
	assert_true(isnan(stats_change_seen(&c, &options, 20, 20, 5)));
	c.noise = 0;
	assert_true(isnan(stats_change_seen(&c, &options, 20, 20, 5)));
	c.noise = 1;
	assert_true(isnan(stats_change_seen(&c, &options, 2, 20, 5)));
	assert_true(stats_change_seen(&c, &options, 3, 20, 3) > 3);
	/* More runs show less, and noise that hangs together shows more. */
	assert_true(stats_change_seen(&c, &options, 20, 20, 10) <
		    stats_change_seen(&c, &options, 20, 20, 5));
	c.r1 = .5;
	assert_true(stats_change_seen(&c, &options, 20, 20, 5) > 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(most_are_found),
		cmocka_unit_test(nothing_is_known),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("change_seen", tests, NULL, NULL);
}
