/* test_versions.c - which versions of the writer a job moves. */
#include "writer.h"

#include <semaphore.h>

#include "archive.h"

struct write {
	struct archive a;
	struct db_writer *writer;
	struct db_upload up;
	sem_t done;
};

static int store(struct db *db, struct db_job *job, struct err *err)
{
	struct write *w = job->owner;
	struct db_stored stored;

	return db_store(db, &w->up, &w->a.arena, &stored, err);
}

static int change_nothing(struct db *db, struct db_job *job, struct err *err)
{
	(void)db;
	(void)job;
	(void)err;
	return 0;
}

static void done(struct db_job *job)
{
	sem_post(&((struct write *)job->owner)->done);
}

static void wait_for(struct write *w, struct db_job *job)
{
	job->done = done;
	job->owner = w;
	assert_true(db_writer_add(w->writer, job));
	sem_wait(&w->done);
	if (job->failed)
		fail_msg("%s", job->err.msg);
}

/* A run of one host and test; its parameter may have any name. */
static void store_run(struct write *w, const char *host, const char *test,
		      const char *parameter)
{
	struct db_job job = { .work = store, .stores = true };
	struct db_new_run new = { .doc_offset = -1, .distinct = true };
	struct tags params = { 0 };
	struct report r;

	report_init(&r, &w->a.arena);
	report_run_new(&r);
	report_tag(&r, 0, "host", host);
	tags_set(&params, &w->a.arena, parameter, "x");
	report_sample(&r, 0, test, &params, "rate", "s", BETTER_UNKNOWN,
		      ROLE_SAMPLE, 1);
	archive_describe(&w->a, &r);
	new.run = &r.runs[0];
	w->up = (struct db_upload){ .data = "1", .len = 1, .sender = "x",
				    .format = "f", .terms = "-", .runs = &new,
				    .n_runs = 1 };
	w->up.received_ns = w->a.now_ns += 1000000000;
	memcpy(new.identity, &w->a.now_ns, sizeof(w->a.now_ns));
	wait_for(w, &job);
}

struct versions {
	uint64_t all, host, other, test, other_test;
};

static struct versions versions(const struct write *w)
{
	return (struct versions){
		db_writer_version(w->writer),
		db_writer_version_of(w->writer, "host", "apu2"),
		db_writer_version_of(w->writer, "host", "apu3"),
		db_writer_version_of(w->writer, "test", "udp"),
		db_writer_version_of(w->writer, "test", "tcp"),
	};
}

/* Which of them have moved, a letter each. */
static const char *moved(const struct write *w, struct versions *before)
{
	static char text[8];
	struct versions now = versions(w);

	snprintf(text, sizeof(text), "%s%s%s%s%s",
		 now.all != before->all ? "a" : "",
		 now.host != before->host ? "h" : "",
		 now.other != before->other ? "H" : "",
		 now.test != before->test ? "t" : "",
		 now.other_test != before->other_test ? "T" : "");
	*before = now;
	return text;
}

static void test_moves(void **state)
{
	struct db_job other = { .work = change_nothing };
	struct write w = { 0 };
	struct versions v;
	struct err err;

	(void)state;
	archive_make(&w.a);
	sem_init(&w.done, 0, 0);
	assert_done(db_writer_start(w.a.db, &w.writer, &err), &err);
	w.a.db = NULL;
	v = versions(&w);
	/* Names may mean something else where a key is new. */
	store_run(&w, "apu1", "first", "len");
	assert_string_equal(moved(&w, &v), "ahHtT");
	store_run(&w, "apu2", "udp", "len");
	assert_string_equal(moved(&w, &v), "aht");
	store_run(&w, "apu3", "udp", "len");
	assert_string_equal(moved(&w, &v), "aHt");
	store_run(&w, "apu4", "sys", "len");
	assert_string_equal(moved(&w, &v), "a");
	/* host:x means these as well. */
	store_run(&w, "apu4", "sys", "host");
	assert_string_equal(moved(&w, &v), "ahHtT");
	/* Whatever else is written may concern all. */
	wait_for(&w, &other);
	assert_string_equal(moved(&w, &v), "ahHtT");
	db_writer_stop(w.writer);
	db_writer_close(w.writer);
	sem_destroy(&w.done);
	archive_remove(&w.a);
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(test_moves),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("versions", all, NULL, NULL);
}
