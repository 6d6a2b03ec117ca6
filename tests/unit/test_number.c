/* test_number.c - numbers: what is read, what is printed, and back. */
#include "number.h"

#include <stdlib.h>
#include <string.h>

#include "near.h"
#include "random.h"

#define REFUSED(text, status) { text, status, 0 }

/* Read: the text, what becomes of it, and its value, exactly. */
static const struct {
	const char *text;
	enum number_status status;
	double value;
} reads[] = {
	{ "0", NUMBER_OK, 0 },
	{ "-0", NUMBER_OK, -0. },
	{ "+0", NUMBER_OK, 0 },
	{ "00012", NUMBER_OK, 12 },
	{ "1.", NUMBER_OK, 1 },
	{ ".5", NUMBER_OK, .5 },
	{ "-.5", NUMBER_OK, -.5 },
	{ "+.5e1", NUMBER_OK, 5 },
	{ "5.e-1", NUMBER_OK, .5 },
	{ "1e5", NUMBER_OK, 1e5 },
	{ "1E+05", NUMBER_OK, 1e5 },
	{ "476874.2", NUMBER_OK, 476874.2 },
	{ "0.1", NUMBER_OK, .1 },
	{ "0.10", NUMBER_OK, .1 },
	{ "123456789012345", NUMBER_OK, 123456789012345. },
	{ "1234567890123456", NUMBER_OK, 1234567890123456. },
	{ "9007199254740993", NUMBER_OK, 9007199254740992. },
	{ "9007199254740993.0000000000000000001", NUMBER_OK,
	  9007199254740994. },
	{ "0.1000000000000000055511151231257827", NUMBER_OK, .1 },
	{ "1.7976931348623157e308", NUMBER_OK, 1.7976931348623157e308 },
	{ "2.2250738585072011e-308", NUMBER_OK, 2.2250738585072011e-308 },
	{ "4.9e-324", NUMBER_OK, 4.9e-324 },
	{ "1e-400", NUMBER_OK, 0 },
	{ "-1e-400", NUMBER_OK, -0. },
	{ "0e999999", NUMBER_OK, 0 },
	REFUSED("1e400", NUMBER_RANGE),
	REFUSED("-1e400", NUMBER_RANGE),
	REFUSED("1e99999999999999999999", NUMBER_RANGE),
	REFUSED("nan", NUMBER_NONFINITE),
	REFUSED("NaN", NUMBER_NONFINITE),
	REFUSED("-nan", NUMBER_NONFINITE),
	REFUSED("inf", NUMBER_NONFINITE),
	REFUSED("-Inf", NUMBER_NONFINITE),
	REFUSED("+INFINITY", NUMBER_NONFINITE),
	REFUSED("--nan", NUMBER_BAD),
	REFUSED("nan(1)", NUMBER_BAD),
	REFUSED("infinit", NUMBER_BAD),
	REFUSED("", NUMBER_BAD),
	REFUSED("+", NUMBER_BAD),
	REFUSED("-", NUMBER_BAD),
	REFUSED(".", NUMBER_BAD),
	REFUSED("-.", NUMBER_BAD),
	REFUSED("e5", NUMBER_BAD),
	REFUSED(".e5", NUMBER_BAD),
	REFUSED("1e", NUMBER_BAD),
	REFUSED("1e+", NUMBER_BAD),
	REFUSED("1e5.0", NUMBER_BAD),
	REFUSED("1.2.3", NUMBER_BAD),
	REFUSED("+-1", NUMBER_BAD),
	REFUSED("--1", NUMBER_BAD),
	REFUSED("0x10", NUMBER_BAD),
	REFUSED("0x1p3", NUMBER_BAD),
	REFUSED("1,5", NUMBER_BAD),
	REFUSED("1_000", NUMBER_BAD),
	REFUSED(" 1", NUMBER_BAD),
	REFUSED("1 ", NUMBER_BAD),
	REFUSED("1\n", NUMBER_BAD),
	REFUSED("1k", NUMBER_BAD),
	REFUSED("one", NUMBER_BAD),
	REFUSED("1d5", NUMBER_BAD),
	REFUSED("1f", NUMBER_BAD),
	REFUSED("\xc2\xbd", NUMBER_BAD),
};

/* Printed, and read back. */
static const struct {
	double value;
	const char *text;
} prints[] = {
	{ 0, "0" },
	{ -0., "-0" },
	{ 1, "1" },
	{ -42, "-42" },
	{ .5, "0.5" },
	{ .1, "0.1" },
	{ 1 / 3., "0.3333333333333333" },
	{ 2 / 3., "0.6666666666666666" },
	{ .1 + .2, "0.30000000000000004" },
	{ 100, "100" },
	{ 1e5, "100000" },
	{ 999999999999999., "999999999999999" },
	{ 1e15, "1e+15" },
	{ 1e22, "1e+22" },
	{ 9007199254740993., "9007199254740992" },
	{ 476874.2, "476874.2" },
	{ 123456789.125, "123456789.125" },
	{ 8072.341, "8072.341" },
	{ .0001, "0.0001" },
	{ .00001, "1e-05" },
	{ 5e-324, "5e-324" },
	{ 1.2345678901e-310, "1.2345678901e-310" },
	{ 2.2250738585072014e-308, "2.2250738585072014e-308" },
	{ 1.7976931348623157e308, "1.7976931348623157e+308" },
};

#define N_OF(a) (sizeof(a) / sizeof((a)[0]))

static void assert_same_bits(double got, double want, const char *what)
{
	if (memcmp(&got, &want, sizeof(got)))
		fail_msg("%s: %a, want %a", what, got, want);
}

static void test_parse(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(reads); i++) {
		double x = 42;
		enum number_status got = number_parse(
			reads[i].text, strlen(reads[i].text), &x);

		if (got != reads[i].status)
			fail_msg("'%s' gives %d", reads[i].text, (int)got);
		assert_same_bits(x, got == NUMBER_OK ? reads[i].value : 42,
				 reads[i].text);
	}
}

static void test_parse_exact_length(void **state)
{
	char digits[400];
	double x;

	(void)state;
	assert_int_equal(number_parse("12345", 3, &x), NUMBER_OK);
	assert_same_bits(x, 123, "123");
	assert_int_equal(number_parse("1\0002", 3, &x), NUMBER_BAD);
	/* Longer than any buffer on the stack. */
	memset(digits, '0', sizeof(digits));
	digits[1] = '.';
	digits[sizeof(digits) - 1] = '1';
	assert_int_equal(number_parse(digits, sizeof(digits), &x), NUMBER_OK);
	assert_same_bits(x, 0, "1e-398");
	digits[0] = '7';
	assert_int_equal(number_parse(digits, sizeof(digits), &x), NUMBER_OK);
	assert_same_bits(x, 7, "7.000...1");
}

static void test_print(void **state)
{
	char out[NUMBER_SIZE];
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(prints); i++) {
		size_t n = number_print(prints[i].value, out);

		assert_string_equal(out, prints[i].text);
		assert_int_equal(n, strlen(out));
	}
}

/* Bit for bit, as short as it can be, and read as strtod reads. */
static void round_trip(double x)
{
	char out[NUMBER_SIZE], shorter[NUMBER_SIZE];
	size_t n = number_print(x, out), i, digits = 0;
	double back = 0;
	char *end;

	assert_int_equal(number_parse(out, n, &back), NUMBER_OK);
	assert_same_bits(back, x, out);
	assert_same_bits(strtod(out, &end), x, out);
	for (i = 0; i < n && out[i] != 'e'; i++)
		digits += out[i] >= '0' && out[i] <= '9';
	assert_true(digits <= 17 || x == 0 || (x < 1 && x > -1));
	if (!strchr(out, 'e') || digits < 2)
		return;
	snprintf(shorter, sizeof(shorter), "%.*e", (int)digits - 2, x);
	assert_true(strtod(shorter, &end) != x);
}

static void test_round_trip(void **state)
{
	uint64_t seed = 317849;
	size_t i;

	(void)state;
	for (i = 0; i < 100000; i++) {
		uint64_t bits = splitmix_next(&seed);
		double x;

		memcpy(&x, &bits, sizeof(x));
		if (isfinite(x))
			round_trip(x);
		/* Of everyday size, with few digits and with all. */
		round_trip((double)(bits >> 40) / 1000);
		round_trip((double)(bits >> 11) * 0x1p-53 * 1e6);
		/* Subnormal. */
		bits &= UINT64_C(0x800fffffffffffff);
		memcpy(&x, &bits, sizeof(x));
		round_trip(x);
	}
}

/* The first of 15, 16, 17 digits that reads back, as printf() has it. */
static void as_printf(double x)
{
	char want[NUMBER_SIZE], got[NUMBER_SIZE], *end;
	int precision = 15;

	do
		snprintf(want, sizeof(want), "%.*g", precision, x);
	while (strtod(want, &end) != x && precision++ < 17);
	number_print(x, got);
	assert_string_equal(got, want);
	assert_int_equal(number_print(-x, got), strlen(want) + 1);
	assert_string_equal(got + 1, want);
}

static void test_as_printf(void **state)
{
	uint64_t seed = 11;
	size_t i;

	(void)state;
	for (i = 0; i < 300000; i++) {
		uint64_t bits = splitmix_next(&seed);
		int e = (int)random_below(&seed, 60) - 30;
		double x = ldexp((double)(bits >> 11), -53);

		as_printf(x * pow(10, e));
		/* Few digits, and what lies beside them. */
		x = (double)(bits % 10000000 + 1) / pow(10, abs(e) % 22);
		if (x == floor(x))
			continue;
		as_printf(x);
		as_printf(nextafter(x, 0));
		as_printf(nextafter(x, 1e99));
		/* Halves, quarters: their digits end in a 5. */
		x = ldexp((double)(bits >> (12 + i % 40)) + .5, -(int)(i % 9));
		if (x != floor(x))
			as_printf(x);
	}
}

/* Texts of up to 20 digits are rounded as strtod does, in the fast way too. */
static void test_as_strtod(void **state)
{
	uint64_t seed = 1;
	size_t i;

	(void)state;
	for (i = 0; i < 100000; i++) {
		char text[40];
		size_t n = 1 + random_below(&seed, 20), j;
		size_t point = random_below(&seed, n + 1);
		double x = 0;
		char *end;

		for (j = 0; j < n; j++)
			text[j] = (char)('0' + random_below(&seed, 10));
		if (point < n && n > 1)
			text[point] = '.';
		text[n] = '\0';
		assert_int_equal(number_parse(text, n, &x), NUMBER_OK);
		assert_same_bits(x, strtod(text, &end), text);
	}
}

static void test_u64(void **state)
{
	uint64_t x = 7;

	(void)state;
	assert_true(number_parse_u64("0", 1, 9, &x));
	assert_int_equal(x, 0);
	assert_true(number_parse_u64("007", 3, 7, &x));
	assert_int_equal(x, 7);
	assert_true(number_parse_u64("18446744073709551615", 20, UINT64_MAX,
				     &x));
	assert_true(x == UINT64_MAX);
	x = 7;
	assert_false(number_parse_u64("18446744073709551616", 20, UINT64_MAX,
				      &x));
	assert_false(number_parse_u64("8", 1, 7, &x));
	assert_false(number_parse_u64("10", 2, 7, &x));
	assert_false(number_parse_u64("", 0, 7, &x));
	assert_false(number_parse_u64("+1", 2, 7, &x));
	assert_false(number_parse_u64("-1", 2, 7, &x));
	assert_false(number_parse_u64("1 ", 2, 7, &x));
	assert_int_equal(x, 7);
}

static void test_problem(void **state)
{
	(void)state;
	assert_string_equal(number_problem(NUMBER_BAD), "is not a number");
	assert_string_equal(number_problem(NUMBER_NONFINITE),
			    "is not finite");
	assert_string_equal(number_problem(NUMBER_RANGE), "is out of range");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse),
		cmocka_unit_test(test_parse_exact_length),
		cmocka_unit_test(test_print),
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_as_printf),
		cmocka_unit_test(test_as_strtod),
		cmocka_unit_test(test_u64),
		cmocka_unit_test(test_problem),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
