/* import_ahead.c - reads and prepares files while those before are stored. */
#include "import_ahead.h"

#include <pthread.h>
#include <sys/stat.h>

/* No more is read while so much waits. */
#define FILES_MAX 256
#define BYTES_MAX (64u << 20)

/*
 * To wake a thread costs as much as a small file: the other one is left to
 * sleep until there is so much for it, and this one until half is gone.
 */
#define FILES_AT_ONCE 32
#define BYTES_AT_ONCE (1u << 20)

struct import_ahead {
	const struct import_files *files;
	bool at_mtime, stored;
	pthread_t thread;
	pthread_mutex_t mutex;     /* of all below */
	pthread_cond_t more, room;
	struct import_upload *first, **last;
	size_t n, bytes;           /* that wait */
	bool hungry, full;         /* the caller waits; the thread does */
	bool ended, stopping;
};

static bool is_regular(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode);
}

static struct import_upload *prepare(const struct import_ahead *a,
				     const struct import_file *file)
{
	struct import_upload *u = import_upload_new(file, a->stored);

	if (is_regular(file->path) &&
	    !import_upload_read(u, a->files, a->at_mtime) &&
	    !u->terms.terms.env)
		import_upload_prepare(u);
	return u;
}

/* Does the caller, who waits, have enough for some time? */
static bool is_enough(const struct import_ahead *a)
{
	return a->ended || a->n >= FILES_AT_ONCE || a->bytes >= BYTES_AT_ONCE;
}

static void feed(struct import_ahead *a)
{
	if (!a->hungry)
		return;
	a->hungry = false;
	pthread_cond_signal(&a->more);
}

/* false: the caller wants no more. */
static bool add(struct import_ahead *a, struct import_upload *u)
{
	bool goes_on;

	pthread_mutex_lock(&a->mutex);
	*a->last = u;
	a->last = &u->next;
	a->n++;
	a->bytes += import_upload_size(u);
	if (is_enough(a) || u->stage == IMPORT_NEW)
		feed(a);
	a->full = a->n >= FILES_MAX || a->bytes >= BYTES_MAX;
	while (a->full && !a->stopping)
		pthread_cond_wait(&a->room, &a->mutex);
	goes_on = !a->stopping;
	pthread_mutex_unlock(&a->mutex);
	return goes_on;
}

static void *loop(void *arg)
{
	struct import_ahead *a = arg;
	size_t i;

	for (i = 0; i < a->files->n; i++)
		if (!add(a, prepare(a, &a->files->items[i])))
			break;
	pthread_mutex_lock(&a->mutex);
	a->ended = true;
	feed(a);
	pthread_mutex_unlock(&a->mutex);
	return NULL;
}

int import_ahead_start(const struct import_files *files, bool at_mtime,
		       bool stored, struct import_ahead **out,
		       struct err *err)
{
	struct import_ahead *a = x_calloc(1, sizeof(*a));

	a->files = files;
	a->at_mtime = at_mtime;
	a->stored = stored;
	a->last = &a->first;
	pthread_mutex_init(&a->mutex, NULL);
	pthread_cond_init(&a->more, NULL);
	pthread_cond_init(&a->room, NULL);
	if (pthread_create(&a->thread, NULL, loop, a)) {
		x_free(a);
		return err_set(err, ERR_OS, "cannot start the thread that "
			       "reads");
	}
	*out = a;
	return 0;
}

/* Takes the first one out, which is there. */
static struct import_upload *take(struct import_ahead *a)
{
	struct import_upload *u = a->first;

	a->first = u->next;
	if (!a->first)
		a->last = &a->first;
	a->n--;
	a->bytes -= import_upload_size(u);
	if (a->full && a->n <= FILES_MAX / 2 && a->bytes <= BYTES_MAX / 2) {
		a->full = false;
		pthread_cond_signal(&a->room);
	}
	return u;
}

struct import_upload *import_ahead_next(struct import_ahead *a)
{
	struct import_upload *u = NULL;

	pthread_mutex_lock(&a->mutex);
	a->hungry = !a->first && !a->ended;
	while (a->hungry)
		pthread_cond_wait(&a->more, &a->mutex);
	if (a->first)
		u = take(a);
	pthread_mutex_unlock(&a->mutex);
	return u;
}

void import_ahead_stop(struct import_ahead *a)
{
	struct import_upload *u, *next;

	pthread_mutex_lock(&a->mutex);
	a->stopping = true;
	pthread_cond_signal(&a->room);
	pthread_mutex_unlock(&a->mutex);
	pthread_join(a->thread, NULL);
	for (u = a->first; u; u = next) {
		next = u->next;
		import_upload_free(u);
	}
	pthread_cond_destroy(&a->room);
	pthread_cond_destroy(&a->more);
	pthread_mutex_destroy(&a->mutex);
	x_free(a);
}
