/* timestamp.c - points and spans of time. */
#include "timestamp.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#define DAY_S INT64_C(86400)
#define YEAR_MIN 1970
#define YEAR_END 2200

/* source: Hinnant, chrono-compatible low-level date algorithms */
static int64_t days_from_civil(int64_t y, int64_t m, int64_t d)
{
	int64_t era, yoe, doy, doe;

	y -= m <= 2;
	era = (y >= 0 ? y : y - 399) / 400;
	yoe = y - era * 400;
	doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
	doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
	return era * 146097 + doe - 719468;
}

static void civil_from_days(int64_t z, int *y, int *m, int *d)
{
	int64_t era, doe, yoe, doy, mp;

	z += 719468;
	era = (z >= 0 ? z : z - 146096) / 146097;
	doe = z - era * 146097;
	yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	mp = (5 * doy + 2) / 153;
	*d = (int)(doy - (153 * mp + 2) / 5 + 1);
	*m = (int)(mp < 10 ? mp + 3 : mp - 9);
	*y = (int)(yoe + era * 400 + (*m <= 2));
}

static int month_days(int y, int m)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30,
				    31, 31, 30, 31, 30, 31 };

	if (m == 2 && ((y % 4 == 0 && y % 100 != 0) || y % 400 == 0))
		return 29;
	return days[m - 1];
}

struct cursor {
	const char *s, *end;
};

/* Exactly n digits with a value in lo..hi. */
static bool take(struct cursor *c, int n, int lo, int hi, int *out)
{
	int x = 0;

	if (c->end - c->s < n)
		return false;
	while (n--) {
		if (*c->s < '0' || *c->s > '9')
			return false;
		x = x * 10 + (*c->s++ - '0');
	}
	*out = x;
	return x >= lo && x <= hi;
}

static bool peek(const struct cursor *c, char ch)
{
	return c->s < c->end && *c->s == ch;
}

static bool take_char(struct cursor *c, char ch)
{
	if (!peek(c, ch))
		return false;
	c->s++;
	return true;
}

/* .123 into nanoseconds; *unit becomes the span of the last digit. */
static bool take_fraction(struct cursor *c, int64_t *ns, int64_t *unit)
{
	int64_t scale = NS_PER_S;
	int n = 0;

	for (; c->s < c->end && *c->s >= '0' && *c->s <= '9'; c->s++, n++) {
		scale /= 10;
		*ns += (*c->s - '0') * scale;
		if (scale)
			*unit = scale;
	}
	return n > 0;
}

static bool take_zone(struct cursor *c, int64_t *offset_s)
{
	int h, m = 0, sign;

	if (take_char(c, 'Z') || take_char(c, 'z'))
		return true;
	sign = peek(c, '-') ? -1 : 1;
	if (!take_char(c, '+') && !take_char(c, '-'))
		return false;
	if (!take(c, 2, 0, 23, &h))
		return false;
	if (take_char(c, ':') ? !take(c, 2, 0, 59, &m) :
	    c->s < c->end && !take(c, 2, 0, 59, &m))
		return false;
	*offset_s = sign * (h * 3600 + m * 60);
	return true;
}

/* The part behind the date; *ns is seconds' nanoseconds, *unit the span. */
static bool take_clock(struct cursor *c, struct time_span *out, int64_t *s,
		       int64_t *ns, int64_t *unit)
{
	int hour, minute = 0, second = 0;
	int64_t offset = 0;

	if (!take(c, 2, 0, 23, &hour))
		return false;
	*unit = 3600 * NS_PER_S;
	if (take_char(c, ':')) {
		if (!take(c, 2, 0, 59, &minute))
			return false;
		*unit = 60 * NS_PER_S;
		if (take_char(c, ':')) {
			if (!take(c, 2, 0, 59, &second))
				return false;
			*unit = NS_PER_S;
			if (take_char(c, '.') && !take_fraction(c, ns, unit))
				return false;
		}
	}
	out->has_clock = true;
	if (c->s < c->end) {
		if (!take_zone(c, &offset))
			return false;
		out->has_zone = true;
	}
	*s += hour * 3600 + minute * 60 + second - offset;
	return true;
}

bool time_parse(const char *s, size_t len, struct time_span *out)
{
	struct cursor c = { s, s + len };
	int y, m = 1, d = 1, parts = 1;
	int64_t from_s, ns = 0, unit = 0;

	out->has_zone = out->has_clock = false;
	if (!take(&c, 4, YEAR_MIN, YEAR_END - 1, &y))
		return false;
	if (take_char(&c, '-')) {
		parts++;
		if (!take(&c, 2, 1, 12, &m))
			return false;
		if (take_char(&c, '-')) {
			parts++;
			if (!take(&c, 2, 1, month_days(y, m), &d))
				return false;
		}
	}
	from_s = days_from_civil(y, m, d) * DAY_S;
	if (c.s < c.end) {
		if (parts < 3 || (!take_char(&c, 'T') && !take_char(&c, ' ') &&
				  !take_char(&c, 't')) ||
		    !take_clock(&c, out, &from_s, &ns, &unit))
			return false;
	} else if (parts == 3) {
		unit = DAY_S * NS_PER_S;
	} else if (parts == 2) {
		unit = month_days(y, m) * DAY_S * NS_PER_S;
	} else {
		unit = (days_from_civil(y + 1, 1, 1) * DAY_S - from_s) *
		       NS_PER_S;
	}
	/* An offset can lead out of the years that were looked at. */
	if (c.s != c.end || from_s < 0 ||
	    from_s >= days_from_civil(YEAR_END, 1, 1) * DAY_S)
		return false;
	out->from_ns = from_s * NS_PER_S + ns;
	out->to_ns = out->from_ns + unit;
	return true;
}

bool time_is_dated(const struct time_span *t)
{
	return t->to_ns - t->from_ns <= NS_PER_DAY;
}

bool time_parse_length(const char *s, size_t len, int64_t *ns)
{
	static const struct {
		char unit;
		int64_t seconds;
	} units[] = { { 's', 1 }, { 'm', 60 }, { 'h', 3600 }, { 'd', DAY_S },
		      { 'w', 7 * DAY_S } };
	int64_t n = 0;
	size_t i;

	if (len < 2 || len > 6)
		return false;
	for (i = 0; i + 1 < len; i++) {
		if (s[i] < '0' || s[i] > '9')
			return false;
		n = n * 10 + (s[i] - '0');
	}
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (units[i].unit == s[len - 1]) {
			if (n > 230 * 366 * DAY_S / units[i].seconds)
				return false;
			*ns = n * units[i].seconds * NS_PER_S;
			return true;
		}
	return false;
}

static void split(int64_t ns, int *y, int *m, int *d, int64_t *rest_s,
		  int64_t *rest_ns)
{
	int64_t s = ns / NS_PER_S, days;

	*rest_ns = ns % NS_PER_S;
	if (*rest_ns < 0) {
		*rest_ns += NS_PER_S;
		s--;
	}
	days = s / DAY_S;
	*rest_s = s % DAY_S;
	if (*rest_s < 0) {
		*rest_s += DAY_S;
		days--;
	}
	civil_from_days(days, y, m, d);
}

void time_print(int64_t ns, char out[TIME_SIZE])
{
	int y, m, d, n;
	int64_t s, part;

	split(ns, &y, &m, &d, &s, &part);
	n = snprintf(out, TIME_SIZE,
		     "%04d-%02d-%02dT%02" PRId64 ":%02" PRId64 ":%02" PRId64, y,
		     m, d, s / 3600, s / 60 % 60, s % 60);
	if (part) {
		n += snprintf(out + n, TIME_SIZE - (size_t)n, ".%09" PRId64,
			      part);
		while (out[n - 1] == '0')
			n--;
	}
	out[n++] = 'Z';
	out[n] = '\0';
}

void time_print_date(int64_t ns, char out[TIME_SIZE])
{
	int y, m, d;
	int64_t s, part;

	split(ns, &y, &m, &d, &s, &part);
	snprintf(out, TIME_SIZE, "%04d-%02d-%02d", y, m, d);
}

void time_print_minute(int64_t ns, char out[TIME_SIZE])
{
	int y, m, d;
	int64_t s, part;

	split(ns, &y, &m, &d, &s, &part);
	snprintf(out, TIME_SIZE, "%04d-%02d-%02d %02" PRId64 ":%02" PRId64, y,
		 m, d, s / 3600, s / 60 % 60);
}

void time_print_age(int64_t age_ns, char out[TIME_SIZE])
{
	static const struct {
		int64_t seconds;
		const char *name;
	} units[] = { { 365 * DAY_S, "year" }, { DAY_S, "day" },
		      { 3600, "hour" }, { 60, "minute" } };
	int64_t s = age_ns > 0 ? age_ns / NS_PER_S : 0;
	size_t i;

	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (s >= 2 * units[i].seconds) {
			snprintf(out, TIME_SIZE, "%" PRId64 " %ss ago",
				 s / units[i].seconds, units[i].name);
			return;
		}
	if (s < 2)
		snprintf(out, TIME_SIZE, "just now");
	else
		snprintf(out, TIME_SIZE, "%" PRId64 " seconds ago", s);
}

static int64_t clock_ns(clockid_t id)
{
	struct timespec ts;

	clock_gettime(id, &ts);
	return (int64_t)ts.tv_sec * NS_PER_S + ts.tv_nsec;
}

int64_t time_now_ns(void)
{
	return clock_ns(CLOCK_REALTIME);
}

int64_t time_monotonic_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}
