/*
 * iperf3.h - what the files of the iperf3 importer share.
 *
 * Private to import_iperf3*.c. The parameters are protocol, parallel, side,
 * mode (reverse, bidir), direction (of bidir), message_size, omit_s,
 * target_rate and congestion; the version, kernel, host and duration are facts
 * of the run.
 */
#ifndef IPERF3_H
#define IPERF3_H

#include "gather.h"
#include "json_read.h"

enum iperf3_stage {
	IPERF3_NONE,
	IPERF3_PROLOGUE,   /* version and system, of -V */
	IPERF3_CONNECTING, /* who connects to whom */
	IPERF3_CONNECTED,  /* a line for every stream */
	IPERF3_ROWS,
};

struct iperf3 {
	struct report *report;
	struct lines lines;
	struct gather *g[2]; /* the second: what comes back, of --bidir */

	/* the test being read; the text form's first */
	enum iperf3_stage stage;
	size_t line;         /* where it begins */
	bool server, reverse, bidir;
	const char *protocol;
	size_t streams;      /* connections */
	bool ruled;          /* the line before was "- - -" */
	bool sums;           /* the rows under the last header are totals */
	bool muted;          /* a server's output, which tells the same again */
	bool has_sum;        /* a total was there */

	/* the JSON forms */
	bool stream_open;    /* --json-stream: begun and not ended */
	char *cookie;        /* of the last stream; NULL */
	char *error;         /* of an error event; NULL */
	size_t document_end; /* the line behind the last document; 0 */
};

/* uname -a: the kernel and the host under test. */
void iperf3_system(struct gather *g, struct span uname);

/* iperf_error() and iperf_err(): "iperf3: error - ..." */
bool iperf3_is_error(struct span line);

/* Text */
bool iperf3_own_line(struct span line);
bool iperf3_next_line(struct span line); /* after one of its own */
void iperf3_text(struct iperf3 *x, struct span line);
void iperf3_text_end(struct iperf3 *x);

/* JSON: a classic document, or an event of --json-stream */
size_t iperf3_json_claim(const char *data, size_t len);
void iperf3_document(struct iperf3 *x, const struct json_read *d);
void iperf3_json_end(struct iperf3 *x);

#endif
