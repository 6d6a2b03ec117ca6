/* answers.c - answers that are kept. */
#include "answers.h"

#include <pthread.h>
#include <string.h>

#include "limits.h"
#include "mem.h"
#include "timestamp.h"

struct answer {
	char *key; /* NULL: a free place */
	char *body;
	size_t len;
	uint64_t version;
	int64_t made_ns, took_ns;
	uint64_t used; /* the larger, the later */
};

struct answers {
	pthread_mutex_t mutex;
	struct answer of[LIMIT_ANSWERS];
	size_t bytes;
	uint64_t uses;
};

struct answers *answers_new(void)
{
	struct answers *a = x_calloc(1, sizeof(*a));

	pthread_mutex_init(&a->mutex, NULL);
	return a;
}

static void drop(struct answers *a, struct answer *answer)
{
	a->bytes -= answer->len;
	x_free(answer->key);
	x_free(answer->body);
	memset(answer, 0, sizeof(*answer));
}

void answers_free(struct answers *a)
{
	size_t i;

	if (!a)
		return;
	for (i = 0; i < LIMIT_ANSWERS; i++)
		drop(a, &a->of[i]);
	pthread_mutex_destroy(&a->mutex);
	x_free(a);
}

static struct answer *find(struct answers *a, const char *key)
{
	size_t i;

	for (i = 0; i < LIMIT_ANSWERS; i++)
		if (a->of[i].key && !strcmp(a->of[i].key, key))
			return &a->of[i];
	return NULL;
}

/* Adds it to out. */
static void give(struct answers *a, struct answer *answer, struct buf *out)
{
	answer->used = ++a->uses;
	buf_add(out, answer->body, answer->len);
}

bool answers_get_late(struct answers *a, const char *key, int64_t now_ns,
		      struct buf *out, int64_t *age_ns)
{
	struct answer *answer;
	bool good;

	pthread_mutex_lock(&a->mutex);
	answer = find(a, key);
	*age_ns = answer ? now_ns - answer->made_ns : 0;
	good = answer && answer->took_ns > ANSWER_LONG_NS &&
	       *age_ns < ANSWER_WHILE * answer->took_ns;
	if (good)
		give(a, answer, out);
	pthread_mutex_unlock(&a->mutex);
	return good;
}

bool answers_get(struct answers *a, const char *key, uint64_t version,
		 int64_t now_ns, struct buf *out)
{
	struct answer *answer;
	bool good;

	pthread_mutex_lock(&a->mutex);
	answer = find(a, key);
	good = answer && answer->version == version &&
	       now_ns - answer->made_ns < LIMIT_ANSWER_AGE * NS_PER_S;
	if (good)
		give(a, answer, out);
	pthread_mutex_unlock(&a->mutex);
	return good;
}

/* The place that was not used for the longest time; a free one never was. */
static struct answer *oldest(struct answers *a, bool in_use)
{
	struct answer *found = NULL;
	size_t i;

	for (i = 0; i < LIMIT_ANSWERS; i++)
		if ((a->of[i].key || !in_use) &&
		    (!found || a->of[i].used < found->used))
			found = &a->of[i];
	return found;
}

void answers_put(struct answers *a, const char *key, uint64_t version,
		 int64_t now_ns, int64_t took_ns, const struct buf *body)
{
	struct answer *answer;

	if (body->over || body->len > LIMIT_ANSWERS_BYTES / 8)
		return;
	pthread_mutex_lock(&a->mutex);
	answer = find(a, key);
	if (answer)
		drop(a, answer);
	while (a->bytes + body->len > LIMIT_ANSWERS_BYTES)
		drop(a, oldest(a, true));
	answer = oldest(a, false);
	drop(a, answer);
	answer->key = x_strdup(key);
	answer->body = x_malloc(body->len);
	if (body->len)
		memcpy(answer->body, body->data, body->len);
	answer->len = body->len;
	answer->version = version;
	answer->made_ns = now_ns;
	answer->took_ns = took_ns;
	answer->used = ++a->uses;
	a->bytes += body->len;
	pthread_mutex_unlock(&a->mutex);
}
