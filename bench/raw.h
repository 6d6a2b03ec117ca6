/*
 * raw.h - the limit of storing: the rows of an archive, put into another one by
 * libsqlite3 and nothing else.
 */
#ifndef RAW_H
#define RAW_H

#include <stddef.h>

/*
 * All rows of all tables, with the same schema and settings, each table in the
 * order of its rows. They are in memory before it begins.
 *
 * commits   transactions that the rows are spread over
 * returns   the time from the first BEGIN to the last COMMIT in ns; NAN: said
 */
double raw_insert_ns(const char *from, const char *to, size_t commits);

/* What an archive takes on the disk but for the originals; NAN: said. */
double raw_disk_bytes(const char *archive);

#endif
