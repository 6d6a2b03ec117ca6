/* http_check.c - requests that libmicrohttpd lets pass, and we do not. */
#include "http_check.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* What of a header is counted. */
struct seen {
	size_t hosts, lengths, codings, tokens;
	bool chunked;       /* all codings say exactly that */
	const char *expect; /* NULL: none */
};

static enum MHD_Result look(void *cls, enum MHD_ValueKind kind,
			    const char *name, const char *value)
{
	struct seen *s = cls;

	(void)kind;
	value = value ? value : "";
	if (!strcasecmp(name, "Host")) {
		s->hosts++;
	} else if (!strcasecmp(name, "Content-Length")) {
		s->lengths++;
	} else if (!strcasecmp(name, "Transfer-Encoding")) {
		s->codings++;
		s->chunked &= !strcasecmp(value, "chunked");
	} else if (!strcasecmp(name, "Authorization")) {
		s->tokens++;
	} else if (!strcasecmp(name, "Expect")) {
		s->expect = value;
	}
	return MHD_YES;
}

static int check_uri(const char *uri, struct err *err)
{
	const char *s = uri;

	for (; *s; s++)
		if ((unsigned char)*s < 0x20 || *s == 0x7f ||
		    !strncmp(s, "%00", 3))
			return err_set(err, ERR_INPUT, "a control byte in the "
				       "URL, at offset %zu",
				       (size_t)(s - uri));
	return 0;
}

int http_check(struct MHD_Connection *connection, const char *uri,
	       struct err *err)
{
	struct seen s = { .chunked = true };

	MHD_get_connection_values(connection, MHD_HEADER_KIND, look, &s);
	if (s.hosts > 1)
		return err_set(err, ERR_INPUT, "%zu Host headers", s.hosts);
	if (s.tokens > 1)
		return err_set(err, ERR_INPUT, "%zu Authorization headers",
			       s.tokens);
	if (s.lengths > 1)
		return err_set(err, ERR_INPUT, "%zu Content-Length headers",
			       s.lengths);
	if (s.lengths && s.codings)
		return err_set(err, ERR_INPUT, "a Content-Length and a "
			       "Transfer-Encoding in one request");
	if (s.codings > 1 || !s.chunked)
		return err_set(err, ERR_UNKNOWN_WAY, "a Transfer-Encoding "
			       "other than chunked");
	if (s.expect && strcasecmp(s.expect, "100-continue"))
		return err_set(err, ERR_EXPECT, "an Expect other than "
			       "100-continue");
	return check_uri(uri, err);
}
