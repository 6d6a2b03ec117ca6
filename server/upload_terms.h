/*
 * upload_terms.h - what TERMS and picks do to a report that was read.
 */
#ifndef UPLOAD_TERMS_H
#define UPLOAD_TERMS_H

#include "db.h"
#include "edit.h"
#include "options.h"
#include "report.h"
#include "terms.h"

/*
 * Keeps the results that every picked key fits (several values of one key:
 * either), and drops those keys from their parameters.
 * errors ERR_INPUT with near values where nothing is left
 */
int upload_apply_picks(struct report *r, const struct options *options,
		       struct err *err);

/*
 * Gives every run the tags of an environment (NULL: none), which win over those
 * of the file, with a warning where they differ. To be called before
 * upload_apply_terms().
 */
void upload_apply_env(struct report *r, const struct db_named *env,
		      const struct upload_terms *terms);

/*
 * Tags of the TERMS win over those of the file, with a warning where they
 * differ; test, metric, unit and better fill what the file does not tell. What
 * contradicts the file wins with a warning where it holds one series, and is
 * an error with a hint to pick= where it holds several.
 */
int upload_apply_terms(struct report *r, const struct upload_terms *terms,
		       struct err *err);

#endif
