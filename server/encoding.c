/* encoding.c - how an answer may be sent: packed, or not again at all. */
#include "encoding.h"

#include <string.h>
#include <strings.h>
#include <zlib.h>

#define LEVEL 1 /* 3: a tenth less, of random digits in twice the time */
#define GZIP  16 /* what zlib adds to the bits of its window for that frame */
#define PIECE (16u << 10)

#define BLANKS " \t"

static bool is_word(const char *s, size_t len, const char *word)
{
	return strlen(word) == len && !strncasecmp(s, word, len);
}

/* ";q=0", ";q=0.00" with blanks, up to the next comma. */
static bool is_refused(const char *s)
{
	size_t len;

	s += strspn(s, BLANKS);
	if (*s != ';')
		return false;
	s += 1 + strspn(s + 1, BLANKS);
	if ((*s != 'q' && *s != 'Q') || s[1] != '=')
		return false;
	s += 2;
	len = strspn(s, "0123456789.");
	return len && strspn(s, "0.") == len;
}

bool encoding_takes_gzip(const char *accept)
{
	bool named = false, takes = false, others = false;
	const char *s = accept ? accept : "";

	while (*s) {
		size_t len;

		s += strspn(s, BLANKS ",");
		len = strcspn(s, BLANKS ",;");
		if (is_word(s, len, "gzip") || is_word(s, len, "x-gzip")) {
			named = true;
			takes |= !is_refused(s + len);
		} else if (is_word(s, len, "*")) {
			others = !is_refused(s + len);
		}
		s += strcspn(s, ",");
	}
	return named ? takes : others;
}

bool encoding_holds(const char *held, const char *tag)
{
	const char *s = held ? held : "";
	size_t len = strlen(tag);

	s += strspn(s, BLANKS ",");
	if (*s == '*')
		return true;
	while (*s) {
		if (!strncmp(s, "W/", 2))
			s += 2;
		if (!strncmp(s, tag, len))
			return true;
		if (*s != '"' || !strchr(s + 1, '"'))
			return false;
		s = strchr(s + 1, '"') + 1;
		s += strspn(s, BLANKS ",");
	}
	return false;
}

bool encoding_pack(struct buf *body)
{
	z_stream z = { .next_in = (Bytef *)body->data,
		       .avail_in = (uInt)body->len };
	unsigned char piece[PIECE];
	struct buf packed;
	int rc;

	if (body->len < 2 ||
	    deflateInit2(&z, LEVEL, Z_DEFLATED, MAX_WBITS + GZIP,
			 MAX_MEM_LEVEL - 1, Z_DEFAULT_STRATEGY) != Z_OK)
		return false;
	buf_init(&packed, body->len - 1);
	do {
		z.next_out = piece;
		z.avail_out = PIECE;
		rc = deflate(&z, Z_FINISH);
		buf_add(&packed, piece, PIECE - z.avail_out);
	} while (rc == Z_OK && !packed.over);
	deflateEnd(&z);
	if (rc != Z_STREAM_END || packed.over) {
		buf_release(&packed);
		return false;
	}
	packed.max = body->max;
	buf_release(body);
	*body = packed;
	return true;
}
