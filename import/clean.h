/*
 * clean.h - from the bytes of an upload to lines that importers can read.
 *
 * Private to import.c.
 */
#ifndef CLEAN_H
#define CLEAN_H

#include "err.h"
#include "line.h"
#include "report.h"

/*
 * Takes a UTF-8 BOM, CR LF, ESC [ sequences and NUL padding away, keeps of a
 * line that was redrawn with CR what stood there last, and empties a line with
 * a NUL in it (an error of that line). Lines keep their numbers.
 *
 * out       in the report's arena, or, where there is nothing to clean, in data
 * returns   -1 for input that is empty, compressed, UTF-16 or binary
 */
int text_clean(const char *data, size_t len, struct report *report,
	       struct span *out, struct err *err);

/*
 * What a text is that no format claims, for a person: "an HTML page"; NULL.
 */
const char *text_looks_like(struct span text);

#endif
