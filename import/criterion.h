/*
 * criterion.h - what the files of the Criterion.rs importer share.
 *
 * Private to import_criterion*.c.
 */
#ifndef CRITERION_H
#define CRITERION_H

#include "line.h"

/* Bytes of the output for people that begins here; 0. */
size_t criterion_text_claim(const char *data, size_t len);
void criterion_text(const char *data, size_t len, struct report *report);

#endif
