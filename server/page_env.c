/* page_env.c - facts that have a name: what env:NAME means. */
#include <string.h>

#include "edit.h"
#include "facts.h"
#include "json.h"
#include "limits.h"
#include "pages.h"
#include "route.h"
#include "text.h"
#include "timestamp.h"
#include "unpack.h"

struct env_put {
	const char *name;
	struct facts facts;
	enum db_named_state state;
};

static int read_name(struct request *rq, const char **out, struct err *err)
{
	const char *why;

	if (segment_text(rq, 0, out, err) < 0)
		return -1;
	if (!tag_value_ok(*out, strlen(*out), &why))
		return err_set(err, ERR_INPUT, "the environment's name %s",
			       why);
	return 0;
}

static int put_write(struct db *db, struct db_job *job, struct err *err)
{
	const struct request *rq = job->owner;
	const struct db_editor by = { rq->sender, rq->now_ns };
	struct env_put *p = rq->later;

	return db_named_put(db, p->name, &p->facts.tags, p->facts.complete,
			    &by, &p->state, err);
}

static int put_finish(struct request *rq, struct reply *rp, struct err *err)
{
	static const char *const states[] = {
		[DB_NAMED_NEW] = "stored",
		[DB_NAMED_CHANGED] = "changed; runs stored before keep what it "
				     "meant",
		[DB_NAMED_SAME] = "NOT stored again: it means this already",
	};
	const struct env_put *p = rq->later;
	const size_t options = p->facts.n_options;
	const size_t tags = p->facts.tags.n - options;
	struct buf *out = &rp->body, link;

	(void)err;
	rp->status = p->state == DB_NAMED_NEW ? 201 : 200;
	buf_init(&link, LIMIT_URL);
	buf_str(&link, "/env/");
	terms_encode(&link, p->name);
	reply_header(rp, "Location", arena_strdup(rq->arena, link.data));
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON) {
		buf_printf(out, "{\"new\":%s,\"tags\":%zu,\"options\":%zu,"
			   "\"complete\":%s}\n",
			   p->state == DB_NAMED_NEW ? "true" : "false", tags,
			   options, p->facts.complete ? "true" : "false");
	} else {
		buf_str(out, "env:");
		text_safe(out, p->name);
		buf_printf(out, " %s: %zu tag%s, %zu kernel option%s%s\n",
			   states[p->state], tags, plural(tags), options,
			   plural(options), p->facts.complete ?
			   " of a full config: all others are n" : "");
		buf_printf(out, "see  %s%s\n", rq->base, link.data);
	}
	buf_release(&link);
	return REPLY_NOW;
}

int env_put(struct request *rq, struct reply *rp, struct err *err)
{
	struct env_put *p = arena_alloc(rq->arena, sizeof(*p));
	const char *data = rq->body;
	size_t len = rq->body_len;

	(void)rp;
	if (read_name(rq, &p->name, err) < 0)
		return -1;
	if (!len) {
		err_set(err, ERR_INPUT, "an environment without a body");
		return err_hint(err, "curl -fsS %s/facts.sh | sh | curl -fsS "
				"-T - %s/env/NAME", rq->base, rq->base);
	}
	if (unpack(&data, &len, rq->arena, err) < 0 ||
	    facts_parse(data, len, rq->arena, &p->facts, err) < 0)
		return -1;
	rq->later = p;
	rq->write = put_write;
	rq->finish = put_finish;
	return REPLY_LATER;
}

static void give_json(struct reply *rp, const char *name,
		      const struct db_named *env, const char *at)
{
	struct json j;
	size_t i;

	json_init(&j, &rp->body);
	json_object(&j, NULL);
	json_string(&j, "env", name);
	json_string(&j, "at", at);
	json_string(&j, "by", env->sender);
	json_bool(&j, "complete", env->complete);
	json_object(&j, "tags");
	for (i = 0; i < env->tags.n; i++)
		json_string(&j, env->tags.items[i].key,
			    env->tags.items[i].value);
	json_object_end(&j);
	json_object_end(&j);
	buf_char(&rp->body, '\n');
}

/* As it can be sent again: tags, and options in the words of a config. */
static void give_text(struct reply *rp, const char *name,
		      const struct db_named *env, const char *at)
{
	struct buf *out = &rp->body;
	size_t i;

	buf_str(out, "# env:");
	text_safe(out, name);
	buf_printf(out, ", said %s by ", at);
	text_safe(out, env->sender);
	buf_char(out, '\n');
	if (env->complete)
		buf_str(out, "# Automatically generated file; DO NOT EDIT.\n"
			"# A full config: what it does not name is n.\n");
	for (i = 0; i < env->tags.n; i++) {
		text_safe(out, env->tags.items[i].key);
		buf_str(out, ": ");
		text_safe(out, env->tags.items[i].value);
		buf_char(out, '\n');
	}
}

int env_get(struct request *rq, struct reply *rp, struct err *err)
{
	struct db_named env;
	const char *name, *at;

	if (read_name(rq, &name, err) < 0 ||
	    db_named_get(rq->db, name, rq->arena, &env, err) < 0)
		return -1;
	at = time_text(rq->arena, env.at_ns);
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON)
		give_json(rp, name, &env, at);
	else
		give_text(rp, name, &env, at);
	return REPLY_NOW;
}
