/*
 * fuzz_figures.c - any two sets compared, and everything printed that a report
 * prints of them, as text and as JSON (libFuzzer).
 *
 *	make fuzz && build/fuzz/fuzz_figures -max_total_time=60
 *
 * No text may hold "nan" or "inf".
 */
#include <assert.h>
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "describe.h"
#include "figures.h"
#include "report_text.h"

#define MOST 12

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
	const uint8_t *data;
	size_t size;
};

static unsigned byte(struct input *in)
{
	if (!in->size)
		return 0;
	in->size--;
	return *in->data++;
}

static double number(struct input *in)
{
	static const double wild[] = { 0, -0., -1, 5e-324, 1e-308, 1e308,
				       -1e308, DBL_MAX, -DBL_MAX, 1e154,
				       1e-170, DBL_MIN, 99.5, 1e15, 115, 78.8 };
	unsigned kind = byte(in);
	double x;

	if (kind < 96)
		return kind;
	if (kind < 176)
		return wild[kind % 16];
	if (in->size < sizeof(x))
		return -(double)kind / 7;
	memcpy(&x, in->data, sizeof(x));
	in->data += sizeof(x);
	in->size -= sizeof(x);
	return isfinite(x) ? x : 1;
}

/* "nan" and "inf" where no word goes on with them: "inferior" is none. */
static void check_text(const char *text)
{
	const char *s;

	for (s = text; *s; s++) {
		if (strncasecmp(s, "nan", 3) && strncasecmp(s, "inf", 3))
			continue;
		assert((s > text && isalpha((unsigned char)s[-1])) ||
		       isalpha((unsigned char)s[3]));
	}
}

static void check_printed(const struct comparison *c)
{
	char text[32], words[VERDICT_REASON_SIZE];
	struct json j;
	struct buf b;

	buf_init(&b, 1u << 20);
	json_init(&j, &b);
	json_object(&j, NULL);
	figures_json(c, &j, "figures");
	json_object_end(&j);
	figures_text(c, "MB/s", &b);
	print_change(&b, c);
	verdict_text(c, words);
	buf_str(&b, words);
	verdict_reason(c, words);
	buf_str(&b, words);
	/* What a page shows in another unit may not fit a double. */
	print_value(c->a.mean * 1e3, text);
	buf_str(&b, text);
	print_value(c->b.mean / 1e-9, text);
	buf_str(&b, text);
	assert(!b.over);
	check_text(b.data);
	buf_release(&b);
}

/* A set of samples, or of their summary alone. */
static struct sample_set read_set(struct input *in, double x[MOST])
{
	double scratch[MOST];
	struct sample_set set = { .samples = x, .n = 1 + byte(in) % MOST };
	unsigned constant = byte(in) % 4;
	size_t i;

	for (i = 0; i < set.n; i++)
		x[i] = i && !constant ? x[0] : number(in);
	stats_describe(x, set.n, scratch, &set.summary);
	if (byte(in) % 8 == 0)
		set.samples = NULL;
	return set;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = { data, size };
	double a[MOST], b[MOST];
	struct sample_set sets[2] = { read_set(&in, a), read_set(&in, b) };
	unsigned how = byte(&in);
	struct compare_options o = {
		.confidence = how & 1 ? .95 : .999, .margin = how & 2 ? .01 : 1,
		.better = how & 4 ? BETTER_LOWER : BETTER_UNKNOWN,
	};
	struct detail_options detail = { .exact = { RANK_EXACT_PAIRS, NULL } };
	struct comparison c;

	detail.scratch = malloc(stats_detail_scratch(MOST, MOST, &detail));
	stats_compare_detail(sets[0], sets[1], &o, &detail, &c);
	check_printed(&c);
	if (sets[0].samples && sets[1].samples && sets[0].n == sets[1].n) {
		o.scratch = detail.scratch;
		stats_compare_paired(sets[0], sets[1], &o,
				     (double *)detail.scratch + 2 * MOST, &c);
		check_printed(&c);
	}
	free(detail.scratch);
	return 0;
}
