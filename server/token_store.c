/* token_store.c - the file of tokens as a running server sees it. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "mem.h"
#include "token_file_private.h"

struct token_store {
	pthread_mutex_t mutex;
	char *archive, *path;
	enum token_state state;
	struct stat seen; /* of what tokens were read from */
	struct tokens tokens;
	char problem[512]; /* that was told last; "" when all is well */
};

static bool same_time(struct timespec a, struct timespec b)
{
	return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* Owner and mode change ctime, too. */
static bool same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino &&
	       a->st_mode == b->st_mode && a->st_size == b->st_size &&
	       same_time(a->st_mtim, b->st_mtim) &&
	       same_time(a->st_ctim, b->st_ctim);
}

/* What is there now. */
static enum token_state look(struct token_store *s, struct err *err)
{
	struct stat now;

	if (lstat(s->path, &now) < 0 && errno == ENOENT) {
		tokens_release(&s->tokens);
		return TOKENS_NONE;
	}
	if (s->state == TOKENS_THERE && same_file(&now, &s->seen))
		return TOKENS_THERE;
	tokens_release(&s->tokens);
	return token_file_open(s->archive, s->path, &s->seen, &s->tokens,
			       err) < 0 ? TOKENS_BROKEN : TOKENS_THERE;
}

static void tell(struct token_store *s, enum token_state now,
		 const struct err *err)
{
	if (now == TOKENS_BROKEN && strcmp(s->problem, err->msg))
		fprintf(stderr, "maxistat serve: %s; no write is taken until "
			"it is put right\n", err->msg);
	else if (now != s->state && now == TOKENS_THERE)
		fprintf(stderr, "maxistat serve: '%s' is used from now on\n",
			s->path);
	else if (now != s->state && now == TOKENS_NONE)
		fprintf(stderr, "maxistat serve: '%s' is gone; who reaches a "
			"loopback address may write\n", s->path);
	snprintf(s->problem, sizeof(s->problem), "%s",
		 now == TOKENS_BROKEN ? err->msg : "");
}

enum token_state token_store_look(struct token_store *s)
{
	struct err err = { 0 };
	enum token_state now;

	pthread_mutex_lock(&s->mutex);
	now = look(s, &err);
	tell(s, now, &err);
	s->state = now;
	pthread_mutex_unlock(&s->mutex);
	return now;
}

int token_store_open(const char *archive, struct token_store **out,
		     struct err *err)
{
	struct token_store *s = x_calloc(1, sizeof(*s));
	struct arena a = { 0 };

	pthread_mutex_init(&s->mutex, NULL);
	s->archive = x_strdup(archive);
	s->path = x_strdup(arena_printf(&a, "%s.tokens", archive));
	arena_release(&a);
	s->state = look(s, err);
	if (s->state == TOKENS_BROKEN) {
		token_store_close(s);
		return -1;
	}
	*out = s;
	return 0;
}

void token_store_close(struct token_store *s)
{
	if (!s)
		return;
	tokens_release(&s->tokens);
	pthread_mutex_destroy(&s->mutex);
	x_free(s->archive);
	x_free(s->path);
	x_free(s);
}

int token_store_check(struct token_store *s, const struct token_shown *shown,
		      int64_t now_ns, struct token *out, struct err *err)
{
	const struct token *t;
	int rc;

	pthread_mutex_lock(&s->mutex);
	rc = tokens_check(&s->tokens, shown, now_ns, &t, err);
	if (!rc)
		*out = *t;
	pthread_mutex_unlock(&s->mutex);
	return rc;
}
