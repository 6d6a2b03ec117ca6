/*
 * pages.h - the handlers of the route table, one noun a file.
 */
#ifndef PAGES_H
#define PAGES_H

#include "request.h"

#define PAGE(name) \
	int name(struct request *rq, struct reply *rp, struct err *err)

PAGE(index_get);
PAGE(health_get);
PAGE(backup_get);
PAGE(help_get);
PAGE(runs_get);
PAGE(runs_put);
PAGE(upload_get);
PAGE(runs_delete);
PAGE(run_get);
PAGE(run_raw_get);
PAGE(run_delete);
PAGE(run_restore_post);
PAGE(env_put);
PAGE(env_get);
PAGE(run_correct_post);
PAGE(edit_undo_post);
PAGE(upload_raw_get);
PAGE(compare_get);
PAGE(compare_form_get);
PAGE(check_get);
PAGE(ministat_get);
PAGE(history_get);
PAGE(changes_get);
PAGE(note_post);
PAGE(note_undo_post);
PAGE(samples_get);
PAGE(export_get);
PAGE(tags_get_page);
PAGE(tests_get);
PAGE(hosts_get);
PAGE(host_get);
PAGE(test_get);
PAGE(matrix_get);

#undef PAGE

/* ---- What several pages share. ---- */

/* Sets the type that fits rq->format. */
void reply_type(const struct request *rq, struct reply *rp);

/*
 * Where a list goes on, unless next is NULL: a line of text, for CSV a Link as
 * RFC 8288 has it. JSON tells it itself.
 */
void reply_next(const struct request *rq, struct reply *rp, const char *next);

/* The conditions of segment 0, or none where there is no segment. */
int page_selection(struct request *rq, struct selection *out,
		   struct err *err);

/*
 * Leaves only what was measured at from_ns or later; *from_ns has to outlive
 * the selection, whose conditions are copied into arena.
 */
void page_since(struct selection *s, const int64_t *from_ns,
		struct arena *arena);

/*
 * Segment 0 as the value of a key: /host/NAME is what host:NAME means.
 * errors    ERR_INPUT: no value can be so
 */
int page_named(struct request *rq, const char *key, const char **name,
	       struct selection *out, struct err *err);

/*
 * What somebody says in the body, one line as long as a tag's value, without
 * the blanks at its end; "" for nothing. what: "the reason".
 */
int body_words(struct request *rq, const char *what, const char **out,
	       struct err *err);

/*
 * ERR_NOT_FOUND for terms that mean nothing: which of them, and near values.
 * side      'A', 'B', ... or 0 where there are no sides
 */
int explain_nothing(struct request *rq, const struct selection *s, char side,
		    struct err *err);

/* The same for a key that nothing is recorded under. */
int explain_no_key(struct request *rq, const char *key, struct err *err);

/*
 * "VIMAGE kernel:r317849 hw.mem:16G +12": the tags of a run in the grammar's
 * words, what was tried before what the machine is; those that no room is left
 * for are counted. A full config is one word.
 * room      in bytes; 0: for all
 */
const char *run_words(struct arena *arena, const struct db_run *run,
		      const char *without, size_t room);

/* The tests of a run, each once, joined by blanks. */
const char *run_tests(struct arena *arena, const struct db_run *run);

/* ISO time in the arena, NULL for 0. */
const char *time_text(struct arena *arena, int64_t ns);

#endif
