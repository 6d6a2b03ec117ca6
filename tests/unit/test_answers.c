/* test_answers.c - answers are kept as long as they are right, no longer. */
#include "answers.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "limits.h"
#include "near.h"
#include "random.h"
#include "timestamp.h"

static void put(struct answers *a, const char *key, uint64_t version,
		int64_t now, const char *text, size_t times)
{
	struct buf b;

	buf_init(&b, LIMIT_PAGE);
	while (times--)
		buf_str(&b, text);
	answers_put(a, key, version, now, 0, &b);
	buf_release(&b);
}

/* What is kept, at most 63 bytes of it; "" for nothing. */
static const char *get(struct answers *a, const char *key, uint64_t version,
		       int64_t now)
{
	static char text[64];
	struct buf b;

	text[0] = '\0';
	buf_init(&b, LIMIT_PAGE);
	if (answers_get(a, key, version, now, &b))
		snprintf(text, sizeof(text), "%s", b.data);
	buf_release(&b);
	return text;
}

static void of_a_version(void **state)
{
	struct answers *a = answers_new();

	(void)state;
	assert_string_equal(get(a, "k", 1, 0), "");
	put(a, "k", 1, 0, "one", 1);
	assert_string_equal(get(a, "k", 1, 0), "one");
	assert_string_equal(get(a, "k", 2, 0), "");
	assert_string_equal(get(a, "K", 1, 0), "");
	put(a, "k", 2, 0, "two", 1);
	assert_string_equal(get(a, "k", 2, 0), "two");
	assert_string_equal(get(a, "k", 1, 0), "");
	assert_string_equal(get(a, "k", 2, LIMIT_ANSWER_AGE * NS_PER_S - 1),
			    "two");
	assert_string_equal(get(a, "k", 2, LIMIT_ANSWER_AGE * NS_PER_S), "");
	answers_free(a);
	answers_free(NULL);
}

/* What took long is given again for a while, whatever has been stored since. */
static void for_a_while(void **state)
{
	const int64_t took = ANSWER_LONG_NS + 1, end = ANSWER_WHILE * took;
	struct answers *a = answers_new();
	struct buf b, text;
	int64_t age;

	(void)state;
	buf_init(&b, LIMIT_PAGE);
	buf_init(&text, LIMIT_PAGE);
	buf_str(&text, "slow");
	answers_put(a, "k", 1, 5, took, &text);
	answers_put(a, "quick", 1, 5, ANSWER_LONG_NS, &text);
	assert_false(answers_get(a, "k", 2, 6, &b));
	assert_true(answers_get_late(a, "k", 5 + end - 1, &b, &age));
	assert_int_equal(age, end - 1);
	assert_int_equal(b.len, 4);
	assert_false(answers_get_late(a, "k", 5 + end, &b, &age));
	assert_false(answers_get_late(a, "quick", 6, &b, &age));
	assert_false(answers_get_late(a, "other", 6, &b, &age));
	buf_release(&b);
	buf_release(&text);
	answers_free(a);
}

/* The one that was asked for the longest ago goes first. */
static void as_many_as_fit(void **state)
{
	struct answers *a = answers_new();
	char key[32];
	size_t i;

	(void)state;
	for (i = 0; i <= LIMIT_ANSWERS; i++) {
		snprintf(key, sizeof(key), "k%zu", i);
		put(a, key, 1, 0, key, 1);
		assert_string_equal(get(a, "k0", 1, 0), "k0");
	}
	assert_string_equal(get(a, "k1", 1, 0), "");
	assert_string_equal(get(a, "k2", 1, 0), "k2");
	answers_free(a);
}

static void as_large_as_fits(void **state)
{
	const size_t part = LIMIT_ANSWERS_BYTES / 8;
	struct answers *a = answers_new();
	char key[32];
	size_t i;

	(void)state;
	put(a, "large", 1, 0, "x", part + 1);
	assert_string_equal(get(a, "large", 1, 0), "");
	for (i = 0; i < 9; i++) {
		snprintf(key, sizeof(key), "k%zu", i);
		put(a, key, 1, 0, "x", part);
	}
	assert_string_equal(get(a, "k0", 1, 0), "");
	for (i = 1; i < 9; i++) {
		snprintf(key, sizeof(key), "k%zu", i);
		assert_int_equal(strlen(get(a, key, 1, 0)), 63);
	}
	answers_free(a);
}

struct user {
	struct answers *answers;
	uint64_t seed;
	size_t wrong;
};

/* Each body is its key and its version: nothing else may come back. */
static void *use(void *arg)
{
	struct user *u = arg;
	size_t i;

	for (i = 0; i < 20000; i++) {
		uint64_t version = random_below(&u->seed, 3);
		char key[32], want[64];
		struct buf b;

		snprintf(key, sizeof(key), "k%zu",
			 random_below(&u->seed, 2 * LIMIT_ANSWERS));
		snprintf(want, sizeof(want), "%s of %d", key, (int)version);
		buf_init(&b, 1 << 20);
		if (answers_get(u->answers, key, version, 0, &b))
			u->wrong += strcmp(b.data, want) != 0;
		else
			put(u->answers, key, version, 0, want, 1);
		buf_release(&b);
	}
	return NULL;
}

static void by_many(void **state)
{
	struct answers *a = answers_new();
	struct user users[4];
	pthread_t threads[4];
	size_t i;

	(void)state;
	for (i = 0; i < 4; i++) {
		users[i] = (struct user){ a, i, 0 };
		assert_int_equal(pthread_create(&threads[i], NULL, use,
						&users[i]), 0);
	}
	for (i = 0; i < 4; i++) {
		pthread_join(threads[i], NULL);
		assert_int_equal(users[i].wrong, 0);
	}
	answers_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_a_version),
		cmocka_unit_test(for_a_while),
		cmocka_unit_test(as_many_as_fit),
		cmocka_unit_test(as_large_as_fits),
		cmocka_unit_test(by_many),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("answers", tests, NULL, NULL);
}
