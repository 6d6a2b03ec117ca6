/*
 * netperf.h - what the three files of the netperf importer share.
 *
 * Private to import_netperf*.c. One block is a banner and what follows it; its
 * result is collected here and goes to the report when it is whole.
 */
#ifndef NETPERF_H
#define NETPERF_H

#include "line.h"
#include "mem.h"
#include "nominal.h"
#include "report.h"

enum netperf_shape {
	NETPERF_UNKNOWN,
	NETPERF_STREAM, /* one row of 5 columns, 9 with CPU */
	NETPERF_UDP,    /* sender 6 (8), receiver 4 (6) */
	NETPERF_RR,     /* 6 (10), then the peer's 2 socket sizes */
	NETPERF_OMNI,   /* output selectors tell */
};

/* Where in a block the reader stands. */
enum netperf_section {
	SECTION_NONE,      /* no banner yet: bare rows */
	SECTION_BANNER,    /* a banner, nothing after it */
	SECTION_CLASSIC,   /* a header of the classic tests */
	SECTION_ALIGNMENT, /* -v 2: alignments, calls, latency */
	SECTION_MSS,       /* -v 2: maximum segment size */
	SECTION_CSV,       /* -o */
	SECTION_HUMAN,     /* -O */
	SECTION_KEYS,      /* -k */
};

struct netperf_value {
	const char *name, *unit;
	enum better better;
	enum role role;
	double value;
};

#define NETPERF_HEADER_MAX 12 /* lines of an omni header */

struct netperf {
	struct report *report;
	struct lines lines;

	/* the block */
	enum netperf_section section;
	enum netperf_shape shape;
	bool banner;             /* it has one */
	size_t banner_line;
	const char *test;        /* NULL: not told */
	struct tags banner_tags; /* protocol, flags */
	const char *unit, *demand_unit;
	bool unit_line;          /* the classic header is whole */
	const char *failure;     /* what netperf complained about */
	size_t failure_line;
	size_t n_results;        /* of this block */

	/* the result being collected, in scratch */
	struct arena scratch;
	bool has_result;
	bool wants_second;       /* row 2 of UDP or RR is to come */
	size_t result_line;
	struct tags params, facts;
	const char *duration;
	bool cpu_bad[2];         /* local, remote: no sane CPU share */
	struct netperf_value *values;
	size_t n_values;

	/* omni: header lines so far, keys seen in this result */
	struct span header[NETPERF_HEADER_MAX];
	size_t n_header;
	uint64_t seen[4];

	struct nominal durations; /* of the file */
};

/* "10^6bits/sec" is Mbit/s, "KBytes/s" KiB/s; NULL where it is not known. */
const char *netperf_unit(struct span spelled);

void netperf_value(struct netperf *x, const char *name, const char *unit,
		   enum better better, enum role role, double value);
void netperf_param(struct netperf *x, const char *key, struct span value);
void netperf_duration(struct netperf *x, struct span seconds);

/* Units that are told elsewhere in the block; resolved by netperf_flush(). */
extern const char netperf_rate_unit[], netperf_demand_unit[];

/* Forgets the result being collected: something is wrong with it. */
void netperf_drop(struct netperf *x);

/* Gives a whole result to the report; the block goes on. */
void netperf_flush(struct netperf *x);

/* Numbers after a classic header, or bare ones. */
void netperf_row(struct netperf *x, struct span line);

/* The omni forms: is this line one (then it is read)? */
bool netperf_key_line(struct span line);        /* KEY=VALUE */
void netperf_read_key(struct netperf *x, struct span line);
bool netperf_interim(struct netperf *x, struct span line);
void netperf_read_header(struct netperf *x, struct span line);

/* Bare rows of -P 0, as the corpus of published ones has them. */
enum netperf_shape netperf_bare_row(struct span line, struct span next);

/* How many bytes from here on are netperf's. */
size_t netperf_claim(const char *data, size_t len);

/* Kinds of lines that need no context. */
bool netperf_is_banner(struct span line);
bool netperf_banner_name(struct span line, struct span *name); /* or false */
bool netperf_is_header(struct span line);  /* begins a classic header */
bool netperf_is_heading(struct span line); /* any line of one, or of -v 2 */
bool netperf_is_error(struct span line);
bool netperf_is_histogram(struct span line);
bool netperf_is_interim(struct span line);

#endif
