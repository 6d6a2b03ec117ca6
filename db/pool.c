/* pool.c - readers: one snapshot each, for so long. */
#include "pool.h"

#include <pthread.h>

#include "db_private.h"
#include "place.h"
#include "timestamp.h"

/* Steps of a statement between two looks at the clock; each may read a page. */
#define STEPS 500

int db_snapshot_begin(struct db *db, struct err *err)
{
	catalog_trim(db);
	postings_trim(db);
	founds_trim(db);
	return stmt_command(db, SQL_READ_BEGIN, err);
}

void db_snapshot_end(struct db *db)
{
	struct err ignored;

	db->deadline_ns = 0; /* the end itself is not to be cut short */
	if (stmt_command(db, SQL_COMMIT, &ignored) < 0 &&
	    !sqlite3_get_autocommit(db->handle))
		stmt_command(db, SQL_ROLLBACK, &ignored);
}

static bool is_late(const struct db *db)
{
	return db->deadline_ns &&
	       ((db->hurry && atomic_load(db->hurry)) ||
		time_monotonic_ns() > db->deadline_ns);
}

/* SQLite asks now and then; 1 ends the statement with SQLITE_INTERRUPT. */
static int progress(void *arg)
{
	return is_late(arg);
}

void db_watch(struct db *db)
{
	sqlite3_progress_handler(db->handle, STEPS, progress, db);
}

void db_allow(struct db *db, int64_t budget_ns)
{
	db->budget_ns = budget_ns;
	db->deadline_ns = budget_ns ? time_monotonic_ns() + budget_ns : 0;
}

int db_on_time(const struct db *db, struct err *err)
{
	return is_late(db) ? db_late(db, err) : 0;
}

struct db_pool {
	pthread_mutex_t mutex;
	char *path;
	struct db **idle;
	size_t n_idle, cap;
	atomic_bool hurry;
};

int db_pool_open(const char *path, struct db_pool **out, struct err *err)
{
	struct db_pool *pool = x_calloc(1, sizeof(*pool));
	struct db *first;

	pthread_mutex_init(&pool->mutex, NULL);
	pool->path = x_strdup(path);
	/* What is wrong with the archive is said at the start. */
	if (db_pool_take(pool, &first, err) < 0) {
		db_pool_close(pool);
		return -1;
	}
	db_pool_give(pool, first);
	*out = pool;
	return 0;
}

void db_pool_close(struct db_pool *pool)
{
	size_t i;

	if (!pool)
		return;
	for (i = 0; i < pool->n_idle; i++)
		db_close(pool->idle[i]);
	x_free(pool->idle);
	x_free(pool->path);
	pthread_mutex_destroy(&pool->mutex);
	x_free(pool);
}

int db_pool_take(struct db_pool *pool, struct db **out, struct err *err)
{
	struct db *db = NULL;

	pthread_mutex_lock(&pool->mutex);
	if (pool->n_idle)
		db = pool->idle[--pool->n_idle];
	pthread_mutex_unlock(&pool->mutex);
	if (db && db->still && !place_is_still(pool->path)) {
		db_close(db);
		db = NULL;
	}
	if (!db) {
		if (db_open(pool->path, DB_READ, &db, err) < 0)
			return -1;
		db->hurry = &pool->hurry;
		db_watch(db);
	}
	*out = db;
	return 0;
}

void db_pool_hurry(struct db_pool *pool)
{
	atomic_store(&pool->hurry, true);
}

void db_pool_give(struct db_pool *pool, struct db *db)
{
	if (db->suspect) {
		db_close(db);
		return;
	}
	pthread_mutex_lock(&pool->mutex);
	if (pool->n_idle == pool->cap) {
		pool->cap = pool->cap ? 2 * pool->cap : 8;
		pool->idle = x_realloc(pool->idle,
				       pool->cap * sizeof(*pool->idle));
	}
	pool->idle[pool->n_idle++] = db;
	pthread_mutex_unlock(&pool->mutex);
}
