/*
 * cmd_ministat.c - `maxistat ministat`: a drop-in for ministat(1), without an
 * archive. Options, input rules, error texts and exit codes are ministat's;
 * the block is made in stats/ministat.c.
 */
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "buf.h"
#include "command.h"
#include "limits.h"
#include "mem.h"
#include "ministat.h"

#define SAMPLES_MIN 3 /* fewer are refused, as ministat does */

struct job {
	struct ministat_options options;
	const char *delims;
	long column; /* from 1 */
};

/* The samples of one file. */
struct column_reader {
	double *samples; /* owned */
	size_t n, cap;
};

static void add_sample(struct column_reader *r, double v)
{
	if (r->n == r->cap) {
		r->cap = r->cap ? 2 * r->cap : 1024;
		r->samples = x_realloc(r->samples,
				       r->cap * sizeof(*r->samples));
	}
	r->samples[r->n++] = v;
}

/* ministat drops the blanks at a line's end whatever the delimiters are. */
static size_t trimmed(const char *line, size_t len)
{
	while (len > 0 && strchr(" \t\n\v\f\r", line[len - 1]) &&
	       line[len - 1] != '\0')
		len--;
	return len;
}

/*
 * The column's token, cut out of the line; NULL where the line ends before it,
 * which a '#' at the start of a token makes it do.
 */
static char *token_of(char *line, const struct job *job)
{
	long column;

	for (column = 1;; column++) {
		line += strspn(line, job->delims);
		if (*line == '\0' || *line == '#')
			return NULL;
		if (column == job->column)
			break;
		line += strcspn(line, job->delims);
	}
	line[strcspn(line, job->delims)] = '\0';
	return line;
}

/* NaN and infinities are refused: on those ministat crashes. */
static bool read_line(struct column_reader *r, char *line, size_t len,
		      const struct job *job)
{
	char *token, *end;
	double v;

	len = trimmed(line, len);
	if (memchr(line, '\0', len))
		return false;
	line[len] = '\0';
	token = token_of(line, job);
	if (!token)
		return true;
	v = strtod(token, &end);
	if (end == token || *end != '\0' || !isfinite(v))
		return false;
	add_sample(r, v);
	return true;
}

static int read_lines(struct column_reader *r, FILE *f, const char *name,
		      const struct job *job, struct err *err)
{
	size_t size = 0, number = 0;
	char *line = NULL;
	ssize_t len;
	int rc = 0;

	while (rc == 0 && (len = getline(&line, &size, f)) >= 0) {
		number++;
		if (!read_line(r, line, (size_t)len, job))
			rc = err_set(err, ERR_INPUT,
				     "Invalid data on line %zu in %s", number,
				     name);
		else if (r->n > LIMIT_QUERY_SAMPLES)
			rc = err_set(err, ERR_TOO_BIG,
				     "more than %d data points in %s",
				     LIMIT_QUERY_SAMPLES, name);
	}
	free(line);
	return rc;
}

/* What is read is r's, also on failure; set borrows it. */
static int read_set(const char *path, const struct job *job,
		    struct column_reader *r, struct ministat_set *set,
		    struct err *err)
{
	bool is_stdin = strcmp(path, "-") == 0;
	const char *name = is_stdin ? "<stdin>" : path;
	FILE *f = is_stdin ? stdin : fopen(path, "r");
	int rc;

	if (!f)
		return err_set(err, ERR_OS, "Cannot open %s: %s", name,
			       strerrordesc_np(errno));
	rc = read_lines(r, f, name, job, err);
	if (rc == 0 && ferror(f))
		rc = err_set(err, ERR_OS, "Cannot read %s: %s", name,
			     strerrordesc_np(errno));
	if (!is_stdin)
		fclose(f);
	if (rc == 0 && r->n < SAMPLES_MIN)
		rc = err_set(err, ERR_INPUT, "Dataset %s must contain at least "
			     "%d data points", name, SAMPLES_MIN);
	*set = (struct ministat_set){ name, { r->samples, r->n, { 0 } } };
	return rc;
}

/* The terminal's columns less the frame; 0 where it is none. */
static size_t terminal_width(void)
{
	const char *told = getenv("COLUMNS");
	struct winsize size;
	long columns = 0;

	if (!isatty(STDOUT_FILENO))
		return 0;
	if (told && *told)
		columns = strtol(told, NULL, 10);
	else if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
		columns = size.ws_col;
	columns -= 2;
	if (columns < MINISTAT_WIDTH_MIN || columns > MINISTAT_WIDTH_MAX)
		return 0;
	return (size_t)columns;
}

static int parse_level(const char *s, struct job *job, struct err *err)
{
	char *end;
	double level = strtod(s, &end);

	if (*end != '\0')
		return err_set(err, ERR_USAGE, "Not a floating point number");
	if (!ministat_level_ok(level))
		return err_set(err, ERR_USAGE,
			       "No support for confidence level");
	job->options.level = level;
	return 0;
}

static int parse_column(const char *s, struct job *job, struct err *err)
{
	char *end;

	job->column = strtol(s, &end, 10);
	if (*end != '\0')
		return err_set(err, ERR_USAGE, "Invalid column number.");
	if (job->column <= 0)
		return err_set(err, ERR_USAGE,
			       "Column number should be positive.");
	return 0;
}

static int parse_width(const char *s, struct job *job, struct err *err)
{
	char *end;
	long width = strtol(s, &end, 10);

	if (*end != '\0')
		return err_set(err, ERR_USAGE, "Invalid width, not a number.");
	if (width < MINISTAT_WIDTH_MIN)
		return err_set(err, ERR_USAGE,
			       "Unable to move beyond left margin.");
	if (width > MINISTAT_WIDTH_MAX)
		return err_set(err, ERR_USAGE, "Width %ld is more than %d.",
			       width, MINISTAT_WIDTH_MAX);
	job->options.width = (size_t)width;
	return 0;
}

static int parse_option(int letter, char *const *argv, struct job *job,
			struct err *err)
{
	switch (letter) {
	case 'A':
		job->options.no_plot = true;
		return 0;
	case 'n':
		job->options.rows_only = true;
		return 0;
	case 'q':
		job->options.no_headers = true;
		return 0;
	case 's':
		job->options.separate_bars = true;
		return 0;
	case 'C':
		return parse_column(optarg, job, err);
	case 'c':
		return parse_level(optarg, job, err);
	case 'w':
		return parse_width(optarg, job, err);
	case 'd':
		job->delims = optarg;
		return *optarg ? 0 : err_set(err, ERR_USAGE,
					"Can't use empty delimiter string");
	case 'P':
		if (ministat_profile_parse(optarg, &job->options.profile))
			return 0;
		return err_set(err, ERR_USAGE, "No profile '%s': freebsd, "
			       "debian2015", optarg);
	case ':':
		return err_set(err, ERR_USAGE, "%s: an argument is missing",
			       argv[optind - 1]);
	default:
		return err_set(err, ERR_USAGE, "Unknown option");
	}
}

static int parse_options(int argc, char **argv, struct job *job,
			 struct err *err)
{
	static const struct option long_options[] = {
		{ "profile", required_argument, NULL, 'P' },
		{ 0 },
	};
	int letter;

	*job = (struct job){ .delims = " \t", .column = 1 };
	optind = 0; /* start anew */
	opterr = 0;
	while ((letter = getopt_long(argc, argv, ":AC:c:d:nqsw:", long_options,
				     NULL)) != -1)
		if (parse_option(letter, argv, job, err) < 0)
			return -1;
	/* Debian's program of 2015 knows no -q. */
	if (job->options.no_headers &&
	    job->options.profile == MINISTAT_DEBIAN2015)
		return err_set(err, ERR_USAGE, "Unknown option");
	if (argc - optind > MINISTAT_SETS_MAX)
		return err_set(err, ERR_USAGE, "Too many datasets.");
	if (job->options.width == 0)
		job->options.width = terminal_width();
	return 0;
}

static int print_block(const struct ministat_set *sets, size_t n_sets,
		       const struct ministat_options *options, struct err *err)
{
	struct arena arena = { 0 };
	struct buf out;
	int rc = 0;

	buf_init(&out, LIMIT_PAGE);
	ministat_print(sets, n_sets, options, &arena, &out);
	if (out.over)
		rc = err_set(err, ERR_TOO_BIG, "The plot is more than %u bytes "
			     "high and wide; use -A", (unsigned)LIMIT_PAGE);
	else
		fwrite(out.data, 1, out.len, stdout);
	buf_release(&out);
	arena_release(&arena);
	return rc;
}

static int run_ministat(int argc, char **argv, struct err *err)
{
	struct column_reader readers[MINISTAT_SETS_MAX] = { { 0 } };
	struct ministat_set sets[MINISTAT_SETS_MAX];
	struct job job;
	size_t n = 0, i;
	int rc = 0;

	if (parse_options(argc, argv, &job, err) < 0)
		return -1;
	do {
		const char *path = optind < argc ? argv[optind] : "-";

		rc = read_set(path, &job, &readers[n], &sets[n], err);
		n++;
	} while (rc == 0 && ++optind < argc);
	if (rc == 0)
		rc = print_block(sets, n, &job.options, err);
	for (i = 0; i < n; i++)
		x_free(readers[i].samples);
	if (rc < 0 && err->code == ERR_OS) {
		/* ministat's own exit code for it, which main() has not. */
		fprintf(stderr, "maxistat ministat: %s\n", err->msg);
		return EXIT_NO;
	}
	return rc;
}

const struct command command_ministat = {
	.name = "ministat",
	.args = "[-A] [-C n] [-c level] [-d delims] [-n] [-q] [-s] [-w width] "
		"[--profile P] [FILE...]",
	.summary = "compare files of numbers, as ministat does",
	.help =
	"  -A           statistics only, no plot\n"
	"  -C n         the column of the files to use, from 1 (1)\n"
	"  -c level     80 90 95 98 99 99.5: confidence in percent (95); the\n"
	"               table's 99.5 is in truth two-sided 99.8\n"
	"  -d delims    what separates columns (blank and tab)\n"
	"  -n           the rows only, neither plot nor differences\n"
	"  -q           no legend and no head of the table\n"
	"  -s           bars of mean and spread on a line for each file\n"
	"  -w width     of the plot (the terminal's, else 74)\n"
	"  --profile P  freebsd, or debian2015 with the bugs of that version\n"
	"               (freebsd)\n"
	"No FILE or -: standard input. Up to 7 files of at least 3 values.\n",
	.run = run_ministat,
};
