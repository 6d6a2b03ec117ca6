/*
 * peer_postgres.c - the samples of a farm's suite (lab.h) in PostgreSQL, an
 * array a result: how long it takes to have those of both its kernels in
 * memory. A program of its own, for libpq is needed by nothing else.
 *
 * usage: peer_postgres ARCHIVE (in the environment of bench/postgres)
 *
 * Prints the median in ns, and how many samples there were.
 */
#include <endian.h>
#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TIMES       21
#define FLOAT8      701 /* its type's number in PostgreSQL */
#define PLACE_MASK  0x1ffff
#define PLACE_SHIFT 17

static const char schema[] =
	"CREATE TABLE run (id int PRIMARY KEY, host text, kernel text);"
	"CREATE INDEX ON run (host, kernel);"
	"CREATE TABLE result (series int, run int REFERENCES run,"
	" samples double precision[], PRIMARY KEY (run, series));";

static const char runs[] =
	"SELECT r.id, h.value, k.value FROM run r"
	" JOIN environment_tag eh ON eh.environment = r.environment"
	" JOIN tag h ON h.id = eh.tag AND h.key = 'host'"
	" JOIN environment_tag ek ON ek.environment = r.environment"
	" JOIN tag k ON k.id = ek.tag AND k.key = 'kernel'";

static const char results[] =
	"SELECT s.id, l.series, s.samples FROM result s"
	" JOIN run r ON r.id = s.id >> 17"
	" JOIN series_list l ON l.id = r.series_list"
	" WHERE s.samples IS NOT NULL";

static const char query[] =
	"SELECT s.series, r.kernel, s.run, s.samples FROM run r"
	" JOIN result s ON s.run = r.id"
	" WHERE r.host = $1 AND r.kernel IN ($2, $3)"
	" ORDER BY s.series, r.kernel, s.run";

static void die(const char *what, const char *why)
{
	fprintf(stderr, "peer_postgres: %s: %s\n", what, why);
	exit(1);
}

static void run(PGconn *pg, const char *sql)
{
	PGresult *r = PQexec(pg, sql);

	if (PQresultStatus(r) != PGRES_COMMAND_OK &&
	    PQresultStatus(r) != PGRES_COPY_IN)
		die(sql, PQerrorMessage(pg));
	PQclear(r);
}

/* ---- Filling it, by COPY. ---- */

static sqlite3_stmt *rows(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *s;

	if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK)
		die(sql, sqlite3_errmsg(db));
	return s;
}

static void put(PGconn *pg, const char *data, size_t len)
{
	if (PQputCopyData(pg, data, (int)len) != 1)
		die("COPY", PQerrorMessage(pg));
}

static void copy_end(PGconn *pg)
{
	PGresult *r;

	if (PQputCopyEnd(pg, NULL) != 1)
		die("COPY", PQerrorMessage(pg));
	while ((r = PQgetResult(pg))) {
		if (PQresultStatus(r) != PGRES_COMMAND_OK)
			die("COPY", PQerrorMessage(pg));
		PQclear(r);
	}
}

static void copy_runs(PGconn *pg, sqlite3 *db)
{
	sqlite3_stmt *s = rows(db, runs);
	char line[1024];

	run(pg, "COPY run FROM STDIN");
	while (sqlite3_step(s) == SQLITE_ROW)
		put(pg, line, (size_t)snprintf(line, sizeof(line),
			"%lld\t%s\t%s\n", (long long)sqlite3_column_int64(s, 0),
			(const char *)sqlite3_column_text(s, 1),
			(const char *)sqlite3_column_text(s, 2)));
	copy_end(pg);
	sqlite3_finalize(s);
}

/* "{1,2.5}" with all digits that a double has. */
static size_t print_array(char *out, size_t size, const double *x, size_t n)
{
	size_t len = 0, i;

	for (i = 0; i < n; i++)
		len += (size_t)snprintf(out + len, size - len, "%c%.17g",
					i ? ',' : '{', x[i]);
	return len + (size_t)snprintf(out + len, size - len, "}\n");
}

static void copy_results(PGconn *pg, sqlite3 *db)
{
	static char line[1 << 16];
	static double x[2048];
	sqlite3_stmt *s = rows(db, results);

	run(pg, "COPY result FROM STDIN");
	while (sqlite3_step(s) == SQLITE_ROW) {
		int64_t id = sqlite3_column_int64(s, 0);
		const unsigned char *list = sqlite3_column_blob(s, 1);
		size_t size = (size_t)sqlite3_column_bytes(s, 2), len;
		uint32_t series;

		if (size > sizeof(x))
			die("a result", "too many samples");
		memcpy(x, sqlite3_column_blob(s, 2), size);
		memcpy(&series, list + 4 * (id & PLACE_MASK), sizeof(series));
		len = (size_t)snprintf(line, sizeof(line), "%u\t%lld\t",
				       le32toh(series),
				       (long long)(id >> PLACE_SHIFT));
		len += print_array(line + len, sizeof(line) - len, x,
				   size / sizeof(double));
		put(pg, line, len);
	}
	copy_end(pg);
	sqlite3_finalize(s);
}

/* ---- Loading. ---- */

/*
 * An array as it is sent: dimensions, flags, type, length, base; then of each
 * element its size and itself, all big-endian.
 */
static size_t read_array(const char *data, double *out, size_t room)
{
	uint32_t head[5], n, i;

	memcpy(head, data, sizeof(head));
	n = be32toh(head[3]);
	if (be32toh(head[0]) != 1 || head[1] || be32toh(head[2]) != FLOAT8 ||
	    n > room)
		die("an array", "not of doubles");
	data += sizeof(head);
	for (i = 0; i < n; i++, data += 12) {
		uint64_t bits;

		memcpy(&bits, data + 4, sizeof(bits));
		bits = be64toh(bits);
		memcpy(&out[i], &bits, sizeof(bits));
	}
	return n;
}

static size_t load(PGconn *pg, double *out, size_t room)
{
	const char *const values[] = { "suite", "7.1.0", "7.2.0" };
	PGresult *r = PQexecPrepared(pg, "load", 3, values, NULL, NULL, 1);
	size_t n = 0;
	int i;

	if (PQresultStatus(r) != PGRES_TUPLES_OK)
		die("the query", PQerrorMessage(pg));
	for (i = 0; i < PQntuples(r); i++)
		n += read_array(PQgetvalue(r, i, 3), out + n, room - n);
	PQclear(r);
	return n;
}

static int by_value(const void *x, const void *y)
{
	const double *a = x, *b = y;

	return *a < *b ? -1 : *a > *b;
}

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
	static double out[1 << 20], ns[TIMES];
	size_t n = 0, i;
	sqlite3 *db;
	PGconn *pg = PQconnectdb("");

	if (argc != 2 ||
	    sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READONLY, NULL))
		die("usage", "peer_postgres ARCHIVE");
	if (PQstatus(pg) != CONNECTION_OK)
		die("no connection", PQerrorMessage(pg));
	run(pg, schema);
	copy_runs(pg, db);
	copy_results(pg, db);
	run(pg, "VACUUM ANALYZE");
	PQclear(PQprepare(pg, "load", query, 3, NULL));
	load(pg, out, sizeof(out) / sizeof(out[0]));
	for (i = 0; i < TIMES; i++) {
		double begin = now_ns();

		n = load(pg, out, sizeof(out) / sizeof(out[0]));
		ns[i] = now_ns() - begin;
	}
	qsort(ns, TIMES, sizeof(ns[0]), by_value);
	printf("%.0f %zu\n", ns[TIMES / 2], n);
	PQfinish(pg);
	sqlite3_close(db);
	return 0;
}
