/*
 * number.h - decimal numbers: strict reading, shortest printing.
 *
 * Independent of the locale as long as nobody calls setlocale(LC_NUMERIC);
 * this program never does.
 */
#ifndef NUMBER_H
#define NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum number_status {
	NUMBER_OK,
	NUMBER_BAD,      /* not a decimal number, or something follows it */
	NUMBER_NONFINITE,/* nan, inf, infinity in any case */
	NUMBER_RANGE,    /* beyond the largest double (1e400) */
};

/*
 * Reads [+-]digits[.digits][e[+-]digits] from exactly len bytes, no blanks; a
 * side of the point may be empty, not both. Hexadecimal is refused. What
 * underflows is 0. *out is set only on NUMBER_OK.
 * source    the grammar is strtod's decimal one (C11 7.22.1.3), rounding too
 */
enum number_status number_parse(const char *s, size_t len, double *out);

/* "is not a number", "is not finite", "is out of range", for messages. */
const char *number_problem(enum number_status status);

/* Decimal digits only, at most max; false otherwise. */
bool number_parse_u64(const char *s, size_t len, uint64_t max, uint64_t *out);

#define NUMBER_SIZE 32

/*
 * The shortest text of at most 17 digits that reads back as the same double
 * ("nan" and "inf" are the caller's bug and are asserted). Integers below 1e15
 * have no exponent. Returns the length; out is NUL-terminated.
 */
size_t number_print(double x, char out[NUMBER_SIZE]);

#endif
