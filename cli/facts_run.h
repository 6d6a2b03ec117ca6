/*
 * facts_run.h - the script that GET /facts.sh gives, run here.
 */
#ifndef FACTS_RUN_H
#define FACTS_RUN_H

#include "buf.h"
#include "err.h"

/*
 * What this machine and its kernel are, as text that PUT /env/NAME takes.
 *
 * args      of the script, ended by NULL
 * out       initialised; the text is added
 * errors    ERR_USAGE: the script did not like its arguments, and said why;
 *           ERR_OS; ERR_TOO_BIG
 */
int facts_run(char *const args[], struct buf *out, struct err *err);

#endif
