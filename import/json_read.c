/* json_read.c - the JSON documents in a text, guarded and then read. */
#include "json_read.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/*
 * The tree of a document is in one arena: cJSON asks for memory twice a node,
 * and the pieces of malloc() would take half as much again.
 */
static _Thread_local struct arena *tree;

/* What is no node is a string, and stands anywhere. */
static void *tree_alloc(size_t size)
{
	return !tree ? x_malloc(size) : size == sizeof(cJSON) ?
		arena_alloc(tree, size) : arena_bytes(tree, size);
}

static void tree_free(void *p)
{
	if (!tree)
		x_free(p);
}

static void tree_set_up(void)
{
	cJSON_Hooks hooks = { tree_alloc, tree_free };

	cJSON_InitHooks(&hooks);
}

static cJSON *make_tree(struct json_read *d)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	cJSON *root;

	pthread_once(&once, tree_set_up);
	buf_fit(&d->scan.text);
	tree = &d->tree;
	root = cJSON_ParseWithLength(d->scan.text.data, d->scan.text.len);
	tree = NULL;
	buf_release(&d->scan.text);
	return root;
}

/* Is there nothing but a line's end behind the document? */
static bool at_line_end(const struct json_scan *s)
{
	size_t used;

	return span_blank(line_first(s->at, (size_t)(s->end - s->at), &used));
}

bool json_read(struct json_read *d, struct lines *l, struct span line,
	       struct report *report, bool loose)
{
	return json_read_but(d, l, line, report, loose, NULL);
}

bool json_read_but(struct json_read *d, struct lines *l, struct span line,
		   struct report *report, bool loose,
		   const char *const *unread)
{
	struct span rest;
	bool ok;

	memset(d, 0, sizeof(*d));
	d->line = l->no;
	ok = json_scan(&d->scan, line.s, (size_t)(l->end - line.s), loose,
		       unread);
	l->at = d->scan.at;
	l->no = d->line + d->scan.line - 2;
	d->text = (struct span){ line.s, (size_t)(d->scan.at - line.s) };
	if (ok && at_line_end(&d->scan))
		d->root = make_tree(d);
	else
		report_error(report, d->line + d->scan.line - 1,
			     "bad JSON: %s", ok ? "text behind the document" :
			     d->scan.error);
	if (d->scan.surrogate_line)
		report_error(report, d->line + d->scan.surrogate_line - 1,
			     "bad JSON: a lone surrogate in a string");
	if (ok && at_line_end(&d->scan) && !d->root)
		report_error(report, d->line, "the document is no JSON");
	lines_next(l, &rest); /* the rest of the line */
	return d->root != NULL;
}

void json_read_release(struct json_read *d)
{
	json_scan_release(&d->scan);
	arena_release(&d->tree);
	d->root = NULL;
}

const cJSON *json_first_member(const cJSON *object)
{
	return cJSON_IsObject(object) ? object->child : NULL;
}

static const cJSON *member(const cJSON *object, const char *key, size_t len)
{
	const cJSON *node;

	for json_each_member(node, object)
		if (!strncmp(node->string, key, len) && !node->string[len])
			return node;
	return NULL;
}

const cJSON *json_at(const cJSON *node, const char *path)
{
	while (node && *path) {
		size_t n = strcspn(path, ".");

		node = member(node, path, n);
		path += n;
		path += *path == '.';
	}
	return node;
}

/* Under "samples" stands an array's index. */
static bool is_samples(const cJSON *node)
{
	return node->string && !strcmp(node->string, "samples");
}

const struct json_samples *json_samples(const struct json_read *d,
					const cJSON *node)
{
	if (!cJSON_IsNumber(node) || !is_samples(node) ||
	    node->valuedouble >= (double)d->scan.n_arrays)
		return NULL;
	return &d->scan.arrays[(size_t)node->valuedouble];
}

bool json_digits(const struct json_read *d, const cJSON *node, struct span *out)
{
	struct json_number number;
	size_t i;

	if (!cJSON_IsNumber(node) || is_samples(node))
		return false;
	i = (size_t)node->valuedouble;
	if (i >= d->scan.n_numbers)
		return false;
	number = d->scan.numbers[i];
	*out = (struct span){ d->text.s + number.at, number.len };
	return true;
}

enum number_status json_value(const struct json_read *d, const cJSON *node,
			      double *out)
{
	struct span digits;

	return json_digits(d, node, &digits) ? span_number(digits, out) :
		NUMBER_BAD;
}

const char *json_words(const cJSON *node)
{
	return cJSON_IsString(node) ? node->valuestring : NULL;
}

/* Duplicate keys */

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A key that stands twice in the object, or NULL. */
static const char *duplicate_here(const cJSON *object)
{
	const char **names, *found = NULL;
	size_t n = 0, i;
	const cJSON *node;

	cJSON_ArrayForEach(node, object)
		n++;
	names = x_malloc((n + 1) * sizeof(*names));
	n = 0;
	cJSON_ArrayForEach(node, object)
		names[n++] = node->string;
	qsort(names, n, sizeof(*names), by_name);
	for (i = 1; i < n && !found; i++)
		if (!strcmp(names[i], names[i - 1]))
			found = names[i];
	x_free(names);
	return found;
}

/* The depth is bounded by the scan before. */
const char *json_twice(const cJSON *node)
{
	const char *found = cJSON_IsObject(node) ? duplicate_here(node) : NULL;
	const cJSON *child;

	for (child = node->child; child && !found; child = child->next)
		if (child->child)
			found = json_twice(child);
	return found;
}
