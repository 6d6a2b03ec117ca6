/*
 * edit.h - changing what is stored, and what env:NAME means.
 *
 * Each change of a run is logged. All inside a db_write_begin() only, but for
 * db_edits() and db_named_get(), which read.
 */
#ifndef EDIT_H
#define EDIT_H

#include "db.h"

struct db_editor {
	const char *sender;
	int64_t now_ns;
};

/* Asked twice, it is as asked. errors ERR_NOT_FOUND */
int db_trash(struct db *db, int64_t run_id, const struct db_editor *by,
	     const char *reason, struct err *err);
int db_restore(struct db *db, int64_t run_id, const struct db_editor *by,
	       struct err *err);

/* What is corrected of a run; its identity and its original stay. */
struct db_correction {
	int64_t run_id;
	struct tags tags;       /* set */
	const char **removed;   /* keys that are taken away */
	size_t n_removed;
	bool has_at;
	int64_t at_ns;
	const char *unit;       /* NULL: as it is */
	enum better better;     /* UNKNOWN: as it is */
	const size_t *places;   /* the results that they are for, as places */
	size_t n_places;        /* ... in the run's series list */
	const char *terms;      /* what it changes, in words, for the log */
};

/* *edit is the number to undo it by. errors ERR_NOT_FOUND, ERR_TOO_BIG */
int db_correct(struct db *db, const struct db_correction *correction,
	       const struct db_editor *by, int64_t *edit, struct err *err);

/*
 * Makes a run what it was before a correction (or before the undoing of one);
 * *made is the number of this edit.
 * errors    ERR_NOT_FOUND; ERR_CONFLICT: the run was corrected again since
 */
int db_undo(struct db *db, int64_t edit, const struct db_editor *by,
	    int64_t *run_id, int64_t *made, struct err *err);

struct db_edit {
	int64_t id, at_ns;
	const char *sender, *action, *reason; /* action: see schema.sql */
};

/* All that was changed of a run, oldest first. */
int db_edits(struct db *db, int64_t run_id, struct arena *arena,
	     struct db_edit **out, size_t *n, struct err *err);

/* ---- Notes on ranges of a history. ---- */

struct db_note {
	int64_t id, at_ns;      /* when it was said */
	const char *sender;
	const char *terms;      /* of its lines, without the range; "-": all */
	const char *key;        /* of the range */
	const char *lo, *hi;    /* its ends, included; NULL: open. Of at: times
				   with a zone */
	const char *text;
};

/* id, at_ns and sender of the note are not read; *id is its number. */
int db_note_add(struct db *db, const struct db_note *note,
		const struct db_editor *by, int64_t *id, struct err *err);

/* errors    ERR_NOT_FOUND; ERR_CONFLICT: it was undone before */
int db_note_undo(struct db *db, int64_t id, const struct db_editor *by,
		 struct err *err);

/* All that hold, by id; in arena. */
int db_notes(struct db *db, struct arena *arena, struct db_note **out,
	     size_t *n, struct err *err);

/* ---- Facts that are said once: env:NAME. ---- */

struct db_named {
	struct tags tags; /* option.* among them */
	bool complete;    /* a full config: absence of an option means n */
	int64_t at_ns;    /* when they were said */
	const char *sender;
};

/* errors    ERR_NOT_FOUND, with names that are near */
int db_named_get(struct db *db, const char *name, struct arena *arena,
		 struct db_named *out, struct err *err);

enum db_named_state { DB_NAMED_NEW, DB_NAMED_CHANGED, DB_NAMED_SAME };

/*
 * What the name means from now on; runs stored before keep what it meant.
 * cost      O(tags) for a set of options that is not there yet; else O(other
 *           tags)
 */
int db_named_put(struct db *db, const char *name, const struct tags *tags,
		 bool complete, const struct db_editor *by,
		 enum db_named_state *state, struct err *err);

#endif
