/*
 * test_change.c - change points of small histories made by hand;
 * test_change_random.c has many drawn at random, test_change_series.c 45 real
 * and simulated ones.
 */
#include <float.h>

#include "change.h"
#include "near.h"

#define MOST 400

static double x[MOST];
static size_t n;
static struct changes got;
static struct arena arena;

/* One line a call: values that repeat, without noise. */
static void level(double value, size_t times)
{
	while (times-- > 0)
		x[n++] = value;
}

/* Sawtooth of +/- half: the same at every place. */
static void noisy(double value, size_t times)
{
	static const double teeth[] = { .1, -.3, .5, -.1, .3, -.5 };

	for (; times-- > 0; n++)
		x[n] = value + teeth[n % 6];
}

static void detect(void)
{
	const struct change_options options = { .alpha = CHANGE_ALPHA };

	stats_changes(x, n, &options, &arena, &got);
}

static int begin(void **state)
{
	(void)state;
	n = 0;
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static void nothing(void)
{
	assert_int_equal(got.n_points, 0);
	assert_int_equal(got.n_drifts, 0);
	assert_int_equal(got.n_pending, 0);
}

static void test_few(void **state)
{
	size_t most;

	(void)state;
	for (most = 0; most < 6; most++) {
		detect();
		nothing();
		assert_nan(got.noise);
		noisy(most < 3 ? 100 : 900, 1);
	}
	detect();
	assert_int_equal(got.n_points, 1);
	assert_int_equal(got.points[0].index, 3);
}

static void test_constant(void **state)
{
	(void)state;
	level(0, 50);
	detect();
	nothing();
	assert_near(got.noise, 0, 0);
	n = 0;
	level(-7, 50);
	detect();
	nothing();
	assert_near(got.noise, 7e-9, 1e-12);
}

static void test_step(void **state)
{
	const struct change_point *p;

	(void)state;
	level(100, 20);
	level(110, 10);
	detect();
	assert_int_equal(got.n_points, 1);
	p = got.points;
	assert_int_equal(p->index, 20);
	assert_int_equal(p->lo, 20);
	assert_int_equal(p->hi, 20);
	assert_int_equal(p->n_before, 20);
	assert_int_equal(p->n_after, 10);
	assert_near(p->before, 100, 0);
	assert_near(p->after, 110, 0);
	assert_near(p->change_ratio, .1, 1e-15);
	assert_true(p->p < 1e-12);
	assert_false(p->provisional);
	assert_string_equal(change_kind_name(p->kind), "step");
	assert_string_equal(change_state_name(p), "confirmed");
	/* No residuals, but two means of 30: r1 is its bias. */
	assert_near(got.r1, 2. / 30, 1e-15);
	/* The smallest distance of two values. */
	assert_near(got.noise, 10 / sqrt(12), 1e-12);
}

static void test_no_ratio(void **state)
{
	(void)state;
	level(0, 10);
	level(-3, 10);
	detect();
	assert_int_equal(got.n_points, 1);
	assert_nan(got.points[0].change_ratio);
	assert_near(got.points[0].after, -3, 0);
}

/* A step is pending after 2 runs, provisional after 3, confirmed after 5. */
static void test_newest(void **state)
{
	size_t after;

	(void)state;
	for (after = 1; after <= 6; after++) {
		n = 0;
		noisy(100, 40);
		noisy(110, after);
		detect();
		assert_int_equal(got.n_points, after >= 3);
		assert_int_equal(got.n_pending, after == 2);
		if (after == 2) {
			assert_int_equal(got.pending.index, 40);
			assert_near(got.pending.before, 100, .001);
			assert_near(got.pending.after, 110, .005);
		} else if (after >= 3) {
			assert_int_equal(got.points[0].index, 40);
			assert_int_equal(got.points[0].provisional, after < 5);
			assert_string_equal(change_state_name(got.points),
					    after < 5 ? "provisional" :
					    "confirmed");
		}
	}
}

/* A point before one that is pending is the last of them. */
static void test_before_pending(void **state)
{
	(void)state;
	noisy(100, 40);
	noisy(150, 20);
	noisy(100, 2);
	detect();
	assert_int_equal(got.n_pending, 1);
	assert_int_equal(got.pending.index, 60);
	assert_int_equal(got.n_points, 1);
	assert_int_equal(got.points[0].index, 40);
	assert_int_equal(got.points[0].n_after, 22);
	assert_false(got.points[0].provisional);
}

static void test_outliers(void **state)
{
	size_t i, masked = 0;

	(void)state;
	noisy(100, 60);
	x[0] = 900;
	x[30] = 500;
	x[59] = -100;
	detect();
	nothing();
	for (i = 0; i < n; i++)
		masked += got.masked[i];
	assert_int_equal(masked, 3);
	assert_true(got.masked[0] && got.masked[30] && got.masked[59]);
	x[31] = 501; /* two protect each other */
	detect();
	assert_false(got.masked[30] || got.masked[31]);
}

static void test_burst(void **state)
{
	const struct change_point *p;

	(void)state;
	noisy(100, 30);
	noisy(120, 3);
	noisy(100, 30);
	noisy(90, 20);
	detect();
	assert_int_equal(got.n_points, 2);
	p = got.points;
	assert_string_equal(change_kind_name(p->kind), "burst");
	assert_int_equal(p->index, 30);
	assert_int_equal(p->lo, 30);
	assert_int_equal(p->hi, 32);
	assert_int_equal(p->n_before, 30);
	assert_int_equal(p->n_after, 3);
	assert_near(p->before, 100, .001);
	assert_near(p->after, 120, .005);
	assert_near(p->change_ratio, .2, .01);
	assert_nan(p->p);
	assert_false(p->provisional);
	assert_int_equal(p[1].kind, CHANGE_STEP);
	assert_int_equal(p[1].index, 63);
	assert_int_equal(p[1].n_before, 63);
	n = 0; /* 4 runs are a level: up and down again */
	noisy(100, 30);
	noisy(120, 4);
	noisy(100, 30);
	detect();
	assert_int_equal(got.n_points, 2);
	assert_int_equal(got.points[0].kind, CHANGE_STEP);
	assert_int_equal(got.points[1].index, 34);
}

static void test_drift(void **state)
{
	size_t i;

	(void)state;
	noisy(100, 100);
	for (i = 0; i < n; i++)
		x[i] += .1 * (double)i;
	detect();
	assert_int_equal(got.n_drifts, 1);
	assert_int_equal(got.drifts[0].from, 0);
	assert_int_equal(got.drifts[0].to, 99);
	assert_near(got.drifts[0].before, 100, .002);
	assert_near(got.drifts[0].after, 109.9, .002);
	assert_near(got.drifts[0].change_ratio, .099, .02);
	assert_true(got.n_points >= 2); /* it removes none */
	for (i = 0; i < got.n_points; i++)
		assert_string_equal(change_kind_name(got.points[i].kind),
				    "drift");
	n = 0; /* steps of one direction are none */
	noisy(100, 30);
	noisy(105, 30);
	noisy(110, 30);
	detect();
	assert_int_equal(got.n_points, 2);
	assert_int_equal(got.n_drifts, 0);
	assert_int_equal(got.points[1].kind, CHANGE_STEP);
}

/* A run half-way belongs to the new level: the earliest place on ties. */
static void test_tie(void **state)
{
	(void)state;
	level(0, 7);
	level(2, 1);
	level(4, 7);
	detect();
	assert_int_equal(got.n_points, 1);
	assert_int_equal(got.points[0].index, 7);
	assert_int_equal(got.points[0].lo, 7);
	assert_int_equal(got.points[0].hi, 8);
}

static void test_options(void **state)
{
	struct change_options options = { CHANGE_ALPHA, .03 };

	(void)state;
	noisy(100, 40);
	noisy(102, 40);
	noisy(110, 40);
	detect();
	assert_int_equal(got.n_points, 2);
	stats_changes(x, n, &options, &arena, &got);
	assert_int_equal(got.n_points, 1);
	assert_int_equal(got.points[0].index, 80);
	options = (struct change_options){ 1e-300, 0 };
	stats_changes(x, n, &options, &arena, &got);
	assert_int_equal(got.n_points, 0);
}

/* Neither squares that overflow or vanish nor a level far from the first. */
static void test_range(void **state)
{
	static const double scales[] = { 0x1p1015, 0x1p-1060 };
	size_t i, k;

	(void)state;
	for (k = 0; k < 2; k++) {
		n = 0;
		level(90 * scales[k], 20);
		level(-90 * scales[k], 20);
		detect();
		assert_int_equal(got.n_points, 1);
		assert_int_equal(got.points[0].index, 20);
		assert_near(got.points[0].before, 90 * scales[k], 0);
		assert_near(got.points[0].change_ratio, -2, 0);
		assert_true(got.points[0].p < CHANGE_ALPHA);
	}
	n = 0;
	noisy(0, 60);
	noisy(1e8, 60);
	noisy(1e8 + 3, 60);
	detect();
	assert_int_equal(got.n_points, 2);
	for (i = 0; i < 2; i++)
		assert_int_equal(got.points[i].index, 60 * (i + 1));
	n = 0; /* what is not in a double's reach is no ratio */
	level(1e-300, 10);
	level(1e300, 10);
	detect();
	assert_int_equal(got.n_points, 1);
	assert_nan(got.points[0].change_ratio);
	for (n = 0; n < 100; n++) /* a line beyond it has no end there */
		x[n] = DBL_MAX * fmin(1, (double)n / 95);
	detect();
	assert_int_equal(got.n_drifts, 1);
	assert_true(isfinite(got.drifts[0].before));
	assert_nan(got.drifts[0].after);
}

static void test_exact(void **state)
{
	static const double v[] = { 5, 5, 5, 6, 6, 5, 0, -0., 3 };
	static const size_t at[] = { 3, 5, 6, 8 }, after[] = { 2, 1, 2, 1 };
	size_t i;

	(void)state;
	stats_changes_exact(v, 0, &arena, &got);
	nothing();
	stats_changes_exact(v, 3, &arena, &got);
	nothing();
	stats_changes_exact(v, 9, &arena, &got);
	assert_int_equal(got.n_points, 4);
	for (i = 0; i < 4; i++) {
		const struct change_point *p = &got.points[i];

		assert_int_equal(p->index, at[i]);
		assert_int_equal(p->lo, at[i]);
		assert_int_equal(p->hi, at[i]);
		assert_int_equal(p->n_after, after[i]);
		assert_near(p->after, v[at[i]], 0);
		assert_nan(p->p);
		assert_string_equal(change_state_name(p), "confirmed");
	}
	assert_int_equal(got.points[0].n_before, 3);
	assert_near(got.points[0].change_ratio, .2, 1e-15);
	assert_nan(got.points[3].change_ratio);
	assert_int_equal(got.n_pending + got.n_drifts, 0);
	assert_false(got.masked[8]);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_few), TEST(test_constant), TEST(test_step),
		TEST(test_no_ratio), TEST(test_newest),
		TEST(test_before_pending), TEST(test_outliers),
		TEST(test_burst), TEST(test_drift), TEST(test_tie),
		TEST(test_options), TEST(test_range), TEST(test_exact),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("change", tests, NULL, NULL);
}
