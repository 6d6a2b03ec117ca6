/*
 * page_check.c - the gate: may this change go in? 200, or 412 where a row is
 * worse, or failed or missing in B.
 */
#include <math.h>
#include <string.h>

#include "compare.h"
#include "pages.h"
#include "report_text.h"

enum gate { GATE_OK, GATE_UNDECIDED, GATE_MISSING, GATE_WORSE };

static const char *const gate_names[] = {
	[GATE_OK] = "ok",
	[GATE_UNDECIDED] = "undecided",
	[GATE_MISSING] = "missing",
	[GATE_WORSE] = "worse",
};

/* Could a loss of so much, a ratio, have been missed? */
static bool may_be_missed(const struct row *row, size_t side, double miss)
{
	const struct interval *i = &row->against[side].change_interval;

	if (row->state[side] == ROW_NOT_COMPARABLE)
		return true;
	if (row->state[side] != ROW_PAIRED)
		return false;
	if (row->against[side].verdict == VERDICT_IDENTICAL)
		return false;
	if (isnan(i->lo))
		return true;
	if (row->better == BETTER_LOWER)
		return i->hi > miss;
	if (row->better == BETTER_HIGHER)
		return i->lo < -miss;
	return i->hi > miss || i->lo < -miss;
}

/* What one row says to the gate. */
static enum gate judge(const struct compare *c, const struct row *row,
		       size_t side)
{
	const struct options *o = &c->rq->options;
	const struct row_side *a = &row->sides[0], *b = &row->sides[side];

	if (row->against[side].verdict == VERDICT_WORSE && row->holm[side])
		return GATE_WORSE;
	/* Only what A has can be missing or fail in B. */
	if (a->n_results && !b->n_results && !o->missing_ignored)
		return GATE_MISSING;
	if (o->miss > 0 && may_be_missed(row, side, o->miss / 100))
		return GATE_UNDECIDED;
	return GATE_OK;
}

static void print_row(const struct compare *c, const struct row *row,
		      size_t side, enum gate gate, struct buf *out)
{
	buf_printf(out, "%-9s  ", gate_names[gate]);
	row_name(c, row, out);
	if (gate == GATE_MISSING) {
		buf_str(out, row->sides[side].failure ? ": failed: " :
							": missing");
		if (row->sides[side].failure)
			text_safe(out, row->sides[side].failure->reason);
	} else {
		buf_str(out, ", ");
		print_change(out, &row->against[side]);
	}
	buf_char(out, '\n');
}

/* The worst of all rows; each that is not ok goes to out, where it is text. */
static enum gate judge_all(const struct compare *c, struct buf *out)
{
	enum gate worst = GATE_OK;
	size_t i, side;

	for (side = 1; side < c->n_sides; side++)
		for (i = 0; i < c->n_rows; i++) {
			enum gate g = judge(c, &c->rows[i], side);

			if (g > worst)
				worst = g;
			if (g != GATE_OK && out)
				print_row(c, &c->rows[i], side, g, out);
		}
	return worst;
}

static void give_json(const struct compare *c, enum gate gate, struct buf *out)
{
	struct json j;
	size_t i, side;

	json_init(&j, out);
	json_object(&j, NULL);
	json_string(&j, "verdict", gate_names[gate]);
	json_int(&j, "rows_checked", (int64_t)c->n_rows);
	json_array(&j, "rows");
	for (side = 1; side < c->n_sides; side++)
		for (i = 0; i < c->n_rows; i++) {
			const struct row *row = &c->rows[i];
			enum gate g = judge(c, row, side);

			if (g == GATE_OK)
				continue;
			json_object(&j, NULL);
			json_string(&j, "gate", gate_names[g]);
			json_stringn(&j, "side", &c->sides[side].name, 1);
			json_string(&j, "test", *row->test ? row->test : NULL);
			json_string(&j, "metric", row->metric);
			json_tags(&j, "labels", &row->labels);
			if (row->sides[side].failure)
				json_string(&j, "failure",
					    row->sides[side].failure->reason);
			json_number(&j, "change",
				    row->against[side].relative.change_ratio);
			json_object_end(&j);
		}
	json_array_end(&j);
	json_string(&j, "compare", compare_link(c, "compare", false));
	json_string(&j, "self", compare_link(c, "check", false));
	json_object_end(&j);
	buf_char(out, '\n');
}

int check_get(struct request *rq, struct reply *rp, struct err *err)
{
	struct compare c;
	enum gate gate;
	struct buf rows;

	if (compare_make(rq, &c, COMPARE_EMPTY_SIDES, err) < 0)
		return -1;
	buf_init(&rows, rp->body.max);
	gate = judge_all(&c, &rows);
	rp->status = gate >= GATE_MISSING ? 412 : 200;
	reply_header(rp, "X-Verdict", gate_names[gate]);
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON) {
		give_json(&c, gate, &rp->body);
	} else {
		buf_printf(&rp->body, "%s: ", gate_names[gate]);
		compare_answer(&c, 1, &rp->body);
		buf_char(&rp->body, '\n');
		if (rows.len)
			buf_add(&rp->body, rows.data, rows.len);
		buf_printf(&rp->body, "report %s\n%s\n",
			   compare_link(&c, "compare", false),
			   compare_link(&c, "check", false));
	}
	buf_release(&rows);
	return REPLY_NOW;
}
