/*
 * test_combine.c - many rows in one figure; by the definitions.
 */
#include "combine.h"
#include "near.h"

static void test_geomean(void **state)
{
	static const double a[] = { 1, 2, NAN, 4, 0, 5, -1 };
	static const double b[] = { 2, 1, 3, 32, 1, NAN, 1 };
	struct geomean g;

	(void)state; /* ratios 2, 1/2, 8 */
	assert_true(stats_geomean(a, b, 7, &g));
	assert_int_equal(g.n, 3);
	assert_int_equal(g.n_left_out, 4);
	assert_near(g.ratio, 2, 1e-15);
	assert_false(stats_geomean(a + 4, b + 4, 3, &g));
	assert_int_equal(g.n, 0);
	assert_nan(g.ratio);
}

static void test_geomean_extremes(void **state)
{
	static const double a[] = { 1e-308, 1e308 };
	static const double b[] = { 1e308, 1e-308 };
	struct geomean g;

	(void)state; /* each ratio alone overflows or vanishes */
	assert_true(stats_geomean(a, b, 2, &g));
	assert_near(g.ratio, 1, 1e-12);
	assert_true(stats_geomean(a, b, 1, &g));
	assert_nan(g.ratio);
}

static void test_row_sums(void **state)
{
	static const double a[] = { 10, NAN, 30 };
	static const double b[] = { 12, 5, 36 };
	static const double zero[] = { 0, 0, 0 };
	struct row_sums s;

	(void)state;
	assert_true(stats_row_sums(a, b, 3, &s));
	assert_int_equal(s.n, 2);
	assert_int_equal(s.n_left_out, 1);
	assert_near(s.a, 40, 0);
	assert_near(s.b, 48, 0);
	assert_near(s.change_ratio, .2, 1e-15);
	assert_true(stats_row_sums(zero, b, 3, &s));
	assert_nan(s.change_ratio);
	assert_false(stats_row_sums(a, b, 0, &s));
}

static void test_sums_leader(void **state)
{
	static const double a[] = { 100, 10, NAN, 50, 30 };
	static const double b[] = { 90, 12, 7, 150, 34 };
	static const double same[] = { 1, 2 };
	static const double turned[] = { 2, 1 };
	struct leader l;

	(void)state;
	assert_true(stats_sums_leader(a, b, 5, &l));
	assert_int_equal(l.row, 3);
	assert_near(l.share, 100. / 96, 1e-15);
	assert_near(l.change_ratio_without, -4. / 140, 1e-15);
	assert_true(stats_sums_leader(same, turned, 2, &l));
	assert_nan(l.share);
	assert_false(stats_sums_leader(a + 1, b + 1, 2, &l));
	assert_int_equal(l.row, 2);
}

static double scratch[10];

static void test_over_rows(void **state)
{
	static const double a[] = { 1, 2, 10, NAN, 1, 10 };
	static const double b[] = { 2, 1, 80, 1, 0, 11 };
	struct over_rows o;

	(void)state; /* R: exp(t.test(log(c(2, .5, 8, 1.1)))$conf.int) - 1 */
	assert_true(stats_over_rows(a, b, 6, .95, scratch, &o));
	assert_int_equal(o.n, 4);
	assert_int_equal(o.n_left_out, 2);
	assert_near(o.ratio, pow(8.8, .25), 1e-14);
	assert_near(o.interval.lo, expm1(-1.3191718412615048), 1e-12);
	assert_near(o.interval.hi, expm1(2.4065477020035853), 1e-12);
	assert_near(o.median_change_ratio, .55, 1e-14);
	assert_int_equal(o.n_up, 3);
	assert_int_equal(o.n_down, 1);
	assert_int_equal(o.n_equal, 0);
	assert_int_equal(o.leader.row, 2);
	assert_near(o.leader.share, log(8) / log(8 * 2 * 2 * 1.1), 1e-14);
	assert_near(o.leader.change_ratio_without, pow(1.1, 1. / 3) - 1,
		    1e-13);
	assert_true(stats_over_rows(a, b, 1, .95, scratch, &o));
	assert_near(o.ratio, 2, 1e-15);
	assert_nan(o.interval.lo);
	assert_int_equal(o.leader.row, 1);
	assert_true(stats_over_rows(a, a, 3, .95, scratch, &o));
	assert_nan(o.interval.lo); /* no spread, no interval */
	assert_nan(o.leader.share);
	assert_int_equal(o.n_equal, 3);
	assert_false(stats_over_rows(a + 3, b + 3, 2, .95, scratch, &o));
}

/* R 4.2.2, Paule & Mandel by uniroot(), Knapp & Hartung by the formula. */
static void test_over_hosts(void **state)
{
	static const double y[] = { .045, NAN, -.019, -.011, .046, -.0446, 1 };
	static const double se[] = { .0025, 1, .006, .03, .05, .0043, 0 };
	struct over_hosts o;

	(void)state;
	assert_true(stats_over_hosts(y, se, 7, .95, &o));
	assert_int_equal(o.n, 5);
	assert_int_equal(o.n_left_out, 2);
	assert_near(o.log_ratio, -2.2136942773666279e-03, 1e-9);
	assert_near(o.se, 1.8122640750262525e-02, 1e-9);
	assert_near(o.tau, 3.5681798276519502e-02, 1e-9);
	assert_near(o.interval.lo, expm1(-5.2530211481691076e-02), 1e-9);
	assert_near(o.interval.hi, expm1(4.8102822926957826e-02), 1e-9);
	assert_near(o.q, 3.6780146083526012e+02, 1e-12);
	assert_near(o.q_p, 2.5111126069490194e-78, 1e-8);
	assert_near(o.p, 9.0867060102823127e-01, 1e-9);
	assert_true(o.disagree);
	assert_int_equal(o.n_up, 2);
	assert_int_equal(o.n_down, 3);
}

static void test_hosts_agree(void **state)
{
	static const double y[] = { .01, .012, .009 };
	static const double se[] = { .01, .02, .015 };
	static const double none[] = { NAN, 0, -1 };
	struct over_hosts o;

	(void)state;
	assert_true(stats_over_hosts(y, se, 3, .95, &o));
	assert_near(o.tau, 0, 0);
	assert_near(o.log_ratio, 0.0100327868852459010, 1e-12);
	/* Not 0.00065, as Knapp and Hartung alone have it: sqrt(1 / sum of
	   1 / se^2), and R's 2 * pt(-mu / se, 2). */
	assert_near(o.se, 0.0076822127959737582, 1e-12);
	assert_near(o.p, 0.3215661283968919149, 1e-10);
	assert_near(o.q_p, 0.9928128373222054881, 1e-10);
	assert_false(o.disagree);
	assert_true(stats_over_hosts(y, se, 1, .95, &o));
	assert_near(o.change_ratio, expm1(.01), 1e-15);
	assert_nan(o.interval.lo);
	assert_nan(o.q_p);
	assert_false(o.disagree);
	assert_false(stats_over_hosts(y, none, 3, .95, &o));
	assert_int_equal(o.n_left_out, 3);
	assert_nan(o.change_ratio);
}

/* STATISTICS 3: one row makes 69 % of "the difference of the sums". */
static void test_one_row_of_a_table(void **state)
{
	static const double a[] = { 2064517.05 - 73861, 73861 };
	static const double b[] = { 2309541.53 - 242295, 242295 };
	struct leader l;

	(void)state;
	assert_true(stats_sums_leader(a, b, 2, &l));
	assert_int_equal(l.row, 1);
	assert_near(l.share, .6874, 1e-3);
	assert_near(l.change_ratio_without, .0385, 1e-2);
}

#define TABLE "../shared/data/seeds/batching_netperf_table.txt"
#define ROWS  28

/* Lines of six figures: throughput and service demand, twice; then percents. */
static size_t read_table(double a[2][ROWS], double b[2][ROWS])
{
	FILE *f = fopen(TABLE, "r");
	char line[400];
	size_t n = 0;
	double x[6];

	while (f && n < ROWS && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%lf %lf %lf %lf %lf %lf", x, x + 1, x + 2,
			   x + 3, x + 4, x + 5) != 6)
			continue;
		a[0][n] = x[0];
		a[1][n] = x[1];
		b[0][n] = x[2];
		b[1][n++] = x[3];
	}
	if (f)
		fclose(f);
	return n;
}

/* STATISTICS 3: what a published table of 28 unlike rows amounts to. */
static void test_published_table(void **state)
{
	double a[2][ROWS], b[2][ROWS], spare[ROWS];
	struct row_sums sums;
	struct over_rows o;
	struct leader l;

	(void)state;
	if (read_table(a, b) != ROWS) {
		print_message("# " TABLE " is not there\n");
		return;
	}
	assert_true(stats_over_rows(a[0], b[0], ROWS, .95, spare, &o));
	assert_near(o.ratio, .99745, 1e-5);
	assert_near(o.interval.lo, -.015, .05);
	assert_true(o.n_up == 13 && o.n_down == 12 && o.n_equal == 3);
	assert_true(stats_over_rows(a[1], b[1], ROWS, .95, spare, &o));
	assert_near(o.ratio, 1.00030, 1e-5);
	assert_near(o.interval.lo, -.099, .01);
	assert_near(o.interval.hi, .110, .01);
	assert_near(o.median_change_ratio, -.0055, .01);
	assert_true(o.n_up == 11 && o.n_down == 16 && o.n_equal == 1);
	assert_int_equal(o.leader.row, 27);
	assert_near(o.leader.change_ratio_without, -.043, .01);
	assert_true(stats_row_sums(a[1], b[1], ROWS, &sums));
	assert_near(sums.a, 2064517.05, 1e-12);
	assert_near(sums.b, 2309541.53, 1e-12);
	assert_true(stats_sums_leader(a[1], b[1], ROWS, &l));
	assert_int_equal(l.row, 27);
	assert_near(l.share, .69, .01);
	assert_near(l.change_ratio_without, .0385, .002);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_geomean),
		cmocka_unit_test(test_geomean_extremes),
		cmocka_unit_test(test_row_sums),
		cmocka_unit_test(test_sums_leader),
		cmocka_unit_test(test_over_rows),
		cmocka_unit_test(test_over_hosts),
		cmocka_unit_test(test_hosts_agree),
		cmocka_unit_test(test_one_row_of_a_table),
		cmocka_unit_test(test_published_table),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("combine", tests, NULL, NULL);
}
