/*
 * timestamp.h - points and spans of time, in nanoseconds since 1970, UTC.
 *
 * Only 1970..2199 is a time; leap seconds are not (second 60 is refused).
 */
#ifndef TIMESTAMP_H
#define TIMESTAMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NS_PER_S INT64_C(1000000000)
#define NS_PER_DAY (86400 * NS_PER_S)

/* What a text of time means: 2026-11 is the whole month. */
struct time_span {
	int64_t from_ns, to_ns; /* from included, to excluded */
	bool has_zone;          /* Z or an offset stood there */
	bool has_clock;         /* an hour stood there */
};

/*
 * Reads YYYY[-MM[-DD[Thh[:mm[:ss[.fraction]]][Z|+hh:mm|+hhmm|+hh]]]]; a blank
 * may stand for the T. What is not there makes the span wider. Without a zone
 * the span is taken as UTC and has_zone is false: the caller decides whether
 * that is good enough.
 * returns   false if it is no such time, or outside 1970..2199
 * source    RFC 3339 sec. 5.6, ISO 8601 reduced accuracy
 */
bool time_parse(const char *s, size_t len, struct time_span *out);

/* A moment or one day: good enough for when something was measured. */
bool time_is_dated(const struct time_span *t);

/* A length like 90s 30m 12h 7d 2w; false if it is none. */
bool time_parse_length(const char *s, size_t len, int64_t *ns);

#define TIME_SIZE 40

/* 2026-11-30T08:00:00Z, with as many decimals as there are. */
void time_print(int64_t ns, char out[TIME_SIZE]);

/* 2026-11-30, and 2026-11-30 08:00. */
void time_print_date(int64_t ns, char out[TIME_SIZE]);
void time_print_minute(int64_t ns, char out[TIME_SIZE]);

/* "41 days ago", "3 hours ago", "just now"; a negative age is just now. */
void time_print_age(int64_t age_ns, char out[TIME_SIZE]);

int64_t time_now_ns(void);       /* the wall clock, CLOCK_REALTIME */
int64_t time_monotonic_ns(void); /* for deadlines, CLOCK_MONOTONIC */

#endif
