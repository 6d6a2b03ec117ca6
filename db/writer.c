/* writer.c - the one thread that writes: group commit. */
#include "writer.h"

#include <pthread.h>
#include <time.h>

#include "mem.h"

struct db_writer {
	struct db *db;
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t more;
	struct db_job *first, **last;
	bool stopping;
};

static void fail(struct db_job *job, const struct err *err)
{
	if (job->failed)
		return; /* it knows better what was wrong with it */
	job->failed = true;
	job->err = *err;
}

/* One job in its savepoint; a failure undoes it alone. */
static void work(struct db *db, struct db_job *job)
{
	struct err err = { 0 };

	if (db_savepoint(db, &err) < 0) {
		fail(job, &err);
		return;
	}
	if (job->work(db, job, &err) < 0) {
		fail(job, &err);
		db_savepoint_rollback(db);
	} else if (db_savepoint_release(db, &err) < 0) {
		fail(job, &err);
	}
}

/* Tells all; a job may be gone as soon as it knows. */
static void tell_all(struct db_job *jobs)
{
	struct db_job *job, *next;

	for (job = jobs; job; job = next) {
		next = job->next;
		job->done(job);
	}
}

#ifdef ACK_BEFORE_COMMIT
/*
 * The wrong order, for tests/http/kill.t alone: it must lose runs, or that test
 * could not fail.
 */
static void work_all(struct db *db, struct db_job *jobs)
{
	const struct timespec wait = { 0, 20000000 };
	struct err err = { 0 };
	struct db_job *job;

	db_write_begin(db, &err);
	for (job = jobs; job; job = job->next)
		work(db, job);
	tell_all(jobs);
	nanosleep(&wait, NULL);
	db_write_commit(db, &err);
}
#else
static void work_all(struct db *db, struct db_job *jobs)
{
	struct err err = { 0 };
	struct db_job *job;

	if (db_write_begin(db, &err) < 0) {
		for (job = jobs; job; job = job->next)
			fail(job, &err);
	} else {
		for (job = jobs; job; job = job->next)
			work(db, job);
		if (db_write_commit(db, &err) < 0) {
			db_write_rollback(db);
			for (job = jobs; job; job = job->next)
				fail(job, &err);
		}
	}
	tell_all(jobs);
}
#endif

static void *loop(void *arg)
{
	struct db_writer *w = arg;

	for (;;) {
		struct db_job *jobs;

		pthread_mutex_lock(&w->mutex);
		while (!w->first && !w->stopping)
			pthread_cond_wait(&w->more, &w->mutex);
		jobs = w->first;
		w->first = NULL;
		w->last = &w->first;
		pthread_mutex_unlock(&w->mutex);
		if (!jobs)
			return NULL; /* stopping, and nothing waits */
		work_all(w->db, jobs);
	}
}

int db_writer_start(struct db *db, struct db_writer **out, struct err *err)
{
	struct db_writer *w = x_calloc(1, sizeof(*w));

	w->db = db;
	w->last = &w->first;
	pthread_mutex_init(&w->mutex, NULL);
	pthread_cond_init(&w->more, NULL);
	if (pthread_create(&w->thread, NULL, loop, w)) {
		db_writer_close(w);
		return err_set(err, ERR_OS, "cannot start the writer's thread");
	}
	*out = w;
	return 0;
}

bool db_writer_add(struct db_writer *writer, struct db_job *job)
{
	bool taken;

	job->next = NULL;
	pthread_mutex_lock(&writer->mutex);
	taken = !writer->stopping;
	if (taken) {
		*writer->last = job;
		writer->last = &job->next;
		pthread_cond_signal(&writer->more);
	}
	pthread_mutex_unlock(&writer->mutex);
	return taken;
}

void db_writer_stop(struct db_writer *writer)
{
	if (!writer)
		return;
	pthread_mutex_lock(&writer->mutex);
	writer->stopping = true;
	pthread_cond_signal(&writer->more);
	pthread_mutex_unlock(&writer->mutex);
	pthread_join(writer->thread, NULL);
}

void db_writer_close(struct db_writer *writer)
{
	if (!writer)
		return;
	pthread_cond_destroy(&writer->more);
	pthread_mutex_destroy(&writer->mutex);
	db_close(writer->db);
	x_free(writer);
}
