/* test_select.c - which runs a selection means, kind by kind. */
#include "db.h"

#include "archive.h"

static void begin(struct archive *a, struct report *r, const char *host,
		  const char *kernel)
{
	report_init(r, &a->arena);
	report_run_new(r);
	report_tag(r, 0, "host", host);
	if (kernel)
		report_tag(r, 0, "kernel", kernel);
}

static void measure(struct archive *a, struct report *r, const char *test,
		    const char *key, const char *value, const char *unit,
		    enum role role)
{
	struct tags params = { 0 };
	double x[] = { 1, 2, 3 };

	if (key)
		tags_set(&params, &a->arena, key, value);
	report_samples(r, 0, test, &params, "throughput", unit, BETTER_UNKNOWN,
		       role, x, 3);
}

/* Six runs; size is a parameter of some and a tag of another. */
static void six(struct archive *a)
{
	struct tags params = { 0 };
	struct report r;

	archive_make(a);
	begin(a, &r, "apu2", "6.9");
	report_tag(&r, 0, "option.VIMAGE", "y");
	measure(a, &r, "udp", "size", "160", "pps", ROLE_SAMPLE);
	archive_store_one(a, &r, false);
	begin(a, &r, "apu2", "6.10");
	report_tag(&r, 0, "option.VIMAGE", "n");
	measure(a, &r, "udp", "size", "160", "kpps", ROLE_SAMPLE);
	archive_store_one(a, &r, false);
	begin(a, &r, "lab", "6.11-rc7");
	measure(a, &r, "udp", "size", "1500", "packets/s", ROLE_SAMPLE);
	archive_store_one(a, &r, false);
	begin(a, &r, "lab", NULL);
	report_tag(&r, 0, "option.SMP", "y");
	report_tag(&r, 0, "size", "160");
	measure(a, &r, "tcp", NULL, NULL, "Mbit/s", ROLE_SAMPLE);
	measure(a, &r, "tcp", NULL, NULL, "s", ROLE_SUMMARY);
	archive_store_one(a, &r, true);
	begin(a, &r, "apu3", NULL);
	tags_set(&params, &a->arena, "size", "160");
	report_failure(&r, 0, "udp", &params, NULL, "timeout", 1);
	archive_store_one(a, &r, false);
	begin(a, &r, "apu3", "6.9");
	measure(a, &r, "udp", "proto", "udp4", "pps", ROLE_INTERVAL);
	archive_store_one(a, &r, false);
}

static void test_tags(void **state)
{
	struct archive a;

	(void)state;
	six(&a);
	assert_finds(&a, "1 2", EQUAL("host", "apu2"));
	assert_finds(&a, "1 2 3 4", EQUAL("host", "lab", "apu2"));
	assert_finds(&a, "", EQUAL("host", "nobody"));
	assert_finds(&a, "", EQUAL("unknown", "x"));
	assert_finds(&a, "3 4 5", NOT_EQUAL("host", "apu2"));
	assert_finds(&a, "5", NOT_EQUAL("host", "apu2", "lab", "x", "y", "z"));
	assert_finds(&a, "1 2 3 4 5", NOT_EQUAL("unknown", "x"));
	assert_finds(&a, "2 3", RANGE("kernel", "6.10", NULL));
	assert_finds(&a, "1 2", RANGE("kernel", NULL, "6.10"));
	assert_finds(&a, "2", RANGE("kernel", "6.9.1", "6.10"));
	assert_finds(&a, "1 4 5", NOT_RANGE("kernel", "6.10", NULL));
	assert_finds(&a, "1 2 5", PREFIX("host", "ap"));
	assert_finds(&a, "3", CONTAINS("kernel", "rc"));
	assert_finds(&a, "4 5", MISSING("kernel"));
	assert_finds(&a, "1 2 3", RECORDED("kernel"));
	assert_finds(&a, "1 2 3 4 5", MISSING("unknown"));
	assert_finds(&a, "", RECORDED("unknown"));
	assert_finds(&a, "2", EQUAL("host", "apu2"), EQUAL("kernel", "6.10"));
	assert_finds(&a, "", EQUAL("host", "apu2"), EQUAL("host", "lab"));
	archive_remove(&a);
}

static void test_options(void **state)
{
	struct archive a;

	(void)state;
	six(&a);
	assert_finds(&a, "1", ON("VIMAGE"));
	assert_finds(&a, "2 4", OFF("VIMAGE")); /* a full config without it */
	assert_finds(&a, "4", ON("SMP"));
	assert_finds(&a, "", OFF("SMP"));
	assert_finds(&a, "4", OFF("NEVER_HEARD_OF"));
	assert_finds(&a, "3 5", MISSING("option.VIMAGE"));
	assert_finds(&a, "1 2 4", RECORDED("option.VIMAGE"));
	assert_finds(&a, "2 4", EQUAL("option.VIMAGE", "n", "m"));
	assert_finds(&a, "2 3 4 5", NOT_EQUAL("option.VIMAGE", "y"));
	assert_finds(&a, "1 3 5", NOT_EQUAL("option.VIMAGE", "n"));
	assert_finds(&a, "2 4", PREFIX("option.VIMAGE", "n"));
	assert_finds(&a, "4", OFF("VIMAGE"), ON("SMP"));
	archive_remove(&a);
}

static void test_series(void **state)
{
	struct archive a;

	(void)state;
	six(&a);
	assert_finds(&a, "1 2 3 5", EQUAL("test", "udp"));
	assert_finds(&a, "4", NOT_EQUAL("test", "udp"));
	assert_finds(&a, "1 2 3 4 5", EQUAL("metric", "throughput"));
	assert_finds(&a, "5", NOT_EQUAL("metric", "throughput"));
	/* A spelling of the same unit; a failure is one in every unit. */
	assert_finds(&a, "1 3 5", EQUAL("unit", "pps"));
	assert_finds(&a, "2 4 5", NOT_EQUAL("unit", "pps"));
	assert_finds(&a, "1 2 3 4 5", EQUAL("better", "higher"));
	/* Only samples, unless another role is asked for. */
	assert_finds(&a, "5 6", EQUAL("role", "interval"));
	assert_finds(&a, "4 5", EQUAL("role", "summary"));
	assert_finds(&a, "4", EQUAL("role", "summary"), EQUAL("host", "lab"));
	archive_remove(&a);
}

/* A parameter where the series has one, else the tag. */
static void test_mixed(void **state)
{
	struct archive a;

	(void)state;
	six(&a);
	assert_finds(&a, "1 2 4 5", EQUAL("size", "160"));
	assert_finds(&a, "3", NOT_EQUAL("size", "160"));
	assert_finds(&a, "3", RANGE("size", "1k", "1.5k"));
	assert_finds(&a, "", MISSING("size"));
	assert_finds(&a, "1 2 3 4 5", RECORDED("size"));
	assert_finds(&a, "4", EQUAL("size", "160"), EQUAL("host", "lab"));
	/* Known to series only. */
	assert_finds(&a, "1 2 3 4 5", MISSING("proto"));
	assert_finds(&a, "6", EQUAL("proto", "udp4"),
		     EQUAL("role", "interval"), EQUAL("host", "apu3"));
	assert_finds(&a, "", EQUAL("proto", "udp4"));
	archive_remove(&a);
}

static void test_runs(void **state)
{
	struct archive a;
	int64_t from, to;

	(void)state;
	six(&a);
	from = INT64_C(1790000000) * 1000000000 + 2 * ARCHIVE_DAY_NS;
	to = from + 2 * ARCHIVE_DAY_NS;
	assert_finds(&a, "2 4", EQUAL("run", "4", "2", "2"));
	assert_finds(&a, "", EQUAL("run", "99"));
	assert_finds(&a, "1 2", RANGE("run", NULL, "2"));
	assert_finds(&a, "4 5", RANGE("run", "4", NULL));
	assert_finds(&a, "2 3", RANGE("run", "2", "3"));
	assert_finds(&a, "1 3 4 5", NOT_EQUAL("run", "2"));
	assert_finds(&a, "3", EQUAL("upload", "3"));
	assert_finds(&a, "", EQUAL("upload", "3"), EQUAL("run", "2"));
	assert_finds(&a, "2 3",
		     { .key = "at", .kind = COND_EQUAL, .from_ns = &from,
		       .to_ns = &to, .n_values = 1 });
	assert_finds(&a, "1 4 5",
		     { .key = "at", .kind = COND_EQUAL, .from_ns = &from,
		       .to_ns = &to, .n_values = 1, .negate = true });
	archive_remove(&a);
}

/* Pages of the newest, and counts. */
static void test_paging(void **state)
{
	struct condition some[] = { RECORDED("kernel") };
	struct selection by[] = { { 0 }, { .conditions = some, .n = 1 } };
	static const int64_t want[2][6] = { { 6, 5, 4, 3, 2, 1 },
					    { 6, 3, 2, 1 } };
	static const size_t n_want[] = { 6, 4 };
	struct archive a;
	struct db_run **runs;
	struct err err;
	size_t i, n, at;

	(void)state;
	six(&a);
	for (i = 0; i < 2; i++) {
		int64_t before = 0;

		assert_done(db_count_runs(a.db, &by[i], &a.arena, &n, &err),
			    &err);
		assert_int_equal(n, n_want[i]);
		for (at = 0; at < n_want[i]; at++) {
			assert_done(db_find_runs(a.db, &by[i], before, 1,
						 &a.arena, &runs, &n, &err),
				    &err);
			assert_int_equal(n, 1);
			assert_int_equal(runs[0]->id, want[i][at]);
			before = runs[0]->id;
		}
		assert_done(db_find_runs(a.db, &by[i], before, 1, &a.arena,
					 &runs, &n, &err), &err);
		assert_int_equal(n, 0);
	}
	archive_remove(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tags),
		cmocka_unit_test(test_options),
		cmocka_unit_test(test_series),
		cmocka_unit_test(test_mixed),
		cmocka_unit_test(test_runs),
		cmocka_unit_test(test_paging),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("select", tests, NULL, NULL);
}
