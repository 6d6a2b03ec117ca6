/* checker.c - looks through the whole archive while it is served. */
#include "checker.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "mem.h"
#include "upkeep.h"

enum state { RUNNING, OK, DAMAGED, FAILED };

struct checker {
	struct db *db; /* NULL: nothing is left to be looked at */
	struct db_writer *writer;
	void (*tell)(const char *what);
	pthread_t thread;
	atomic_int state;
};

static void *check(void *arg)
{
	struct checker *c = arg;
	struct arena arena = { 0 };
	const char *complaint;
	struct err err = { 0 };
	int failed = db_check_pages(c->db, &arena, &complaint, &err);

	if (!failed && complaint) {
		db_writer_damage(c->writer);
		c->tell(complaint);
	}
	atomic_store(&c->state, failed ? FAILED : complaint ? DAMAGED : OK);
	arena_release(&arena);
	return NULL;
}

static int start(struct checker *c, const char *path, struct err *err)
{
	if (db_open(path, DB_READ, &c->db, err) < 0)
		return -1;
	atomic_store(&c->state, RUNNING);
	if (!pthread_create(&c->thread, NULL, check, c))
		return 0;
	db_close(c->db);
	return err_set(err, ERR_OS, "cannot start the thread that checks the "
		       "archive");
}

int checker_start(const char *path, struct db_writer *writer, bool needed,
		  void (*tell)(const char *what), struct checker **out,
		  struct err *err)
{
	struct checker *c = x_calloc(1, sizeof(*c));

	c->writer = writer;
	c->tell = tell;
	atomic_store(&c->state, OK);
	if (needed && start(c, path, err) < 0) {
		x_free(c);
		return -1;
	}
	*out = c;
	return 0;
}

const char *checker_state(const struct checker *checker)
{
	static const char *const names[] = { [RUNNING] = "running",
					     [OK] = "ok",
					     [DAMAGED] = "damaged",
					     [FAILED] = "failed" };

	return names[atomic_load(&checker->state)];
}

void checker_stop(struct checker *checker)
{
	const struct timespec tick = { 0, 1000000 };

	if (!checker)
		return;
	/* Between two statements there is nothing to interrupt. */
	while (atomic_load(&checker->state) == RUNNING) {
		db_interrupt(checker->db);
		nanosleep(&tick, NULL);
	}
	if (checker->db)
		pthread_join(checker->thread, NULL);
	db_close(checker->db);
	x_free(checker);
}
