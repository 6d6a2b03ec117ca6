/* test_token.c - the word, the header, the lines, and what opens what. */
#include "token.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "limits.h"
#include "near.h"
#include "timestamp.h"
#include "token_fixture.h"

#define N_OF(a) (sizeof(a) / sizeof((a)[0]))
#define NOW_NS  (INT64_C(1800000000) * NS_PER_S)

/* any:WORD */
#define BASIC  "Basic " \
	"YW55Om1heGlzdGF0XzAxMjM0NTY3ODlhYl8wMDAxMDIwMzA0MDUwNjA3MDgw" \
	"OTBhMGIwYzBkMGUwZjEwMTExMjEzMTQxNTE2MTcxODE5MWExYjFjMWQxZTFm" \
	"XzViYTI5YTBl"

static int start(void **state)
{
	(void)state;
	return sodium_init() < 0;
}

/* ---- The word. ---- */

static void test_word(void **state)
{
	struct token_shown shown;
	unsigned char digest[32];
	struct err err = { 0 };
	char word[TOKEN_SIZE];
	struct token t;
	int i;

	(void)state;
	for (i = 0; i < 1000; i++) {
		token_make(&t, word);
		assert_int_equal(strlen(word), TOKEN_SIZE - 1);
		assert_int_equal(token_read(word, strlen(word), &shown, &err),
				 0);
		assert_string_equal(shown.id, t.id);
		crypto_hash_sha256(digest, shown.secret, 32);
		assert_memory_equal(digest, t.digest, 32);
	}
	assert_int_equal(token_read(WORD, strlen(WORD), &shown, &err), 0);
	assert_string_equal(shown.id, "0123456789ab");
	for (i = 0; i < 32; i++)
		assert_int_equal(shown.secret[i], i);
}

/* Every single wrong character, every cut, and two that were swapped. */
static void test_typos(void **state)
{
	struct token_shown shown;
	struct err err;
	char word[] = WORD;
	size_t i, n = strlen(word);

	(void)state;
	for (i = 0; i < n; i++) {
		char was = word[i], *shown_part;

		word[i] = was == '7' ? '8' : '7';
		assert_int_equal(token_read(word, n, &shown, &err), -1);
		assert_int_equal(err.code, ERR_AUTH);
		shown_part = strstr(err.msg, "0102");
		assert_null(shown_part);
		word[i] = was;
		assert_int_equal(token_read(word, i, &shown, &err), -1);
		if (i + 1 < n && word[i + 1] != was) {
			word[i] = word[i + 1];
			word[i + 1] = was;
			assert_int_equal(token_read(word, n, &shown, &err),
					 -1);
			word[i + 1] = word[i];
			word[i] = was;
		}
	}
	assert_int_equal(token_read(WORD "0", n + 1, &shown, &err), -1);
	assert_int_equal(token_read(word, n, &shown, &err), 0);
}

static const char *const good_headers[] = {
	"Bearer " WORD, "bearer " WORD, "BEARER   " WORD "  ",
	BASIC, BASIC " ",
};

static const char *const bad_headers[] = {
	"", " ", "Bearer", "Bearer ", WORD, "Token " WORD, "Bearer\t" WORD,
	"Bearer " HEAD, "Bearer " WORD "x", "Bearer " WORD " " WORD,
	"Bearer x" WORD, "Basic", "Basic ", "Basic !!!!", "Basic " WORD,
	"Basic YW55", /* any */ "Basic YW55Og==", /* any: */
	"Basic Og==", BASIC "!", BASIC "QUFB", "Basic " BASIC, "Digest a=b",
};

static void test_headers(void **state)
{
	struct token_shown shown;
	struct err err = { 0 };
	char *longer = malloc(100001);
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(good_headers); i++)
		assert_int_equal(token_of_header(good_headers[i], &shown,
						 &err), 0);
	for (i = 0; i < N_OF(bad_headers); i++) {
		assert_int_equal(token_of_header(bad_headers[i], &shown, &err),
				 -1);
		assert_int_equal(err.code, ERR_AUTH);
		assert_null(strstr(err.msg, "0123456789ab"));
	}
	memset(longer, 'Q', 100000);
	memcpy(longer, "Basic ", 6);
	longer[100000] = '\0';
	assert_int_equal(token_of_header(longer, &shown, &err), -1);
	free(longer);
}

static void test_urls(void **state)
{
	static const char *const with[] = {
		"/runs?token=" WORD, "/runs/host:a,t:" WORD, "/" HEAD,
		"/x/maxistat_0123456789ab", "/%6daxistat%5F0123456789ab",
		"/?a=MAXISTAT_0123456789AB_", "/maxistat_maxistat_000000000000",
	};
	static const char *const without[] = {
		"", "/", "/maxistat", "/maxistat_", "/maxistat_0123456789a",
		"/runs/test:maxistat_deadbeef", "/maxistat_0123456789ag",
		"/%6", "/%", "/maxistat_%30%3", "/runs/commit:" DIGEST,
	};
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(with); i++)
		assert_true(token_in_url(with[i]));
	for (i = 0; i < N_OF(without); i++)
		assert_false(token_in_url(without[i]));
}

static void test_texts(void **state)
{
	static const char with[] = "+ curl maxistat_ maxistat_0123 " WORD "\n";

	(void)state;
	assert_int_equal(token_in_text(with, strlen(with)), 31);
	assert_int_equal(token_in_text(with, strlen(with) - 1), 31);
	assert_int_equal(token_in_text(with, strlen(with) - 2),
			 strlen(with) - 2);
	assert_int_equal(token_in_text(with + 32, strlen(with) - 32),
			 strlen(with) - 32);
	assert_int_equal(token_in_text("", 0), 0);
	assert_int_equal(token_in_text(HEAD "_00000000", strlen(WORD)),
			 strlen(WORD));
}

/* ---- The lines. ---- */

static void test_lines(void **state)
{
	static const char text[] = "# a comment\n" LINE
		"111111111111 edit " DIGEST " 2026-01-02T03:04:05.678901234Z "
		"2027-01-01T00:00:00Z - a.b_c@d+e-f\n"
		"222222222222 admin " DIGEST " " OLD " - " OLD " 9\n";
	struct tokens tokens, again;
	struct err err = { 0 };
	struct buf out;

	(void)state;
	assert_int_equal(tokens_parse(text, strlen(text), &tokens, &err), 0);
	assert_int_equal(tokens.n, 3);
	assert_string_equal(tokens.items[1].name, "a.b_c@d+e-f");
	assert_int_equal(tokens.items[1].scope, SCOPE_EDIT);
	assert_int_equal(tokens.items[1].created_ns % NS_PER_S, 678901234);
	assert_int_equal(tokens.items[0].expires_ns, 0);
	assert_true(tokens.items[2].revoked_ns != 0);
	buf_init(&out, 1u << 20);
	tokens_print(&tokens, &out);
	assert_int_equal(tokens_parse(out.data, out.len, &again, &err), 0);
	assert_memory_equal(again.items, tokens.items,
			    3 * sizeof(*again.items));
	tokens_release(&again);
	tokens_release(&tokens);
	assert_int_equal(tokens_parse("", 0, &tokens, &err), 0);
	assert_int_equal(tokens.n, 0);
	buf_release(&out);
}

static const char *const damaged[] = {
	"\n", "x\n", LINE "\n", " " LINE, LINE "x", LINE LINE, "0123456789ab\n",
	"0123456789ab upload " DIGEST " " OLD " - - ci",
	"0123456789ab upload " DIGEST " " OLD " - -\n",
	"0123456789ab upload " DIGEST " " OLD " - - \n",
	"0123456789ab upload " DIGEST " " OLD " - - a b\n",
	"0123456789ab upload " DIGEST " " OLD " - - a\tb\n",
	"0123456789ab upload " DIGEST " " OLD " - - .a\n",
	"0123456789ab upload " DIGEST " " OLD " - - ci\r\n",
	"0123456789ab upload " DIGEST " " OLD "  - - ci\n",
	"0123456789ab read " DIGEST " " OLD " - - ci\n",
	"0123456789ab ADMIN " DIGEST " " OLD " - - ci\n",
	"0123456789ab adminadminadminadmin " DIGEST " " OLD " - - ci\n",
	"0123456789a upload " DIGEST " " OLD " - - ci\n",
	"0123456789abc upload " DIGEST " " OLD " - - ci\n",
	"0123456789ax upload " DIGEST " " OLD " - - ci\n",
	"0123456789ab upload " DIGEST "0 " OLD " - - ci\n",
	"0123456789ab upload 00 " OLD " - - ci\n",
	"0123456789ab upload " DIGEST " - - - ci\n",
	"0123456789ab upload " DIGEST " 2026-01-01T00:00:00 - - ci\n",
	"0123456789ab upload " DIGEST " " OLD " never - ci\n",
	"0123456789ab upload " DIGEST " " OLD " - 1970-01-01T00:00:00Z ci\n",
	"0123456789ab upload " DIGEST " " OLD " 9999-01-01T00:00:00Z - ci\n",
};

static void test_damaged(void **state)
{
	struct tokens tokens;
	struct err err;
	char line[sizeof(LINE)];
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(damaged); i++) {
		assert_int_equal(tokens_parse(damaged[i], strlen(damaged[i]),
					      &tokens, &err), -1);
		assert_int_equal(err.code, ERR_ARCHIVE);
		assert_true(err.line == 1 || err.line == 2);
		assert_null(tokens.items);
	}
	/* A NUL anywhere, a cut anywhere. */
	for (i = 0; i < strlen(LINE); i++) {
		memcpy(line, LINE, sizeof(line));
		line[i] = '\0';
		assert_int_equal(tokens_parse(line, strlen(LINE), &tokens,
					      &err), -1);
		assert_int_equal(tokens_parse(LINE, i, &tokens, &err),
				 i ? -1 : 0);
	}
}

static void test_too_many(void **state)
{
	struct tokens tokens;
	struct err err;
	struct buf b;
	unsigned i;

	(void)state;
	buf_init(&b, 1u << 20);
	for (i = 0; i < LIMIT_TOKENS; i++)
		buf_printf(&b, "%012x admin " DIGEST " " OLD " - - t\n", i);
	assert_int_equal(tokens_parse(b.data, b.len, &tokens, &err), 0);
	tokens_release(&tokens);
	buf_printf(&b, "%012x admin " DIGEST " " OLD " - - t\n", i);
	assert_int_equal(tokens_parse(b.data, b.len, &tokens, &err), -1);
	buf_release(&b);
}

/* ---- What opens what. ---- */

static void check_is(const char *lines, int64_t now_ns, const char *says)
{
	struct token_shown shown;
	const struct token *t = NULL;
	struct tokens tokens;
	struct err err = { 0 };

	assert_int_equal(tokens_parse(lines, strlen(lines), &tokens, &err), 0);
	assert_int_equal(token_read(WORD, strlen(WORD), &shown, &err), 0);
	assert_int_equal(tokens_check(&tokens, &shown, now_ns, &t, &err),
			 says ? -1 : 0);
	if (says) {
		assert_int_equal(err.code, ERR_AUTH);
		assert_string_equal(err.msg, says);
	} else {
		assert_string_equal(t->id, "0123456789ab");
	}
	tokens_release(&tokens);
}

#define OTHER \
	"0000000000000000000000000000000000000000000000000000000000000000"

static void test_check(void **state)
{
	static const char unknown[] = "this token is not known here";
	static const char expires[] = "0123456789ab admin " DIGEST " " OLD
		" 2026-06-01T00:00:00Z - ci\n";
	struct time_span at;

	(void)state;
	check_is(LINE, NOW_NS, NULL);
	check_is("", NOW_NS, unknown);
	check_is("0123456789ac upload " DIGEST " " OLD " - - ci\n", NOW_NS,
		 unknown);
	check_is("0123456789ab upload " OTHER " " OLD " - - ci\n", NOW_NS,
		 unknown);
	/* Whoever has not the secret is not told what became of it. */
	check_is("0123456789ab upload " OTHER " " OLD " " OLD " " OLD " ci\n",
		 NOW_NS, unknown);
	check_is("0123456789ab upload " DIGEST " " OLD " - " OLD " ci\n",
		 NOW_NS, "this token is revoked");
	time_parse("2026-06-01T00:00:00Z", 20, &at);
	check_is(expires, at.from_ns - 1, NULL);
	check_is(expires, at.from_ns, "this token has expired");
	check_is(expires, NOW_NS, "this token has expired");
}

static void test_scopes(void **state)
{
	enum scope scope;
	int i;

	(void)state;
	for (i = 0; i < 16; i++) {
		bool loopback = i & 1, has = i & 2, open = i & 4, trust = i & 8;

		scope = scope_without_token(loopback, has, open, trust);
		assert_int_equal(scope, loopback && !has ? SCOPE_ADMIN :
				 open || trust ? SCOPE_EDIT : SCOPE_READ);
	}
	assert_true(SCOPE_READ < SCOPE_UPLOAD && SCOPE_UPLOAD < SCOPE_EDIT &&
		    SCOPE_EDIT < SCOPE_ADMIN);
	assert_false(scope_parse("read", &scope));
	assert_false(scope_parse("", &scope));
	assert_true(scope_parse("edit", &scope) && scope == SCOPE_EDIT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_word),
		cmocka_unit_test(test_typos),
		cmocka_unit_test(test_headers),
		cmocka_unit_test(test_urls),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_too_many),
		cmocka_unit_test(test_check),
		cmocka_unit_test(test_scopes),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("token", tests, start, NULL);
}
