/* test_unit.c - what a unit's spelling means. */
#include "unit.h"

#include <string.h>

#include "near.h"

#define N_OF(a) (sizeof(a) / sizeof((a)[0]))

static const struct unit rows[] = {
#define UNIT(spelling, canonical, dimension, factor) \
	{ spelling, canonical, dimension, factor },
#include "unit.def"
#undef UNIT
};

/* Every spelling is there once, and leads to a canonical one of its size. */
static void test_table(void **state)
{
	size_t i, j;

	(void)state;
	for (i = 0; i < N_OF(rows); i++) {
		const struct unit *u = unit_find(rows[i].spelling);
		const struct unit *c = unit_find(rows[i].canonical);

		for (j = 0; j < i; j++)
			if (!strcmp(rows[i].spelling, rows[j].spelling))
				fail_msg("'%s' twice", rows[i].spelling);
		assert_non_null(u);
		assert_string_equal(u->spelling, rows[i].spelling);
		if (!c)
			fail_msg("'%s' is no unit", rows[i].canonical);
		assert_string_equal(c->canonical, c->spelling);
		assert_int_equal(c->dimension, u->dimension);
		assert_true(c->factor == u->factor);
		assert_true(u->factor > 0 && u->dimension != DIM_OTHER);
	}
	assert_null(unit_find("furlong"));
	assert_null(unit_find(""));
	assert_null(unit_find(NULL));
	assert_null(unit_find("MBIT/S"));
}

static const struct {
	const char *from, *to;
	double factor; /* 0: not comparable */
} factors[] = {
	{ "pps", "pps", 1 },	       { "packets/s", "pps", 1 },
	{ "kpps", "pps", 1e3 },	       { "Mpps", "kpps", 1e3 },
	{ "Mbit/s", "Mbps", 1 },       { "Gbit/s", "Mbit/s", 1e3 },
	{ "MB/s", "Mbit/s", 8 },       { "Mbit/s", "MB/s", .125 },
	{ "KiB/s", "B/s", 1024 },      { "KBps", "kB/s", 1 },
	{ "MiB", "KiB", 1024 },	       { "ms", "us", 1e3 },
	{ "s", "ns", 1e9 },	       { "min", "s", 60 },
	{ "\xc2\xb5s", "us", 1 },      { "us/Tr", "usec/Tran", 1 },
	{ "furlong", "furlong", 1 },   { NULL, NULL, 1 },
	{ "furlong", "fathom", 0 },    { "pps", NULL, 0 },
	{ NULL, "pps", 0 },	       { "pps", "Mbit/s", 0 },
	{ "s", "B/s", 0 },	       { "B", "B/s", 0 },
	{ "us/Tr", "us/KB", 0 },       { "furlong", "pps", 0 },
	{ "op/s", "Trans/s", 0 },
};

static void test_factors(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(factors); i++) {
		double x, want = factors[i].factor;
		bool ok = unit_factor(factors[i].from, factors[i].to, &x);

		if (ok != (want != 0))
			fail_msg("row %zu", i);
		if (ok)
			assert_near(x, want, 1e-15);
		assert_int_equal(unit_same(factors[i].from, factors[i].to),
				 want == 1);
	}
}

static void test_better(void **state)
{
	(void)state;
	assert_int_equal(unit_assumed_better("pps"), BETTER_HIGHER);
	assert_int_equal(unit_assumed_better("Mbit/s"), BETTER_HIGHER);
	assert_int_equal(unit_assumed_better("IOPS"), BETTER_HIGHER);
	assert_int_equal(unit_assumed_better("ms"), BETTER_LOWER);
	assert_int_equal(unit_assumed_better("ns/op"), BETTER_LOWER);
	assert_int_equal(unit_assumed_better("%"), BETTER_UNKNOWN);
	assert_int_equal(unit_assumed_better("B"), BETTER_UNKNOWN);
	assert_int_equal(unit_assumed_better("furlong"), BETTER_UNKNOWN);
	assert_int_equal(unit_assumed_better(NULL), BETTER_UNKNOWN);
}

static const struct {
	const char *unit;
	double typical;
	const char *scale;
} scales[] = {
	{ "pps", 4785555, "Mpps" },  { "pps", 476874, "kpps" },
	{ "pps", 9999, "pps" },	     { "pps", 10000, "kpps" },
	{ "pps", -4785555, "Mpps" }, { "Mpps", .0005, "pps" },
	{ "s", .5, "ms" },	     { "s", 5e-9, "ns" },
	{ "s", 5e-12, "ps" },	     { "s", 20000, "s" },
	{ "s", 5e-15, "s" },	     { "ns/iter", 5000, "ns/iter" },
	{ "ns", 1.5e9, "s" },	     { "Mbit/s", 10175, "Gbit/s" },
	{ "Mibit/s", 10175, "Gibit/s" }, { "B", 2048000, "MB" },
	{ "KiB", 20480, "MiB" },     { "pps", 0, "pps" },
	{ "%", 12345, "%" },	     { "Mbps", 500, "Mbps" },
};

static void test_scale(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(scales); i++) {
		const struct unit *u =
			unit_scale(scales[i].unit, scales[i].typical);

		assert_non_null(u);
		if (strcmp(u->spelling, scales[i].scale))
			fail_msg("%g %s: '%s'", scales[i].typical,
				 scales[i].unit, u->spelling);
	}
	assert_null(unit_scale("furlong", 1e9));
	assert_string_equal(unit_scale("pps", NAN)->spelling, "pps");
}

static void test_margin(void **state)
{
	(void)state;
	assert_true(unit_margin("pps") == .01);
	assert_true(unit_margin("ms") == .02);
	assert_true(unit_margin("%") == .02);
	assert_true(unit_margin(NULL) == .01);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_factors),
		cmocka_unit_test(test_better),
		cmocka_unit_test(test_scale),
		cmocka_unit_test(test_margin),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("unit", tests, NULL, NULL);
}
