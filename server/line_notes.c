/* line_notes.c - the notes that are about a line. */
#include "line_notes.h"

#include <string.h>

#include "order.h"
#include "terms.h"
#include "text.h"
#include "timestamp.h"

int notes_read(struct db *db, int64_t now_ns, struct arena *arena,
	       struct notes *out, struct err *err)
{
	size_t i;

	if (db_notes(db, arena, &out->of, &out->n, err) < 0)
		return -1;
	out->lines = arena_alloc(arena, out->n * sizeof(*out->lines));
	for (i = 0; i < out->n; i++) {
		const char *terms = out->of[i].terms;
		struct written all = { terms, strlen(terms) };
		struct segment segment;

		if (terms_split(all, 0, all.len, arena, &segment, err) < 0 ||
		    terms_query(all, &segment, now_ns, arena, &out->lines[i],
				err) < 0)
			return err_wrap(err, "the terms of note %lld",
					(long long)out->of[i].id);
	}
	return 0;
}

void note_range(const struct db_note *note, struct buf *out)
{
	buf_printf(out, "%s ", note->key);
	text_safe(out, note->lo ? note->lo : "");
	if (note->lo && note->hi && !strcmp(note->lo, note->hi))
		return;
	buf_str(out, "..");
	text_safe(out, note->hi ? note->hi : "");
}

/* What a run of the line says under a key; NULL: nothing. */
static const char *value_of(const struct line *line, const struct point *p,
			    const char *key)
{
	const struct db_option_set *options = p->run->env->options;
	const struct db_series *s = line->series;
	const char *value;

	if (!strcmp(key, "test"))
		return s->test;
	if (!strcmp(key, "metric"))
		return s->metric;
	if (!strcmp(key, "role"))
		return role_name(s->role);
	if (!strcmp(key, "unit"))
		return p->result->unit;
	if (!strcmp(key, "better"))
		return better_name(p->result->better);
	value = tags_get(&s->params, key);
	if (!value)
		value = db_env_tag(p->run->env, key);
	/* In a full config what is absent is off. */
	return !value && options->complete && tag_option_name(key) ? "n" :
								      value;
}

static bool one_holds(const struct line *line, const struct point *p,
		      const struct condition *c)
{
	if (!strcmp(c->key, "at"))
		return condition_holds_time(c, p->run->at_ns);
	if (!strcmp(c->key, "run"))
		return condition_holds_int(c, p->run->id);
	if (!strcmp(c->key, "upload"))
		return condition_holds_int(c, p->run->upload_id);
	return condition_holds(c, value_of(line, p, c->key));
}

static bool is_for(const struct line *line, const struct selection *terms)
{
	size_t i, k;

	for (i = 0; i < line->n; i++) {
		for (k = 0; k < terms->n; k++)
			if (!one_holds(line, &line->points[i],
				       &terms->conditions[k]))
				break;
		if (k == terms->n)
			return true;
	}
	return false;
}

/* -1, 0, 1: before, in or behind the range; 2: nothing is recorded. */
static int place(const struct point *p, const struct db_note *note)
{
	struct time_span span;
	const char *value;

	if (!strcmp(note->key, "at")) {
		if (note->lo && time_parse(note->lo, strlen(note->lo), &span) &&
		    p->run->at_ns < span.from_ns)
			return -1;
		return note->hi &&
		       time_parse(note->hi, strlen(note->hi), &span) &&
		       p->run->at_ns >= span.to_ns;
	}
	value = db_env_tag(p->run->env, note->key);
	if (!value)
		return 2;
	if (note->lo && order_compare(note->key, value, note->lo) < 0)
		return -1;
	return note->hi && order_compare(note->key, value, note->hi) > 0;
}

static bool find_range(const struct line *line, const struct db_note *note,
		       struct line_note *out)
{
	bool before = false;
	size_t i;

	out->note = note;
	for (i = 0; i < line->n; i++) {
		int at = place(&line->points[i], note);

		before |= at == -1;
		if (at == 0) {
			if (!out->inside)
				out->from = i;
			out->inside = true;
			out->to = i;
		} else if (at == 1 && before && !out->inside && !out->from) {
			out->from = i;
			out->to = i;
		}
	}
	return out->inside || out->from;
}

void line_notes(const struct line *line, const struct notes *notes,
		struct arena *arena, struct line_note **out, size_t *n)
{
	size_t i;

	*out = NULL;
	*n = 0;
	for (i = 0; i < notes->n; i++) {
		struct line_note found = { 0 };

		if (!is_for(line, &notes->lines[i]) ||
		    !find_range(line, &notes->of[i], &found))
			continue;
		*out = arena_grow(arena, *out, *n, sizeof(**out));
		(*out)[(*n)++] = found;
	}
}
