/* sender.c - one upload to a server, tried again while that may help. */
#include "sender.h"

#include <curl/curl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "client.h"
#include "mem.h"

#define TRIES         4
#define TRIES_CONNECT 2
#define WAIT_MAX_S    30  /* longer is for another time */
#define CONNECT_S     10L
#define CONNECT_MS    250
#define SILENT_S      120L /* a server may think so long */
#define REPLY_MAX     (1u << 20)
#define SMALL         (1u << 20)

struct sender {
	CURL *curl;
	struct buf reply;
	size_t at; /* bytes of the entry that were given */
	const struct spool_entry *entry;
	long status;
	bool has_place; /* the answer named where it is stored */
	char why[CURL_ERROR_SIZE + 64];
};

struct sender *sender_new(void)
{
	struct sender *s = x_calloc(1, sizeof(*s));

	buf_init(&s->reply, REPLY_MAX);
	s->curl = curl_easy_init();
	if (s->curl)
		return s;
	x_free(s);
	return NULL;
}

void sender_free(struct sender *s)
{
	curl_easy_cleanup(s->curl);
	buf_release(&s->reply);
	x_free(s);
}

const struct buf *sender_reply(const struct sender *s)
{
	return &s->reply;
}

const char *sender_why(const struct sender *s)
{
	return s->why;
}

bool sender_is_dry(const char *url)
{
	const char *s = url;

	while ((s = strstr(s, "dry=1"))) {
		if (s > url && strchr("/,?&", s[-1]) &&
		    (!s[5] || strchr("/,?&", s[5])))
			return true;
		s += 5;
	}
	return false;
}

/* ---- What libcurl calls. ---- */

static size_t give(char *out, size_t size, size_t n, void *arg)
{
	struct sender *s = arg;
	size_t left = s->entry->len - s->at;

	n *= size;
	n = n < left ? n : left;
	if (n)
		memcpy(out, s->entry->data + s->at, n);
	s->at += n;
	return n;
}

/* A server that asks again wants the bytes from the start. */
static int rewind_body(void *arg, curl_off_t offset, int origin)
{
	struct sender *s = arg;

	if (origin != SEEK_SET || offset < 0 ||
	    (size_t)offset > s->entry->len)
		return CURL_SEEKFUNC_FAIL;
	s->at = (size_t)offset;
	return CURL_SEEKFUNC_OK;
}

static size_t take(char *data, size_t size, size_t n, void *arg)
{
	buf_add(arg, data, size * n);
	return size * n;
}

/* The connection of the last entry is kept. */
static void set_up(struct sender *s, bool token, struct curl_slist *headers,
		   char *why)
{
	struct err ignored;
	CURL *curl = s->curl;

	curl_easy_reset(curl);
	curl_easy_setopt(curl, CURLOPT_URL, s->entry->url);
	curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE,
			 (curl_off_t)s->entry->len);
	curl_easy_setopt(curl, CURLOPT_READFUNCTION, give);
	curl_easy_setopt(curl, CURLOPT_READDATA, s);
	curl_easy_setopt(curl, CURLOPT_SEEKFUNCTION, rewind_body);
	curl_easy_setopt(curl, CURLOPT_SEEKDATA, s);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, &s->reply);
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, CONNECT_S);
	curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
	curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, SILENT_S);
	client_trust(curl);
	if (!token || client_show_token(curl, &ignored) < 0)
		client_use_netrc(curl);
}

/* ---- What an answer means. ---- */

static enum sent judge_status(const struct sender *s)
{
	switch (s->status) {
	case 301:
	case 308:
	case 501:
	case 505:
		return SENT_REFUSED;
	case 401:
	case 403:
	case 407:
		return SENT_UNKNOWN;
	case 408:
	case 425:
	case 429:
		return SENT_AWAY;
	case 500:
		return SENT_LATER;
	default:
		break;
	}
	if (s->status >= 400 && s->status < 500)
		return SENT_REFUSED;
	if (s->status < 200 || s->status >= 300)
		return SENT_AWAY;
	/* Anybody says 200: the page of a hotel's network, too. */
	return s->has_place || sender_is_dry(s->entry->url) ? SENT_STORED :
							      SENT_AWAY;
}

static enum sent judge(struct sender *s, CURLcode rc)
{
	switch (rc) {
	case CURLE_OK:
		return judge_status(s);
	case CURLE_GOT_NOTHING:
	case CURLE_SEND_ERROR:
	case CURLE_RECV_ERROR:
	case CURLE_PARTIAL_FILE:
		return SENT_LATER;
	default:
		return SENT_AWAY;
	}
}

/* One try. */
static enum sent try_once(struct sender *s, char why[CURL_ERROR_SIZE],
			  CURLcode *rc)
{
	const char *said;
	struct curl_header *place;
	enum sent out;

	s->at = 0;
	s->status = 0;
	buf_clear(&s->reply);
	why[0] = '\0';
	*rc = curl_easy_perform(s->curl);
	curl_easy_getinfo(s->curl, CURLINFO_RESPONSE_CODE, &s->status);
	s->has_place = !*rc && curl_easy_header(s->curl, "Location", 0,
						CURLH_HEADER, -1, &place) ==
				       CURLHE_OK;
	out = judge(s, *rc);
	said = s->reply.len ? s->reply.data : "";
	if (*rc)
		snprintf(s->why, sizeof(s->why), "%s",
			 why[0] ? why : curl_easy_strerror(*rc));
	else if (out == SENT_AWAY && s->status < 300)
		snprintf(s->why, sizeof(s->why), "%ld, but not from a "
			 "maxistat", s->status);
	else if (s->has_place && s->status >= 300)
		snprintf(s->why, sizeof(s->why), "%ld: it is at %.200s",
			 s->status, place->value);
	else
		snprintf(s->why, sizeof(s->why), "%ld: %.*s", s->status,
			 (int)strcspn(said, "\r\n"), said);
	return out;
}

/* How long before the next try, or -1: it would not help. */
static long wait_ms(const struct sender *s, enum sent got, CURLcode rc,
		    unsigned tries)
{
	curl_off_t after = 0;

	if (tries >= TRIES || (got != SENT_LATER && got != SENT_AWAY))
		return -1;
	switch (rc) {
	case CURLE_OK:
		break;
	case CURLE_COULDNT_CONNECT:
	case CURLE_COULDNT_RESOLVE_HOST:
		return tries < TRIES_CONNECT ? CONNECT_MS : -1;
	default:
		return got == SENT_LATER ? 50L << tries : -1;
	}
	if (s->status != 503 && s->status != 429)
		return -1;
	curl_easy_getinfo(s->curl, CURLINFO_RETRY_AFTER, &after);
	if (after > WAIT_MAX_S)
		return -1;
	return after > 0 ? 1000 * (long)after : 500L << tries;
}

enum sent sender_send(struct sender *s, const struct spool_entry *e,
		      bool token)
{
	char line[32 + SPOOL_KEY], why[CURL_ERROR_SIZE];
	struct curl_slist *headers;
	unsigned tries = 0;
	enum sent got;
	CURLcode rc;
	long ms;

	s->entry = e;
	snprintf(line, sizeof(line), "Idempotency-Key: %s", e->key);
	headers = curl_slist_append(NULL, line);
	/* Asking whether a small body is wanted takes longer than it does. */
	if (e->len <= SMALL)
		headers = curl_slist_append(headers, "Expect:");
	set_up(s, token, headers, why);
	for (;;) {
		got = try_once(s, why, &rc);
		ms = wait_ms(s, got, rc, ++tries);
		if (ms < 0)
			break;
		nanosleep(&(struct timespec){ ms / 1000,
					      ms % 1000 * 1000000 }, NULL);
	}
	curl_easy_setopt(s->curl, CURLOPT_HTTPHEADER, NULL);
	curl_easy_setopt(s->curl, CURLOPT_ERRORBUFFER, NULL);
	curl_slist_free_all(headers);
	return got;
}
