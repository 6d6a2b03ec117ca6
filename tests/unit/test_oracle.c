/*
 * test_oracle.c - describe.h and ttest.h against R's figures for 38 pairs of
 * sets: ../shared/data/stats/oracle.json, made by R 4.2.2. Skipped where that
 * is absent. Tolerances are STATISTICS 2.14's.
 */
#include <float.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <Rmath.h>
#include <cjson/cJSON.h>

#include "describe.h"
#include "ministat.h"
#include "near.h"
#include "ttest.h"

#define FOLDER "../shared/data/stats"
#define MOST   200000

/* A level that is a key: "0.95". */
static double level_of(const cJSON *item)
{
	char *end;
	double x = strtod(item->string, &end);

	assert_true(end != item->string && !*end);
	return x;
}

static size_t compared, not_told;
static double worst;
static const char *worst_name = "";

struct pair {
	const char *name;
	double tolerance;
	struct summary a, b;
	double *a_sorted, *b_sorted;
};

static char *slurp(const char *path)
{
	FILE *f = fopen(path, "rb");
	char *text;
	long n;

	if (!f)
		return NULL;
	fseek(f, 0, SEEK_END);
	n = ftell(f);
	rewind(f);
	text = calloc(1, (size_t)n + 1);
	assert_non_null(text);
	assert_int_equal(fread(text, 1, (size_t)n, f), n);
	fclose(f);
	return text;
}

/* The first token of each line, as ministat reads them. */
static size_t read_column(const char *text, double *x)
{
	size_t n = 0;
	char *end;

	while (*text) {
		text += strspn(text, " \t");
		if (*text != '#' && *text != '\n') {
			double v = strtod(text, &end);

			assert_true(end > text && n < MOST);
			x[n++] = v;
		}
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	return n;
}

static void read_side(const char *name, const char *side, struct summary *s,
		      double **sorted)
{
	static double x[MOST];
	char path[512], *text;
	size_t n;

	snprintf(path, sizeof(path), FOLDER "/%s/%s.txt", name, side);
	text = slurp(path);
	assert_non_null(text);
	n = read_column(text, x);
	free(text);
	*sorted = calloc(n, sizeof(double));
	assert_non_null(*sorted);
	assert_true(stats_describe(x, n, *sorted, s));
}

/* R has none where it says null or {"error"}. */
static void check(const struct pair *p, const char *what, const cJSON *want,
		  double got, double tolerance)
{
	double error;

	if (!cJSON_IsNumber(want)) {
		not_told++;
		return;
	}
	compared++;
	error = want->valuedouble == got ? 0 :
		fabs(got - want->valuedouble) / fabs(want->valuedouble);
	if (!(error <= tolerance)) {
		print_message("# %s %s: %.17g, want %.17g\n", p->name, what,
			      got, want->valuedouble);
		fail();
	}
	if (p->tolerance < 1e-9 && error > worst && tolerance < 1e-9) {
		worst = error;
		worst_name = what;
	}
}

static const cJSON *get(const cJSON *o, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(o, key);
}

static void check_interval(const struct pair *p, const char *what,
			   const cJSON *want, struct interval got, double shift)
{
	double scale = fabs(got.hi - got.lo) / 2;
	const cJSON *lo = cJSON_GetArrayItem(want, 0);
	const cJSON *hi = cJSON_GetArrayItem(want, 1);

	if (!cJSON_IsNumber(lo) || !cJSON_IsNumber(hi)) {
		not_told++;
		return;
	}
	/* An end that happens to be near 0 is judged by the half-width. */
	if (fabs(lo->valuedouble) < 1e-3 * scale)
		assert_true(fabs(got.lo - lo->valuedouble) <=
			    p->tolerance * scale);
	else
		check(p, what, lo, got.lo + shift, p->tolerance);
	if (fabs(hi->valuedouble) < 1e-3 * scale)
		assert_true(fabs(got.hi - hi->valuedouble) <=
			    p->tolerance * scale);
	else
		check(p, what, hi, got.hi + shift, p->tolerance);
}

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

static void check_side(const struct pair *p, const cJSON *want,
		       const struct summary *s, const double *sorted)
{
	const cJSON *q;

	check(p, "n", get(want, "n"), (double)s->n, 0);
	check(p, "mean", get(want, "mean"), s->mean, p->tolerance);
	check(p, "sd", get(want, "sd"), s->stddev, p->tolerance);
	check(p, "min", get(want, "min"), s->min, p->tolerance);
	check(p, "max", get(want, "max"), s->max, p->tolerance);
	check(p, "median", get(want, "median"), s->median, p->tolerance);
	cJSON_ArrayForEach(q, get(want, "q_type7"))
		check(p, "q_type7", q,
		      stats_quantile(sorted, s->n, level_of(q)),
		      p->tolerance);
}

static void leave_out(const struct pair *p, const char *what, const char *why)
{
	print_message("# left out: %s %s: %s\n", p->name, what, why);
}

static void check_test(const struct pair *p, const char *what,
		       const cJSON *want, const cJSON *levels,
		       const struct ttest *t)
{
	const cJSON *level;

	if (get(want, "error")) {
		leave_out(p, what, "R refuses nearly constant data");
		return;
	}
	check(p, what, get(want, "diff"), t->diff, p->tolerance);
	if (!cJSON_IsNumber(get(want, "se"))) {
		leave_out(p, what, "R's squares overflow");
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

static void check_tests(const struct pair *p, const cJSON *want)
{
	struct ttest welch, student;

	stats_welch(&p->a, &p->b, &welch);
	stats_student(&p->a, &p->b, &student);
	check_test(p, "welch", get(want, "t_welch"),
		   get(want, "ci_welch_by_level"), &welch);
	check_test(p, "pooled", get(want, "t_pooled"),
		   get(want, "ci_pooled_by_level"), &student);
	check(p, "pooled s", get(want, "pooled_s"), student.s, p->tolerance);
	if (!get(get(want, "t_welch"), "error"))
		check_interval(p, "ci90", get(get(want, "tost1"), "ci90"),
			       stats_difference_interval(&welch, .90), 0);
}

static void check_fieller(const struct pair *p, const cJSON *want)
{
	struct interval i;
	struct relative r;
	double g;

	if (!stats_relative(&p->a, &p->b, &r) || isnan(r.df)) {
		/* Baseline 0, or both constant; R says unbounded for both. */
		assert_true(cJSON_IsNull(get(want, "ci")) || r.mixed_sign);
		check(p, "ratio", r.mixed_sign ? NULL : get(want, "ratio"),
		      1 + r.change_ratio, p->tolerance);
		return;
	}
	check(p, "ratio", get(want, "ratio"), 1 + r.change_ratio,
	      p->tolerance);
	check(p, "fieller df", get(want, "df"), r.df, p->tolerance);
	if (!cJSON_IsNumber(get(want, "g"))) {
		leave_out(p, "fieller", "R's squares overflow or vanish");
		return;
	}
	g = pow(qt(.975, r.df, 1, 0) * r.se_a_ratio, 2);
	check(p, "fieller g", get(want, "g"), g, p->tolerance);
	i = stats_relative_interval(&r, .95);
	assert_int_equal(i.unbounded, !cJSON_IsArray(get(want, "ci")));
	assert_int_equal(i.unbounded, g >= 1);
	if (!i.unbounded)
		check_interval(p, "fieller", get(want, "ci"), i, 1);
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

static void check_pair(const cJSON *want)
{
	struct pair p = { .name = want->string,
			  .tolerance = tolerance_of(want->string) };

	read_side(p.name, "a", &p.a, &p.a_sorted);
	read_side(p.name, "b", &p.b, &p.b_sorted);
	if (strncmp(p.name, "14_", 3) == 0) {
		leave_out(&p, "all spreads", "R's squares vanish");
	} else {
		check_side(&p, get(want, "a"), &p.a, p.a_sorted);
		check_side(&p, get(want, "b"), &p.b, p.b_sorted);
		check_tests(&p, want);
		check_fieller(&p, get(want, "ratio_fieller_welch"));
		check_ministat(&p, want);
	}
	free(p.a_sorted);
	free(p.b_sorted);
}

static void test_oracle(void **state)
{
	char *text = slurp(FOLDER "/oracle.json");
	const cJSON *pair;
	cJSON *all;

	(void)state;
	assert_non_null(text);
	all = cJSON_Parse(text);
	assert_non_null(all);
	cJSON_ArrayForEach(pair, all)
		check_pair(pair);
	print_message("# %zu values compared, %zu that R has not; largest "
		      "relative error %.2g (%s)\n", compared, not_told, worst,
		      worst_name);
	assert_true(compared > 2000);
	cJSON_Delete(all);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_oracle),
	};

	/* cmocka's own skip() is "not ok" in TAP. */
	if (access(FOLDER "/oracle.json", R_OK) < 0) {
		puts("1..0 # SKIP " FOLDER " is not there");
		return 0;
	}
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
