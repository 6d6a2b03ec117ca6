/*
 * limits.h - every bound of the program in one place; /help/limits prints it.
 *
 * LIMIT(name, value, unit, what is bounded)
 */
#ifndef LIMITS_H
#define LIMITS_H

#define LIMITS(LIMIT) \
	LIMIT(LIMIT_BODY, 64u << 20, "bytes", \
	      "one upload, as sent and unpacked") \
	LIMIT(LIMIT_RATIO, 200u, "times", \
	      "what an upload of gzip or zstd may unpack to") \
	LIMIT(LIMIT_URL, 8192u, "bytes", "a request line's URL") \
	LIMIT(LIMIT_TERMS, 64u, "terms", "one URL") \
	LIMIT(LIMIT_SEGMENTS, 8u, "segments", \
	      "one URL, the page's name aside") \
	LIMIT(LIMIT_VALUES, 64u, "values", "alternatives of one term") \
	LIMIT(LIMIT_TAG_KEY, 64u, "bytes", "a tag's key") \
	LIMIT(LIMIT_TAG_VALUE, 512u, "bytes", "a tag's value") \
	LIMIT(LIMIT_RUN_TAGS, 8192u, "tags", "one run") \
	LIMIT(LIMIT_RESULTS, 100000u, "results", "one upload") \
	LIMIT(LIMIT_SAMPLES, 10000000u, "samples", "one upload") \
	LIMIT(LIMIT_RUNS, 100000u, "runs", "one upload") \
	LIMIT(LIMIT_NAME, 512u, "bytes", "a test's, metric's or unit's name") \
	LIMIT(LIMIT_ROWS, 2000u, "rows", "one page") \
	LIMIT(LIMIT_COLUMNS, 200u, "columns", "one table of a matrix") \
	LIMIT(LIMIT_LINES, 200u, "lines", "one history") \
	LIMIT(LIMIT_TOKENS, 1000u, "tokens", "one archive, with revoked ones") \
	LIMIT(LIMIT_SPOOL, 10000u, "uploads", \
	      "what waits in a folder of push, or was refused") \
	LIMIT(LIMIT_SPOOL_BYTES, 1u << 30, "bytes", "the same") \
	LIMIT(LIMIT_START_CHECK, 16u << 20, "bytes", \
	      "an archive serve looks through before it listens") \
	LIMIT(LIMIT_JSON_DEPTH, 64u, "levels", "a JSON document") \
	LIMIT(LIMIT_JSON_VALUES, 8000000u, "values", \
	      "the same, samples aside") \
	LIMIT(LIMIT_PAGE, 256u << 20, "bytes", "one answer") \
	LIMIT(LIMIT_ANSWERS, 256u, "answers", \
	      "kept until the archive changes") \
	LIMIT(LIMIT_ANSWERS_BYTES, 32u << 20, "bytes", "the same") \
	LIMIT(LIMIT_ANSWER_AGE, 60u, "seconds", "the same") \
	LIMIT(LIMIT_MEMORY, 1u << 30, "bytes", \
	      "all bodies and answers on their way; --max-memory") \
	LIMIT(LIMIT_CONNECTIONS, 4096u, "at once", \
	      "connections; --max-connections") \
	LIMIT(LIMIT_PAGE_S, 2u, "seconds", "the making of a page") \
	LIMIT(LIMIT_COPY_S, 60u, "seconds", \
	      "the making of samples, an export, a backup") \
	LIMIT(LIMIT_QUERY_RUNS, 1000000u, "runs", "one query") \
	LIMIT(LIMIT_QUERY_SAMPLES, 20000000u, "samples", "one comparison")

#define LIMIT_ENUM(name, value, unit, what) name = (value),
enum limit { LIMITS(LIMIT_ENUM) };
#undef LIMIT_ENUM

#endif
