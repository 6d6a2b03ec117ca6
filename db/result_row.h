/*
 * result_row.h - a row of result. Private to db/.
 */
#ifndef RESULT_ROW_H
#define RESULT_ROW_H

#include "db_private.h"

/* Of results with more samples these are read apart from the row. */
#define ROW_SAMPLES 16384

/*
 * Reads the row that RESULTS_OF_RUN stands on; its run and series are the
 * caller's to set before.
 * with_samples  reads them, too, into arena; many of them go there directly
 *               from the archive's pages
 * errors        ERR_ARCHIVE
 */
int result_read(struct db *db, sqlite3_stmt *row, bool with_samples,
		struct arena *arena, struct db_result *out, struct err *err);

#endif
