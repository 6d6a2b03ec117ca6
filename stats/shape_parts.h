/*
 * shape_parts.h - private to stats/: the drift, which has a file of its own.
 */
#ifndef SHAPE_PARTS_H
#define SHAPE_PARTS_H

#include "shape.h"

/*
 * Fills in drift_*.
 *
 * scratch   3 * min(n, SHAPE_BLOCKS_FROM) doubles, overwritten
 */
void shape_drift(const double *x, size_t n, double *scratch, struct shape *out);

#endif
