/*
 * near.h - cmocka with doubles: relative tolerance, NAN by name.
 */
#ifndef NEAR_H
#define NEAR_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* |got - want| <= tolerance * |want|; equal always passes. */
#define assert_near(got, want, tolerance) \
	assert_near_at(got, want, tolerance, #got, __FILE__, __LINE__)

static inline void assert_near_at(double got, double want, double tolerance,
				  const char *what, const char *file, int line)
{
	if (got == want || fabs(got - want) <= tolerance * fabs(want))
		return;
	print_message("# %s is %.17g, want %.17g\n", what, got, want);
	_fail(file, line);
}

#define assert_nan(got) assert_true(isnan(got))

#endif
