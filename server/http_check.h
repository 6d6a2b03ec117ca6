/*
 * http_check.h - requests that libmicrohttpd lets pass, and we do not.
 */
#ifndef HTTP_CHECK_H
#define HTTP_CHECK_H

#include <microhttpd.h>

#include "err.h"

/*
 * Looks at the headers alone: two Hosts, two Authorizations, two lengths, a
 * length and a transfer coding, a coding other than chunked, an expectation
 * other than 100-continue, a control byte in the URI. Each is how two servers
 * in a row come to read one request differently.
 * source    RFC 9112 sec. 3.2, 6.1, 6.3; RFC 9110 sec. 10.1.1
 */
int http_check(struct MHD_Connection *connection, const char *uri,
	       struct err *err);

#endif
