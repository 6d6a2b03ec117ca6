/* cmd_token.c - who may write: tokens are made, listed and revoked. */
#include <getopt.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "limits.h"
#include "mem.h"
#include "text.h"
#include "timestamp.h"
#include "token_file.h"

#define LIST_MAX (1u << 20)

struct wish {
	const char *verb, *name, *db, *scope, *expires;
	int64_t now_ns;
	struct token made;
};

static bool is_over(const struct token *t, int64_t now_ns)
{
	return t->revoked_ns || (t->expires_ns && now_ns >= t->expires_ns);
}

/* 7d from now, or until the end of the day, month or second that is named. */
static int read_expires(const char *s, int64_t now_ns, int64_t *out,
			struct err *err)
{
	struct time_span span, last;
	int64_t length;

	time_parse("2199", 4, &last);
	if (time_parse_length(s, strlen(s), &length)) {
		if (length <= 0 || length >= last.to_ns - now_ns)
			return err_set(err, ERR_USAGE, "--expires '%.60s' is "
				       "too short or too long", s);
		*out = now_ns + length;
		return 0;
	}
	if (!time_parse(s, strlen(s), &span))
		return err_set(err, ERR_USAGE, "--expires takes a time or a "
			       "length (2027-06-30, 7d), not '%.60s'", s);
	/* The file has no year 2200. */
	*out = span.to_ns < last.to_ns ? span.to_ns : span.from_ns;
	if (*out <= now_ns)
		return err_set(err, ERR_USAGE, "'%.60s' is over", s);
	return 0;
}

static int add_one(struct tokens *tokens, void *arg, struct err *err)
{
	struct wish *w = arg;
	size_t i;

	for (i = 0; i < tokens->n; i++)
		if (!strcmp(tokens->items[i].name, w->name) &&
		    !is_over(&tokens->items[i], w->now_ns)) {
			err_set(err, ERR_CONFLICT, "there is a token '%s'",
				w->name);
			return err_hint(err, "maxistat token revoke %s ends "
					"it", w->name);
		}
	for (i = 0; i < tokens->n; i++)
		if (!memcmp(tokens->items[i].id, w->made.id, TOKEN_ID))
			return err_set(err, ERR_CONFLICT, "an id was drawn "
				       "twice; try again");
	if (tokens->n == LIMIT_TOKENS)
		return err_set(err, ERR_TOO_BIG, "there are %u tokens, and no "
			       "more can be", LIMIT_TOKENS);
	tokens_add(tokens, &w->made);
	return 0;
}

static int add(struct wish *w, struct err *err)
{
	char word[TOKEN_SIZE];
	struct token *t = &w->made;
	struct tokens before;
	bool exists;

	if (!token_name_ok(w->name, strlen(w->name)))
		return err_set(err, ERR_USAGE, "a name is 1 to %d of A-Z a-z "
			       "0-9 . _ @ + -, beginning with a letter or "
			       "digit", TOKEN_NAME);
	if (!w->scope || !scope_parse(w->scope, &t->scope))
		return err_set(err, ERR_USAGE, "--scope upload, edit or admin "
			       "is needed");
	if (w->expires && read_expires(w->expires, w->now_ns, &t->expires_ns,
				       err) < 0)
		return -1;
	if (token_file_read(w->db, &exists, &before, err) < 0)
		return -1;
	tokens_release(&before);
	snprintf(t->name, sizeof(t->name), "%s", w->name);
	t->created_ns = w->now_ns;
	token_make(t, word);
	if (token_file_change(w->db, add_one, w, err) < 0) {
		sodium_memzero(word, sizeof(word));
		return -1;
	}
	printf("%s\n", word);
	sodium_memzero(word, sizeof(word));
	fprintf(stderr, "The token of '%s', scope %s. It is shown this once.\n",
		t->name, scope_name(t->scope));
	if (!exists)
		fprintf(stderr, "It is the first: from now on writes need a "
			"token on loopback, too.\n");
	if (access(w->db, F_OK) < 0)
		fprintf(stderr, "There is no archive '%s' yet.\n", w->db);
	return EXIT_DONE;
}

static int end_one(struct tokens *tokens, void *arg, struct err *err)
{
	const struct wish *w = arg;
	bool found = false;
	size_t i;

	for (i = 0; i < tokens->n; i++) {
		struct token *t = &tokens->items[i];

		if (strcmp(t->name, w->name) || t->revoked_ns)
			continue;
		t->revoked_ns = w->now_ns;
		found = true;
	}
	if (found)
		return 0;
	err_set(err, ERR_NOT_FOUND, "there is no token '%.64s' that could be "
		"revoked", w->name);
	for (i = 0; i < tokens->n; i++)
		if (!is_over(&tokens->items[i], w->now_ns))
			err_near(err, tokens->items[i].name);
	return -1;
}

static int end(struct wish *w, struct err *err)
{
	if (token_file_change(w->db, end_one, w, err) < 0)
		return -1;
	printf("'%s' is revoked\n", w->name);
	return EXIT_DONE;
}

static const char *minute(struct arena *arena, int64_t ns)
{
	char text[TIME_SIZE];

	time_print_minute(ns, text);
	return arena_strdup(arena, text);
}

static int list(struct wish *w, struct err *err)
{
	static const struct column columns[] = {
		{ "name", false }, { "scope", false }, { "id", false },
		{ "created", false }, { "expires", false },
		{ "state", false },
	};
	struct arena arena = { 0 };
	struct tokens tokens;
	struct table table;
	struct buf out;
	bool exists;
	size_t i;

	if (token_file_read(w->db, &exists, &tokens, err) < 0)
		return -1;
	table_init(&table, &arena, columns, sizeof(columns) /
		   sizeof(columns[0]));
	for (i = 0; i < tokens.n; i++) {
		const struct token *t = &tokens.items[i];

		table_text(&table, t->name);
		table_text(&table, scope_name(t->scope));
		table_text(&table, t->id);
		table_text(&table, minute(&arena, t->created_ns));
		table_text(&table, t->expires_ns ?
			   minute(&arena, t->expires_ns) : "never");
		table_text(&table, t->revoked_ns ?
			   arena_printf(&arena, "revoked %s",
					minute(&arena, t->revoked_ns)) :
			   is_over(t, w->now_ns) ? "expired" : "good");
	}
	buf_init(&out, LIST_MAX);
	if (tokens.n)
		table_print(&table, &out);
	else
		buf_str(&out, exists ? "no tokens, and nobody may write "
				"without one\n" : "no tokens; on a loopback "
				"address everybody may write\n");
	fputs(out.data, stdout);
	buf_release(&out);
	tokens_release(&tokens);
	arena_release(&arena);
	return EXIT_DONE;
}

static int read_wish(int argc, char **argv, struct wish *w, struct err *err)
{
	static const struct option longs[] = {
		{ "db", required_argument, NULL, 'd' },
		{ "scope", required_argument, NULL, 's' },
		{ "expires", required_argument, NULL, 'e' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	memset(w, 0, sizeof(*w));
	opterr = 0;
	optind = 1;
	while ((c = getopt_long(argc, argv, "", longs, NULL)) != -1) {
		if (c == '?')
			return err_set(err, ERR_USAGE, "unknown option or a "
				       "missing value");
		*(c == 'd' ? &w->db : c == 's' ? &w->scope : &w->expires) =
			optarg;
	}
	w->verb = optind < argc ? argv[optind] : "";
	w->name = optind + 1 < argc ? argv[optind + 1] : NULL;
	w->now_ns = time_now_ns();
	if (optind + 2 < argc)
		return err_set(err, ERR_USAGE, "'%s' is too much",
			       argv[optind + 2]);
	if (!w->db)
		return err_set(err, ERR_USAGE, "--db FILE is missing");
	return 0;
}

static const struct verb {
	const char *name;
	bool has_name, makes; /* takes NAME; takes --scope and --expires */
	int (*run)(struct wish *w, struct err *err);
} verbs[] = {
	{ "add", true, true, add },
	{ "list", false, false, list },
	{ "revoke", true, false, end },
};

static int token(int argc, char **argv, struct err *err)
{
	struct wish w;
	size_t i;

	if (read_wish(argc, argv, &w, err) < 0)
		return -1;
	if (sodium_init() < 0)
		return err_set(err, ERR_OS, "no source of random numbers");
	for (i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		const struct verb *v = &verbs[i];

		if (strcmp(v->name, w.verb))
			continue;
		if (v->has_name != (w.name != NULL))
			return err_set(err, ERR_USAGE, "token %s takes %s",
				       v->name, v->has_name ? "a NAME" :
				       "no name");
		if (!v->makes && (w.scope || w.expires))
			return err_set(err, ERR_USAGE, "token %s takes no "
				       "--scope and no --expires", v->name);
		return v->run(&w, err);
	}
	return err_set(err, ERR_USAGE, "add, list or revoke, not '%.60s'",
		       w.verb);
}

const struct command command_token = {
	.name = "token",
	.args = "add NAME --scope upload|edit|admin [--expires TIME] --db FILE"
		" |\n       maxistat token list --db FILE |"
		" maxistat token revoke NAME --db FILE",
	.summary = "who may write: make, list and revoke tokens",
	.help = "  --db FILE       the archive; FILE.tokens holds them, hashed;"
		" it may be served\n"
		"  --scope SCOPE   upload; edit: trash and restore, too; admin:"
		" all\n"
		"  --expires TIME  2027-06-30 (that day is the last, UTC), or"
		" 7d from now\n"
		"The token is the one line on the standard output, and is shown"
		" once.\n",
	.run = token,
};
