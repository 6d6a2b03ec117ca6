/* quantity.c - numbers with a unit: 1.50ms, 22.6 Gbits/sec, 53.76MB. */
#include "quantity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct quantity_unit quantity_us[] = {
	{ "us", "us", 0, 0, 0 },  { "usec", "us", 0, 0, 0 },
	{ "ns", "us", -3, 0, 0 }, { "nsec", "us", -3, 0, 0 },
	{ "ms", "us", 3, 0, 0 },  { "msec", "us", 3, 0, 0 },
	{ "s", "us", 6, 0, 0 },   { "sec", "us", 6, 0, 0 },
	{ "m", "us", 6, 0, 60 },  { "h", "us", 6, 0, 3600 },
	{ NULL, NULL, 0, 0, 0 },
};

const struct quantity_unit quantity_s[] = {
	{ "s", "s", 0, 0, 0 },   { "sec", "s", 0, 0, 0 },
	{ "us", "s", -6, 0, 0 }, { "ms", "s", -3, 0, 0 },
	{ "ns", "s", -9, 0, 0 }, { "m", "s", 0, 0, 60 },
	{ "h", "s", 0, 0, 3600 }, { NULL, NULL, 0, 0, 0 },
};

const struct quantity_unit quantity_count[] = {
	{ "", "", 0, 0, 0 },  { "k", "", 3, 0, 0 }, { "K", "", 3, 0, 0 },
	{ "M", "", 6, 0, 0 }, { "G", "", 9, 0, 0 }, { "T", "", 12, 0, 0 },
	{ NULL, NULL, 0, 0, 0 },
};

const struct quantity_unit quantity_bytes[] = {
	{ "B", "B", 0, 0, 0 },   { "KB", "B", 0, 10, 0 },
	{ "MB", "B", 0, 20, 0 }, { "GB", "B", 0, 30, 0 },
	{ "TB", "B", 0, 40, 0 }, { NULL, NULL, 0, 0, 0 },
};

/* Both iperfs: bits by 1000, bytes by 1024; unit_snprintf() of either. */
const struct quantity_unit quantity_iperf[] = {
	{ "bits/sec", "bit/s", 0, 0, 0 },  { "Kbits/sec", "bit/s", 3, 0, 0 },
	{ "Mbits/sec", "bit/s", 6, 0, 0 }, { "Gbits/sec", "bit/s", 9, 0, 0 },
	{ "Tbits/sec", "bit/s", 12, 0, 0 },
	{ "Bytes/sec", "B/s", 0, 0, 0 },   { "KBytes/sec", "B/s", 0, 10, 0 },
	{ "MBytes/sec", "B/s", 0, 20, 0 }, { "GBytes/sec", "B/s", 0, 30, 0 },
	{ "TBytes/sec", "B/s", 0, 40, 0 },
	{ "Bytes", "B", 0, 0, 0 },         { "KBytes", "B", 0, 10, 0 },
	{ "MBytes", "B", 0, 20, 0 },       { "GBytes", "B", 0, 30, 0 },
	{ "TBytes", "B", 0, 40, 0 },       { NULL, NULL, 0, 0, 0 },
};

static bool of_number(char c)
{
	return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+';
}

bool quantity_split(struct span s, struct span *number, struct span *unit)
{
	size_t n = 0;

	s = span_trim(s);
	while (n < s.len && of_number(s.s[n]))
		n++;
	*number = (struct span){ s.s, n };
	*unit = span_trim((struct span){ s.s + n, s.len - n });
	return n > 0;
}

const struct quantity_unit *quantity_unit(const struct quantity_unit *table,
					  struct span spelled)
{
	for (; table->spelled; table++)
		if (span_is(spelled, table->spelled))
			return table;
	return NULL;
}

enum number_status quantity_value(struct span number,
				  const struct quantity_unit *unit, double *out)
{
	enum number_status status = span_number(number, out);
	char text[80];
	int n;

	if (status != NUMBER_OK)
		return status;
	if (unit->ten && number.len < 64 &&
	    !memchr(number.s, 'e', number.len) &&
	    !memchr(number.s, 'E', number.len)) {
		n = snprintf(text, sizeof(text), "%.*se%d", (int)number.len,
			     number.s, unit->ten);
		status = number_parse(text, (size_t)n, out);
	} else if (unit->ten) {
		*out *= pow(10, unit->ten);
	}
	*out = ldexp(*out, unit->two) * (unit->times > 0 ? unit->times : 1);
	return isfinite(*out) ? status : NUMBER_RANGE;
}

enum number_status quantity_read(struct span s,
				 const struct quantity_unit *table, double *out)
{
	const struct quantity_unit *unit;
	struct span number, spelled;

	if (!quantity_split(s, &number, &spelled))
		return span_number(s, out) == NUMBER_NONFINITE ?
			NUMBER_NONFINITE : NUMBER_BAD;
	unit = quantity_unit(table, spelled);
	return unit ? quantity_value(number, unit, out) : NUMBER_BAD;
}

enum number_status quantity_grouped(struct span s, double *out)
{
	const char *point = s.len ? memchr(s.s, '.', s.len) : NULL;
	size_t whole = point ? (size_t)(point - s.s) : s.len, i, n = 0;
	char text[64];

	if (!s.len || !memchr(s.s, ',', s.len))
		return span_number(s, out);
	if (s.len > sizeof(text) || whole % 4 == 0)
		return NUMBER_BAD;
	for (i = 0; i < s.len; i++) {
		bool comma = i < whole && (whole - i) % 4 == 0;

		if (comma != (s.s[i] == ','))
			return NUMBER_BAD;
		if (!comma)
			text[n++] = s.s[i];
	}
	return number_parse(text, n, out);
}

enum number_status quantity_percent(struct span s, double *out)
{
	s = span_trim(s);
	if (s.len && s.s[s.len - 1] == '%')
		s.len--;
	return span_number(s, out);
}

bool quantity_epoch(struct span s, int64_t *ns)
{
	struct span whole, part;
	uint64_t secs, n = 0;
	size_t i;

	if (!line_key_value(s, '.', &whole, &part)) {
		whole = s;
		part.len = 0;
	}
	if (!number_parse_u64(whole.s, whole.len, INT64_C(7258118400), &secs))
		return false;
	for (i = 0; i < 9; i++)
		n = 10 * n + (i < part.len && part.s[i] >= '0' &&
			      part.s[i] <= '9' ? (uint64_t)(part.s[i] - '0') :
			      0);
	*ns = (int64_t)(secs * UINT64_C(1000000000) + n);
	return true;
}
