/* test_db.c - the archive: identity, trash, lock, samples, one selection. */
#include "db.h"

#include <sys/wait.h>

#include "archive.h"
#include "list.h"
#include "pool.h"
#include "tags.h"

static const struct db_upload plain;
static const struct db_editor me = { "me", 80 };

/* A run with one series of three samples. */
static void simple(struct archive *a, struct report *r, const char *host,
		   double first)
{
	const double x[] = { first, first + 1, first + 2 };
	size_t run;

	report_init(r, &a->arena);
	run = report_run_new(r);
	if (host)
		report_tag(r, run, "host", host);
	report_samples(r, run, "udp", NULL, "throughput", "pps",
		       BETTER_UNKNOWN, ROLE_SAMPLE, x, 3);
}

static struct db_stored store_one(struct archive *a, const char *host,
				  int identity)
{
	struct db_stored stored;
	struct report r;
	struct err err;

	simple(a, &r, host, identity);
	assert_done(archive_store(a, &r, identity, true, plain, &stored, &err),
		    &err);
	return stored;
}

static int64_t store_simple(struct archive *a, const char *host, int identity)
{
	return store_one(a, host, identity).run_ids[0];
}

static struct db_totals totals(struct archive *a)
{
	struct db_totals t;
	struct err err;

	assert_done(db_totals(a->db, &t, &err), &err);
	return t;
}

static void test_samples_bit_for_bit(void **state)
{
	static const double x[] = { -0., 5e-324, 1e308, 1 / 3., 42, -7.25,
				    .1 + .2 };
	struct condition all[] = { RECORDED("host") };
	struct archive a;
	struct report r;
	struct db_stored stored;
	struct db_found found;
	struct err err;

	(void)state;
	archive_make(&a);
	report_init(&r, &a.arena);
	report_tag(&r, report_run_new(&r), "host", "apu2");
	report_samples(&r, 0, NULL, NULL, "value", NULL, BETTER_LOWER,
		       ROLE_SAMPLE, x, N_OF(x));
	assert_done(archive_store(&a, &r, 1, true, plain, &stored, &err),
		    &err);
	assert_string_equal(archive_find(&a, all, 1, &found), "1");
	assert_int_equal(found.n_results, 1);
	assert_int_equal(found.n_samples, N_OF(x));
	assert_int_equal(found.results[0].set.n, N_OF(x));
	assert_memory_equal(found.results[0].set.samples, x, sizeof(x));
	assert_memory_equal(&found.results[0].set.summary,
			    &r.runs[0].results[0].metrics[0].summary,
			    sizeof(struct summary));
	assert_null(found.results[0].unit);
	assert_int_equal(found.results[0].better, BETTER_LOWER);
	assert_false(found.results[0].better_assumed);
	assert_false(found.results[0].summary_only);
	assert_string_equal(found.results[0].series->test, "");
	assert_string_equal(found.results[0].series->metric, "value");
	archive_remove(&a);
}

static void test_summary_only(void **state)
{
	struct summary s = { 5, 1, 9, 4.5, NAN, 4 };
	struct condition all[] = { RECORDED("host") };
	struct archive a;
	struct report r;
	struct db_stored stored;
	struct db_found found;
	struct err err;

	(void)state;
	archive_make(&a);
	report_init(&r, &a.arena);
	report_tag(&r, report_run_new(&r), "host", "apu2");
	report_summary(&r, 0, "udp", NULL, "throughput", "pps",
		       BETTER_UNKNOWN, ROLE_SAMPLE, &s);
	report_failure(&r, 0, "tcp", NULL, NULL, "no route", 3);
	assert_done(archive_store(&a, &r, 1, true, plain, &stored, &err),
		    &err);
	archive_find(&a, all, 1, &found);
	assert_int_equal(found.n_results, 1);
	assert_int_equal(found.n_samples, 0);
	assert_null(found.results[0].set.samples);
	assert_true(found.results[0].summary_only);
	assert_int_equal(found.results[0].set.n, 5);
	assert_true(found.results[0].set.summary.mean == 4.5);
	assert_nan(found.results[0].set.summary.stddev);
	assert_int_equal(found.results[0].better, BETTER_HIGHER);
	assert_true(found.results[0].better_assumed);
	assert_int_equal(found.n_failures, 1);
	assert_string_equal(found.failures[0].test, "tcp");
	assert_null(found.failures[0].metric);
	assert_string_equal(found.failures[0].reason, "no route");
	archive_remove(&a);
}

static void test_identity(void **state)
{
	struct archive a;
	struct report r;
	struct db_stored s;
	struct err err;

	(void)state;
	archive_make(&a);
	simple(&a, &r, "apu2", 1);
	assert_done(archive_store(&a, &r, 1, true, plain, &s, &err), &err);
	assert_int_equal(s.states[0], DB_STORED);
	assert_true(s.new_host);
	assert_int_equal(s.n_new, 1);
	/* The same again. */
	assert_done(archive_store(&a, &r, 1, true, plain, &s, &err), &err);
	assert_int_equal(s.states[0], DB_STORED_BEFORE);
	assert_int_equal(s.run_ids[0], 1);
	assert_int_equal(s.upload_id, 1);
	assert_int_equal(s.n_new, 0);
	assert_int_equal(s.n_before, 1);
	/* Equal, but a measurement of its own. */
	assert_done(archive_store(&a, &r, 1, false, plain, &s, &err), &err);
	assert_int_equal(s.states[0], DB_STORED_EQUAL);
	assert_int_equal(s.equal_to, 1);
	assert_int_equal(s.run_ids[0], 2);
	assert_false(s.new_host);
	/* In the trash, both: gone; with one of them back it is that one. */
	assert_done(archive_trash(a.db, 1, "me", "bad NIC", &err), &err);
	assert_done(archive_trash(a.db, 2, "me", "bad NIC", &err), &err);
	assert_int_equal(archive_store(&a, &r, 1, true, plain, &s, &err), -1);
	assert_int_equal(err.code, ERR_GONE);
	assert_string_equal(err.link, "/run/1/restore");
	assert_done(db_restore(a.db, 2, &me, &err), &err);
	assert_done(archive_store(&a, &r, 1, true, plain, &s, &err), &err);
	assert_int_equal(s.run_ids[0], 2);
	assert_int_equal(totals(&a).n_runs, 1);
	assert_int_equal(totals(&a).n_trashed, 1);
	archive_remove(&a);
}

/* Several runs in one upload, of which some were there. */
static void test_identity_of_many(void **state)
{
	struct archive a;
	struct report r;
	struct db_stored s;
	struct db_origin origin;
	struct db_run *run;
	struct err err;
	size_t i;

	(void)state;
	archive_make(&a);
	store_simple(&a, "apu2", 11);
	store_simple(&a, "apu2", 12);
	report_init(&r, &a.arena);
	for (i = 0; i < 3; i++)
		report_sample(&r, report_run_new(&r), "udp", NULL, "value",
			      "pps", BETTER_UNKNOWN, ROLE_SAMPLE, 1);
	/* 10 is new, 11 and 12 are known. */
	assert_done(archive_store(&a, &r, 10, true, plain, &s, &err), &err);
	assert_int_equal(s.n_new, 1);
	assert_int_equal(s.n_before, 2);
	assert_int_equal(s.upload_id, 3);
	assert_int_equal(s.run_ids[0], 3);
	assert_int_equal(s.run_ids[1], 1);
	assert_int_equal(s.run_ids[2], 2);
	/* All known: the upload is that of the first. */
	r.n_runs = 2;
	assert_done(archive_store(&a, &r, 11, true, plain, &s, &err), &err);
	assert_int_equal(s.n_new, 0);
	assert_int_equal(s.upload_id, 1);
	/* Each of several equal ones is told its own. */
	assert_done(archive_store(&a, &r, 11, false, plain, &s, &err), &err);
	for (i = 0; i < 2; i++) {
		assert_done(db_run_by_id(a.db, s.run_ids[i], &a.arena, &run,
					 &err), &err);
		assert_done(db_origin(a.db, run, &a.arena, &origin, &err),
			    &err);
		assert_int_equal(origin.n_warnings, 1);
		assert_non_null(strstr(origin.warnings[0].text,
				       i ? "run 2;" : "run 1;"));
	}
	archive_remove(&a);
}

static void test_key(void **state)
{
	struct db_upload keyed = { .key = "k1" }, other = { .key = "k2" };
	struct archive a;
	struct report r;
	struct db_stored s;
	struct err err;

	(void)state;
	archive_make(&a);
	simple(&a, &r, "apu2", 1);
	assert_done(archive_store(&a, &r, 1, true, keyed, &s, &err), &err);
	assert_int_equal(s.n_new, 1);
	assert_done(archive_store(&a, &r, 1, true, keyed, &s, &err), &err);
	assert_int_equal(s.n_new, 0);
	assert_int_equal(s.run_ids[0], 1);
	assert_int_equal(archive_store(&a, &r, 2, true, keyed, &s, &err), -1);
	assert_int_equal(err.code, ERR_CONFLICT);
	/* A new key stores known content anew. */
	assert_done(archive_store(&a, &r, 1, true, other, &s, &err), &err);
	assert_int_equal(s.run_ids[0], 2);
	assert_int_equal(s.n_new, 1);
	assert_done(archive_trash(a.db, 1, "me", "", &err), &err);
	assert_int_equal(archive_store(&a, &r, 1, true, keyed, &s, &err), -1);
	assert_int_equal(err.code, ERR_GONE);
	archive_remove(&a);
}

static void test_trash(void **state)
{
	struct condition by_run[] = { EQUAL("run", "1") };
	struct condition by_host[] = { EQUAL("host", "apu2") };
	struct selection one = { .conditions = by_run, .n = 1 };
	struct selection host = { .conditions = by_host, .n = 1 };
	struct archive a;
	struct db_run **runs, *run;
	struct db_origin origin;
	struct err err;
	int64_t newest;
	size_t n;

	(void)state;
	archive_make(&a);
	store_simple(&a, "apu2", 1);
	store_simple(&a, "apu2", 2);
	store_simple(&a, "lab", 3);
	assert_done(archive_trash(a.db, 1, "me", "bad NIC", &err), &err);
	assert_done(archive_trash(a.db, 1, "you", "again", &err), &err);
	assert_finds(&a, "2", EQUAL("host", "apu2"));
	assert_finds(&a, "", EQUAL("run", "1"));
	assert_done(db_find_runs(a.db, &host, 0, 10, &a.arena, &runs, &n,
				 &err), &err);
	assert_int_equal(n, 1);
	/* By its number alone it is still there. */
	assert_done(db_find_runs(a.db, &one, 0, 10, &a.arena, &runs, &n,
				 &err), &err);
	assert_int_equal(n, 1);
	assert_int_equal(runs[0]->trashed_ns, 77);
	assert_done(db_run_by_id(a.db, 1, &a.arena, &run, &err), &err);
	assert_int_equal(run->trashed_ns, 77);
	assert_done(db_origin(a.db, run, &a.arena, &origin, &err), &err);
	assert_string_equal(origin.trash_reason, "bad NIC");
	assert_int_equal(totals(&a).n_runs, 2);
	assert_int_equal(totals(&a).n_results, 2);
	assert_done(archive_trash(a.db, 3, "me", "", &err), &err);
	assert_done(db_newest_run(a.db, &newest, &err), &err);
	assert_int_equal(newest, 2);
	assert_done(db_restore(a.db, 1, &me, &err), &err);
	assert_done(db_restore(a.db, 1, &me, &err), &err);
	assert_finds(&a, "1 2", EQUAL("host", "apu2"));
	assert_int_equal(totals(&a).n_runs, 2);
	assert_int_equal(totals(&a).n_trashed, 1);
	assert_done(db_run_by_id(a.db, 1, &a.arena, &run, &err), &err);
	assert_done(db_origin(a.db, run, &a.arena, &origin, &err), &err);
	assert_null(origin.trash_reason);
	assert_int_equal(archive_trash(a.db, 99, "me", "", &err), -1);
	assert_int_equal(err.code, ERR_NOT_FOUND);
	archive_remove(&a);
}

/* What a rollback undid may come back under the same ids as something else. */
static void test_rollback(void **state)
{
	struct archive a;
	struct report r;
	struct db_new_run new = { .doc_offset = -1, .distinct = true };
	struct db_upload up = { .data = "1", .len = 1, .sender = "x",
				.format = "f", .terms = "-", .runs = &new,
				.n_runs = 1 };
	struct db_stored s;
	struct db_run *run;
	struct db_found found;
	struct err err;

	(void)state;
	archive_make(&a);
	store_simple(&a, "apu2", 1);
	simple(&a, &r, "lab", 2);
	report_sample(&r, 0, "ghost", NULL, "m", "u", BETTER_UNKNOWN,
		      ROLE_SAMPLE, 1);
	archive_describe(&a, &r);
	new.run = &r.runs[0];
	assert_done(db_write_begin(a.db, &err), &err);
	assert_done(db_savepoint(a.db, &err), &err);
	assert_done(db_store(a.db, &up, &a.arena, &s, &err), &err);
	assert_done(db_run_by_id(a.db, s.run_ids[0], &a.arena, &run, &err),
		    &err);
	db_savepoint_rollback(a.db);
	assert_done(db_write_commit(a.db, &err), &err);
	assert_string_equal(run->series[1]->test, "ghost");
	assert_int_equal(db_run_by_id(a.db, 2, &a.arena, &run, &err), -1);
	report_init(&r, &a.arena);
	report_sample(&r, report_run_new(&r), "real", NULL, "m", "v",
		      BETTER_UNKNOWN, ROLE_SAMPLE, 1);
	assert_done(archive_store(&a, &r, 3, true, plain, &s, &err), &err);
	assert_done(db_run_by_id(a.db, s.run_ids[0], &a.arena, &run, &err),
		    &err);
	assert_int_equal(run->n_series, 1);
	assert_string_equal(run->series[0]->test, "real");
	assert_done(db_run_results(a.db, run, &a.arena, &found, &err), &err);
	assert_string_equal(found.results[0].unit, "v");
	archive_remove(&a);
}

static void test_raw(void **state)
{
	struct db_upload up = { .data = "line 1\nline 2\n", .file = "udp.out",
				.terms = "host:apu2", .format = "csv" };
	struct archive a;
	struct report r;
	struct db_stored s;
	struct db_run *run;
	struct db_origin o;
	struct err err;
	const char *data;
	size_t len;

	(void)state;
	archive_make(&a);
	simple(&a, &r, "apu2", 1);
	assert_done(archive_store(&a, &r, 1, true, up, &s, &err), &err);
	assert_done(db_upload_raw(a.db, s.upload_id, &a.arena, &data, &len,
				  &err), &err);
	assert_int_equal(len, 14);
	assert_memory_equal(data, up.data, len);
	assert_done(db_run_raw(a.db, 1, &a.arena, &data, &len, &err), &err);
	assert_int_equal(len, 14);
	assert_int_equal(db_upload_raw(a.db, 9, &a.arena, &data, &len, &err),
			 -1);
	assert_int_equal(err.code, ERR_NOT_FOUND);
	assert_int_equal(db_run_raw(a.db, 9, &a.arena, &data, &len, &err), -1);
	assert_int_equal(err.code, ERR_NOT_FOUND);
	assert_done(db_run_by_id(a.db, 1, &a.arena, &run, &err), &err);
	assert_true(run->at_assumed);
	assert_int_equal(run->at_ns, a.now_ns);
	assert_done(db_origin(a.db, run, &a.arena, &o, &err), &err);
	assert_string_equal(o.file, "udp.out");
	assert_string_equal(o.terms, "host:apu2");
	assert_string_equal(o.format, "csv");
	assert_string_equal(o.sender, "127.0.0.1");
	assert_int_equal(o.received_ns, a.now_ns);
	assert_int_equal(o.identity[31], 1);
	archive_remove(&a);
}

static void test_earlier_run(void **state)
{
	static const int64_t want[] = { 0, 0, 1, 2, 3, 0, 6 };
	static const char *const hosts[] = { "a", "b", "a", "b", "a", NULL,
					     NULL };
	struct archive a;
	struct err err;
	int i;

	(void)state;
	archive_make(&a);
	for (i = 0; i < 7; i++)
		assert_int_equal(store_one(&a, hosts[i], i + 1).earlier,
				 want[i]);
	assert_done(archive_trash(a.db, 3, "me", "", &err), &err);
	assert_done(archive_trash(a.db, 5, "me", "", &err), &err);
	assert_int_equal(store_one(&a, "a", 8).earlier, 1);
	archive_remove(&a);
}

/* Exit status of a child that opens the archive: its error, 0 for none. */
static int opened_elsewhere(const char *path, enum db_mode mode)
{
	pid_t pid = fork();
	int status;

	assert_true(pid >= 0);
	if (!pid) {
		struct err err = { 0 };
		struct db *db;

		if (!db_open(path, mode, &db, &err))
			db_close(db);
		_exit(err.code);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_lock(void **state)
{
	struct archive a;
	struct db *db;
	struct err err;

	(void)state;
	archive_make(&a);
	store_simple(&a, "apu2", 1);
	assert_int_equal(opened_elsewhere(a.path, DB_WRITE), ERR_IN_USE);
	assert_int_equal(opened_elsewhere(a.path, DB_READ), 0);
	/* In this process too. */
	assert_int_equal(db_open(a.path, DB_WRITE, &db, &err), -1);
	assert_int_equal(err.code, ERR_IN_USE);
	assert_non_null(strstr(err.msg, "is in use by process"));
	assert_true(err.hint[0]);
	assert_int_equal(opened_elsewhere(a.path, DB_WRITE), ERR_IN_USE);
	db_close(a.db);
	assert_int_equal(opened_elsewhere(a.path, DB_WRITE), 0);
	assert_done(db_open(a.path, DB_WRITE, &a.db, &err), &err);
	assert_finds(&a, "1", EQUAL("host", "apu2"));
	assert_int_equal(opened_elsewhere("/nowhere/db", DB_READ),
			 ERR_ARCHIVE);
	assert_int_equal(opened_elsewhere("/nowhere/db", DB_WRITE),
			 ERR_ARCHIVE);
	archive_remove(&a);
}

/* A reader sees one state in a snapshot, and the newest without. */
static void test_snapshot(void **state)
{
	struct archive a;
	struct db_pool *pool;
	struct db *reader;
	struct db_totals t;
	struct err err;

	(void)state;
	archive_make(&a);
	store_simple(&a, "apu2", 1);
	assert_done(db_pool_open(a.path, &pool, &err), &err);
	assert_done(db_pool_take(pool, &reader, &err), &err);
	assert_done(db_snapshot_begin(reader, &err), &err);
	assert_done(db_totals(reader, &t, &err), &err);
	assert_int_equal(t.n_runs, 1);
	store_simple(&a, "apu2", 2);
	assert_done(db_totals(reader, &t, &err), &err);
	assert_int_equal(t.n_runs, 1);
	db_snapshot_end(reader);
	assert_done(db_totals(reader, &t, &err), &err);
	assert_int_equal(t.n_runs, 2);
	assert_int_equal(db_write_begin(reader, &err), -1);
	db_pool_give(pool, reader);
	db_pool_close(pool);
	archive_remove(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_samples_bit_for_bit),
		cmocka_unit_test(test_summary_only),
		cmocka_unit_test(test_identity),
		cmocka_unit_test(test_identity_of_many),
		cmocka_unit_test(test_key),
		cmocka_unit_test(test_trash),
		cmocka_unit_test(test_rollback),
		cmocka_unit_test(test_raw),
		cmocka_unit_test(test_earlier_run),
		cmocka_unit_test(test_lock),
		cmocka_unit_test(test_snapshot),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("db", tests, NULL, NULL);
}
