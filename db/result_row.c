/* result_row.c - a row of result. */
#include "result_row.h"

#include <math.h>
#include <string.h>

#include "ends.h"

enum column {
	COL_ID, COL_UNIT, COL_BETTER, COL_ASSUMED, COL_N, COL_MIN, COL_MAX,
	COL_MEAN, COL_STDDEV, COL_MEDIAN,
	COL_SAMPLES, /* or how many bytes they are */
};

static double column_or_nan(sqlite3_stmt *s, enum column at)
{
	double x = sqlite3_column_double(s, (int)at);

	return x == 0 && sqlite3_column_type(s, (int)at) == SQLITE_NULL ?
		       __builtin_nan("") : x;
}

/* Megabytes of samples: SQLite would put them together in memory of its own. */
static int read_apart(struct db *db, int64_t id, double *out, size_t bytes,
		      struct err *err)
{
	sqlite3_blob *blob;
	int rc = sqlite3_blob_open(db->handle, "main", "result", "samples", id,
				   0, &blob);

	if (rc == SQLITE_OK)
		rc = sqlite3_blob_read(blob, out, (int)bytes, 0);
	if (rc != SQLITE_OK)
		db_error(db, rc, "reading samples", err);
	sqlite3_blob_close(blob);
	return rc == SQLITE_OK ? 0 : -1;
}

/* What the row tells of its samples, and these where they are asked for. */
static int read_samples(struct db *db, sqlite3_stmt *s, bool with_samples,
			struct arena *arena, struct db_result *r,
			struct err *err)
{
	int type = sqlite3_column_type(s, COL_SAMPLES);
	const void *here = type == SQLITE_BLOB ?
		sqlite3_column_blob(s, COL_SAMPLES) : NULL;
	size_t bytes = here ? (size_t)sqlite3_column_bytes(s, COL_SAMPLES) :
			      (size_t)sqlite3_column_int64(s, COL_SAMPLES);
	double *samples;

	r->set.n = r->set.summary.n;
	r->summary_only = type == SQLITE_NULL;
	if (r->summary_only)
		return 0;
	if (bytes != r->set.n * sizeof(double))
		return err_set(err, ERR_ARCHIVE, "a result of run %lld has %zu "
			       "bytes for %zu samples",
			       (long long)r->run->id, bytes, r->set.n);
	if (here && isnan(r->set.summary.min))
		ends_find(here, r->set.n, &r->set.summary.min,
			  &r->set.summary.max);
	if (!with_samples)
		return 0;
	samples = arena_room(arena, bytes);
	r->set.samples = samples;
	if (!here && bytes)
		return read_apart(db, sqlite3_column_int64(s, COL_ID), samples,
				  bytes, err);
	if (bytes)
		memcpy(samples, here, bytes);
	return 0;
}

int result_read(struct db *db, sqlite3_stmt *s, bool with_samples,
		struct arena *arena, struct db_result *r, struct err *err)
{
	int64_t unit = sqlite3_column_int64(s, COL_UNIT);

	if (unit) {
		r->unit = catalog_unit(db, unit, err);
		if (!r->unit)
			return -1;
	}
	r->better = (enum better)sqlite3_column_int(s, COL_BETTER);
	r->better_assumed = sqlite3_column_int(s, COL_ASSUMED) != 0;
	r->set.summary.n = (size_t)sqlite3_column_int64(s, COL_N);
	r->set.summary.min = column_or_nan(s, COL_MIN);
	r->set.summary.max = column_or_nan(s, COL_MAX);
	r->set.summary.mean = column_or_nan(s, COL_MEAN);
	r->set.summary.stddev = column_or_nan(s, COL_STDDEV);
	r->set.summary.median = column_or_nan(s, COL_MEDIAN);
	return read_samples(db, s, with_samples, arena, r, err);
}
