/*
 * report_index.h - finds a run, a result or a metric of a report by its hash.
 *
 * Private to report.c. Everything is in the report's arena.
 */
#ifndef REPORT_INDEX_H
#define REPORT_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report.h"

#define NOWHERE UINT32_MAX

/*
 * What stands at a hash: a metric; with metric == NOWHERE a result, with
 * result == NOWHERE too a run.
 */
struct slot {
	uint64_t hash;
	uint32_t run, result, metric;
	bool used;
};

/* The tags and the time that a run was asked for; report_tag() adds later. */
struct run_key {
	struct tags tags;
	bool shared; /* made by report_run_with() or _at() */
	bool has_at;
	int64_t at_ns;
};

struct report_index {
	struct slot *slots;
	size_t cap, n;
	struct run_key *keys; /* one a run */
	uint64_t seed;
	size_t closed; /* runs before this one take no more results */

	/*
	 * The run, the result and its metric asked for last, which are most
	 * often the next ones too.
	 */
	size_t last_run; /* SIZE_MAX: none */
	struct {
		bool known;
		size_t run, result;
		size_t metric; /* NOWHERE: none yet */
		uint64_t hash;
	} last;
};

struct report_index *index_new(struct arena *arena);

/* Hashes are made by adding to a hash; the first is the index's seed. */
uint64_t hash_mix(uint64_t h, uint64_t x);
uint64_t hash_string(uint64_t h, const char *s); /* NULL is a string too */
uint64_t hash_tags(uint64_t h, const struct tags *t);

/* Several things may have one hash: the caller compares. cost O(1) amortised */
void index_add(struct report_index *x, struct arena *arena, uint64_t hash,
	       size_t run, size_t result, size_t metric);

/* The next thing of a hash; *at begins as 0; NULL ends. */
const struct slot *index_next(const struct report_index *x, uint64_t hash,
			      size_t *at);

#endif
