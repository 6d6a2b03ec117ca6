/* client.c - what the commands that speak HTTP share. */
#include "client.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "token.h"

int client_prepare(CURL *curl, struct err *err)
{
	const char *word = getenv("MAXISTAT_TOKEN");
	const char *trusted = getenv("CURL_CA_BUNDLE");
	struct token_shown shown;
	int rc;

	if (trusted && *trusted)
		curl_easy_setopt(curl, CURLOPT_CAINFO, trusted);
	if (!word || !*word) {
		curl_easy_setopt(curl, CURLOPT_NETRC,
				 (long)CURL_NETRC_OPTIONAL);
		return 0;
	}
	rc = token_read(word, strlen(word), &shown, err);
	sodium_memzero(&shown, sizeof(shown));
	if (rc < 0) {
		err->code = ERR_USAGE;
		return err_wrap(err, "MAXISTAT_TOKEN");
	}
	curl_easy_setopt(curl, CURLOPT_HTTPAUTH, (long)CURLAUTH_BEARER);
	curl_easy_setopt(curl, CURLOPT_XOAUTH2_BEARER, word);
	return 0;
}
