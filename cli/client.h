/*
 * client.h - what the commands that speak HTTP share.
 */
#ifndef CLIENT_H
#define CLIENT_H

#include <curl/curl.h>

#include "err.h"
#include "mem.h"

/* errors ERR_USAGE: MAXISTAT_TOKEN is there, and holds no token */
int client_check_token(struct err *err);

/* Whom we trust: the certificates of CURL_CA_BUNDLE, else the system's. */
void client_trust(CURL *curl);

/*
 * Who we are: the token of MAXISTAT_TOKEN, else what .netrc has for the host.
 * errors ERR_USAGE: MAXISTAT_TOKEN holds no token
 */
int client_show_token(CURL *curl, struct err *err);

/* What .netrc has, alone. */
void client_use_netrc(CURL *curl);

/*
 * Whom a URL speaks to: "http://lab:8421". It is to hold no name, password or
 * token.
 * errors ERR_USAGE
 */
int client_server_of(const char *url, struct arena *arena, const char **out,
		     struct err *err);

#endif
