/* http_check.c - requests that libmicrohttpd lets pass, and we do not. */
#include "http_check.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* Headers that one request has once; two servers may take either. */
static const char *const once[] = {
	"Host",	  "Authorization",  "Content-Length",  "Content-Type",
	"Origin", "Sec-Fetch-Site", "Idempotency-Key",
};
#define N_ONCE (sizeof(once) / sizeof(once[0]))

/* What the headers say together. */
struct seen {
	size_t n[N_ONCE], codings;
	bool chunked; /* all codings say exactly that */
	bool expects; /* something other than 100-continue */
	bool packed, part;
	const char *strange; /* a name that is none, or a folded one */
	const char *control; /* whose value holds a control byte */
};

static bool is_token(const char *name)
{
	static const char also[] = "!#$%&'*+-.^_`|~";
	const char *s;

	for (s = name; *s; s++)
		if (!(*s >= '0' && *s <= '9') && !(*s >= 'A' && *s <= 'Z') &&
		    !(*s >= 'a' && *s <= 'z') && !strchr(also, *s))
			return false;
	return s > name;
}

/*
 * A value that goes on in the next line is added to the name by libmicrohttpd:
 * "Content-Length:" and " 6" are the header Content-Length6.
 */
static bool is_folded(const char *name)
{
	return (!strncasecmp(name, "Content-Length", 14) && name[14]) ||
	       (!strncasecmp(name, "Transfer-Encoding", 17) && name[17]);
}

static bool has_control(const char *value)
{
	for (; *value; value++)
		if (((unsigned char)*value < 0x20 && *value != '\t') ||
		    *value == 0x7f)
			return true;
	return false;
}

/* What an upload may be packed with; whether it is, its bytes tell. */
static bool coding_ok(const char *name)
{
	static const char *const known[] = { "", "identity", "gzip", "x-gzip",
					     "zstd" };
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcasecmp(name, known[i]))
			return true;
	return false;
}

static enum MHD_Result look(void *cls, enum MHD_ValueKind kind,
			    const char *name, const char *value)
{
	struct seen *s = cls;
	size_t i;

	(void)kind;
	value = value ? value : "";
	if (!is_token(name) || is_folded(name))
		s->strange = name;
	if (has_control(value))
		s->control = name;
	for (i = 0; i < N_ONCE; i++)
		s->n[i] += !strcasecmp(name, once[i]);
	if (!strcasecmp(name, "Transfer-Encoding")) {
		s->codings++;
		s->chunked &= !strcasecmp(value, "chunked");
	} else if (!strcasecmp(name, "Expect")) {
		s->expects |= strcasecmp(value, "100-continue") != 0;
	} else if (!strcasecmp(name, "Content-Encoding")) {
		s->packed |= !coding_ok(value);
	} else if (!strcasecmp(name, "Content-Range")) {
		s->part = true;
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

static int check_names(const struct seen *s, struct err *err)
{
	size_t i;

	if (s->strange)
		return err_set(err, ERR_INPUT, "'%.60s' is no name of a "
			       "header", s->strange);
	if (s->control)
		return err_set(err, ERR_INPUT, "a control byte in the header "
			       "%.60s", s->control);
	for (i = 0; i < N_ONCE; i++)
		if (s->n[i] > 1)
			return err_set(err, ERR_INPUT, "%zu %s headers",
				       s->n[i], once[i]);
	return 0;
}

static int check_body(const struct seen *s, bool has_length, bool is_old,
		      struct err *err)
{
	if (has_length && s->codings)
		return err_set(err, ERR_INPUT, "a Content-Length and a "
			       "Transfer-Encoding in one request");
	if (is_old && s->codings)
		return err_set(err, ERR_INPUT, "a Transfer-Encoding in "
			       "HTTP/1.0, which has none");
	if (s->codings > 1 || !s->chunked)
		return err_set(err, ERR_UNKNOWN_WAY, "a Transfer-Encoding "
			       "other than chunked");
	if (s->packed) {
		err_set(err, ERR_TYPE, "a Content-Encoding other than gzip "
			"and zstd");
		return err_hint(err, "send the bytes as they are");
	}
	if (s->part)
		return err_set(err, ERR_INPUT, "a Content-Range: an upload is "
			       "sent whole");
	if (s->expects)
		return err_set(err, ERR_EXPECT, "an Expect other than "
			       "100-continue");
	return 0;
}

int http_check(struct MHD_Connection *connection, const char *uri,
	       const char *version, struct err *err)
{
	struct seen s = { .chunked = true };
	bool has_length;

	MHD_get_connection_values(connection, MHD_HEADER_KIND, look, &s);
	has_length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND,
						 "Content-Length") != NULL;
	if (check_names(&s, err) < 0 ||
	    check_body(&s, has_length, !strcmp(version, "HTTP/1.0"), err) < 0)
		return -1;
	return check_uri(uri, err);
}
