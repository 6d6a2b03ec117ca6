/*
 * list.h - what there is in an archive: keys, values, tests, totals.
 */
#ifndef LIST_H
#define LIST_H

#include "db.h"

struct db_count {
	const char *name;   /* of a key, value or test */
	size_t n_runs;      /* live */
	size_t n_values;    /* of a key: how many; of a test: its series */
	int64_t last_at_ns; /* the newest live run's; 0 where not asked */
};

/* Keys with the number of their values, by name; n_runs is not asked. */
int db_tag_keys(struct db *db, struct arena *arena, struct db_count **out,
		size_t *n, struct err *err);
/*
 * Values of a key with their live runs, in the order of order.h.
 * after     only those that follow this value (NULL: from the first on)
 * limit     at most so many
 * cost      O(environments of these values), and that of a census (census.h)
 */
int db_tag_values(struct db *db, const char *key, const char *after,
		  size_t limit, struct arena *arena, struct db_count **out,
		  size_t *n, struct err *err);
/* Tests with the number of their series and live runs, by name. */
int db_tests(struct db *db, struct arena *arena, struct db_count **out,
	     size_t *n, struct err *err);
/* One of them; all 0: there is no such test. */
int db_test(struct db *db, const char *test, struct db_count *out,
	    struct err *err);
/* How many values a key has; 0: it is not known. */
int db_key_values(struct db *db, const char *key, size_t *out,
		  struct err *err);

struct db_totals {
	size_t n_runs, n_trashed, n_results;
	int64_t newest_at_ns; /* 0: none */
};
int db_totals(struct db *db, struct db_totals *out, struct err *err);

/* No run has a larger id, not in the trash either; 0: there is none. */
int db_last_run(struct db *db, int64_t *out, struct err *err);

#endif
