/*
 * claim.h - which lines from here on are one format's, for formats of lines.
 */
#ifndef CLAIM_H
#define CLAIM_H

#include "line.h"

/*
 * own       is this line of this format whatever stands around it?
 * goes_on   is it, where one of the format's stands before it?
 * returns   how many bytes from data on are the format's: 0 where the first
 *           line is not its own. Blank lines between its lines are.
 * cost      O(what it returns)
 */
size_t claim_lines(const char *data, size_t len, bool (*own)(struct span line),
		   bool (*goes_on)(struct span line));

/* A line of dashes, as tools draw them. */
bool line_is_rule(struct span line);

/* The same, where a line of dashes may stand before the first. */
size_t claim_ruled(const char *data, size_t len, bool (*own)(struct span line),
		   bool (*goes_on)(struct span line));

/*
 * A block that begins with an own line and ends with a last one: up to there,
 * to the next own line, or to the end of the text where it is cut off.
 */
size_t claim_until(const char *data, size_t len, bool (*own)(struct span line),
		   bool (*last)(struct span line));

/* Does the line begin with one of words (NULL ends)? */
bool line_begins(struct span line, const char *const *words);

/* What stands behind the first of a text in a line; false: it is not there. */
bool span_after(struct span s, const char *text, struct span *after);

/* What stands between the two, or up to the end without the second. */
bool span_between(struct span s, const char *from, const char *to,
		  struct span *between);

#endif
