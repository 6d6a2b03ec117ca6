/* test_import_pattern.c - what a path tells, and what is wrong in a pattern. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "import_pattern.h"

static const struct {
	const char *pattern, *path;
	const char *terms; /* NULL: it does not fit */
} cases[] = {
	{ "a.txt", "a.txt", "-" },
	{ "a.txt", "a.txt2", NULL },
	{ "a.txt", "b/a.txt", NULL },
	{ "{host}", "apu2", "host:apu2" },
	{ "{host}", "", NULL },
	{ "{host}", "a/b", NULL },
	{ "{host}/{test}.txt", "apu2/udp.txt", "host:apu2,test:udp" },
	{ "{host}/{test}.txt", "x/apu2/udp.txt", NULL },
	{ "{host}/{test}.txt", "/udp.txt", NULL },
	/* as few bytes as let the whole fit */
	{ "{rev}.{test}.txt", "1.a.b.txt", "rev:1,test:a.b" },
	{ "{test}.txt", "a.txt.txt", "test:a.txt" },
	{ "{a}-{b}", "1-2-3", "a:1,b:2-3" },
	{ "{a}.x/{b}", "1.x.x/2", "a:1.x,b:2" },
	/* as many as let it fit */
	{ "{rev:0-9}{kernel:A-Z}", "317849VIMAGE",
	  "rev:317849,kernel:VIMAGE" },
	{ "{rev:0-9}", "317a", NULL },
	{ "{rev:0-9}", "", NULL },
	{ "{rev:0-9}9", "199", "rev:19" },
	{ "r{rev:0-9a-f}.{x}", "r09af.z", "rev:09af,x:z" },
	{ "{x:.-}", "-.", "x:-." },
	{ "{x:a-}", "a-a", "x:a-a" },
	{ "{x:!-~}/b", "a/b", "x:a" }, /* never a '/' */
	{ "{x:\xc3\xa9}", "\xc3\xa9", "x:%C3%A9" },
	{ "{name}{size:0-9}", "udp64", "name:udp,size:64" },
	/* parts */
	{ "a[b]c", "abc", "-" },
	{ "a[b]c", "ac", "-" },
	{ "a[b]c", "abbc", NULL },
	{ "a[-{x}]", "a-1", "x:1" },
	{ "a[-{x}]", "a", "-" },
	{ "a[-{x}|x:0]", "a", "x:0" },
	{ "a[-{x}|x:0,-SMP]", "a", "x:0,-SMP" },
	{ "a[-{x}|x:0]", "a-7", "x:7" },
	{ "r{rev:0-9}[V|-V|V].t", "r1V.t", "rev:1,V" },
	{ "r{rev:0-9}[V|-V|V].t", "r1.t", "rev:1,-V" },
	{ "[a|-|x:1]b", "ab", "x:1" },
	{ "[{a}/]{b}", "1/2", "a:1,b:2" },
	{ "[{a}/]{b}", "2", "b:2" },
	{ "[{a}[-{b}|b:n]/|a:n]{c}", "1-2/3", "a:1,b:2,c:3" },
	{ "[{a}[-{b}|b:n]/|a:n]{c}", "1/3", "a:1,b:n,c:3" },
	{ "[{a}[-{b}|b:n]/|a:n]{c}", "3", "a:n,c:3" },
	{ "{rev}[-{d:0-9}]", "a-1", "rev:a,d:1" },
	{ "{rev}[-{d:0-9}]", "a-b", "rev:a-b" },
	/* what is no literal otherwise */
	{ "\\[{a}\\]\\{\\}\\|\\\\", "[1]{}|\\", "a:1" },
	/* values are encoded */
	{ "{a}", "1,2~3%..4 5\x01", "a:1%2C2%7E3%25.%2E4%205%01" },
	{ "{CONFIG_HZ}", "100", "option.HZ:100" },
	{ "{metric}.{unit}.{better}.{at}", "m.s.lower.2026",
	  "metric:m,unit:s,better:lower,at:2026" },
};

static const struct {
	const char *pattern, *says;
	size_t place;
} wrong[] = {
	{ "", "empty", 0 },
	{ "a{", "not closed", 1 },
	{ "a{b", "not closed", 1 },
	{ "{}", "no key", 1 },
	{ "{1}", "no key", 1 },
	{ "{a b}", "no key", 1 },
	{ "{run}", "reserved", 1 },
	{ "{a.sub}", ".pre or .sub", 1 },
	{ "x/{a}-{a}", "twice", 7 },
	{ "{CONFIG_A}/{option.A}", "twice", 12 },
	{ "{a}{b}", "end", 3 },
	{ "{a}[{b}]", "end", 4 },
	{ "{a:}", "no bytes", 3 },
	{ "{a:9-0}", "range", 3 },
	{ "a}", "no '{'", 1 },
	{ "a]", "no '['", 1 },
	{ "a|b", "no '['", 1 },
	{ "a[b", "not closed", 1 },
	{ "a[b|c:1", "not closed", 1 },
	{ "[a][b", "not closed", 3 },
	{ "[]", "empty", 1 },
	{ "[|a:1]", "empty", 1 },
	{ "[a|]", "empty segment", 3 },
	{ "[a|b:1|c:1|d:1]", "third", 10 },
	{ "[a|b:1,x]", "no term", 7 },
	{ "[a|b:1~2]", "questions", 3 },
	{ "[a|b:1|c:]", "question", 7 },
	{ "[a|margin=3]", "margin", 0 },
	{ "a\\", "nothing behind", 1 },
};

static void test_fits(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct arena arena = { 0 };
		struct pattern p;
		struct err err = { 0 };
		const char *terms;

		if (pattern_read(cases[i].pattern, &arena, &p, &err) < 0)
			fail_msg("'%s': %s", cases[i].pattern, err.msg);
		terms = pattern_terms(&p, cases[i].path, &arena);
		if (!terms != !cases[i].terms ||
		    (terms && strcmp(terms, cases[i].terms)))
			fail_msg("'%s' on '%s': '%s'", cases[i].pattern,
				 cases[i].path, terms ? terms : "NULL");
		arena_release(&arena);
	}
}

static void test_wrong(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct arena arena = { 0 };
		struct pattern p;
		struct err err = { 0 };

		if (!pattern_read(wrong[i].pattern, &arena, &p, &err))
			fail_msg("'%s' is taken", wrong[i].pattern);
		if (!strstr(err.msg, wrong[i].says) ||
		    err.offset != wrong[i].place ||
		    (wrong[i].place && !err.has_offset))
			fail_msg("'%s' at %zu: %s", wrong[i].pattern,
				 err.offset, err.msg);
		arena_release(&arena);
	}
}

/* Many ways to fit, none of which does: each is tried once. */
static void test_cost(void **state)
{
	char pattern[512] = "", path[4096];
	struct arena arena = { 0 };
	struct pattern p;
	struct err err;
	size_t i, n = 0;

	(void)state;
	for (i = 0; i < 31; i++) {
		pattern[n++] = '{';
		pattern[n++] = (char)('a' + i % 26);
		pattern[n++] = (char)('a' + i / 26);
		pattern[n++] = '}';
		pattern[n++] = '.';
	}
	pattern[n++] = 'x';
	memset(path, '.', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	assert_int_equal(pattern_read(pattern, &arena, &p, &err), 0);
	assert_null(pattern_terms(&p, path, &arena));
	/* and one piece too many */
	memset(pattern + n - 1, '\0', 1);
	for (i = 0; i < 64; i++)
		memcpy(pattern + 3 * i, "[a]", 4);
	assert_int_equal(pattern_read(pattern, &arena, &p, &err), -1);
	assert_non_null(strstr(err.msg, "too many"));
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fits),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_cost),
	};

	return cmocka_run_group_tests_name("import_pattern", tests, NULL,
					   NULL);
}
