/* history_facts.c - what there is to know of a line besides its levels. */
#include <math.h>
#include <stdio.h>

#include "history_text.h"
#include "report_text.h"
#include "timestamp.h"

#define WANTED .01 /* the change that everybody asks about */

static void print_drifts(const struct history *h, const struct line_changes *c,
			 struct buf *out)
{
	size_t i;

	for (i = 0; i < c->n_drifts; i++) {
		const struct drift *d = &c->drifts[i];
		char ratio[32] = "n/a";

		if (!isnan(d->change_ratio))
			print_signed(100 * d->change_ratio, 1, ratio);
		history_fact(out, "drift");
		buf_printf(out, "%s %% from ", ratio);
		text_safe(out, history_place(h, c->line, d->from));
		buf_str(out, " to ");
		text_safe(out, history_place(h, c->line, d->to));
		buf_printf(out, ": %s .. %s; a straight line fits no worse "
			   "than steps\n", history_value(h, d->before),
			   history_value(h, d->after));
	}
	for (i = 0; i < c->n_pending; i++) {
		const struct pending_change *p = &c->pending[i];

		history_fact(out, "pending");
		buf_str(out, "at ");
		text_safe(out, history_place(h, c->line, p->index));
		buf_printf(out, " perhaps %s -> %s; %d runs of a level tell\n",
			   history_value(h, p->before),
			   history_value(h, p->after), CHANGE_MIN_RUNS);
	}
}

static void print_annotations(const struct history *h,
			      const struct line_changes *c, struct buf *out)
{
	size_t i;

	for (i = 0; i < c->n_annotations; i++) {
		const struct annotation *a = &c->annotations[i];

		history_fact(out, a->baseline ? "baseline" : "other");
		buf_str(out, "at ");
		text_safe(out, history_place(h, c->line, a->index));
		buf_str(out, ": ");
		text_safe(out, a->key);
		buf_char(out, ' ');
		text_safe(out, a->from);
		buf_str(out, " -> ");
		text_safe(out, a->to);
		buf_char(out, '\n');
	}
	for (i = 0; i < c->line->n_failures; i++) {
		const struct line_failure *f = &c->line->failures[i];

		history_fact(out, "failed");
		buf_printf(out, "run %lld", (long long)f->failure->run->id);
		if (f->key) {
			buf_str(out, " (");
			text_safe(out, f->key);
			buf_char(out, ')');
		}
		buf_str(out, ": ");
		text_safe(out, f->failure->reason);
		buf_char(out, '\n');
	}
}

static void print_notes(const struct history_line *l, struct buf *out)
{
	size_t i;

	for (i = 0; i < l->n_notes; i++) {
		const struct db_note *note = l->notes[i].note;
		char at[TIME_SIZE], name[32];

		snprintf(name, sizeof(name), "note %lld", (long long)note->id);
		history_fact(out, name);
		buf_char(out, ' ');
		note_range(note, out);
		buf_str(out, ": ");
		text_safe(out, note->text);
		time_print_date(note->at_ns, at);
		buf_str(out, " (");
		text_safe(out, note->sender);
		buf_printf(out, ", %s)\n", at);
	}
}

static void print_noise(const struct line_changes *c, struct buf *out)
{
	size_t runs = line_runs_to_see(c, WANTED);
	double few = line_change_seen(c, CHANGE_CONFIRMED);

	if (c->exact) {
		history_fact(out, "noise");
		buf_str(out, "none is assumed: every difference is a change\n");
		return;
	}
	/* In % of a level near 0 nothing is to be said. */
	if (!(few <= 1))
		return;
	history_fact(out, "noise");
	buf_printf(out, "%.2g %% a run; at this noise a change of %.2g %% "
		   "would be seen after %d runs",
		   100 * c->newest.noise / fabs(c->level), 100 * few,
		   CHANGE_CONFIRMED);
	if (runs > CHANGE_CONFIRMED)
		buf_printf(out, ", of 1 %% after %zu", runs);
	else if (!runs)
		buf_str(out, ", of 1 % not within 1,000");
	buf_char(out, '\n');
}

static void left_out(struct buf *out, size_t n, const char *why)
{
	if (!n)
		return;
	history_fact(out, "left out");
	buf_printf(out, "%zu result%s: %s\n", n, plural(n), why);
}

static void print_left_out(const struct history *h,
			   const struct line_changes *c, struct buf *out)
{
	left_out(out, c->line->n_no_median,
		 "only a summary was published, and it has no median");
	left_out(out, c->line->n_no_key,
		 arena_printf(h->arena, "no %s is recorded", c->line->order));
	left_out(out, c->line->n_twice, "the run has the same series in "
		 "another unit, too");
	if (c->first) {
		history_fact(out, "left out");
		buf_printf(out, "the oldest %zu runs: change points are looked "
			   "for in %d\n", c->first, CHANGE_RUNS_MAX);
	}
}

void history_facts(const struct history *h, const struct history_line *l,
		   struct buf *out)
{
	print_drifts(h, &l->c, out);
	print_annotations(h, &l->c, out);
	print_notes(l, out);
	print_noise(&l->c, out);
	print_left_out(h, &l->c, out);
}
