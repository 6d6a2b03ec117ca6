/* writer.c - the one thread that writes: group commit. */
#include "writer.h"

#include <pthread.h>
#include <time.h>

#include "db_private.h"
#include "mem.h"
#include "upkeep.h"

struct db_writer {
	struct db *db;
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t more;
	struct db_job *first, **last;
	bool stopping;
	void (*tell)(const char *what);
	atomic_uint_least64_t version;
	/* Of the places of topics.h, and of what is of all of them. */
	atomic_uint_least64_t versions[TOPICS], version_of_all;
};

uint64_t db_writer_version(const struct db_writer *w)
{
	return atomic_load(&w->version);
}

/* Both only grow, so that their sum tells of each move. */
uint64_t db_writer_version_of(const struct db_writer *w, const char *key,
			      const char *value)
{
	return atomic_load(&w->versions[topic_of(key, value)]) +
	       atomic_load(&w->version_of_all);
}

/* What these jobs may change. */
static void begin_topics(struct db_writer *w, const struct db_job *jobs)
{
	struct topics *t = &w->db->topics;

	*t = (struct topics){ 0 };
	for (; jobs; jobs = jobs->next)
		t->all |= !jobs->stores;
}

static void move_versions(struct db_writer *w)
{
	const struct topics *t = &w->db->topics;
	size_t i;

	atomic_fetch_add(&w->version, 1);
	if (t->all)
		atomic_fetch_add(&w->version_of_all, 1);
	for (i = 0; !t->all && i < t->n; i++)
		atomic_fetch_add(&w->versions[t->of[i]], 1);
}

bool db_writer_damaged(const struct db_writer *w)
{
	return atomic_load(&w->db->damaged);
}

void db_writer_damage(struct db_writer *w)
{
	atomic_store(&w->db->damaged, true);
}

void db_writer_on_damage(struct db_writer *w, void (*tell)(const char *what))
{
	w->tell = tell;
}

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
static void work_all(struct db_writer *w, struct db_job *jobs)
{
	struct db *db = w->db;
	const struct timespec wait = { 0, 20000000 };
	struct err err = { 0 };
	struct db_job *job;

	begin_topics(w, jobs);
	db_write_begin(db, &err);
	for (job = jobs; job; job = job->next)
		work(db, job);
	move_versions(w);
	tell_all(jobs);
	nanosleep(&wait, NULL);
	db_write_commit(db, &err);
}
#else
static void fail_all(struct db_job *jobs, const struct err *err)
{
	for (; jobs; jobs = jobs->next)
		fail(jobs, err);
}

/* Commits what all have done, or nothing of it. */
static void commit(struct db *db, struct db_job *jobs)
{
	struct err err = { 0 };

	if (db_write_commit(db, &err) < 0) {
		db_write_rollback(db);
		fail_all(jobs, &err);
	}
}

/* Nothing of what shares the transaction is stored, whoever met the damage. */
static void give_up(struct db_writer *w, struct db_job *jobs, const char *what)
{
	struct err err;

	if (what && w->tell)
		w->tell(what);
	db_write_rollback(w->db);
	err_set(&err, ERR_ARCHIVE, "the archive is damaged, and takes no more");
	for (; jobs; jobs = jobs->next) {
		jobs->failed = true;
		jobs->err = err;
	}
}

static const char *first_failure(const struct db_job *jobs)
{
	while (jobs && !jobs->failed)
		jobs = jobs->next;
	return jobs ? jobs->err.msg : "a damaged page";
}

/* The first job that fails, with err set; NULL: all are done. */
static struct db_job *work_together(struct db *db, struct db_job *jobs,
				    struct err *err)
{
	struct db_job *job;

	for (job = jobs; job; job = job->next)
		if (job->work(db, job, err) < 0)
			break;
	return job;
}

/* Each in a savepoint of its own, so that who fails does so alone. */
static void work_apart(struct db_writer *w, struct db_job *jobs)
{
	struct err err = { 0 };
	struct db_job *job;

	if (db_write_begin(w->db, &err) < 0) {
		fail_all(jobs, &err);
		return;
	}
	for (job = jobs; job && !db_writer_damaged(w); job = job->next)
		work(w->db, job);
	if (!db_writer_damaged(w))
		commit(w->db, jobs);
}

/*
 * A savepoint takes as long as a small job, for it copies every page that the
 * job changes: there is one only where a job has failed and others share the
 * transaction.
 */
static void work_once(struct db_writer *w, struct db_job *jobs)
{
	struct err err = { 0 };
	struct db_job *failed;

	if (db_write_begin(w->db, &err) < 0) {
		fail_all(jobs, &err);
		return;
	}
	failed = work_together(w->db, jobs, &err);
	if (!failed) {
		commit(w->db, jobs);
		return;
	}
	db_write_rollback(w->db);
	if (jobs->next && !db_writer_damaged(w))
		work_apart(w, jobs);
	else
		fail(failed, &err);
}

static void work_all(struct db_writer *w, struct db_job *jobs)
{
	struct err err = { 0 };

	begin_topics(w, jobs);
	if (db_writer_damaged(w)) {
		give_up(w, jobs, NULL);
		tell_all(jobs);
		return;
	}
	if (w->db->suspect && db_reopen(w->db, &err) < 0)
		fail_all(jobs, &err);
	else
		work_once(w, jobs);
	if (db_writer_damaged(w))
		give_up(w, jobs, first_failure(jobs));
	move_versions(w);
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
		work_all(w, jobs);
		db_tidy(w->db); /* nobody waits for it */
	}
}

int db_writer_start(struct db *db, struct db_writer **out, struct err *err)
{
	struct db_writer *w = x_calloc(1, sizeof(*w));

	w->db = db;
	db_keep_log(db);
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
	}
	pthread_mutex_unlock(&writer->mutex);
	/* Not before: it would wake up to wait for the mutex. */
	if (taken)
		pthread_cond_signal(&writer->more);
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
