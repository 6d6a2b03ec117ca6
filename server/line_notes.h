/* line_notes.h - the notes that are about a line. */
#ifndef LINE_NOTES_H
#define LINE_NOTES_H

#include "edit.h"
#include "lines.h"

struct line_note {
	const struct db_note *note;
	size_t from, to; /* the line's first and last run in its range */
	bool inside;     /* there is one; else the range lies between runs, and
			    `from` is the run behind it */
};

/* Notes with their terms read, once for many lines. */
struct notes {
	struct db_note *of;
	struct selection *lines; /* which lines each is for */
	size_t n;
};

int notes_read(struct db *db, int64_t now_ns, struct arena *arena,
	       struct notes *out, struct err *err);

/*
 * Those whose terms hold for a run of the line and whose range holds one of its
 * runs, or lies between two of them by the line's order. cost O(notes * runs)
 */
void line_notes(const struct line *line, const struct notes *notes,
		struct arena *arena, struct line_note **out, size_t *n);

/* "rev r100..r103", "rev r100": its range in words. */
void note_range(const struct db_note *note, struct buf *out);

#endif
