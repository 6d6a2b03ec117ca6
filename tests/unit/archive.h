/*
 * archive.h - an archive in a folder of its own, for tests of db/.
 */
#ifndef ARCHIVE_H
#define ARCHIVE_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "db.h"
#include "edit.h"
#include "describe.h"
#include "near.h"

struct archive {
	char dir[64], path[80];
	struct db *db;
	struct arena arena;
	int64_t now_ns; /* moves on by a second with each upload */
};

static inline void assert_done(int rc, const struct err *err)
{
	if (rc < 0)
		fail_msg("%s", err->msg);
}

static inline void archive_make(struct archive *a)
{
	struct err err;

	memset(a, 0, sizeof(*a));
	strncpy(a->dir, "/tmp/maxistat-test-XXXXXX", sizeof(a->dir) - 1);
	assert_non_null(mkdtemp(a->dir));
	snprintf(a->path, sizeof(a->path), "%s/db", a->dir);
	a->now_ns = INT64_C(1790000000) * 1000000000;
	assert_done(db_open(a->path, DB_WRITE, &a->db, &err), &err);
}

static inline void archive_remove(struct archive *a)
{
	static const char *const suffixes[] = { "", "-lock", "-wal", "-shm" };
	char name[100];
	size_t i;

	db_close(a->db);
	for (i = 0; i < 4; i++) {
		snprintf(name, sizeof(name), "%s%s", a->path, suffixes[i]);
		unlink(name);
	}
	assert_int_equal(rmdir(a->dir), 0);
	arena_release(&a->arena);
}

/* What an upload is made of before it is stored; the rest is defaults. */
static inline void archive_describe(struct archive *a, struct report *r)
{
	size_t i, j, k;

	for (i = 0; i < r->n_runs; i++)
		for (j = 0; j < r->runs[i].n_results; j++)
			for (k = 0; k < r->runs[i].results[j].n_metrics; k++) {
				struct metric *m =
					&r->runs[i].results[j].metrics[k];

				if (m->samples)
					stats_describe(m->samples, m->n,
						arena_alloc(&a->arena, m->n *
							    sizeof(double)),
						&m->summary);
			}
}

/*
 * Stores a report; identity is a byte, repeated, one higher with each run.
 * up        what is told; data, runs and times are filled in
 */
static inline int archive_store(struct archive *a, struct report *r,
				int identity, bool distinct,
				struct db_upload up, struct db_stored *out,
				struct err *err)
{
	struct db_new_run *runs =
		arena_alloc(&a->arena, r->n_runs * sizeof(*runs));
	size_t i;
	int rc;

	archive_describe(a, r);
	for (i = 0; i < r->n_runs; i++) {
		runs[i].run = &r->runs[i];
		memset(runs[i].identity, identity + (int)i, DB_IDENTITY_SIZE);
		runs[i].doc_offset = -1;
		runs[i].distinct = distinct;
	}
	a->now_ns += 1000000000;
	up.received_ns = a->now_ns;
	up.data = up.data ? up.data : "1\n2\n3\n";
	up.len = strlen(up.data);
	up.sender = up.sender ? up.sender : "127.0.0.1";
	up.format = up.format ? up.format : "ministat-input";
	up.terms = up.terms ? up.terms : "-";
	up.runs = runs;
	up.n_runs = r->n_runs;
	if (db_write_begin(a->db, err) < 0)
		return -1;
	rc = db_store(a->db, &up, &a->arena, out, err);
	if (rc < 0)
		db_write_rollback(a->db);
	else
		assert_done(db_write_commit(a->db, err), err);
	return rc;
}

#define ARCHIVE_DAY_NS (INT64_C(86400) * 1000000000)

/* Stores the one run of a report, measured a day after the one before. */
static inline void archive_store_one(struct archive *a, struct report *r,
				     bool complete)
{
	struct db_new_run new = { .run = &r->runs[0], .doc_offset = -1,
				  .options_complete = complete };
	struct db_upload up = { .data = "1", .len = 1, .sender = "x",
				.format = "f", .terms = "-", .runs = &new,
				.n_runs = 1 };
	struct db_stored stored;
	struct err err;

	archive_describe(a, r);
	up.received_ns = a->now_ns += ARCHIVE_DAY_NS;
	memcpy(new.identity, &a->now_ns, sizeof(a->now_ns));
	assert_done(db_write_begin(a->db, &err), &err);
	assert_done(db_store(a->db, &up, &a->arena, &stored, &err), &err);
	assert_done(db_write_commit(a->db, &err), &err);
}

/* The ids of the runs that conditions find: "1 2 5", "" for none. */
static inline const char *archive_find(struct archive *a,
				       struct condition *conditions, size_t n,
				       struct db_found *found)
{
	struct selection s = { .conditions = conditions, .n = n };
	const char *ids = "";
	struct err err;
	size_t i;

	assert_done(db_find(a->db, &s, true, &a->arena, found, &err), &err);
	for (i = 0; i < found->n_runs; i++)
		ids = arena_printf(&a->arena, "%s%s%lld", ids, i ? " " : "",
				   (long long)found->runs[i]->id);
	return ids;
}

#define N_OF(a) (sizeof(a) / sizeof((a)[0]))

#define VALUES(...) \
	.values = (const char *[]){ __VA_ARGS__ }, \
	.n_values = N_OF(((const char *[]){ __VA_ARGS__ }))
#define EQUAL(k, ...) { .key = k, .kind = COND_EQUAL, VALUES(__VA_ARGS__) }
#define NOT_EQUAL(k, ...) \
	{ .key = k, .kind = COND_EQUAL, .negate = true, VALUES(__VA_ARGS__) }
#define RANGE(k, from, to) \
	{ .key = k, .kind = COND_RANGE, .lo = from, .hi = to }
#define NOT_RANGE(k, from, to) \
	{ .key = k, .kind = COND_RANGE, .negate = true, .lo = from, .hi = to }
#define PREFIX(k, v) { .key = k, .kind = COND_PREFIX, VALUES(v) }
#define CONTAINS(k, v) { .key = k, .kind = COND_CONTAINS, VALUES(v) }
#define MISSING(k) { .key = k, .kind = COND_MISSING }
#define RECORDED(k) { .key = k, .kind = COND_RECORDED }
#define ON(k) { .key = "option." k, .kind = COND_OPTION_ON }
#define OFF(k) { .key = "option." k, .kind = COND_OPTION_OFF }

#define assert_finds(a, ids, ...) \
	do { \
		struct condition conditions_[] = { __VA_ARGS__ }; \
		struct db_found found_; \
		assert_string_equal(archive_find(a, conditions_, \
						 N_OF(conditions_), &found_), \
				    ids); \
	} while (0)

/* db_trash(), at the same time as all else. */
static inline int archive_trash(struct db *db, int64_t run, const char *sender,
				const char *reason, struct err *err)
{
	return db_trash(db, run, &(struct db_editor){ sender, 77 }, reason,
			err);
}

#endif
