/* note.c - notes on ranges of a history. */
#include "db_private.h"
#include "edit.h"

int db_note_add(struct db *db, const struct db_note *note,
		const struct db_editor *by, int64_t *id, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_NOTE_INSERT);

	bind_int(s, 1, by->now_ns);
	bind_text(s, 2, by->sender);
	bind_text(s, 3, note->terms);
	bind_text(s, 4, note->key);
	bind_text(s, 5, note->lo);
	bind_text(s, 6, note->hi);
	bind_text(s, 7, note->text);
	if (stmt_run(db, SQL_NOTE_INSERT, err) < 0)
		return -1;
	*id = sqlite3_last_insert_rowid(db->handle);
	return 0;
}

int db_note_undo(struct db *db, int64_t id, const struct db_editor *by,
		 struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_NOTE_UNDONE);
	int64_t undone_ns = 0;
	int got;

	bind_int(s, 1, id);
	got = stmt_int(db, SQL_NOTE_UNDONE, &undone_ns, err);
	if (got < 0)
		return -1;
	if (!got)
		return err_set(err, ERR_NOT_FOUND, "there is no note %lld",
			       (long long)id);
	if (undone_ns)
		return err_set(err, ERR_CONFLICT, "note %lld was undone before",
			       (long long)id);
	s = stmt_take(db, SQL_NOTE_UNDO);
	bind_int(s, 1, id);
	bind_int(s, 2, by->now_ns);
	return stmt_run(db, SQL_NOTE_UNDO, err);
}

int db_notes(struct db *db, struct arena *arena, struct db_note **out,
	     size_t *n, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_NOTES);
	int got;

	*out = NULL;
	*n = 0;
	while ((got = stmt_step(db, SQL_NOTES, err)) > 0) {
		*out = arena_grow(arena, *out, *n, sizeof(**out));
		(*out)[(*n)++] = (struct db_note){
			.id = sqlite3_column_int64(s, 0),
			.at_ns = sqlite3_column_int64(s, 1),
			.sender = stmt_text(s, 2, arena),
			.terms = stmt_text(s, 3, arena),
			.key = stmt_text(s, 4, arena),
			.lo = stmt_text(s, 5, arena),
			.hi = stmt_text(s, 6, arena),
			.text = stmt_text(s, 7, arena),
		};
	}
	if (got < 0)
		return -1;
	stmt_done(db, SQL_NOTES);
	return 0;
}
