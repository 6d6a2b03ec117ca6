/* cmd_push.c - files to a server, by HTTP. */
#include <curl/curl.h>
#include <getopt.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "command.h"
#include "file.h"
#include "limits.h"

#define TRIES 6
#define WAIT_MAX_S 30

struct body {
	const struct buf *data;
	size_t at;
};

static size_t give(char *out, size_t size, size_t n, void *arg)
{
	struct body *b = arg;
	size_t left = b->data->len - b->at;

	n *= size;
	n = n < left ? n : left;
	if (n)
		memcpy(out, b->data->data + b->at, n);
	b->at += n;
	return n;
}

/* A server that redirects or asks again wants the bytes from the start. */
static int rewind_body(void *arg, curl_off_t offset, int origin)
{
	struct body *b = arg;

	if (origin != SEEK_SET || offset < 0 ||
	    (size_t)offset > b->data->len)
		return CURL_SEEKFUNC_FAIL;
	b->at = (size_t)offset;
	return CURL_SEEKFUNC_OK;
}

static size_t take(char *data, size_t size, size_t n, void *arg)
{
	buf_add(arg, data, size * n);
	return size * n;
}

/* The same key for every try of a file: it is stored once. */
static void make_key(char out[64])
{
	unsigned char random[16];

	randombytes_buf(random, sizeof(random));
	memcpy(out, "Idempotency-Key: ", 18);
	sodium_bin2hex(out + 17, 47, random, sizeof(random));
}

/* One try. Returns the HTTP status, 0 where there was none. */
static long try_once(CURL *curl, struct body *body, struct buf *reply,
		     char why[CURL_ERROR_SIZE])
{
	long status = 0;
	CURLcode rc;

	body->at = 0;
	buf_clear(reply);
	why[0] = '\0';
	rc = curl_easy_perform(curl);
	if (rc != CURLE_OK) {
		if (!why[0])
			snprintf(why, CURL_ERROR_SIZE, "%s",
				 curl_easy_strerror(rc));
		return 0;
	}
	curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
	return status;
}

static unsigned wait_for(CURL *curl, unsigned tries)
{
	curl_off_t after = 0;

	curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &after);
	if (after > 0 && after <= WAIT_MAX_S)
		return (unsigned)after;
	return tries < 5 ? 1u << tries : WAIT_MAX_S;
}

static void set_up(CURL *curl, const char *url, struct body *body,
		   struct buf *reply, struct curl_slist *headers, char *why)
{
	curl_easy_setopt(curl, CURLOPT_URL, url);
	curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE,
			 (curl_off_t)body->data->len);
	curl_easy_setopt(curl, CURLOPT_READFUNCTION, give);
	curl_easy_setopt(curl, CURLOPT_READDATA, body);
	curl_easy_setopt(curl, CURLOPT_SEEKFUNCTION, rewind_body);
	curl_easy_setopt(curl, CURLOPT_SEEKDATA, body);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, reply);
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
}

/* Sends one file, again and again while the server says "later". */
static int push_file(const char *url, const char *path, struct err *err)
{
	struct curl_slist *headers;
	struct buf data, reply;
	char key[64], why[CURL_ERROR_SIZE];
	struct body body = { &data, 0 };
	CURL *curl;
	long status = 0;
	unsigned tries;
	int failed = 0;

	buf_init(&data, LIMIT_BODY);
	buf_init(&reply, 1u << 20);
	if (file_read(path, &data, err) < 0)
		return -1;
	curl = curl_easy_init();
	make_key(key);
	headers = curl_slist_append(NULL, key);
	set_up(curl, url, &body, &reply, headers, why);
	failed = client_prepare(curl, err);
	for (tries = 0; !failed && tries < TRIES; tries++) {
		status = try_once(curl, &body, &reply, why);
		if (status && status != 503 && status != 429)
			break;
		if (tries + 1 < TRIES)
			sleep(wait_for(curl, tries));
	}
	if (failed)
		;
	else if (!status)
		failed = err_set(err, ERR_OS, "%s: %s", path, why);
	else if (status >= 400)
		failed = err_set(err, ERR_INPUT, "%s: %ld: %.300s", path,
				 status, reply.data ? reply.data : "");
	else
		printf("%s: %s", path, reply.data ? reply.data : "");
	curl_slist_free_all(headers);
	curl_easy_cleanup(curl);
	buf_release(&data);
	buf_release(&reply);
	return failed;
}

static int push(int argc, char **argv, struct err *err)
{
	static const struct option longs[] = { { NULL, 0, NULL, 0 } };
	int status = EXIT_DONE, i;

	opterr = 0;
	optind = 1;
	if (getopt_long(argc, argv, "", longs, NULL) != -1)
		return err_set(err, ERR_USAGE, "push has no options");
	if (argc - optind < 2)
		return err_set(err, ERR_USAGE, "a URL and at least one file "
			       "are needed");
	if (sodium_init() < 0 || curl_global_init(CURL_GLOBAL_DEFAULT))
		return err_set(err, ERR_OS, "cannot start the HTTP client");
	for (i = optind + 1; i < argc; i++)
		if (push_file(argv[optind], argv[i], err) < 0) {
			fflush(stdout);
			fprintf(stderr, "maxistat push: %s\n", err->msg);
			status = EXIT_WRONG;
		}
	curl_global_cleanup();
	return status;
}

const struct command command_push = {
	.name = "push",
	.args = "URL FILE...",
	.summary = "upload files to a server, trying again while it is busy",
	.help = "  URL is that of the upload: http://lab:8421/runs/host:apu2\n"
		"The token is that of MAXISTAT_TOKEN, or the password that "
		".netrc has for the\nhost.\n",
	.run = push,
};
