/*
 * oracle_sets.h - reading the pairs of sets of ../shared/data/stats.
 */
#ifndef ORACLE_SETS_H
#define ORACLE_SETS_H

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "describe.h"
#include "near.h"
#include "sample_set.h"

#define FOLDER  "../shared/data/stats"
#define MOST    200000  /* samples */
#define LARGEST 4000000 /* bytes of a file */

struct pair {
	const char *name;
	double tolerance;
	struct summary a, b;
	double *a_raw, *b_raw, *a_sorted, *b_sorted;
};

static char *slurp(const char *path)
{
	FILE *f = fopen(path, "rb");
	char *text;

	if (!f)
		return NULL;
	text = calloc(1, LARGEST);
	assert_non_null(text);
	assert_true(fread(text, 1, LARGEST, f) < LARGEST);
	fclose(f);
	return text;
}

/* The first token of each line, as ministat reads them. */
static size_t read_column(const char *text, double *x)
{
	size_t n = 0;
	char *end;

	while (*text) {
		text += strspn(text, " \t");
		if (*text != '#' && *text != '\n') {
			double v = strtod(text, &end);

			assert_true(end > text && n < MOST);
			x[n++] = v;
		}
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	return n;
}

static cJSON *read_json(const char *name)
{
	char path[512], *text;
	cJSON *all;

	snprintf(path, sizeof(path), FOLDER "/%s", name);
	text = slurp(path);
	assert_non_null(text);
	all = cJSON_Parse(text);
	assert_non_null(all);
	free(text);
	return all;
}

static void read_side(const char *name, const char *side, struct summary *s,
		      double **raw, double **sorted)
{
	char path[512], *text;
	size_t n;

	snprintf(path, sizeof(path), FOLDER "/%s/%s.txt", name, side);
	text = slurp(path);
	assert_non_null(text);
	*raw = calloc(MOST, sizeof(double));
	*sorted = calloc(MOST, sizeof(double));
	assert_true(*raw && *sorted);
	n = read_column(text, *raw);
	free(text);
	assert_true(stats_describe(*raw, n, *sorted, s));
}

static void read_sides(struct pair *p)
{
	read_side(p->name, "a", &p->a, &p->a_raw, &p->a_sorted);
	read_side(p->name, "b", &p->b, &p->b_raw, &p->b_sorted);
}

static void free_sides(struct pair *p)
{
	free(p->a_raw);
	free(p->b_raw);
	free(p->a_sorted);
	free(p->b_sorted);
}

#endif
