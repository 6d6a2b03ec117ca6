/* upload.c - from bytes and TERMS to what the archive stores. */
#include "upload.h"

#include <sodium.h>
#include <string.h>

#include "beside.h"
#include "describe.h"
#include "import.h"
#include "token.h"
#include "unpack.h"
#include "upload_check.h"
#include "upload_pack.h"
#include "upload_terms.h"

/* With so many samples in a series equal bytes are the same measurement. */
#define DISTINCT_SAMPLES 3

static int refuse_errors(const struct report *r, struct err *err)
{
	const struct message *first = &r->errors[0];

	if (r->over_limit)
		return err_set(err, ERR_TOO_BIG, "too many %s for one upload; "
			       "/help/limits has the bounds", r->over_what);
	if (first->line)
		err_set(err, ERR_INPUT, "line %zu: %s", first->line,
			first->text);
	else
		err_set(err, ERR_INPUT, "%s", first->text);
	err->line = first->line;
	if (r->n_errors > 1)
		err_hint(err, "%zu more error%s; nothing is stored. `maxistat "
			 "parse FILE` shows all", r->n_errors - 1,
			 r->n_errors == 2 ? "" : "s");
	return -1;
}

static size_t count_results(const struct report *r)
{
	size_t n = 0, i;

	for (i = 0; i < r->n_runs; i++)
		n += r->runs[i].n_results + r->runs[i].n_failures;
	return n;
}

/* The six figures of every series that came with its samples. */
static void describe_all(void *report)
{
	struct report *r = report;
	double *scratch = NULL;
	size_t cap = 0, i, j, k;

	for (i = 0; i < r->n_runs; i++)
		for (j = 0; j < r->runs[i].n_results; j++)
			for (k = 0; k < r->runs[i].results[j].n_metrics; k++) {
				struct metric *m =
					&r->runs[i].results[j].metrics[k];

				if (!m->samples)
					continue;
				if (m->n > cap) {
					cap = m->n;
					scratch = x_realloc(scratch, cap *
						sizeof(*scratch));
				}
				stats_summary(m->samples, m->n, scratch,
					      &m->summary);
			}
	x_free(scratch);
}

static void digest_text(crypto_hash_sha256_state *h, const char *s)
{
	s = s ? s : "";
	crypto_hash_sha256_update(h, (const unsigned char *)s, strlen(s) + 1);
}

static bool hex_identity(const char *hex, unsigned char out[DB_IDENTITY_SIZE])
{
	size_t n;

	return hex && !sodium_hex2bin(out, DB_IDENTITY_SIZE, hex, strlen(hex),
				      NULL, &n, NULL) && n == DB_IDENTITY_SIZE;
}

static void digest_tags(crypto_hash_sha256_state *h, const struct tags *tags)
{
	size_t i;

	for (i = 0; i < tags->n; i++) {
		digest_text(h, tags->items[i].key);
		digest_text(h, tags->items[i].value);
	}
}

/* What tells a run from the others of its document. */
static void digest_place(crypto_hash_sha256_state *h, const struct run *run,
			 size_t i)
{
	uint64_t place = i;

	crypto_hash_sha256_update(h, (const unsigned char *)&place,
				  sizeof(place));
	digest_tags(h, &run->tags);
}

/*
 * Canonical TERMS and what env: of them means now, format, picks and the bytes
 * of the run's document; where several runs share one document, the run's place
 * and tags too.
 */
static void identify(const struct upload_source *src, const struct upload *up,
		     size_t i, unsigned char out[DB_IDENTITY_SIZE])
{
	const struct run *run = &up->report.runs[i];
	crypto_hash_sha256_state h;
	size_t j;

	if (src->keep_told && hex_identity(run->told_identity, out))
		return;
	crypto_hash_sha256_init(&h);
	digest_text(&h, up->store.terms);
	if (src->env) {
		digest_tags(&h, &src->env->tags);
		digest_text(&h, src->env->complete ? "complete" : "");
	}
	digest_text(&h, up->store.format);
	for (j = 0; j < src->options->n_picks; j++) {
		digest_text(&h, src->options->picks[j].key);
		digest_text(&h, src->options->picks[j].value);
	}
	digest_text(&h, "");
	if (!run->doc && up->report.n_runs > 1)
		digest_place(&h, run, i);
	if (run->doc)
		crypto_hash_sha256_update(&h, (const unsigned char *)run->doc,
					  run->doc_len);
	else
		crypto_hash_sha256_update(&h, (const unsigned char *)src->data,
					  src->len);
	crypto_hash_sha256_final(&h, out);
}

/* Is equal content surely the same measurement? */
static bool is_distinct(const struct upload_source *src, const struct run *run)
{
	size_t j, k;

	if (run->has_at || (src->keep_told && run->told_identity))
		return true;
	for (j = 0; j < run->n_results; j++)
		for (k = 0; k < run->results[j].n_metrics; k++)
			if (run->results[j].metrics[k].summary.n >=
			    DISTINCT_SAMPLES)
				return true;
	return false;
}

/* Was nothing cleaned away, so that a place in the text holds in the bytes? */
static bool is_untouched(const struct upload_source *src,
			 const struct report *r)
{
	return r->text_len == src->len &&
	       !memcmp(r->text, src->data, src->len);
}

/* Where the run's document stands in the upload. */
static void place_document(const struct report *r, struct db_new_run *new)
{
	const struct run *run = new->run;

	if (!run->doc || run->doc < r->text ||
	    run->doc + run->doc_len > r->text + r->text_len)
		return;
	new->doc_offset = run->doc - r->text;
	new->doc_size = (int64_t)run->doc_len;
}

/* Fields of an export that only an admin's word makes true. */
static void warn_told(const struct upload_source *src, struct report *r)
{
	size_t i;

	for (i = 0; !src->keep_told && i < r->n_runs; i++)
		if (r->runs[i].told_identity || r->runs[i].told_received_ns ||
		    r->runs[i].told_by || r->runs[i].told_at_assumed) {
			report_warn(r, 0, "identity, received, at_assumed, by "
				    "and file are kept from an admin only; "
				    "ignored");
			return;
		}
}

/* What they hold: the figures, and meanwhile the identities. */
static void look_into(const struct upload_source *src, struct upload *up,
		      struct db_new_run *runs)
{
	struct report *r = &up->report;
	bool large = src->len >= BESIDE_LEAST;
	struct beside beside;
	size_t i;

	if (large)
		beside_begin(&beside, describe_all, r);
	for (i = 0; i < r->n_runs; i++)
		identify(src, up, i, runs[i].identity);
	if (large)
		beside_end(&beside);
	else
		describe_all(r);
}

static void make_runs(const struct upload_source *src, struct arena *arena,
		      struct upload *up)
{
	const struct report *r = &up->report;
	bool untouched = is_untouched(src, r);
	struct db_new_run *runs =
		arena_alloc(arena, r->n_runs * sizeof(*runs));
	size_t i;

	look_into(src, up, runs);
	for (i = 0; i < r->n_runs; i++) {
		runs[i].run = &r->runs[i];
		runs[i].options_complete = r->runs[i].options_complete ||
			(src->env && src->env->complete);
		runs[i].told = src->keep_told && r->runs[i].told_identity;
		runs[i].distinct = is_distinct(src, &r->runs[i]);
		runs[i].doc_offset = -1;
		if (untouched)
			place_document(r, &runs[i]);
	}
	up->store.runs = runs;
	up->store.n_runs = r->n_runs;
}

static void use_file_time(const struct upload_source *src, struct report *r)
{
	size_t i;

	for (i = 0; src->file_ns && i < r->n_runs; i++)
		if (!r->runs[i].has_at) {
			r->runs[i].has_at = true;
			r->runs[i].at_ns = src->file_ns;
		}
}

static void drop_empty_runs(struct report *r)
{
	size_t n = 0, i;

	for (i = 0; i < r->n_runs; i++)
		if (r->runs[i].n_results + r->runs[i].n_failures)
			r->runs[n++] = r->runs[i];
	r->n_runs = n;
}

static void warn_host(struct report *r)
{
	size_t i;

	for (i = 0; i < r->n_runs; i++)
		if (!tags_get(&r->runs[i].tags, "host")) {
			report_warn(r, 0, "no host recorded; host:NAME in the "
				    "TERMS says whose change is measured");
			return;
		}
}

/* The log of a script may show the token it has, and all may read the log. */
static int refuse_token(const struct report *r, struct err *err)
{
	size_t at = token_in_text(r->text, r->text_len), line = 1, i;

	if (at == r->text_len)
		return 0;
	for (i = 0; i < at; i++)
		line += r->text[i] == '\n';
	err_set(err, ERR_INPUT, "line %zu: a token stands there; whoever reads "
		"the archive could use it", line);
	err->line = line;
	return err_hint(err, "take it out, and if it was shown elsewhere: "
			"maxistat token revoke");
}

static void fill_store(const struct upload_source *src, const char *formats,
		       struct arena *arena, struct upload *out)
{
	const struct report *r = &out->report;

	out->store = (struct db_upload){
		.data = src->data,
		.len = src->len,
		.received_ns = src->received_ns,
		.sender = src->sender,
		.format = formats,
		.terms = upload_terms_print(src->terms, arena),
		.file = src->file,
		.key = src->key,
		.keep_told = src->keep_told,
		.warnings = r->warnings,
		.n_warnings = r->n_warnings < REPORT_MESSAGES_MAX ?
			r->n_warnings : REPORT_MESSAGES_MAX,
	};
	make_runs(src, arena, out);
}

/* Of bytes that are not packed. */
static int prepare(const struct upload_source *src, struct arena *arena,
		   struct upload *out, struct err *err)
{
	struct report *r = &out->report;
	const char *formats;

	if (import_parse(src->data, src->len, src->options->format, r, &formats,
			 err) < 0 ||
	    refuse_token(r, err) < 0)
		return -1;
	if (r->n_errors || r->over_limit)
		return refuse_errors(r, err);
	if (!count_results(r))
		return err_set(err, ERR_INPUT, "no results in these %zu bytes "
			       "of %s", src->len, *formats ? formats : "text");
	r->line0 = 0;
	if (upload_apply_picks(r, src->options, err) < 0)
		return -1;
	upload_apply_env(r, src->env, src->terms);
	if (upload_apply_terms(r, src->terms, err) < 0 ||
	    upload_check(r, err) < 0)
		return -1;
	use_file_time(src, r);
	drop_empty_runs(r);
	warn_host(r);
	warn_told(src, r);
	fill_store(src, formats, arena, out);
	return 0;
}

int upload_prepare(const struct upload_source *source, struct arena *arena,
		   struct upload *out, struct err *err)
{
	struct upload_source src = *source;
	struct upload_pack *pack = NULL;
	int failed;

	memset(out, 0, sizeof(*out));
	report_init(&out->report, arena);
	if (unpack(&src.data, &src.len, arena, err) < 0)
		return -1;
	if (src.pack)
		pack = upload_pack_begin(src.data, src.len, arena);
	failed = prepare(&src, arena, out, err);
	upload_pack_end(pack, &out->store);
	return failed;
}

static bool new_test(const struct report *r, size_t i, size_t j)
{
	const char *test = r->runs[i].results[j].test;
	size_t k;

	/* Results of one test stand together in every format. */
	for (k = j; k-- > 0 && j - k < 1000;) {
		const char *other = r->runs[i].results[k].test;

		if (test == other || (test && other && !strcmp(test, other)))
			return false;
	}
	return true;
}

void upload_count(const struct upload *upload, struct upload_counts *out)
{
	const struct report *r = &upload->report;
	size_t i, j, k;

	memset(out, 0, sizeof(*out));
	out->runs = r->n_runs;
	for (i = 0; i < r->n_runs; i++) {
		out->failures += r->runs[i].n_failures;
		for (j = 0; j < r->runs[i].n_results; j++) {
			const struct result *res = &r->runs[i].results[j];

			out->results += res->n_metrics;
			out->tests += i == 0 && new_test(r, i, j);
			for (k = 0; k < res->n_metrics; k++)
				out->samples += res->metrics[k].summary.n;
		}
	}
}
