/* test_mem.c - arenas and vectors in them. */
#include "mem.h"

#include <string.h>

#include "near.h"
#include "random.h"

static int zeroed(const unsigned char *p, size_t n)
{
	while (n--)
		if (*p++)
			return 0;
	return 1;
}

static void test_heap(void **state)
{
	char *s = x_strdup("text"), *z;

	(void)state;
	s = x_realloc(s, 100);
	assert_string_equal(s, "text");
	x_free(s);
	z = x_calloc(10, 10);
	assert_true(zeroed((unsigned char *)z, 100));
	x_free(z);
	x_free(x_malloc(0));
	x_free(x_calloc(0, 8));
	x_free(x_realloc(NULL, 0));
	x_free(NULL);
}

/* Pieces of any size are zeroed, aligned, and do not touch. */
static void test_pieces(void **state)
{
	struct arena a = { 0 };
	unsigned char *p[2000];
	size_t n[2000], i, j, total = 0;
	uint64_t seed = 4;

	(void)state;
	for (i = 0; i < 2000; i++) {
		n[i] = random_below(&seed, i % 50 ? 200 : 50000);
		p[i] = arena_alloc(&a, n[i]);
		assert_int_equal((uintptr_t)p[i] % 16, 0);
		assert_true(zeroed(p[i], n[i]));
		memset(p[i], (int)(1 + i % 255), n[i]);
		total += n[i];
	}
	for (i = 0; i < 2000; i++)
		for (j = 0; j < n[i]; j++)
			assert_int_equal(p[i][j], 1 + i % 255);
	assert_true(a.total >= total && a.total < total + 2000 * 32);
	arena_release(&a);
	assert_null(a.chunks);
	assert_int_equal(a.total, 0);
	arena_release(&a);
	arena_init(&a);
	assert_non_null(arena_alloc(&a, 20u << 20));
	arena_release(&a);
}

static void test_strings(void **state)
{
	struct arena a = { 0 };
	char text[5000];

	(void)state;
	assert_string_equal(arena_strdup(&a, "abc"), "abc");
	assert_string_equal(arena_strndup(&a, "abc", 2), "ab");
	assert_string_equal(arena_strndup(&a, NULL, 0), "");
	assert_string_equal(arena_printf(&a, "%d-%s", 7, "x"), "7-x");
	memset(text, 'y', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	assert_string_equal(arena_printf(&a, "%s", text), text);
	arena_release(&a);
}

static void test_vector(void **state)
{
	struct arena a = { 0 };
	size_t *v = NULL, n;

	(void)state;
	for (n = 0; n < 100000; n++) {
		v = arena_grow(&a, v, n, sizeof(*v));
		assert_int_equal(v[n], 0);
		v[n] = n * n;
	}
	for (n = 0; n < 100000; n++)
		if (v[n] != n * n)
			fail_msg("element %zu", n);
	/* Twice the elements at the most, and the old vectors. */
	assert_true(a.total < 100000 * sizeof(*v) * 5);
	arena_release(&a);
}

/* A vector that shrank may grow again. */
static void test_vector_shrinks(void **state)
{
	struct arena a = { 0 };
	uint64_t seed = 8;
	size_t *v = NULL, n = 0, i, round;

	(void)state;
	for (round = 0; round < 2000; round++) {
		n -= random_below(&seed, n + 1);
		for (i = random_below(&seed, 40); i; i--) {
			v = arena_grow(&a, v, n, sizeof(*v));
			v[n] = n;
			n++;
		}
		for (i = 0; i < n; i++)
			assert_int_equal(v[i], i);
	}
	arena_release(&a);
}

/* What one arena had belongs to the other, and stays where it is. */
static void test_adopt(void **state)
{
	struct arena to = { 0 }, from = { 0 };
	char *mine = arena_strdup(&to, "mine"), *theirs, *more;
	size_t i, total = to.total;

	(void)state;
	theirs = arena_strdup(&from, "theirs");
	for (i = 0; i < 100; i++)
		arena_alloc(&from, 5000);
	total += from.total;
	arena_adopt(&to, &from);
	assert_int_equal(to.total, total);
	assert_null(from.chunks);
	more = arena_strdup(&to, "more");
	assert_string_equal(mine, "mine");
	assert_string_equal(theirs, "theirs");
	assert_string_equal(more, "more");
	total = to.total;
	arena_adopt(&from, &to); /* into an empty one; an empty one into it */
	arena_adopt(&from, &to);
	assert_int_equal(from.total, total);
	assert_string_equal(arena_strdup(&from, "last"), "last");
	assert_string_equal(theirs, "theirs");
	arena_release(&from);
}

/* What was released comes again, and is zeroed again. */
static void test_again(void **state)
{
	size_t round, i;

	(void)state;
	for (round = 0; round < 3; round++) {
		struct arena a = { 0 };

		for (i = 1; i < 40; i++) {
			size_t n = i * i * 4000;
			unsigned char *p = arena_alloc(&a, n);

			assert_true(zeroed(p, n));
			memset(p, 0xa5, n);
		}
		arena_release(&a);
	}
}

/* Room is aligned, too, and none of it is given twice. */
static void test_room(void **state)
{
	struct arena a = { 0 };
	unsigned char *before, *p, *behind;

	(void)state;
	before = arena_alloc(&a, 5);
	arena_bytes(&a, 3);
	p = arena_room(&a, 1001);
	behind = arena_alloc(&a, 64);
	assert_int_equal((uintptr_t)p % 16, 0);
	memset(p, 0xff, 1001);
	assert_true(zeroed(before, 5) && zeroed(behind, 64));
	assert_non_null(arena_room(&a, 0));
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_heap),
		cmocka_unit_test(test_pieces),
		cmocka_unit_test(test_room),
		cmocka_unit_test(test_strings),
		cmocka_unit_test(test_vector),
		cmocka_unit_test(test_vector_shrinks),
		cmocka_unit_test(test_adopt),
		cmocka_unit_test(test_again),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("mem", tests, NULL, NULL);
}
