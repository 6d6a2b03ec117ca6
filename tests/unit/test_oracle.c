/*
 * test_oracle.c - the core against R's figures for 38 pairs of sets,
 * ../shared/data/stats/oracle.json (R 4.2.2), and against the exact
 * Mann-Whitney distributions of exact_mwu.json. Skipped where they are absent.
 * Tolerances are STATISTICS 2.14's. Every number is compared or left out with
 * a reason, and both are counted.
 */
#include <unistd.h>

#include <Rmath.h>

#include "ministat.h"
#include "oracle.h"
#include "verdict.h"

static double scratch[8 * MOST];

static void check_p(const struct pair *p, const char *what, const cJSON *want,
		    double got)
{
	double tolerance = p->tolerance < 1e-8 ? 1e-8 : p->tolerance;

	if (!cJSON_IsNumber(want) || want->valuedouble >= 1e-15) {
		check(p, what, want, got, tolerance);
		return;
	}
	compared++;
	if (want->valuedouble < DBL_MIN)
		assert_true(got < 2 * DBL_MIN);
	else
		assert_near(log(got), log(want->valuedouble), 1e-8);
}

/* R has rounding noise where there is nothing: 1e-32. */
static void check_or_noise(const struct pair *p, const char *what,
			   const cJSON *want, double got)
{
	if (cJSON_IsNumber(want) && want->valuedouble < 1e-25 && got < 1e-25)
		compared++;
	else
		check(p, what, want, got, p->tolerance);
}

static void check_shape(const struct pair *p, const cJSON *want,
			const double *x, const double *sorted, size_t n)
{
	const cJSON *trend = get(want, "kendall_trend");
	const cJSON *dip = get(want, "dip");
	double s_dip; /* of the set as it is: stats_shape() spreads ties */
	struct shape s;

	assert_true(stats_shape_scratch(n) <= sizeof(scratch) / 8);
	assert_true(stats_shape(x, sorted, n, scratch, &s));
	check(p, "acf1", get(want, "acf1"), s.r1, p->tolerance);
	/* R takes it from 1: what is left of a small p has lost digits. */
	if (cJSON_IsNumber(get(want, "ljung_box_lag1_p")) &&
	    fabs(get(want, "ljung_box_lag1_p")->valuedouble - s.ljung_box_p) <=
	    DBL_EPSILON)
		compared++;
	else
		check_p(p, "Ljung-Box", get(want, "ljung_box_lag1_p"),
			s.ljung_box_p);
	check_or_noise(p, "Kendall's tau", get(trend, "tau"), s.drift_tau);
	check_p(p, "Kendall's p", get(trend, "p"), s.drift_p);
	check(p, "outliers 1.5", get(want, "tukey_outliers_1.5"),
	      (double)(s.mild.n_below + s.mild.n_above), 0);
	check(p, "outliers 3", get(want, "tukey_outliers_3"),
	      (double)(s.far.n_below + s.far.n_above), 0);
	leave_out(get(want, "mad_outliers_3.5"), "outliers by MAD: not used");
	s_dip = stats_dip(sorted, n, scratch);
	check(p, "dip", get(dip, "D"), s_dip, p->tolerance);
	/* Ours is meant for n >= 8, and coarse where nobody cares. */
	if (n >= 8 && cJSON_IsNumber(get(dip, "p")))
		assert_true(fabs(fmin(.5, stats_dip_p(s_dip, n)) -
				 fmin(.5, get(dip, "p")->valuedouble)) < .02);
	leave_out(get(dip, "p"), "dip p: both by simulation (within .02)");
}

static void check_median(const struct pair *p, const cJSON *want,
			 const double *sorted, size_t n)
{
	struct rank_interval m = stats_median_interval(sorted, n, .95);

	assert_int_equal(isnan(m.level), cJSON_IsNull(want));
	check(p, "median interval", get(want, "lo_rank"), (double)m.lo_rank, 0);
	check(p, "median interval", get(want, "hi_rank"), (double)m.hi_rank, 0);
	check(p, "median interval", get(want, "lo"), m.interval.lo, 0);
	check(p, "median interval", get(want, "hi"), m.interval.hi, 0);
	check(p, "median interval", get(want, "conf"), m.level, p->tolerance);
}

static void check_side(const struct pair *p, const cJSON *want,
		       const struct summary *s, const double *x,
		       const double *sorted)
{
	const cJSON *q;

	check(p, "n", get(want, "n"), (double)s->n, 0);
	check(p, "mean", get(want, "mean"), s->mean, p->tolerance);
	check(p, "sd", get(want, "sd"), s->stddev, p->tolerance);
	check(p, "min", get(want, "min"), s->min, p->tolerance);
	check(p, "max", get(want, "max"), s->max, p->tolerance);
	check(p, "median", get(want, "median"), s->median, p->tolerance);
	check_interval(p, "mean interval", get(want, "mean_ci95"),
		       stats_mean_interval(s, .95), 0);
	check_median(p, get(want, "median_ci95"), sorted, s->n);
	cJSON_ArrayForEach(q, get(want, "q_type7"))
		check(p, "q_type7", q,
		      stats_quantile(sorted, s->n, level_of(q)),
		      p->tolerance);
	cJSON_ArrayForEach(q, get(want, "q_type6"))
		check(p, "q_type6", q,
		      stats_quantile6(sorted, s->n, level_of(q)),
		      p->tolerance);
	check_shape(p, want, x, sorted, s->n);
	leave_out(get(want, "mad_raw"), "MAD: not used");
	leave_out(get(want, "skewness"), "skewness: not used");
	leave_out(get(want, "shapiro"), "Shapiro-Wilk: not used");
}

static void check_test(const struct pair *p, const char *what,
		       const cJSON *want, const cJSON *levels,
		       const struct ttest *t)
{
	const cJSON *level;

	if (get(want, "error")) {
		leave_out(levels, "R refuses nearly constant data");
		return;
	}
	check(p, what, get(want, "diff"), t->diff, p->tolerance);
	if (!cJSON_IsNumber(get(want, "se"))) {
		leave_out(want, "t where R's squares overflow");
		left_out--; /* diff was compared */
		leave_out(levels, "t where R's squares overflow");
		return;
	}
	check(p, what, get(want, "t"), t->t, p->tolerance);
	check(p, what, get(want, "df"), t->df, p->tolerance);
	check(p, what, get(want, "se"), t->se, p->tolerance);
	check_p(p, what, get(want, "p"), t->p);
	check_interval(p, what, get(want, "ci"),
		       stats_difference_interval(t, .95), 0);
	cJSON_ArrayForEach(level, levels)
		check_interval(p, what, level,
			       stats_difference_interval(t,
					level_of(level) / 100), 0);
}

static void check_tost(const struct pair *p, const cJSON *want,
		       const struct ttest *welch, double percent)
{
	double margin = fabs(p->a.mean) * percent / 100;

	check(p, "margin", get(want, "margin"), margin, p->tolerance);
	if (!(margin > 0) || isnan(welch->t)) {
		leave_out(get(want, "p"), "TOST with a margin of 0");
		leave_out(get(want, "ci90"), "TOST with a margin of 0");
		return;
	}
	check_p(p, "TOST", get(want, "p"), stats_tost(welch, margin));
	check_interval(p, "ci90", get(want, "ci90"),
		       stats_difference_interval(welch, .90), 0);
}

static void check_effect(const struct pair *p, const cJSON *want,
			 const struct ttest *student)
{
	const cJSON *h = get(want, "hedges");
	struct effect e;

	stats_effect(student, p->a.n, p->b.n, .95, &e);
	check(p, "J", get(h, "J_exact"), e.correction, p->tolerance);
	if (!cJSON_IsNumber(get(want, "pooled_s"))) {
		leave_out(get(h, "cohen_d"), "d where R's squares overflow");
		leave_out(get(h, "g"), "d where R's squares overflow");
	} else {
		check(p, "Cohen's d", get(h, "cohen_d"), e.d, p->tolerance);
		check(p, "Hedges' g", get(h, "g"), e.g, p->tolerance);
	}
	leave_out(get(h, "J_approx"), "Hedges' approximate J: exact is used");
	leave_out(get(h, "g_approx"), "Hedges' approximate J: exact is used");
}

static void check_tests(const struct pair *p, const cJSON *want)
{
	struct ttest welch, student;
	struct spread spread;
	const cJSON *bf = get(want, "brown_forsythe");

	stats_welch(&p->a, &p->b, &welch);
	stats_student(&p->a, &p->b, &student);
	check_test(p, "welch", get(want, "t_welch"),
		   get(want, "ci_welch_by_level"), &welch);
	check_test(p, "pooled", get(want, "t_pooled"),
		   get(want, "ci_pooled_by_level"), &student);
	check(p, "pooled s", get(want, "pooled_s"), student.s, p->tolerance);
	check_tost(p, get(want, "tost1"), &welch, 1);
	check_tost(p, get(want, "tost2"), &welch, 2);
	check_tost(p, get(want, "tost5"), &welch, 5);
	check_effect(p, want, &student);
	stats_spread(p->a_sorted, p->a.n, p->b_sorted, p->b.n, scratch,
		     &spread);
	check_or_noise(p, "Brown-Forsythe F", get(bf, "F"), spread.f);
	check_p(p, "Brown-Forsythe p", get(bf, "p"), spread.p);
	leave_out(get(want, "ks"), "Kolmogorov-Smirnov: not used");
}

/* r is Welch's or pooled. */
static void check_fieller(const struct pair *p, const cJSON *want,
			  const struct relative *r)
{
	struct interval i;
	double g;

	if (isnan(r->change_ratio)) {
		leave_out(want, "a ratio to a baseline of 0 or mixed sign");
		return;
	}
	check(p, "ratio", get(want, "ratio"), 1 + r->change_ratio,
	      p->tolerance);
	if (isnan(r->df)) {
		/* Both constant; R says unbounded, or a single point. */
		leave_out(get(want, "df"), "Fieller, both sides constant");
		leave_out(get(want, "g"), "Fieller, both sides constant");
		leave_out(get(want, "ci"), "Fieller, both sides constant");
		return;
	}
	check(p, "fieller df", get(want, "df"), r->df, p->tolerance);
	if (!cJSON_IsNumber(get(want, "g"))) {
		leave_out(get(want, "ci"), "Fieller where R's squares vanish");
		return;
	}
	g = pow(qt(.975, r->df, 1, 0) * r->se_a_ratio, 2);
	check(p, "fieller g", get(want, "g"), g, p->tolerance);
	i = stats_relative_interval(r, .95);
	assert_int_equal(i.unbounded, !cJSON_IsArray(get(want, "ci")));
	assert_int_equal(i.unbounded, g >= 1);
	if (!i.unbounded)
		check_interval(p, "fieller", get(want, "ci"), i, 1);
}

static void check_log_delta(const struct pair *p, const cJSON *want)
{
	struct log_delta l;

	leave_out(get(want, "ci_z"), "log-delta by the normal: t is used");
	if (!stats_log_delta(&p->a, &p->b, &l)) {
		leave_out(get(want, "ratio"), "log-delta of mixed signs");
		leave_out(get(want, "log_se"), "log-delta of mixed signs");
		leave_out(get(want, "df_satterthwaite"),
			  "log-delta of mixed signs");
		leave_out(get(want, "ci_t"), "log-delta of mixed signs");
		return;
	}
	check(p, "log-delta", get(want, "ratio"), exp(l.log_ratio),
	      p->tolerance);
	check(p, "log-delta se", get(want, "log_se"), l.se, p->tolerance);
	check(p, "log-delta df", get(want, "df_satterthwaite"), l.df,
	      p->tolerance);
	check_interval(p, "log-delta", get(want, "ci_t"),
		       stats_log_delta_interval(&l, .95), 1);
}

static void check_ratios(const struct pair *p, const cJSON *want)
{
	struct relative r;

	stats_relative(&p->a, &p->b, &r);
	check_fieller(p, get(want, "ratio_fieller_welch"), &r);
	stats_relative_pooled(&p->a, &p->b, &r);
	check_fieller(p, get(want, "ratio_fieller_pooled"), &r);
	check_log_delta(p, get(want, "ratio_logdelta"));
}

static void check_ministat(const struct pair *p, const cJSON *want)
{
	struct ministat_options o = { .profile = MINISTAT_FREEBSD };
	struct ministat_figures a = { p->a, p->a.stddev * p->a.stddev, true };
	struct ministat_figures b = { p->b, p->b.stddev * p->b.stddev, true };
	struct ministat_difference d;

	ministat_compare(&a, &b, &o, &d);
	check(p, "ministat t", get(want, "ministat_t95"),
	      ministat_t(95, a.summary.n + b.summary.n - 2), 0);
	check(p, "ministat half", get(want, "ministat_half95"), d.half,
	      p->tolerance);
	check(p, "ministat % half", get(want, "freebsd_current_pct_half95"),
	      d.percent_half, p->tolerance);
}

/* R itself rounds by cancellation in these two. */
static double tolerance_of(const char *name)
{
	return strncmp(name, "12_", 3) == 0 || strncmp(name, "27_", 3) == 0 ?
	       1e-4 : 1e-10;
}

/* R's is of a against b: the sign is the other way round. */
static void check_ranks(const struct pair *p, const cJSON *want)
{
	struct exact_limits all = { RANK_EXACT_PAIRS_MAX, NULL };
	const cJSON *coin = get(want, "wilcox_exact_ties_coin");
	const cJSON *exact = get(want, "wilcox_exact");
	const cJSON *cc = get(want, "wilcox_normal_cc");
	const cJSON *plain = get(want, "wilcox_normal_nocc");
	struct dominance d;
	struct rank_test r;

	assert_true(stats_mwu_scratch(p->a.n, p->b.n, all.pairs) <=
		    sizeof(scratch) / sizeof(scratch[0]));
	assert_true(stats_mwu_exact(p->a_sorted, p->a.n, p->b_sorted, p->b.n,
				    &all, scratch, &r));
	check(p, "U", get(want, "U_b"), r.u, 0);
	check(p, "W", get(cc, "W"), r.u, 0);
	check(p, "W", get(plain, "W"), r.u, 0);
	check(p, "W", get(exact, "W"), r.u, 0);
	check(p, "Z", get(coin, "Z"), -r.z, p->tolerance);
	check_p(p, "normal p", get(cc, "p"), r.p_normal);
	check_p(p, "plain p", get(plain, "p"),
		isnan(r.z) ? 1 : 2 * pnorm(-fabs(r.z), 0, 1, 1, 0));
	if (r.exact) {
		check_p(p, "exact p", get(exact, "p"), r.p);
		check_p(p, "exact p, ties", get(coin, "p"), r.p);
	} else {
		leave_out(get(coin, "p"), "exact p of over 10,000 pairs");
	}
	stats_dominance(p->a_sorted, p->a.n, p->b_sorted, p->b.n, &d);
	check(p, "Cliff's delta", get(want, "cliffs_delta"), d.delta,
	      p->tolerance);
	check(p, "P(b > a)", get(want, "prob_superiority"), d.b_above_a,
	      p->tolerance);
}

static void check_shift(const struct pair *p, const cJSON *want)
{
	struct exact_limits all = { RANK_EXACT_PAIRS_MAX, NULL };
	const cJSON *exact = get(want, "hl_exact_ci");
	struct shift s;

	assert_true(stats_shift(p->a_sorted, p->a.n, p->b_sorted, p->b.n, .95,
				&all, scratch, &s));
	check(p, "shift", get(want, "hodges_lehmann"), s.estimate,
	      p->tolerance);
	check(p, "shift", get(exact, "est"), s.estimate, p->tolerance);
	check_interval(p, "shift", get(exact, "ci"), s.interval, 0);
	leave_out(get(exact, "conf_used"), "the level that was asked for");
	leave_out(get(want, "hl_normal_ci"),
		  "shift by the root of a smooth function, to 1e-4: the "
		  "differences themselves are used");
}

/* All but the ranks. */
static void leave_out_spreads(const cJSON *want)
{
	static const char *const ranks[] = {
		"wilcox", "U_b", "hodges", "hl_", "cliffs", "prob"
	};
	const cJSON *item;
	size_t i;

	cJSON_ArrayForEach(item, want) {
		for (i = 0; i < 6; i++)
			if (strncmp(item->string, ranks[i],
				    strlen(ranks[i])) == 0)
				break;
		if (i == 6)
			leave_out(item, "set 14: R's squares vanish");
	}
}

static void check_pair(const cJSON *want)
{
	struct pair p = { .name = want->string,
			  .tolerance = tolerance_of(want->string) };

	read_sides(&p);
	if (strncmp(p.name, "14_", 3) == 0) {
		leave_out_spreads(want);
		check_ranks(&p, want);
		check_shift(&p, want);
	} else {
		check_side(&p, get(want, "a"), &p.a, p.a_raw, p.a_sorted);
		check_side(&p, get(want, "b"), &p.b, p.b_raw, p.b_sorted);
		check_tests(&p, want);
		check_ratios(&p, want);
		check_ranks(&p, want);
		check_shift(&p, want);
		check_ministat(&p, want);
	}
	free_sides(&p);
}

static void test_oracle(void **state)
{
	cJSON *all = read_json("oracle.json");
	size_t i, n = count_numbers(all);
	const cJSON *pair;

	(void)state;
	cJSON_ArrayForEach(pair, all)
		check_pair(pair);
	for (i = 0; reasons[i].what; i++)
		if (reasons[i].n > 0)
			print_message("# left out: %zu of %s\n", reasons[i].n,
				      reasons[i].what);
	print_message("# oracle.json: %zu of %zu values compared, %zu left "
		      "out; largest relative error %.2g (%s)\n", compared, n,
		      left_out, worst, worst_name);
	assert_int_equal(compared + left_out, n);
	assert_true(compared > 3500);
	cJSON_Delete(all);
}

static void check_exact_mwu(const cJSON *want)
{
	struct exact_limits all = { RANK_EXACT_PAIRS_MAX, NULL };
	struct pair p = { .name = want->string, .tolerance = 1e-10 };
	struct rank_test r;

	read_sides(&p);
	stats_mwu_exact(p.a_sorted, p.a.n, p.b_sorted, p.b.n, &all, scratch,
			&r);
	check(&p, "U", get(want, "U_b"), r.u, 0);
	if (r.exact)
		check_p(&p, "exact p", get(want, "p_abs"), r.p);
	else
		leave_out(get(want, "p_abs"), "exact p of over 10,000 pairs");
	leave_out(get(want, "p_twice_min_tail"), "p by another definition");
	leave_out(get(want, "p_lower"), "one-sided p");
	leave_out(get(want, "p_upper"), "one-sided p");
	free_sides(&p);
}

static void test_exact_mwu(void **state)
{
	cJSON *all = read_json("exact_mwu.json");
	const cJSON *pair;

	(void)state;
	memset(reasons, 0, sizeof(reasons));
	compared = left_out = 0;
	cJSON_ArrayForEach(pair, all)
		check_exact_mwu(pair);
	print_message("# exact_mwu.json: %zu of %zu values compared; one-sided "
		      "p and twice the smaller tail are not used\n", compared,
		      count_numbers(all));
	assert_int_equal(compared + left_out, count_numbers(all));
	cJSON_Delete(all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_oracle),
		cmocka_unit_test(test_exact_mwu),
	};

	/* cmocka's own skip() is "not ok" in TAP. */
	if (access(FOLDER "/oracle.json", R_OK) < 0) {
		puts("1..0 # SKIP " FOLDER " is not there");
		return 0;
	}
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
