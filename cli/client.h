/*
 * client.h - what the commands that speak HTTP share.
 */
#ifndef CLIENT_H
#define CLIENT_H

#include <curl/curl.h>

#include "err.h"

/*
 * Whom we trust: the certificates of CURL_CA_BUNDLE, else the system's. Who we
 * are: the token of MAXISTAT_TOKEN, else what .netrc has for the host.
 * errors ERR_USAGE: MAXISTAT_TOKEN holds no token
 */
int client_prepare(CURL *curl, struct err *err);

#endif
