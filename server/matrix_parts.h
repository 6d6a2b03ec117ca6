/*
 * matrix_parts.h - what series and environments have under the keys of a
 * matrix. Private to matrix.c and matrix_values.c.
 */
#ifndef MATRIX_PARTS_H
#define MATRIX_PARTS_H

#include "idmap.h"
#include "matrix.h"

/* A value of one axis, and its place among all of them. */
struct axis_value {
	const char *value; /* NULL: none */
	size_t rank;
};

struct matrix_series {
	const struct db_series *series;
	struct tags params;     /* without the keys */
	struct axis_value of[2];
	size_t block;           /* equal for what may stand in one, unit
				   aside */
};

struct matrix_env {
	const struct db_env *env;
	struct axis_value of[2];
};

struct matrix_values {
	struct idmap by_series, by_env;
	struct matrix_series **series;
	size_t n_series;
	struct matrix_env **envs;
	size_t n_envs;
	const char **ranks[2]; /* the values of an axis in order; the last one
				  is NULL, for none */
	size_t n_ranks[2];
};

/* Of all results of a matrix. */
void matrix_values(struct matrix *m, struct matrix_values *out);

const struct matrix_series *matrix_series_of(const struct matrix_values *v,
					     const struct db_result *r);

/* The rank of a result's value on an axis. */
size_t matrix_rank(const struct matrix_values *v, const struct db_result *r,
		   int axis);

#endif
