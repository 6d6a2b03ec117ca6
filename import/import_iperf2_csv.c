/*
 * import_iperf2_csv.c - iperf 2's -y C.
 *
 *	time,from,port,to,port,id,start-end,bytes,bits/s[,jitter,lost,total,
 *	percent,out of order]
 *
 * A row whose id belongs to other addresses begins a new test. Addresses the
 * other way round are the way back, on UDP the server's report. An id of -1 is
 * the sum; a total of -1 datagrams is not known. Times have no zone: none is
 * kept. 2.2 -e splits the interval into two columns.
 *
 * source    iperf 2.0.5 src/ReportCSV.c, 2.1.8 src/ReportOutputs.c
 */
#include <math.h>
#include <string.h>

#include "iperf2.h"

#define CELLS_MAX 16
enum { TIME, FROM, FROM_PORT, TO, TO_PORT, ID, INTERVAL, BYTES, RATE, JITTER,
       LOST, TOTAL, PERCENT, OUT_OF_ORDER };

static size_t cells_of(struct span line, struct span *cell)
{
	size_t n = 0;

	for (;;) {
		const char *comma = line.len ? memchr(line.s, ',', line.len) :
				    NULL;
		struct span f = { line.s, comma ? (size_t)(comma - line.s) :
				  line.len };

		if (n < CELLS_MAX)
			cell[n] = f;
		n++;
		if (!comma)
			return n < CELLS_MAX ? n : CELLS_MAX;
		line.s += f.len + 1;
		line.len -= f.len + 1;
	}
}

/* 20261130075238, or with .mmm behind it. */
static bool is_time(struct span s)
{
	if (s.len == 18 && s.s[14] == '.')
		s.len = 14;
	return s.len == 14 && span_is_integer(s);
}

/* Two cells of an interval become one. */
static size_t join_interval(struct span *cell, size_t n)
{
	size_t i;

	if (n <= BYTES || memchr(cell[INTERVAL].s, '-', cell[INTERVAL].len))
		return n;
	cell[INTERVAL].len = (size_t)(cell[BYTES].s + cell[BYTES].len -
				      cell[INTERVAL].s);
	for (i = BYTES; i + 1 < n; i++)
		cell[i] = cell[i + 1];
	return n - 1;
}

bool iperf2_csv_line(struct span line)
{
	struct span cell[CELLS_MAX];

	if (line.len < 20 || line.s[0] < '0' || line.s[0] > '9' ||
	    line.len > 1000)
		return false;
	return cells_of(line, cell) > RATE && is_time(cell[TIME]);
}

static bool read_interval(struct span s, struct iperf2_row *row)
{
	struct span a, b;

	return (line_key_value(s, '-', &a, &b) ||
		line_key_value(s, ',', &a, &b)) &&
	       span_number(a, &row->start) == NUMBER_OK &&
	       span_number(b, &row->end) == NUMBER_OK;
}

static bool same(struct span a, struct span b)
{
	return a.len == b.len && !memcmp(a.s, b.s, a.len);
}

/* From the first column of addresses to the last. */
static struct span addresses(const struct span *cell)
{
	return (struct span){ cell[FROM].s,
			      (size_t)(cell[TO_PORT].s + cell[TO_PORT].len -
				       cell[FROM].s) };
}

/*
 * Is this the way back of a stream that was here before? Its addresses stand
 * the other way round; the half of --full-duplex has none of its peer.
 */
static bool is_back(const struct iperf2 *x, const struct span *cell)
{
	struct span old = x->n_streams ? x->streams[0].from : span_of("");
	struct span from[4];

	if (!old.len)
		return false;
	if (span_is(cell[TO_PORT], "0") && !span_is(cell[ID], "-1"))
		return true;
	if (cells_of(old, from) != 4 || same(from[0], from[2]))
		return same(from[3], cell[FROM_PORT]) &&
		       !same(from[1], cell[FROM_PORT]);
	return same(from[2], cell[FROM]) && same(from[0], cell[TO]);
}

/* Is it a new test's: an id that others have? */
static bool is_new(const struct iperf2 *x, const struct iperf2_stream *s,
		   const struct span *cell)
{
	return x->n_rows && s->rows && !s->sum && !is_back(x, cell) &&
	       !same(s->from, addresses(cell));
}

static double number(struct span s)
{
	double v;

	return span_number(s, &v) == NUMBER_OK ? v : NAN;
}

static void read_losses(struct iperf2_row *row, const struct span *cell)
{
	row->datagrams = number(cell[TOTAL]);
	if (!(row->datagrams > 0)) {
		row->datagrams = NAN;
		return;
	}
	row->jitter_ms = number(cell[JITTER]);
	row->lost = number(cell[LOST]);
	row->loss_percent = number(cell[PERCENT]);
}

static size_t stream_of(struct iperf2 *x, const struct span *cell, bool back,
			bool *ok)
{
	bool sum = span_is(cell[ID], "-1");
	uint64_t id = 0;
	size_t i;

	*ok = sum || number_parse_u64(cell[ID].s, cell[ID].len, 1u << 30, &id);
	if (!*ok)
		return 0;
	i = iperf2_stream(x, id, sum, back);
	if (is_new(x, &x->streams[i], cell)) {
		iperf2_test_end(x);
		iperf2_open(x);
		i = iperf2_stream(x, id, sum, false);
	}
	if (!x->streams[i].rows)
		x->streams[i].from = addresses(cell);
	return i;
}

void iperf2_csv(struct iperf2 *x, struct span line)
{
	struct span cell[CELLS_MAX];
	size_t n = join_interval(cell, cells_of(line, cell)), stream;
	struct iperf2_row *row;
	bool ok, back, udp = n > TOTAL;

	if (x->open && !x->csv)
		iperf2_test_end(x);
	iperf2_open(x);
	/* What a server reports is of the stream that went there. */
	back = is_back(x, cell);
	stream = stream_of(x, cell, back && !udp, &ok);
	x->csv = true;
	if (!ok || n <= RATE) {
		report_error(x->report, x->lines.no, "no row of iperf's CSV");
		return;
	}
	x->client_first = true;
	x->listen = span_of("");
	x->protocol = udp ? "UDP" : "TCP";
	x->epoch = x->epoch || span_begins(cell[TIME], "19700101000000");
	row = iperf2_row(x, stream);
	row->unit = "bit/s";
	row->bytes = number(cell[BYTES]);
	if (!read_interval(cell[INTERVAL], row) ||
	    !span_sample(cell[RATE], x->report, x->lines.no, &row->rate)) {
		report_error(x->report, x->lines.no, "no row of iperf's CSV");
		x->n_rows--;
		return;
	}
	if (n > PERCENT)
		read_losses(row, cell);
	row->report = udp && back;
	if (!row->report)
		x->streams[stream].last = x->n_rows - 1;
	x->streams[stream].rows = true;
}
