/*
 * import_phoronix_xml.c - composite.xml of the Phoronix Test Suite, by expat.
 *
 * A System is a run; the Result of a test holds an Entry of each. RawString are
 * the samples, 16.19:16.3; without it Value is one; without either all runs of
 * the test failed. Graphs over time and verdicts in words are no samples. The
 * User is not kept. A document type is refused: no entity is expanded but the
 * five of XML and numbers.
 *
 * source    Phoronix Test Suite 10.8 pts_test_result_file_writer.php
 */
#include <expat.h>
#include <string.h>

#include "buf.h"
#include "claim.h"
#include "phoronix.h"

#define TEXT_MAX (1u << 20) /* of one element */

enum element {
	OTHER, SYSTEM, SYSTEM_ID, HARDWARE, SOFTWARE, TIME, RESULT, TEST,
	VERSION, ARGUMENTS, DESCRIPTION, SCALE, PROPORTION, FORMAT, ENTRY,
	ENTRY_ID, VALUE, RAW, N_ELEMENTS
};

/* Known by its name, and the one that it stands in. */
static const struct {
	const char *name;
	enum element in, is;
} elements[] = {
	{ "System", OTHER, SYSTEM },
	{ "Identifier", SYSTEM, SYSTEM_ID },
	{ "Hardware", SYSTEM, HARDWARE },
	{ "Software", SYSTEM, SOFTWARE },
	{ "TimeStamp", SYSTEM, TIME },
	{ "Result", OTHER, RESULT },
	{ "Identifier", RESULT, TEST },
	{ "AppVersion", RESULT, VERSION },
	{ "Arguments", RESULT, ARGUMENTS },
	{ "Description", RESULT, DESCRIPTION },
	{ "Scale", RESULT, SCALE },
	{ "Proportion", RESULT, PROPORTION },
	{ "DisplayFormat", RESULT, FORMAT },
	{ "Entry", RESULT, ENTRY },
	{ "Identifier", ENTRY, ENTRY_ID },
	{ "Value", ENTRY, VALUE },
	{ "RawString", ENTRY, RAW },
};

struct reader {
	struct report *report;
	XML_Parser parser;
	size_t line0;             /* lines before the document */
	enum element group;       /* SYSTEM, RESULT or ENTRY; OTHER: none */
	enum element at;          /* the one whose text is being read */
	struct buf text;
	const char *words[N_ELEMENTS]; /* of the group and those around it */
	size_t other;             /* results that are no samples */
	bool refused;
};

static size_t line_of(const struct reader *x)
{
	return x->line0 + XML_GetCurrentLineNumber(x->parser);
}

static void forget(struct reader *x, enum element from, enum element to)
{
	for (; from <= to; from++)
		x->words[from] = "";
}

/* Systems */

/* The run of a system by its identifier. */
static size_t run_of(struct reader *x, const char *system)
{
	struct tags tags = { 0 };

	if (*system)
		tags_set(&tags, x->report->arena, "system", system);
	return report_run_with(x->report, &tags);
}

static void keep_fact(struct reader *x, size_t run, const char *key,
		      struct span value)
{
	value = span_trim(value);
	if (value.len)
		report_tag(x->report, run, key,
			   span_copy(value, x->report->arena));
}

static void read_fact(struct reader *x, size_t run, struct span name,
		      struct span value)
{
	static const char *const facts[][2] = {
		{ "Processor", "cpu" },     { "Memory", "memory" },
		{ "Motherboard", "board" }, { "Disk", "disk" },
		{ "Network", "nic" },       { "OS", "os" },
		{ "Kernel", "kernel" },     { "Compiler", "compiler" },
		{ "File-System", "filesystem" },
	};
	struct span rest = value;
	size_t i;

	if (span_is(name, "Kernel")) /* 6.6.0 (x86_64) */
		line_field(&rest, &value);
	for (i = 0; i < N_OF(facts); i++)
		if (span_is(name, facts[i][0]))
			keep_fact(x, run, facts[i][1], value);
}

/* "Processor: AMD EPYC, 8 Cores, Memory: 32GB": a value may hold commas. */
static void read_facts(struct reader *x, size_t run, const char *words)
{
	struct span rest = span_of(words), part, key, told;
	struct span name = { words, 0 }, value = name;
	const char *comma;

	while (rest.len) {
		part = rest;
		comma = span_find(rest, ", ");
		if (comma)
			part.len = (size_t)(comma - rest.s);
		rest.s += part.len + (comma ? 2 : 0);
		rest.len -= part.len + (comma ? 2 : 0);
		if (!line_key_value(part, ':', &key, &told)) {
			value.len = (size_t)(part.s + part.len - value.s);
			continue;
		}
		read_fact(x, run, name, value);
		name = key;
		value = told;
	}
	read_fact(x, run, name, value);
}

static void read_system(struct reader *x)
{
	size_t run = run_of(x, x->words[SYSTEM_ID]);

	x->report->line = line_of(x);
	read_facts(x, run, x->words[HARDWARE]);
	read_facts(x, run, x->words[SOFTWARE]);
	keep_fact(x, run, "time", span_of(x->words[TIME])); /* has no zone */
}

/* Results */

static enum better better_of(const char *proportion)
{
	return !strcmp(proportion, "HIB") ? BETTER_HIGHER :
	       !strcmp(proportion, "LIB") ? BETTER_LOWER : BETTER_UNKNOWN;
}

static void read_params(struct reader *x, struct tags *params)
{
	static const struct { enum element is; const char *key; } keys[] = {
		{ VERSION, "app_version" }, { ARGUMENTS, "arguments" },
		{ DESCRIPTION, "description" },
	};
	size_t i;

	for (i = 0; i < N_OF(keys); i++)
		if (*x->words[keys[i].is])
			tags_set(params, x->report->arena, keys[i].key,
				 x->words[keys[i].is]);
}

/* "16.19:16.3:16.08", or one number. */
static void read_values(struct reader *x, const char *text,
			const struct tags *params)
{
	const char *unit = *x->words[SCALE] ? x->words[SCALE] : NULL;
	size_t run = run_of(x, x->words[ENTRY_ID]), n;
	double v;

	for (; *text; text += n + (text[n] == ':')) {
		n = strcspn(text, ":");
		if (!n)
			continue;
		if (!span_sample(span_trim((struct span){ text, n }),
				 x->report, line_of(x), &v))
			return;
		report_sample(x->report, run, x->words[TEST], params, "result",
			      unit, better_of(x->words[PROPORTION]),
			      ROLE_SAMPLE, v);
	}
}

static void read_entry(struct reader *x)
{
	const char *raw = x->words[RAW], *value = x->words[VALUE];
	struct tags params = { 0 };

	x->report->line = line_of(x);
	if ((*x->words[FORMAT] && strcmp(x->words[FORMAT], "BAR_GRAPH")) ||
	    !*x->words[TEST]) {
		x->other++;
		return;
	}
	read_params(x, &params);
	if (*raw || *value)
		read_values(x, *raw ? raw : value, &params);
	else
		report_failure(x->report, run_of(x, x->words[ENTRY_ID]),
			       x->words[TEST], &params, NULL,
			       "no value: all of its runs failed", line_of(x));
}

/* expat's handlers */

static void start(void *data, const char *name, const char **attributes)
{
	struct reader *x = data;
	size_t i;

	(void)attributes;
	x->at = OTHER;
	x->text.len = 0;
	for (i = 0; i < N_OF(elements); i++)
		if (elements[i].in == x->group &&
		    !strcmp(name, elements[i].name))
			x->at = elements[i].is;
	if (x->at == SYSTEM)
		forget(x, SYSTEM, TIME);
	else if (x->at == RESULT)
		forget(x, RESULT, RAW);
	else if (x->at == ENTRY)
		forget(x, ENTRY, RAW);
	else
		return;
	x->group = x->at;
	x->at = OTHER;
}

static void text(void *data, const char *s, int len)
{
	struct reader *x = data;

	if (x->at == OTHER)
		return;
	if (x->text.len + (size_t)len > TEXT_MAX) {
		report_error(x->report, line_of(x), "an element of more than"
			     " 1 MiB");
		x->refused = true;
		XML_StopParser(x->parser, XML_FALSE);
		return;
	}
	buf_add(&x->text, s, (size_t)len);
}

static void end(void *data, const char *name)
{
	struct reader *x = data;

	if (x->at != OTHER)
		x->words[x->at] = span_copy(span_trim((struct span){
				x->text.data, x->text.len }),
				x->report->arena);
	x->at = OTHER;
	if (x->group == ENTRY && !strcmp(name, "Entry")) {
		read_entry(x);
		x->group = RESULT;
	} else if (x->group == RESULT && !strcmp(name, "Result")) {
		x->group = OTHER;
	} else if (x->group == SYSTEM && !strcmp(name, "System")) {
		read_system(x);
		x->group = OTHER;
	}
	if (x->report->over_limit)
		XML_StopParser(x->parser, XML_FALSE);
}

static void doctype(void *data, const char *name, const char *system,
		    const char *public, int internal)
{
	struct reader *x = data;

	(void)name;
	(void)system;
	(void)public;
	(void)internal;
	report_error(x->report, line_of(x), "XML with a document type is"
		     " refused");
	x->refused = true;
	XML_StopParser(x->parser, XML_FALSE);
}

void phoronix_xml(struct span doc, struct report *r, size_t line0)
{
	struct reader x = { .report = r, .line0 = line0 };

	report_runs_close(r);
	buf_init(&x.text, TEXT_MAX + 1);
	buf_str(&x.text, "");
	forget(&x, OTHER, RAW);
	x.parser = XML_ParserCreate("UTF-8");
	if (!x.parser) {
		report_error(r, line0 + 1, "no memory for the XML");
		buf_release(&x.text);
		return;
	}
	XML_SetUserData(x.parser, &x);
	XML_SetElementHandler(x.parser, start, end);
	XML_SetCharacterDataHandler(x.parser, text);
	XML_SetStartDoctypeDeclHandler(x.parser, doctype);
	/* An int holds LIMIT_BODY. */
	if (XML_Parse(x.parser, doc.s, (int)doc.len, XML_TRUE) ==
	    XML_STATUS_ERROR && !x.refused && !r->over_limit)
		report_error(r, line_of(&x), "bad XML: %s",
			     XML_ErrorString(XML_GetErrorCode(x.parser)));
	if (x.other)
		report_warn(r, line0 + 1, "%zu entr%s of graphs and verdicts:"
			    " no samples, not kept", x.other,
			    x.other == 1 ? "y" : "ies");
	XML_ParserFree(x.parser);
	buf_release(&x.text);
}
