/* test_idmap.c - maps and sets of ids. */
#include "idmap.h"

#include <string.h>

#include "near.h"
#include "random.h"

static void test_map(void **state)
{
	static char values[1000];
	struct arena a = { 0 };
	struct idmap m = { 0 };
	uint64_t seed = 2;
	int64_t id;
	size_t i;

	(void)state;
	assert_null(idmap_get(&m, 1));
	for (id = 1; id < 1000; id++)
		idmap_set(&m, &a, id, &values[id]);
	assert_int_equal(m.n, 999);
	for (id = 1; id < 1000; id++)
		assert_ptr_equal(idmap_get(&m, id), &values[id]);
	assert_null(idmap_get(&m, 1000));
	idmap_set(&m, &a, 7, &values[0]);
	assert_ptr_equal(idmap_get(&m, 7), &values[0]);
	assert_int_equal(m.n, 999);
	idmap_set(&m, &a, INT64_MAX, &values[1]);
	assert_ptr_equal(idmap_get(&m, INT64_MAX), &values[1]);
	/* Ids far apart, as of results: run << 17. */
	for (i = 1; i < 20000; i++) {
		id = (int64_t)i << 17;
		idmap_set(&m, &a, id, &values[i % 1000]);
	}
	for (i = 1; i < 20000; i++)
		assert_ptr_equal(idmap_get(&m, (int64_t)i << 17),
				 &values[i % 1000]);
	for (i = 0; i < 1000; i++)
		assert_null(idmap_get(&m, (int64_t)(splitmix_next(&seed) >> 1) |
						  (INT64_C(1) << 62)));
	arena_release(&a);
}

static void test_set(void **state)
{
	struct arena a = { 0 };
	struct idset s = { 0 };
	uint64_t seed = 5;
	char have[500] = { 0 };
	size_t i, n = 0;

	(void)state;
	idset_sort(&s);
	assert_false(idset_has(&s, 1));
	for (i = 0; i < 2000; i++) {
		size_t id = random_below(&seed, 400);

		n += !have[id];
		have[id] = 1;
		idset_add(&s, &a, (int64_t)id - 200);
		if (i % 97)
			continue;
		idset_sort(&s);
		assert_int_equal(s.n, n);
	}
	idset_sort(&s);
	assert_int_equal(s.n, n);
	for (i = 1; i < s.n; i++)
		assert_true(s.ids[i - 1] < s.ids[i]);
	for (i = 0; i < 500; i++)
		assert_int_equal(idset_has(&s, (int64_t)i - 200), have[i]);
	idset_add(&s, &a, INT64_MAX);
	idset_add(&s, &a, INT64_MIN);
	idset_sort(&s);
	assert_true(idset_has(&s, INT64_MIN) && idset_has(&s, INT64_MAX));
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_map),
		cmocka_unit_test(test_set),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("idmap", tests, NULL, NULL);
}
