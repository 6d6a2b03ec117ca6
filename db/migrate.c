/*
 * migrate.c - brings a new or old archive to this version, and refuses what is
 * no archive or is newer.
 */
#include "before.h"

static const unsigned char schema[] = {
#include "schema.sql.inc"
	, 0
};

#include "migrations.inc" /* const unsigned char step_NNNN[] = {...}; */

/* steps[v] leads from version v - 1 to v. */
static const unsigned char *const steps[] = {
	[2] = step_0002,
	[3] = step_0003,
	[4] = step_0004,
	[5] = step_0005,
	[6] = step_0006,
};

static int pragma(struct db *db, const char *sql, int64_t *out,
		  struct err *err)
{
	sqlite3_stmt *s;
	int rc = sqlite3_prepare_v2(db->handle, sql, -1, &s, NULL);

	if (rc == SQLITE_OK) {
		rc = sqlite3_step(s);
		*out = rc == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
	}
	sqlite3_finalize(s);
	return rc == SQLITE_ROW || rc == SQLITE_DONE ?
		0 : db_error(db, rc, db->path, err);
}

/* Runs every statement of a text, each return code looked at. */
static int run_text(struct db *db, const char *sql, struct err *err)
{
	while (*sql) {
		sqlite3_stmt *s;
		int rc = sqlite3_prepare_v2(db->handle, sql, -1, &s, &sql);

		if (rc == SQLITE_OK && s) {
			while ((rc = sqlite3_step(s)) == SQLITE_ROW)
				;
			rc = rc == SQLITE_DONE ? SQLITE_OK : rc;
		}
		sqlite3_finalize(s);
		if (rc != SQLITE_OK)
			return db_error(db, rc, "migrating", err);
	}
	return 0;
}

/* The steps from a version on, 0: the schema. */
static int run_steps(struct db *db, int version, struct err *err)
{
	if (!version)
		return run_text(db, (const char *)schema, err);
	while (++version <= SCHEMA_VERSION)
		if (run_text(db, (const char *)steps[version], err) < 0)
			return -1;
	return 0;
}

/* All the way in one transaction: there is nothing in between. */
static int bring_up(struct db *db, int version, struct err *err)
{
	char bump[128];

	sqlite3_snprintf(sizeof(bump), bump,
			 "PRAGMA application_id=%d; PRAGMA user_version=%d",
			 APPLICATION_ID, SCHEMA_VERSION);
	if (run_text(db, "BEGIN IMMEDIATE", err) < 0)
		return -1;
	if (run_steps(db, version, err) < 0 || run_text(db, bump, err) < 0 ||
	    run_text(db, "COMMIT", err) < 0) {
		struct err ignored;

		run_text(db, "ROLLBACK", &ignored);
		return -1;
	}
	return 0;
}

/* fresh: there is nothing in it yet, and this connection may write. */
static int look(struct db *db, int64_t *version, bool *fresh, struct err *err)
{
	int64_t id, tables;

	if (pragma(db, "PRAGMA application_id", &id, err) < 0 ||
	    pragma(db, "PRAGMA user_version", version, err) < 0 ||
	    pragma(db, "SELECT count(*) FROM sqlite_schema", &tables, err) < 0)
		return -1;
	*fresh = !tables && !id && db->lock_fd >= 0;
	if (!*fresh && id != APPLICATION_ID)
		return err_set(err, ERR_ARCHIVE,
			       "'%s' is no archive of maxistat", db->path);
	return 0;
}

int migrate_check(struct db *db, struct err *err)
{
	int64_t version;
	bool fresh;

	if (look(db, &version, &fresh, err) < 0)
		return -1;
	if (version > SCHEMA_VERSION)
		return err_set(err, ERR_IN_USE, "'%s' was made by a newer "
			       "maxistat (version %lld, this one reads %d)",
			       db->path, (long long)version, SCHEMA_VERSION);
	if (!fresh && version < 1)
		return err_set(err, ERR_ARCHIVE, "'%s' has no version",
			       db->path);
	if (version < SCHEMA_VERSION && db->lock_fd < 0)
		return err_set(err, ERR_ARCHIVE, "'%s' has an old layout; "
			       "`maxistat serve` or `import` brings it up",
			       db->path);
	return 0;
}

int migrate(struct db *db, struct err *err)
{
	int64_t version;
	bool fresh;

	if (look(db, &version, &fresh, err) < 0)
		return -1;
	if (fresh)
		return bring_up(db, 0, err);
	if (version == SCHEMA_VERSION)
		return 0;
	db->old_version = (int)version;
	if (before_copy(db, SCHEMA_VERSION, &db->copy, err) < 0)
		return -1;
	return bring_up(db, (int)version, err);
}
