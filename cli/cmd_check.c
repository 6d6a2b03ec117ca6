/* cmd_check.c - the gate for scripts: `git bisect run maxistat check ...`. */
#include <curl/curl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "client.h"
#include "command.h"
#include "limits.h"
#include "local.h"
#include "mem.h"

enum { EXIT_UNDECIDED = 125 }; /* what git bisect run takes for "skip" */

static size_t take(char *data, size_t size, size_t n, void *arg)
{
	buf_add(arg, data, size * n);
	return size * n;
}

static size_t take_header(char *line, size_t size, size_t n, void *arg)
{
	static const char name[] = "X-Verdict: ";
	struct page *page = arg;
	size_t len = size * n, at = strlen(name);

	if (len > at && !strncasecmp(line, name, at)) {
		size_t end = at + strcspn(line + at, "\r\n");

		snprintf(page->verdict, sizeof(page->verdict), "%.*s",
			 (int)(end - at), line + at);
	}
	return len;
}

static int remote_get(const char *url, struct page *page, struct err *err)
{
	char why[CURL_ERROR_SIZE] = "";
	long status = 0;
	CURL *curl;
	CURLcode rc;

	memset(page, 0, sizeof(*page));
	buf_init(&page->body, LIMIT_PAGE);
	if (curl_global_init(CURL_GLOBAL_DEFAULT) ||
	    !(curl = curl_easy_init()))
		return err_set(err, ERR_OS, "cannot start the HTTP client");
	curl_easy_setopt(curl, CURLOPT_URL, url);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, &page->body);
	curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
	curl_easy_setopt(curl, CURLOPT_HEADERDATA, page);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why);
	client_trust(curl);
	if (client_show_token(curl, err) < 0) {
		curl_easy_cleanup(curl);
		curl_global_cleanup();
		return -1;
	}
	rc = curl_easy_perform(curl);
	curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
	curl_easy_cleanup(curl);
	curl_global_cleanup();
	page->status = (int)status;
	if (rc != CURLE_OK)
		return err_set(err, ERR_OS, "%s: %s", url,
			       why[0] ? why : curl_easy_strerror(rc));
	return 0;
}

static int exit_of(const struct page *page)
{
	static const struct {
		const char *verdict;
		int status;
	} exits[] = { { "ok", EXIT_DONE },
		      { "worse", EXIT_NO },
		      { "missing", EXIT_NO },
		      { "undecided", EXIT_UNDECIDED } };
	const char *body = page->body.data ? page->body.data : "";
	size_t i;

	for (i = 0; i < sizeof(exits) / sizeof(exits[0]); i++)
		if (!strcmp(exits[i].verdict, page->verdict)) {
			fputs(body, stdout);
			return exits[i].status;
		}
	fprintf(stderr, "maxistat check: %d: %s", page->status, body);
	return EXIT_WRONG;
}

/* "/check/COMMON/A/B" of the words that are left. */
static const char *make_path(struct arena *arena, char **words, int n)
{
	const char *path = "/check";
	int i;

	for (i = 0; i < n; i++)
		path = arena_printf(arena, "%s/%s", path, words[i]);
	return path;
}

/* Behind "http://lab:8421" nothing of the URL counts. */
static const char *full_url(struct arena *arena, const char *url,
			    const char *path)
{
	const char *host = strstr(url, "://");
	size_t n = host ? (size_t)(host - url) + 3 : 0;

	return arena_printf(arena, "%.*s%s",
			    (int)(n + strcspn(url + n, "/")), url, path);
}

/*
 * The words are read here and not by getopt(): -VIMAGE is a side, no option.
 */
static int check(int argc, char **argv, struct err *err)
{
	const char *db = NULL, *url = NULL, *path;
	struct arena arena = { 0 };
	struct page page = { 0 };
	int i = 1, status;

	if (argc > 2 && !strcmp(argv[1], "--db")) {
		db = argv[2];
		i = 3;
	} else if (argc > 1 && !strncmp(argv[1], "--db=", 5)) {
		db = argv[1] + 5;
		i = 2;
	} else if (argc > 1 && strstr(argv[1], "://")) {
		url = argv[1];
		i = 2;
	}
	if ((!db && !url) || argc - i < 2 || argc - i > 3)
		return err_set(err, ERR_USAGE, "--db FILE or a URL, and two "
			       "or three sets of terms are needed");
	path = make_path(&arena, argv + i, argc - i);
	status = db ? local_get(db, path, NULL, &page, err) :
		remote_get(full_url(&arena, url, path), &page, err);
	if (!status)
		status = exit_of(&page);
	buf_release(&page.body);
	arena_release(&arena);
	return status;
}

const struct command command_check = {
	.name = "check",
	.args = "[--db FILE | URL] [COMMON] A B",
	.summary = "is B worse than A? for scripts and git bisect run",
	.help = "  --db FILE  an archive, or URL: a server (http://lab:8421)\n"
		"  COMMON     terms of both sides, and options: margin=2, "
		"miss=5\n"
		"exit status: 0 not worse, 1 worse or missing in B, 125 "
		"undecided (miss=),\n2 an error\n",
	.run = check,
};
