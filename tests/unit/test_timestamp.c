/* test_timestamp.c - points and spans of time. */
#include "timestamp.h"

#include <string.h>
#include <time.h>

#include "near.h"
#include "random.h"

#define N_OF(a) (sizeof(a) / sizeof((a)[0]))
#define MS (NS_PER_S / 1000)
#define MINUTE (60 * NS_PER_S)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)

enum { CLOCK = 1, ZONE = 2 };

/* Where a text begins, as time_print() prints it, and how long it is. */
static const struct {
	const char *text, *from;
	int64_t span_ns;
	int has;
} spans[] = {
	{ "1970", "1970-01-01T00:00:00Z", 365 * DAY, 0 },
	{ "2024", "2024-01-01T00:00:00Z", 366 * DAY, 0 },
	{ "2100", "2100-01-01T00:00:00Z", 365 * DAY, 0 },
	{ "2026-11", "2026-11-01T00:00:00Z", 30 * DAY, 0 },
	{ "2024-02", "2024-02-01T00:00:00Z", 29 * DAY, 0 },
	{ "2026-12", "2026-12-01T00:00:00Z", 31 * DAY, 0 },
	{ "2199-12", "2199-12-01T00:00:00Z", 31 * DAY, 0 },
	{ "2026-11-30", "2026-11-30T00:00:00Z", DAY, 0 },
	{ "2000-02-29", "2000-02-29T00:00:00Z", DAY, 0 },
	{ "2026-11-30T08", "2026-11-30T08:00:00Z", HOUR, CLOCK },
	{ "2026-11-30T08Z", "2026-11-30T08:00:00Z", HOUR, CLOCK | ZONE },
	{ "2026-11-30T08:15", "2026-11-30T08:15:00Z", MINUTE, CLOCK },
	{ "2026-11-30 08:15:59", "2026-11-30T08:15:59Z", NS_PER_S, CLOCK },
	{ "2026-11-30t08:15:59z", "2026-11-30T08:15:59Z", NS_PER_S,
	  CLOCK | ZONE },
	{ "2026-11-30T08:00:00.5Z", "2026-11-30T08:00:00.5Z", 100 * MS,
	  CLOCK | ZONE },
	{ "2026-11-30T08:00:00.123456789Z", "2026-11-30T08:00:00.123456789Z",
	  1, CLOCK | ZONE },
	{ "2026-11-30T08:00:00.1234567899Z", "2026-11-30T08:00:00.123456789Z",
	  1, CLOCK | ZONE },
	{ "2026-11-30T08:00:00+01:00", "2026-11-30T07:00:00Z", NS_PER_S,
	  CLOCK | ZONE },
	{ "2026-11-30T23:30:00-0130", "2026-12-01T01:00:00Z", NS_PER_S,
	  CLOCK | ZONE },
	{ "2026-01-01T00:15+05:45", "2025-12-31T18:30:00Z", MINUTE,
	  CLOCK | ZONE },
	{ "2026-11-30T08-05", "2026-11-30T13:00:00Z", HOUR, CLOCK | ZONE },
	{ "1970-01-01T01:00+01", "1970-01-01T00:00:00Z", MINUTE,
	  CLOCK | ZONE },
};

static const char *const refused[] = {
	"", "2", "202", "20261", "2026-", "2026-1", "2026-00", "2026-13",
	"2026-11-", "2026-11-3", "2026-11-00", "2026-11-31", "2026-02-29",
	"2100-02-29", "1969", "1969-12-31T23:59:59Z", "2200", "9999-01-01",
	"2026T08", "2026-11T08", "2026-11-30Z", "2026-11-30T", "2026-11-30T8",
	"2026-11-30T24", "2026-11-30T08:", "2026-11-30T08:60",
	"2026-11-30T08:00:60Z", "2026-11-30T08:00:", "2026-11-30T08:00:00.",
	"2026-11-30T08:00:00.Z", "2026-11-30T08:00:00,5Z",
	"2026-11-30T08:00:00 Z", "2026-11-30T08:00:00+", "2026-11-30T08+1",
	"2026-11-30T08+24:00", "2026-11-30T08+01:60", "2026-11-30T08+01:",
	"2026-11-30T08:00:00ZZ", "2026-11-30T08:00:00Z ", " 2026", "2026 ",
	"20261130", "2026-11-30T080000Z", "11/30/2026", "now", "-2026",
	"1970-01-01T00:00:00+01:00", "2199-12-31T23:59:59-01:00",
};

static void test_spans(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(spans); i++) {
		struct time_span t;
		char out[TIME_SIZE];

		if (!time_parse(spans[i].text, strlen(spans[i].text), &t))
			fail_msg("'%s' is refused", spans[i].text);
		time_print(t.from_ns, out);
		assert_string_equal(out, spans[i].from);
		assert_true(t.to_ns - t.from_ns == spans[i].span_ns);
		assert_int_equal(t.has_clock, !!(spans[i].has & CLOCK));
		assert_int_equal(t.has_zone, !!(spans[i].has & ZONE));
	}
}

static void test_refused(void **state)
{
	struct time_span t;
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(refused); i++)
		if (time_parse(refused[i], strlen(refused[i]), &t))
			fail_msg("'%s' is a time", refused[i]);
	assert_true(time_parse("2026-11-30x", 10, &t));
}

/* The C library's calendar is the other witness. */
static void test_calendar(void **state)
{
	uint64_t seed = 1970;
	size_t i;

	(void)state;
	for (i = 0; i < 50000; i++) {
		time_t s = (time_t)(splitmix_next(&seed) % 7258118400u);
		int64_t ns = (int64_t)(splitmix_next(&seed) % NS_PER_S);
		char got[TIME_SIZE], want[TIME_SIZE];
		struct time_span t;
		struct tm tm;

		assert_non_null(gmtime_r(&s, &tm));
		strftime(want, sizeof(want), "%Y-%m-%dT%H:%M:%SZ", &tm);
		time_print(s * NS_PER_S, got);
		assert_string_equal(got, want);
		want[10] = '\0';
		time_print_date(s * NS_PER_S, got);
		assert_string_equal(got, want);
		strftime(want, sizeof(want), "%Y-%m-%d %H:%M", &tm);
		time_print_minute(s * NS_PER_S + ns, got);
		assert_string_equal(got, want);
		time_print(s * NS_PER_S + ns, got);
		assert_true(time_parse(got, strlen(got), &t));
		assert_true(t.from_ns == s * NS_PER_S + ns);
	}
}

static const struct {
	const char *text;
	int64_t ns;
} lengths[] = {
	{ "90s", 90 * NS_PER_S }, { "30m", 30 * MINUTE }, { "12h", 12 * HOUR },
	{ "7d", 7 * DAY },	  { "2w", 14 * DAY },	  { "0s", 0 },
	{ "99999s", 99999 * NS_PER_S },
};

static const char *const no_lengths[] = {
	"", "7", "d", "7D", "7 d", "-7d", "+7d", "7.5d", "7dd", "7y", "99999w",
	"100000000s", "1h30m",
};

static void test_lengths(void **state)
{
	int64_t ns = 0;
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(lengths); i++) {
		assert_true(time_parse_length(lengths[i].text,
					      strlen(lengths[i].text), &ns));
		assert_true(ns == lengths[i].ns);
	}
	for (i = 0; i < N_OF(no_lengths); i++)
		if (time_parse_length(no_lengths[i], strlen(no_lengths[i]),
				      &ns))
			fail_msg("'%s' is a length", no_lengths[i]);
}

static const struct {
	int64_t ns;
	const char *words;
} ages[] = {
	{ -5 * NS_PER_S, "just now" },	   { 0, "just now" },
	{ NS_PER_S, "just now" },	   { 2 * NS_PER_S, "2 seconds ago" },
	{ 119 * NS_PER_S, "119 seconds ago" },
	{ 2 * MINUTE, "2 minutes ago" },   { 119 * MINUTE, "119 minutes ago" },
	{ 2 * HOUR, "2 hours ago" },	   { 41 * DAY, "41 days ago" },
	{ 729 * DAY, "729 days ago" },	   { 730 * DAY, "2 years ago" },
};

static void test_ages(void **state)
{
	char out[TIME_SIZE];
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(ages); i++) {
		time_print_age(ages[i].ns, out);
		assert_string_equal(out, ages[i].words);
	}
}

static void test_clocks(void **state)
{
	int64_t now = time_now_ns(), since = time_monotonic_ns();

	(void)state;
	assert_true(now > 1700000000 * NS_PER_S);
	assert_true(time_monotonic_ns() >= since);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_spans),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_calendar),
		cmocka_unit_test(test_lengths),
		cmocka_unit_test(test_ages),
		cmocka_unit_test(test_clocks),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timestamp", tests, NULL, NULL);
}
