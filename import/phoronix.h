/*
 * phoronix.h - what the two files of the Phoronix Test Suite's importer share.
 *
 * Private to import_phoronix*.c.
 */
#ifndef PHORONIX_H
#define PHORONIX_H

#include "line.h"

/*
 * A document <PhoronixTestSuite>, also a damaged one; its systems are new runs.
 *
 * line0     lines before it
 */
void phoronix_xml(struct span doc, struct report *report, size_t line0);

#endif
