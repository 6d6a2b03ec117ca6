/* client.c - what the commands that speak HTTP share. */
#include "client.h"

#include <ctype.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "token.h"

void client_trust(CURL *curl)
{
	const char *trusted = getenv("CURL_CA_BUNDLE");

	if (trusted && *trusted)
		curl_easy_setopt(curl, CURLOPT_CAINFO, trusted);
}

void client_use_netrc(CURL *curl)
{
	curl_easy_setopt(curl, CURLOPT_NETRC, (long)CURL_NETRC_OPTIONAL);
}

int client_check_token(struct err *err)
{
	const char *word = getenv("MAXISTAT_TOKEN");
	struct token_shown shown;
	int rc;

	if (!word || !*word)
		return 0;
	rc = token_read(word, strlen(word), &shown, err);
	sodium_memzero(&shown, sizeof(shown));
	if (rc < 0) {
		err->code = ERR_USAGE;
		return err_wrap(err, "MAXISTAT_TOKEN");
	}
	return 0;
}

int client_show_token(CURL *curl, struct err *err)
{
	const char *word = getenv("MAXISTAT_TOKEN");

	if (client_check_token(err) < 0)
		return -1;
	if (!word || !*word) {
		client_use_netrc(curl);
		return 0;
	}
	curl_easy_setopt(curl, CURLOPT_HTTPAUTH, (long)CURLAUTH_BEARER);
	curl_easy_setopt(curl, CURLOPT_XOAUTH2_BEARER, word);
	return 0;
}

/* A part of a URL in lower case, or NULL. */
static const char *part(CURLU *u, CURLUPart which, struct arena *arena)
{
	char *text = NULL, *out = NULL, *s;

	if (curl_url_get(u, which, &text, CURLU_DEFAULT_PORT) == CURLUE_OK &&
	    text) {
		out = arena_strdup(arena, text);
		for (s = out; *s; s++)
			*s = (char)tolower((unsigned char)*s);
	}
	curl_free(text);
	return out;
}

int client_server_of(const char *url, struct arena *arena, const char **out,
		     struct err *err)
{
	CURLU *u = curl_url();
	const char *scheme, *host, *port;
	CURLUcode rc = u ? curl_url_set(u, CURLUPART_URL, url,
					CURLU_GUESS_SCHEME) :
			   CURLUE_OUT_OF_MEMORY;
	int failed = 0;

	if (rc != CURLUE_OK || !(scheme = part(u, CURLUPART_SCHEME, arena)) ||
	    !(host = part(u, CURLUPART_HOST, arena)) ||
	    !(port = part(u, CURLUPART_PORT, arena)) ||
	    (strcmp(scheme, "http") && strcmp(scheme, "https")))
		failed = err_set(err, ERR_USAGE, "this is no URL of http or "
				 "https");
	else if (part(u, CURLUPART_USER, arena) ||
		 part(u, CURLUPART_PASSWORD, arena) || token_in_url(url))
		failed = err_set(err, ERR_USAGE, "a name, password or token "
				 "does not belong into a URL, but into "
				 "MAXISTAT_TOKEN or ~/.netrc");
	else
		*out = arena_printf(arena, "%s://%s:%s", scheme, host, port);
	curl_url_cleanup(u);
	return failed;
}
