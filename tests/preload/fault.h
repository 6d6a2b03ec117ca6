/*
 * fault.h - the file that FAULT_CONTROL names: fault.c obeys it, tests and
 * benchmarks write it.
 */
#ifndef FAULT_H
#define FAULT_H

#include <stdatomic.h>
#include <stdint.h>

/* Of struct control's ops. */
enum op {
	OP_READ = 1,
	OP_WRITE = 2,
	OP_SYNC = 4,
	OP_TRUNCATE = 8,
	OP_OPEN = 16,
	OP_UNLINK = 32,
	OP_MEMORY = 64,
};

/* tests/lib/Fault.pm knows the offsets, too. */
struct control {
	_Atomic uint32_t ops;      /* these are counted, slow, or fail */
	_Atomic int32_t error;     /* errno of the one that fails */
	_Atomic int64_t countdown; /* the n-th from now fails; 0: none */
	_Atomic uint32_t for_ever; /* and all after it */
	_Atomic uint32_t delay_us; /* before each */
	_Atomic uint64_t seen, failed;
	char library[64];          /* part of a file's name */
};

#endif
