/*
 * formats.h - the formats that are known: what each is, the metrics it gives,
 * and what the caller adds. For `maxistat formats` and GET /help/formats.
 */
#ifndef FORMATS_H
#define FORMATS_H

#include "buf.h"
#include "import.h"

/* A block a format; only: this one, NULL: all. Lines of at most 80 columns. */
void formats_print(struct buf *out, const struct importer *only);

#endif
