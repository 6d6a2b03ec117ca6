/* page_samples.c - every sample. */
#include <string.h>

#include "compare.h"
#include "limits.h"
#include "number.h"
#include "pages.h"
#include "text.h"
#include "timestamp.h"

/* The keys that become columns: tags of the runs and parameters. */
static void union_keys(struct request *rq, const struct db_found *f,
		       struct tags *keys)
{
	const struct db_env *last = NULL;
	size_t i, j;

	for (i = 0; i < f->n_runs; i++) {
		const struct db_env *env = f->runs[i]->env;

		if (env == last)
			continue;
		last = env;
		for (j = 0; j < env->tags.n; j++)
			if (!tags_get(keys, env->tags.items[j].key))
				tags_set(keys, rq->arena,
					 env->tags.items[j].key, "");
		for (j = 0; j < env->options->tags.n; j++)
			if (!tags_get(keys, env->options->tags.items[j].key))
				tags_set(keys, rq->arena,
					 env->options->tags.items[j].key, "");
	}
	for (i = 0; i < f->n_results; i++)
		for (j = 0; j < f->results[i].series->params.n; j++) {
			const char *key =
				f->results[i].series->params.items[j].key;

			if (!tags_get(keys, key))
				tags_set(keys, rq->arena, key, "");
		}
}

static const char *value_of(const struct db_result *r, const char *key)
{
	const char *v = tags_get(&r->series->params, key);

	return v ? v : db_env_tag(r->run->env, key);
}

static void csv_head(const struct tags *keys, bool sides, struct buf *out)
{
	size_t i;

	if (sides)
		buf_str(out, "side,");
	buf_str(out, "run,at,test");
	for (i = 0; i < keys->n; i++) {
		buf_char(out, ',');
		csv_field(out, keys->items[i].key);
	}
	buf_str(out, ",metric,unit,better,role,index,value\n");
}

/* Everything of a line but its index and value. */
static const char *csv_prefix(struct request *rq, const struct db_result *r,
			      const struct tags *keys, char side)
{
	struct buf b;
	const char *text;
	size_t i;

	buf_init(&b, 8u << 20);
	if (side)
		buf_printf(&b, "%c,", side);
	buf_printf(&b, "%lld,%s,", (long long)r->run->id,
		   time_text(rq->arena, r->run->at_ns));
	csv_field(&b, r->series->test);
	for (i = 0; i < keys->n; i++) {
		const char *v = value_of(r, keys->items[i].key);

		buf_char(&b, ',');
		csv_field(&b, v ? v : "");
	}
	buf_char(&b, ',');
	csv_field(&b, r->series->metric);
	buf_char(&b, ',');
	csv_field(&b, r->unit ? r->unit : "");
	buf_printf(&b, ",%s,%s,", better_name(r->better) ?
		   better_name(r->better) : "", role_name(r->series->role));
	text = arena_strndup(rq->arena, b.data, b.len);
	buf_release(&b);
	return text;
}

static void csv_samples(struct request *rq, const struct db_result *r,
			const struct tags *keys, char side, struct buf *out)
{
	const char *prefix = csv_prefix(rq, r, keys, side);
	size_t n = strlen(prefix), i;

	for (i = 0; i < r->set.n && !out->over; i++) {
		char value[NUMBER_SIZE];
		size_t len = number_print(r->set.samples[i], value);

		buf_add(out, prefix, n);
		buf_printf(out, "%zu,", i + 1);
		buf_add(out, value, len);
		buf_char(out, '\n');
	}
}

static void json_samples(const struct db_result *r, char side, struct buf *out)
{
	size_t i;

	for (i = 0; i < r->set.n && !out->over; i++) {
		struct json j;
		char at[TIME_SIZE];

		json_init(&j, out);
		json_object(&j, NULL);
		if (side)
			json_stringn(&j, "side", &side, 1);
		json_int(&j, "run", r->run->id);
		time_print(r->run->at_ns, at);
		json_string(&j, "at", at);
		json_string(&j, "test", *r->series->test ? r->series->test :
							   NULL);
		json_tags(&j, "tags", &r->run->env->tags);
		json_tags(&j, "options", &r->run->env->options->tags);
		json_tags(&j, "params", &r->series->params);
		json_string(&j, "metric", r->series->metric);
		json_string(&j, "unit", r->unit);
		json_string(&j, "better", better_name(r->better));
		json_string(&j, "role", role_name(r->series->role));
		json_int(&j, "index", (int64_t)i + 1);
		json_number(&j, "value", r->set.samples[i]);
		json_object_end(&j);
		buf_char(out, '\n');
	}
}

/* Summaries have no samples; how many there were is said in a header. */
static int give_side(struct request *rq, struct reply *rp,
		     const struct db_found *f, const struct tags *keys,
		     char side, size_t *left_out, struct err *err)
{
	size_t i;

	for (i = 0; i < f->n_results; i++) {
		const struct db_result *r = &f->results[i];

		if (db_on_time(rq->db, err) < 0)
			return -1;
		if (!r->set.samples)
			++*left_out;
		else if (rq->format == FORMAT_JSON)
			json_samples(r, side, &rp->body);
		else
			csv_samples(rq, r, keys, side, &rp->body);
	}
	return 0;
}

static void finish(struct request *rq, struct reply *rp, size_t left_out)
{
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON)
		rp->type = "application/x-ndjson";
	if (left_out)
		reply_header(rp, "X-Left-Out",
			     arena_printf(rq->arena, "%zu results known by "
					  "their published summary only",
					  left_out));
}

static int give_one(struct request *rq, struct reply *rp, struct err *err)
{
	struct selection sel;
	struct tags keys = { 0 };
	struct db_found f;
	size_t left_out = 0;

	if (page_selection(rq, &sel, err) < 0 ||
	    db_find(rq->db, &sel, true, rq->arena, &f, err) < 0)
		return -1;
	if (!f.n_runs && sel.n)
		return explain_nothing(rq, &sel, 0, err);
	union_keys(rq, &f, &keys);
	if (rq->format != FORMAT_JSON)
		csv_head(&keys, false, &rp->body);
	if (give_side(rq, rp, &f, &keys, 0, &left_out, err) < 0)
		return -1;
	finish(rq, rp, left_out);
	return REPLY_NOW;
}

int samples_get(struct request *rq, struct reply *rp, struct err *err)
{
	struct tags keys = { 0 };
	struct compare c;
	size_t left_out = 0, i;

	if (rq->n_segments < 2)
		return give_one(rq, rp, err);
	if (compare_sides(rq, &c, err) < 0 ||
	    compare_load(&c, COMPARE_ALL, err) < 0)
		return -1;
	for (i = 0; i < c.n_sides; i++)
		union_keys(rq, &c.sides[i].found, &keys);
	if (rq->format != FORMAT_JSON)
		csv_head(&keys, true, &rp->body);
	for (i = 0; i < c.n_sides; i++)
		if (give_side(rq, rp, &c.sides[i].found, &keys,
			      c.sides[i].name, &left_out, err) < 0)
			return -1;
	finish(rq, rp, left_out);
	return REPLY_NOW;
}
