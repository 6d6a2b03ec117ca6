/*
 * ends.h - the least and the largest sample of a result, which a row with few
 * samples leaves for them to tell. Private to db/.
 *
 * That is 16 bytes a result, a sixth of a row of ten samples. Either form is
 * valid at any n: what is not there is found on reading. The median stays: to
 * find it takes a sort, and histories read it of thousands of results.
 */
#ifndef ENDS_H
#define ENDS_H

#include <stdbool.h>
#include <stddef.h>

#include "result.h"

/* A row of more is longer by little, and may lie on several pages. */
#define ENDS_FEW 32

/*
 * samples   n doubles as a blob has them, at any address; n > 0
 * cost      O(n)
 */
void ends_find(const void *samples, size_t n, double *min, double *max);

/*
 * Will ends_find() give what the summary says, to the bit? Not where 0 and -0
 * are both an end: either may be the one that its sort put there.
 */
bool ends_told(const struct metric *m);

#endif
