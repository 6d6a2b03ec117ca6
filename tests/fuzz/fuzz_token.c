/*
 * fuzz_token.c - any bytes as a file of tokens, as an Authorization header and
 * as a URL (libFuzzer).
 *
 *	make fuzz && mkdir -p corpus
 *	build/fuzz/fuzz_token -max_total_time=60 corpus tests/fuzz/token
 *
 * A file that can be read prints as one that reads the same. What is refused
 * says nothing of what was shown.
 */
#include <assert.h>
#include <sodium.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "token.h"

#define NOW_NS INT64_C(1800000000000000000)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_shown(const char *s)
{
	static const struct tokens none;
	struct token_shown shown;
	const struct token *t;
	struct err err = { 0 };

	if (token_of_header(s, &shown, &err) < 0) {
		assert(err.code == ERR_AUTH && err.msg[0]);
		return;
	}
	assert(strlen(shown.id) == TOKEN_ID);
	assert(tokens_check(&none, &shown, NOW_NS, &t, &err) < 0);
	assert(err.code == ERR_AUTH && !strstr(err.msg, shown.id));
}

static void check_file(const char *s, size_t size)
{
	struct tokens tokens, again;
	struct err err = { 0 };
	struct buf out;
	size_t i;

	if (tokens_parse(s, size, &tokens, &err) < 0) {
		assert(err.code == ERR_ARCHIVE && err.line && !tokens.items);
		return;
	}
	buf_init(&out, 64u << 20);
	tokens_print(&tokens, &out);
	assert(!tokens_parse(out.data, out.len, &again, &err));
	assert(again.n == tokens.n);
	for (i = 0; i < again.n; i++)
		assert(!memcmp(&again.items[i], &tokens.items[i],
			       sizeof(again.items[i])));
	buf_release(&out);
	tokens_release(&again);
	tokens_release(&tokens);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct token_shown shown;
	struct err err;
	char *s;

	if (sodium_init() < 0)
		return 0;
	s = malloc(size + 1);
	assert(s);
	memcpy(s, data, size);
	s[size] = '\0';
	check_file(s, size);
	/* A seed is a line of a file. */
	if (size && s[size - 1] == '\n')
		s[--size] = '\0';
	check_shown(s);
	/* Whatever is a token must be seen in a URL, too. */
	if (!token_read(s, size, &shown, &err))
		assert(token_in_url(s) && !token_in_text(s, size));
	token_in_url(s);
	assert(token_in_text(s, size) <= size);
	free(s);
	return 0;
}
