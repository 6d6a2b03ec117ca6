/*
 * iperf2.h - what the files of the iperf 2 importer share.
 *
 * Private to import_iperf2*.c. A test is collected whole: which row is a total
 * is known only by what follows it. The parameters are protocol, parallel,
 * side, mode (reverse, full-duplex, dual, tradeoff), direction (of a mode),
 * message_size and interval_s.
 */
#ifndef IPERF2_H
#define IPERF2_H

#include "gather.h"

struct iperf2_row {
	size_t line, stream;  /* where it stands; index into streams[] */
	double start, end;    /* s */
	double rate, bytes;
	const char *unit;     /* of the rate */
	bool report;          /* what the server says that it got */
	/* NAN where the row does not tell it */
	double writes, write_errors, retries, cwnd_kib, rtt_us, pps;
	double jitter_ms, lost, datagrams, loss_percent;
};

struct iperf2_stream {
	uint64_t key;         /* its id, twice, and 1 for the half "[ *1]" */
	size_t next;          /* of the same slot, from 1; 0: none */
	bool sum, back;       /* of all; this side receives */
	bool rows;            /* it has some */
	size_t last;          /* the last of its rows that is no report */
	double connect_ms;    /* NAN: not told */
	struct span from;     /* of a CSV row: whose stream it is */
};

#define IPERF2_SLOTS 1024
#define IPERF2_STREAMS_MAX 8192

struct iperf2 {
	struct report *report;
	struct lines lines;
	struct gather *g[2];  /* one a direction: this side sends, receives */

	/* of a file or block */
	bool client_first;    /* a client banner stood before any connection */
	bool server_first;    /* a connection without one */
	struct span listen;   /* the port; empty: it does not listen */
	bool listen_new;      /* and no row since */

	/* the test being collected, in arena */
	struct arena arena;
	bool open, client, csv;
	size_t line;
	const char *protocol;
	struct span message_size;
	bool reverse, duplex;
	size_t n_connections;
	bool reporting;       /* the next row is a server's report */
	struct iperf2_row *rows;
	size_t n_rows;
	struct iperf2_stream *streams;
	size_t n_streams;
	size_t slots[IPERF2_SLOTS]; /* by key, from 1; 0: none */
	double out_of_order;  /* NAN: not told */
	const char *failure, *warning;
	size_t failure_line, warning_line;
	bool epoch;           /* CSV: a time of 1970 */
};

/* The stream of an id, or of SUM; made where there is none. */
size_t iperf2_stream(struct iperf2 *x, uint64_t id, bool sum, bool half);
bool iperf2_known(const struct iperf2 *x, uint64_t id); /* either half */

/* A row of this line, with nothing told, at the end of rows[]. */
struct iperf2_row *iperf2_row(struct iperf2 *x, size_t stream);

/* Opens a test where none is. */
void iperf2_open(struct iperf2 *x);

/* Gives the test to the report and forgets it. */
void iperf2_test_end(struct iperf2 *x);

/* -y C */
bool iperf2_csv_line(struct span line);
void iperf2_csv(struct iperf2 *x, struct span line);

#endif
