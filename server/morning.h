/*
 * morning.h - what somebody wants to know first: what changed of late, which
 * test is missing on which host, what failed, what became noisier.
 */
#ifndef MORNING_H
#define MORNING_H

#include "changes.h"
#include "line_spread.h"

#define MORNING_DAYS 7

/* A host and a test: of all its lines the one that was measured last. */
struct lab_cell {
	const char *host, *test;
	struct line_changes *c;
	int64_t at_ns;   /* of its newest run */
	bool late;       /* others were measured since, it was not */
};

/* One whose newest runs spread more inside than those before them. */
struct lab_noise {
	const struct lab_cell *cell;
	struct line_spread spread;
};

struct morning {
	struct changes_of changes; /* of the last MORNING_DAYS, worst first */
	struct lab_cell *cells;    /* by host, then test */
	size_t n_cells;
	const struct db_failure **failures; /* of the same days, newest first */
	size_t n_failures;
	struct lab_noise *noisier; /* by host, then test */
	size_t n_noisier;
};

/*
 * Of all runs of the CHANGES_BEFORE_DAYS up to the newest of the archive, and
 * of no others, so that it costs the same in an archive of ten years. A line is
 * part of the lab when it was measured in the last 30 of them; it is late when
 * the newest run of all is more than 36 hours newer than its own.
 *
 * newest_ns  when that was measured
 */
int morning_make(struct request *rq, int64_t newest_ns, struct morning *out,
		 struct err *err);

void morning_text(const struct morning *m, const struct request *rq,
		  struct buf *out);
/* The members recent, grid and failures of an object that is begun. */
void morning_json(const struct morning *m, const struct request *rq,
		  struct json *j);

/* morning_noise.c, for morning.c: from the cells; as text, a member of JSON. */
void morning_noise(struct morning *m, struct arena *arena);
void morning_noise_text(const struct morning *m, struct arena *arena,
			struct buf *out);
void morning_noise_json(const struct morning *m, struct arena *arena,
			struct json *j);

#endif
