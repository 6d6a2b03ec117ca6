/* store.c - one upload into the archive, whole or not at all. */
#include <stdio.h>
#include <string.h>

#include "db_private.h"
#include "ends.h"
#include "idmap.h"
#include "limits.h"
#include "pack.h"
#include "unit.h"

/* An earlier run with the same identity. */
struct earlier {
	int64_t run, upload;
	bool trashed;
};

/* The first live one, or the first in the trash. 1, 0: none, -1: error. */
static int find_earlier(struct db *db,
			const unsigned char identity[DB_IDENTITY_SIZE],
			struct earlier *out, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_RUN_BY_IDENTITY);
	int got;

	bind_blob(s, 1, identity, DB_IDENTITY_SIZE);
	out->run = 0;
	while ((got = stmt_step(db, SQL_RUN_BY_IDENTITY, err)) > 0) {
		bool trashed = sqlite3_column_type(s, 2) != SQLITE_NULL;

		if (out->run && trashed)
			continue;
		out->run = sqlite3_column_int64(s, 0);
		out->upload = sqlite3_column_int64(s, 1);
		out->trashed = trashed;
		if (!trashed)
			break;
	}
	if (got < 0)
		return -1;
	stmt_done(db, SQL_RUN_BY_IDENTITY);
	return out->run != 0;
}

static int gone(int64_t run, struct err *err)
{
	err_set(err, ERR_GONE, "the same content is in the trash as run %lld",
		(long long)run);
	snprintf(err->link, sizeof(err->link), "/run/%lld/restore",
		 (long long)run);
	return err_hint(err, "POST %s brings it back", err->link);
}

/* The first run of the upload with this identity: 1-based, 0: none so far. */
static size_t seen_before(const struct db_upload *up, size_t i,
			  struct idmap *seen, struct arena *arena)
{
	int64_t key;
	size_t first;

	memcpy(&key, up->runs[i].identity, sizeof(key));
	key = (key & INT64_MAX) | 1;
	first = (size_t)(uintptr_t)idmap_get(seen, key);
	if (!first)
		idmap_set(seen, arena, key, (void *)(uintptr_t)(i + 1));
	else if (memcmp(up->runs[first - 1].identity, up->runs[i].identity,
			DB_IDENTITY_SIZE))
		return 0;
	return first;
}

/*
 * Decides for every run whether it is new. twin[i] is the place (1-based) of
 * the run of the same upload that it repeats, 0 where it repeats none.
 */
static int decide(struct db *db, const struct db_upload *up,
		  struct arena *arena, size_t *twin, struct db_stored *out,
		  struct err *err)
{
	struct idmap seen = { 0 };
	size_t i;

	for (i = 0; i < up->n_runs; i++) {
		struct earlier earlier;
		int got = up->key ? 0 :
			find_earlier(db, up->runs[i].identity, &earlier, err);

		if (got < 0)
			return -1;
		out->states[i] = DB_STORED;
		if (got && earlier.trashed)
			return gone(earlier.run, err);
		if (got && up->runs[i].distinct) {
			out->states[i] = DB_STORED_BEFORE;
			out->run_ids[i] = earlier.run;
			if (!out->n_before++)
				out->upload_id = earlier.upload;
			continue;
		}
		twin[i] = up->key || up->runs[i].told ?
			0 : seen_before(up, i, &seen, arena);
		if (twin[i] && up->runs[i].distinct) {
			out->states[i] = DB_STORED_BEFORE;
			out->n_before++;
		} else if (got) {
			out->states[i] = DB_STORED_EQUAL;
			out->run_ids[i] = earlier.run; /* for its warning */
			out->equal_to = earlier.run;
		}
	}
	out->n_new = up->n_runs - out->n_before;
	return 0;
}

/*
 * An upload under a key that is known: the same again, or a conflict.
 * returns   1: the same again, 0: the key is new, -1: error
 */
static int decide_by_key(struct db *db, const struct db_upload *up,
			 struct db_stored *out, struct err *err)
{
	int64_t upload;
	sqlite3_stmt *s = stmt_take(db, SQL_UPLOAD_BY_KEY);
	size_t n = 0;
	bool same = true;
	int64_t trashed = 0;
	int got;

	bind_text(s, 1, up->key);
	got = stmt_int(db, SQL_UPLOAD_BY_KEY, &upload, err);
	if (got <= 0)
		return got;
	s = stmt_take(db, SQL_RUN_IDENTITIES_OF_UPLOAD);
	bind_int(s, 1, upload);
	while ((got = stmt_step(db, SQL_RUN_IDENTITIES_OF_UPLOAD, err)) > 0) {
		if (n >= up->n_runs ||
		    memcmp(sqlite3_column_blob(s, 1), up->runs[n].identity,
			   DB_IDENTITY_SIZE)) {
			same = false;
			break;
		}
		if (sqlite3_column_type(s, 2) != SQLITE_NULL)
			trashed = sqlite3_column_int64(s, 0);
		out->run_ids[n] = sqlite3_column_int64(s, 0);
		out->states[n++] = DB_STORED_BEFORE;
	}
	if (got < 0)
		return -1;
	stmt_done(db, SQL_RUN_IDENTITIES_OF_UPLOAD);
	if (!same || n != up->n_runs)
		return err_set(err, ERR_CONFLICT, "the Idempotency-Key '%.64s' "
			       "was used for other content (upload %lld)",
			       up->key, (long long)upload);
	if (trashed)
		return gone(trashed, err);
	out->upload_id = upload;
	out->n_before = n;
	out->n_new = 0;
	return 1;
}

/* packed is the caller's to free. */
static int pack_upload(struct db *db, const struct db_upload *up,
		       void **packed, size_t *n, struct err *err)
{
	/* To set one up takes longer than most uploads do. */
	if (!db->packer)
		db->packer = ZSTD_createCCtx();
	*packed = x_malloc(db_pack_bound(up->len));
	*n = db->packer ? pack_with(db->packer, up->data, up->len, *packed) : 0;
	if (*n)
		return 0;
	x_free(*packed);
	return err_set(err, ERR_OS, "cannot compress the upload");
}

static int insert_upload(struct db *db, const struct db_upload *up,
			 int64_t *id, struct err *err)
{
	void *own = NULL;
	size_t n = up->packed_len;
	sqlite3_stmt *s;
	int failed;

	if (!up->packed && pack_upload(db, up, &own, &n, err) < 0)
		return -1;
	s = stmt_take(db, SQL_UPLOAD_INSERT);
	bind_int(s, 1, up->received_ns);
	bind_text(s, 2, up->sender);
	bind_text(s, 3, up->format);
	bind_text(s, 4, up->file);
	bind_text(s, 5, up->terms);
	bind_text(s, 6, up->key);
	bind_int(s, 7, (int64_t)up->len);
	bind_blob(s, 8, own ? own : up->packed, n);
	failed = stmt_run(db, SQL_UPLOAD_INSERT, err);
	x_free(own);
	*id = sqlite3_last_insert_rowid(db->handle);
	return failed;
}

static size_t count_metrics(const struct run *run)
{
	size_t n = 0, i;

	for (i = 0; i < run->n_results; i++)
		n += run->results[i].n_metrics;
	return n;
}

static int64_t series_list_of(struct db *db, const struct run *run,
			      struct arena *arena, struct err *err)
{
	size_t n = count_metrics(run), at = 0, i, j;
	struct series_name *names = arena_alloc(arena, n * sizeof(*names));

	for (i = 0; i < run->n_results; i++) {
		const struct result *r = &run->results[i];

		for (j = 0; j < r->n_metrics; j++)
			names[at++] = (struct series_name){
				r->test ? r->test : "", &r->params,
				r->metrics[j].name, r->metrics[j].role
			};
	}
	return intern_series_list(db, names, n, err);
}

static int insert_result(struct db *db, int64_t id, const struct metric *m,
			 struct err *err)
{
	enum better better = m->better;
	bool assumed = better == BETTER_UNKNOWN;
	int64_t unit = 0;
	sqlite3_stmt *s;

	if (assumed)
		better = unit_assumed_better(m->unit);
	if (m->unit) {
		unit = intern_unit(db, m->unit, err);
		if (unit < 0)
			return -1;
	}
	s = stmt_take(db, SQL_RESULT_INSERT);
	bind_int(s, 1, id);
	if (m->unit)
		bind_int(s, 2, unit);
	bind_int(s, 3, better);
	bind_int(s, 4, assumed);
	bind_int(s, 5, (int64_t)m->summary.n);
	if (!ends_told(m)) {
		bind_double(s, 6, m->summary.min);
		bind_double(s, 7, m->summary.max);
	}
	bind_double(s, 8, m->summary.mean);
	bind_double(s, 9, m->summary.stddev);
	bind_double(s, 10, m->summary.median);
	if (m->samples)
		bind_blob(s, 11, m->samples, m->n * sizeof(double));
	return stmt_run(db, SQL_RESULT_INSERT, err);
}

static int insert_results(struct db *db, int64_t id, const struct run *run,
			  struct err *err)
{
	int64_t at = id << RESULT_SHIFT;
	size_t i, j;

	for (i = 0; i < run->n_results; i++)
		for (j = 0; j < run->results[i].n_metrics; j++)
			if (insert_result(db, at++,
					  &run->results[i].metrics[j], err) < 0)
				return -1;
	return 0;
}

static int insert_failures(struct db *db, int64_t id, const struct run *run,
			   struct err *err)
{
	size_t i;

	for (i = 0; i < run->n_failures; i++) {
		const struct failure *f = &run->failures[i];
		int64_t params = intern_param_set(db, &f->params, err);
		sqlite3_stmt *s;

		if (params < 0)
			return -1;
		s = stmt_take(db, SQL_FAILURE_INSERT);
		bind_int(s, 1, id);
		bind_int(s, 2, (int64_t)i);
		bind_text(s, 3, f->test ? f->test : "");
		bind_int(s, 4, params);
		bind_text(s, 5, f->metric);
		bind_text(s, 6, f->reason);
		if (stmt_run(db, SQL_FAILURE_INSERT, err) < 0)
			return -1;
	}
	return 0;
}

static int insert_warning(struct db *db, int64_t run, size_t ordinal,
			  const struct message *m, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_WARNING_INSERT);

	bind_int(s, 1, run);
	bind_int(s, 2, (int64_t)ordinal);
	bind_int(s, 3, (int64_t)m->line);
	bind_text(s, 4, m->text);
	return stmt_run(db, SQL_WARNING_INSERT, err);
}

static int insert_warnings(struct db *db, int64_t id,
			   const struct db_upload *up,
			   const struct message *extra, struct err *err)
{
	size_t i;

	for (i = 0; i < up->n_warnings; i++)
		if (insert_warning(db, id, i, &up->warnings[i], err) < 0)
			return -1;
	return extra ? insert_warning(db, id, i, extra, err) : 0;
}

static int count(struct db *db, enum sql_id sql, int64_t id, int64_t at_ns,
		 struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, sql);

	bind_int(s, 1, id);
	bind_int(s, 2, at_ns);
	return stmt_run(db, sql, err);
}

int count_run(struct db *db, int64_t environment, int64_t list, int64_t at_ns,
	      struct err *err)
{
	return count(db, SQL_ENVIRONMENT_COUNT, environment, at_ns, err) < 0 ?
		-1 : count(db, SQL_SERIES_LIST_COUNT, list, at_ns, err);
}

int uncount_run(struct db *db, int64_t environment, int64_t list,
		int64_t at_ns, struct err *err)
{
	return count(db, SQL_ENVIRONMENT_UNCOUNT, environment, at_ns, err) <
		       0 ?
		-1 : count(db, SQL_SERIES_LIST_UNCOUNT, list, at_ns, err);
}

static int insert_origin(struct db *db, int64_t id, const struct db_upload *up,
			 const struct run *run, struct err *err)
{
	sqlite3_stmt *s;

	if (!up->keep_told || !run->told_identity)
		return 0;
	s = stmt_take(db, SQL_RUN_ORIGIN_INSERT);
	bind_int(s, 1, id);
	bind_int(s, 2, run->told_received_ns ? run->told_received_ns :
					       up->received_ns);
	bind_text(s, 3, run->told_by ? run->told_by : up->sender);
	bind_text(s, 4, run->told_format ? run->told_format : up->format);
	bind_text(s, 5, run->told_file);
	return stmt_run(db, SQL_RUN_ORIGIN_INSERT, err);
}

/* When it was measured, as far as one can tell. */
static int64_t time_of(const struct db_upload *up, const struct run *run)
{
	return run->has_at ? run->at_ns :
	       up->keep_told && run->told_received_ns ?
			     run->told_received_ns : up->received_ns;
}

static int insert_run_row(struct db *db, const struct db_upload *up,
			  const struct db_new_run *new, int64_t upload,
			  int64_t environment, int64_t list, struct err *err)
{
	const struct run *run = new->run;
	bool assumed = !run->has_at ||
		(up->keep_told && run->told_at_assumed);
	sqlite3_stmt *s = stmt_take(db, SQL_RUN_INSERT);

	bind_int(s, 1, upload);
	bind_int(s, 2, environment);
	bind_int(s, 3, list);
	bind_int(s, 4, time_of(up, run));
	bind_int(s, 5, assumed);
	bind_blob(s, 6, new->identity, DB_IDENTITY_SIZE);
	if (new->doc_offset >= 0) {
		bind_int(s, 7, new->doc_offset);
		bind_int(s, 8, new->doc_size);
	}
	return stmt_run(db, SQL_RUN_INSERT, err);
}

static int insert_run(struct db *db, const struct db_upload *up,
		      const struct db_new_run *new, int64_t upload,
		      const struct message *extra, struct arena *arena,
		      struct db_stored *out, int64_t *id, struct err *err)
{
	int64_t environment, list;

	environment = intern_environment(db, &new->run->tags,
					 new->options_complete, &out->new_host,
					 err);
	if (environment < 0)
		return -1;
	topics_add_run(&db->topics, new->run);
	list = series_list_of(db, new->run, arena, err);
	if (list < 0 || insert_run_row(db, up, new, upload, environment, list,
				       err) < 0)
		return -1;
	*id = sqlite3_last_insert_rowid(db->handle);
	if (up->n_runs == 1 && earlier_run(db, list, *id, &new->run->tags,
					   &out->earlier, err) < 0)
		return -1;
	if (insert_results(db, *id, new->run, err) < 0 ||
	    insert_failures(db, *id, new->run, err) < 0 ||
	    insert_warnings(db, *id, up, extra, err) < 0 ||
	    insert_origin(db, *id, up, new->run, err) < 0)
		return -1;
	return count_run(db, environment, list, time_of(up, new->run), err);
}

int db_store(struct db *db, const struct db_upload *up, struct arena *arena,
	     struct db_stored *out, struct err *err)
{
	int64_t upload = 0;
	size_t *twin, i;
	int again = 0;

	memset(out, 0, sizeof(*out));
	out->run_ids = arena_alloc(arena, up->n_runs * sizeof(*out->run_ids));
	out->states = arena_alloc(arena, up->n_runs * sizeof(*out->states));
	if (up->key) {
		again = decide_by_key(db, up, out, err);
		if (again < 0)
			return -1;
	}
	twin = arena_alloc(arena, up->n_runs * sizeof(*twin));
	if (again || decide(db, up, arena, twin, out, err) < 0)
		return again ? 0 : -1;
	if (!out->n_new)
		return 0;
	if (insert_upload(db, up, &upload, err) < 0)
		return -1;
	out->upload_id = upload;
	for (i = 0; i < up->n_runs; i++) {
		struct message equal = { 0, NULL };

		if (out->states[i] == DB_STORED_BEFORE) {
			if (twin[i])
				out->run_ids[i] = out->run_ids[twin[i] - 1];
			continue;
		}
		if (out->states[i] == DB_STORED_EQUAL)
			equal.text = arena_printf(arena,
				"equal to run %lld; stored as a new "
				"measurement, since it has no time of its own",
				(long long)out->run_ids[i]);
		if (insert_run(db, up, &up->runs[i], upload,
			       equal.text ? &equal : NULL, arena, out,
			       &out->run_ids[i], err) < 0)
			return -1;
	}
	return 0;
}
