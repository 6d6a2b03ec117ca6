/* compare_head.c - what stands above the tables of a text report. */
#include <stdio.h>
#include <string.h>

#include "compare_parts.h"
#include "text.h"
#include "timestamp.h"

#define LINK_PAD      40 /* the longest side that others are padded to */
#define OPTIONS_SHOWN 8  /* of those that all sides share */
#define VALUES_SHOWN  8  /* of a tag on one side */

static void print_dates(const struct side *s, struct buf *out)
{
	char from[TIME_SIZE], to[TIME_SIZE];

	if (!s->last_at_ns) {
		buf_str(out, ", date not recorded");
		return;
	}
	time_print_date(s->first_at_ns, from);
	time_print_date(s->last_at_ns, to);
	buf_printf(out, ", %s", from);
	if (strcmp(from, to))
		buf_printf(out, " .. %s", to);
	if (s->n_at_assumed)
		buf_printf(out, " (%zu without a date)", s->n_at_assumed);
}

static void print_side(const struct compare *c, size_t i, size_t pad,
		       struct buf *out)
{
	const struct side *s = &c->sides[i];
	size_t len = strlen(s->link);
	struct buf b;

	buf_init(&b, 4096);
	buf_printf(&b, "%zu run%s, %zu sample%s", s->n_runs, plural(s->n_runs),
		   s->n_samples, plural(s->n_samples));
	if (s->n_hosts)
		buf_printf(&b, ", %zu host%s", s->n_hosts, plural(s->n_hosts));
	print_dates(s, &b);
	if (!i)
		buf_str(&b, ", baseline");
	if (s->found.n_failures)
		buf_printf(&b, ", %zu failure%s", s->found.n_failures,
			   plural(s->found.n_failures));
	if (s->has_option)
		buf_printf(&b, "; not recorded, left out: %zu", s->n_left_out);
	len = len > pad ? len : pad;
	buf_printf(out, "%c  %-*s  ", s->name, (int)len, s->link);
	len += 5;
	if (len > compare_width(c) / 2) {
		/* Too long for one line: what it is stands below. */
		while (out->data[out->len - 1] == ' ')
			out->data[--out->len] = '\0';
		buf_str(out, "\n   ");
		len = 3;
	}
	text_wrap(out, b.data, WRAP_AT_COMMA, compare_width(c), len, len);
	buf_release(&b);
}

static void print_both(const struct compare *c, struct buf *out)
{
	size_t options = 0, mitigations = 0, i;
	struct buf b;

	buf_init(&b, 1u << 20);
	for (i = 0; i < c->both.n; i++) {
		const struct tag *t = &c->both.items[i];

		if ((tag_option_name(t->key) && options++ >= OPTIONS_SHOWN) ||
		    (!strncmp(t->key, "hw.mitigation.", 14) &&
		     ++mitigations))
			continue;
		buf_str(&b, b.len ? " " : "");
		tag_word(&b, t->key, t->value);
	}
	if (mitigations)
		buf_printf(&b, "%sand %zu hw.mitigation.*", b.len ? " " : "",
			   mitigations);
	if (options > OPTIONS_SHOWN)
		buf_printf(&b, " and %zu more options",
			   options - OPTIONS_SHOWN);
	if (!b.len)
		buf_str(&b, "nothing recorded is the same everywhere");
	buf_str(out, c->n_sides > 2 ? "all   " : "both  ");
	text_wrap(out, b.data, WRAP_AT_BLANK, compare_width(c), 6, 6);
	buf_release(&b);
}

/* The values of one side, with counts where there are several. */
static void side_values(const struct compare *c,
			const struct tag_difference *d, size_t side,
			struct buf *b)
{
	size_t n = 0, i;

	for (i = 0; i < d->n_values; i++) {
		const struct tag_value *v = &d->values[i];

		if (!v->runs[side] || n++ >= VALUES_SHOWN)
			continue;
		buf_printf(b, "%s%s", n > 1 ? ", " : "",
			   v->value ? v->value : "not recorded");
		if (v->runs[side] != c->sides[side].n_runs)
			buf_printf(b, " (%zu)", v->runs[side]);
	}
	if (n > VALUES_SHOWN)
		buf_printf(b, ", %zu more", n - VALUES_SHOWN);
}

/* What was measured in different weeks may differ in what nobody recorded. */
static void print_overlap(const struct compare *c, struct buf *out)
{
	char end[TIME_SIZE], begin[TIME_SIZE];
	size_t s;

	for (s = 1; s < c->n_sides; s++) {
		const struct side *a = &c->sides[0], *b = &c->sides[s];
		const struct side *first = a->last_at_ns < b->first_at_ns ?
			a : b;

		if (!sides_apart(a, b))
			continue;
		time_print_date(first->last_at_ns, end);
		time_print_date((first == a ? b : a)->first_at_ns, begin);
		buf_printf(out, "  time: %c ended %s, %c began %s\n",
			   first->name, end, (first == a ? b : a)->name,
			   begin);
	}
}

static void print_differ(const struct compare *c, struct buf *out)
{
	const char *what = compare_asked(c);
	size_t i, s;
	struct buf b;

	buf_init(&b, 1u << 20);
	buf_printf(&b, "differ besides %s:%s", *what ? what : "the terms",
		   c->n_differ ? "" : " nothing recorded");
	text_wrap(out, b.data, WRAP_AT_COMMA, compare_width(c), 0, 2);
	for (i = 0; i < c->n_differ; i++) {
		buf_clear(&b);
		buf_printf(&b, "%s:", c->differ[i].key);
		for (s = 0; s < c->n_sides; s++) {
			buf_printf(&b, "%s %c ", s ? " |" : "",
				   c->sides[s].name);
			side_values(c, &c->differ[i], s, &b);
		}
		buf_str(out, "  ");
		text_wrap(out, b.data, WRAP_AT_COMMA, compare_width(c), 2, 4);
	}
	buf_release(&b);
	print_overlap(c, out);
}

void compare_head(const struct compare *c, struct buf *out)
{
	size_t pad = 0, i;

	for (i = 0; i < c->n_sides; i++)
		if (strlen(c->sides[i].link) > pad)
			pad = strlen(c->sides[i].link);
	for (i = 0; i < c->n_sides; i++)
		print_side(c, i, pad > LINK_PAD ? LINK_PAD : pad, out);
	print_both(c, out);
	print_differ(c, out);
}
