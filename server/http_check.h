/*
 * http_check.h - requests that libmicrohttpd lets pass, and we do not.
 */
#ifndef HTTP_CHECK_H
#define HTTP_CHECK_H

#include <microhttpd.h>

#include "err.h"

/*
 * Looks at the headers alone: two of what stands once (Host, Authorization,
 * Content-Length, ...), a length and a transfer coding, a coding other than
 * chunked or in HTTP/1.0, a name that is no token or a folded one, a control
 * byte in a value or in the URI. Each is how two servers in a row come to read
 * one request differently. Also what we would have to obey and do not: an
 * expectation other than 100-continue, a Content-Encoding, a Content-Range.
 * A NUL cannot be seen: libmicrohttpd ends the text there.
 * source    RFC 9112 sec. 3.2, 5.1, 5.2, 6.1, 6.3; RFC 9110 sec. 5.5, 10.1.1,
 *           14.5
 */
int http_check(struct MHD_Connection *connection, const char *uri,
	       const char *version, struct err *err);

#endif
