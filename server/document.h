/*
 * document.h - a run as a native JSON document, as the json importer reads it.
 */
#ifndef DOCUMENT_H
#define DOCUMENT_H

#include "db.h"
#include "json.h"

/*
 * The members tags, at, results, failures of a document that the caller has
 * begun and ends. A direction that was only assumed is not told, so that it is
 * assumed again; at is given also where it is assumed.
 */
void document_run(struct json *j, const struct db_run *run,
		const struct db_found *found);

/* identity, received, at_assumed, by, format, file: what /export adds. */
void document_origin(struct json *j, const struct db_run *run,
		   const struct db_origin *origin);

#endif
