/* test_token_file.c - the file of tokens, and how a server sees it. */
#include "token_file.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "near.h"
#include "timestamp.h"
#include "token_fixture.h"

#define N_OF(a) (sizeof(a) / sizeof((a)[0]))
#define NOW_NS  (INT64_C(1800000000) * NS_PER_S)

static int start(void **state)
{
	(void)state;
	return sodium_init() < 0;
}

static int add(struct tokens *tokens, void *arg, struct err *err)
{
	(void)err;
	tokens_add(tokens, arg);
	return 0;
}

static int refuse(struct tokens *tokens, void *arg, struct err *err)
{
	(void)tokens;
	(void)arg;
	return err_set(err, ERR_CONFLICT, "no");
}

struct place {
	char folder[64], archive[80], file[96], other[96];
};

static void make_place(struct place *p)
{
	snprintf(p->folder, sizeof(p->folder), "/tmp/tokens-XXXXXX");
	assert_non_null(mkdtemp(p->folder));
	snprintf(p->archive, sizeof(p->archive), "%s/a.db", p->folder);
	snprintf(p->file, sizeof(p->file), "%s.tokens", p->archive);
	snprintf(p->other, sizeof(p->other), "%s.other", p->archive);
}

static void remove_place(struct place *p)
{
	unlink(p->file);
	unlink(p->other);
	assert_int_equal(rmdir(p->folder), 0);
}

static void write_file(const char *path, const char *text, mode_t mode)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	assert_int_equal(chmod(path, mode), 0);
}

static void assert_refused(const struct place *p, const char *says)
{
	struct token_store *store;
	struct tokens tokens;
	struct token t = { 0 };
	struct err err = { 0 };
	bool exists;

	assert_int_equal(token_file_read(p->archive, &exists, &tokens, &err),
			 -1);
	assert_int_equal(err.code, ERR_ARCHIVE);
	assert_non_null(strstr(err.msg, says));
	assert_true(exists);
	assert_int_equal(tokens.n, 0);
	assert_int_equal(token_store_open(p->archive, &store, &err), -1);
	assert_int_equal(token_file_change(p->archive, add, &t, &err), -1);
}

static void test_file(void **state)
{
	char word[TOKEN_SIZE];
	struct token t = { .scope = SCOPE_EDIT, .name = "ci",
			   .created_ns = NOW_NS };
	struct tokens tokens;
	struct err err = { 0 };
	struct place p;
	struct stat st;
	bool exists;

	(void)state;
	make_place(&p);
	assert_int_equal(token_file_read(p.archive, &exists, &tokens, &err),
			 0);
	assert_false(exists);
	assert_int_equal(token_file_change(p.archive, refuse, NULL, &err), -1);
	assert_int_equal(access(p.file, F_OK), -1);
	token_make(&t, word);
	umask(0);
	assert_int_equal(token_file_change(p.archive, add, &t, &err), 0);
	assert_int_equal(stat(p.file, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(token_file_read(p.archive, &exists, &tokens, &err),
			 0);
	assert_true(exists);
	assert_int_equal(tokens.n, 1);
	assert_memory_equal(&tokens.items[0], &t, sizeof(t));
	tokens_release(&tokens);
	remove_place(&p);
}

static void test_refused_files(void **state)
{
	static const mode_t modes[] = { 0640, 0604, 0620, 0602, 0610, 0601,
					0666, 0777 };
	struct place p;
	size_t i;

	(void)state;
	make_place(&p);
	for (i = 0; i < N_OF(modes); i++) {
		write_file(p.file, LINE, modes[i]);
		assert_refused(&p, "by others");
	}
	write_file(p.file, LINE "x\n", 0600);
	assert_refused(&p, "line 2 is damaged");
	unlink(p.file);
	write_file(p.other, LINE, 0600);
	assert_int_equal(symlink(p.other, p.file), 0);
	assert_refused(&p, "symbolic link");
	unlink(p.other);
	assert_refused(&p, "symbolic link");
	unlink(p.file);
	assert_int_equal(mkfifo(p.file, 0600), 0);
	assert_refused(&p, "no plain file");
	unlink(p.file);
	assert_int_equal(mkdir(p.file, 0700), 0);
	assert_refused(&p, "no plain file");
	rmdir(p.file);
	remove_place(&p);
}

static int check_store(struct token_store *store)
{
	struct token_shown shown;
	struct err err = { 0 };
	struct token t;

	token_read(WORD, strlen(WORD), &shown, &err);
	return token_store_check(store, &shown, NOW_NS, &t, &err);
}

/* While it is served: it comes, changes, breaks, is repaired and goes. */
static void test_store(void **state)
{
	struct token_store *store;
	struct err err = { 0 };
	struct place p;
	int loud;

	(void)state;
	make_place(&p);
	loud = dup(2);
	assert_non_null(freopen("/dev/null", "w", stderr));
	assert_int_equal(token_store_open(p.archive, &store, &err), 0);
	assert_int_equal(token_store_look(store), TOKENS_NONE);
	assert_int_equal(check_store(store), -1);
	write_file(p.file, LINE, 0600);
	assert_int_equal(token_store_look(store), TOKENS_THERE);
	assert_int_equal(check_store(store), 0);
	assert_int_equal(chmod(p.file, 0644), 0);
	assert_int_equal(token_store_look(store), TOKENS_BROKEN);
	assert_int_equal(check_store(store), -1);
	assert_int_equal(chmod(p.file, 0600), 0);
	assert_int_equal(token_store_look(store), TOKENS_THERE);
	assert_int_equal(check_store(store), 0);
	write_file(p.file, "", 0600);
	assert_int_equal(token_store_look(store), TOKENS_THERE);
	assert_int_equal(check_store(store), -1);
	write_file(p.file, "damage\n", 0600);
	assert_int_equal(token_store_look(store), TOKENS_BROKEN);
	unlink(p.file);
	assert_int_equal(token_store_look(store), TOKENS_NONE);
	assert_int_equal(check_store(store), -1);
	token_store_close(store);
	fflush(stderr);
	dup2(loud, 2);
	close(loud);
	remove_place(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_file),
		cmocka_unit_test(test_refused_files),
		cmocka_unit_test(test_store),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("token_file", tests, start, NULL);
}
