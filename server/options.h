/*
 * options.h - the name=value part of a URL, read and checked.
 *
 * Options may stand in any segment or after '?'. Unknown ones are refused with
 * the nearest known name.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "ministat.h"
#include "terms.h"

/* Which options a route takes. */
enum takes {
	TAKES_NOTHING = 0,
	TAKES_REPORT = 1,
	TAKES_PLOT = 2,
	TAKES_LIST = 4,
	TAKES_UPLOAD = 8,
	TAKES_CHECK = 16,
	TAKES_CONFIRM = 32,
	TAKES_CORRECTION = 64,
	TAKES_HISTORY = 128,
	TAKES_CHANGES = 256,
	TAKES_VALUES = 512,
	TAKES_MATRIX = 1024,
};

enum show { SHOW_ALL, SHOW_CHANGED, SHOW_WORSE, SHOW_BETTER };
enum sort { SORT_NAME, SORT_CHANGE };
enum axis_x { X_ORDER, X_TIME, X_RUN };
enum axis_y { Y_AUTO, Y_ZERO, Y_LOG };

struct pick {
	const char *key, *value;
};

/* The half-width to reach, in percent of the mean, and at which level. */
struct want {
	double width, level; /* percent */
	bool asked;          /* want= was given */
};

/* "name=value", encoded, and the pages that take it. */
struct given_option {
	const char *text;
	unsigned takes;
};

struct options {
	double confidence;  /* percent */
	double margin;      /* percent; 0: the default of the dimension */
	const char *by;     /* NULL: host; "" for none */
	const char *per;    /* NULL: auto; "run", "sample" or a key */
	const char *pair;   /* NULL: no pairs */
	bool detail, exact, bootstrap;
	double miss;        /* percent; 0: not asked */
	bool missing_ignored;
	struct want want;
	enum show show;
	enum sort sort;
	bool total, samples, dry;
	int width;          /* 0: not given */
	enum ministat_profile profile;
	bool separate_bars;
	int64_t after;
	int64_t confirm;    /* 0: not given */
	size_t limit;
	bool count;
	size_t rows;             /* a page, or of a matrix */
	const char *after_value; /* of a key; NULL: from the first on */
	const char *order;  /* of a history; NULL: the best there is */
	enum axis_x x;
	enum axis_y y;
	const char *from, *to; /* of the runs shown, in the order; or NULL */
	int64_t a, b;       /* two runs that are compared; 0: none */
	bool assume_exact;
	size_t runs;        /* of each line that are shown; 0: not given */
	int64_t since_ns;   /* how long ago; 0: whenever */
	const char *format; /* NULL: detect */
	struct pick *picks;
	size_t n_picks;
	struct given_option *given; /* in the order given, for links */
	size_t n_given;
};

void options_init(struct options *o);

/*
 * Reads all options of a URL.
 *
 * takes      what the route takes
 * segments   those of the path; terms that are no options are passed over
 * query      what stands behind '?', as a range of `all`; query_len 0: nothing
 */
int options_read(struct written all, enum takes takes,
		 const struct segment *segments, size_t n_segments,
		 size_t query, size_t query_len, struct arena *arena,
		 struct options *out, struct err *err);

/* One option, as the command line gives it (--pick set:x). */
int options_set(enum takes takes, const char *name, const char *value,
		struct arena *arena, struct options *out, struct err *err);

/*
 * Those of the options given that a page takes, "name=value,...", for the first
 * segment of a link; "" for none. In arena.
 */
const char *options_link(const struct options *o, unsigned takes,
			 struct arena *arena);

/* The table as text, for /help/terms. */
void options_help(struct buf *out);

/* The Damerau-like distance of two names, for "did you mean". */
size_t name_distance(const char *x, const char *y);

#endif
