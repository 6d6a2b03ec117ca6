/*
 * file.h - whole files, bounded.
 */
#ifndef FILE_H
#define FILE_H

#include <stddef.h>

#include "buf.h"
#include "err.h"

/*
 * Reads a file to its end; "-" is the standard input.
 *
 * out       initialised by the caller; its max is the bound
 * returns   -1 when it cannot be read (ERR_OS) or is longer (ERR_TOO_BIG)
 */
int file_read(const char *path, struct buf *out, struct err *err);

#endif
