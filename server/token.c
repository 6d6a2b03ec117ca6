/* token.c - the word a user has, and how it is shown. */
#include "token.h"

#include <sodium.h>
#include <string.h>
#include <strings.h>

#define PREFIX     "maxistat_"
#define PREFIX_LEN (sizeof(PREFIX) - 1)
#define SUM        4 /* bytes */

/* Where the parts of the word begin. */
enum {
	AT_ID = PREFIX_LEN,
	AT_SECRET = AT_ID + TOKEN_ID + 1,
	AT_SUM = AT_SECRET + 2 * TOKEN_SECRET + 1,
	WORD_LEN = AT_SUM + 2 * SUM,
};

_Static_assert(WORD_LEN + 1 == TOKEN_SIZE, "TOKEN_SIZE is that of the word");

/* A header with a long user name is still read. */
#define HEADER_MAX 1024

static bool is_hex(const char *s, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!s[i] || !strchr("0123456789abcdef", s[i]))
			return false;
	return true;
}

static void sum_of(const char *word, char out[2 * SUM + 1])
{
	unsigned char digest[crypto_hash_sha256_BYTES];

	crypto_hash_sha256(digest, (const unsigned char *)word, AT_SUM - 1);
	sodium_bin2hex(out, 2 * SUM + 1, digest, SUM);
}

void token_make(struct token *t, char word[TOKEN_SIZE])
{
	unsigned char id[TOKEN_ID / 2], secret[TOKEN_SECRET];

	randombytes_buf(id, sizeof(id));
	randombytes_buf(secret, sizeof(secret));
	sodium_bin2hex(t->id, sizeof(t->id), id, sizeof(id));
	crypto_hash_sha256(t->digest, secret, sizeof(secret));
	memcpy(word, PREFIX, PREFIX_LEN);
	memcpy(word + AT_ID, t->id, TOKEN_ID);
	word[AT_SECRET - 1] = '_';
	sodium_bin2hex(word + AT_SECRET, 2 * TOKEN_SECRET + 1, secret,
		       sizeof(secret));
	word[AT_SUM - 1] = '_';
	sum_of(word, word + AT_SUM);
	sodium_memzero(secret, sizeof(secret));
}

int token_read(const char *s, size_t len, struct token_shown *out,
	       struct err *err)
{
	char sum[2 * SUM + 1];
	size_t n;

	if (len < PREFIX_LEN || memcmp(s, PREFIX, PREFIX_LEN))
		return err_set(err, ERR_AUTH, "this is no token; one begins "
			       "with " PREFIX);
	if (len != WORD_LEN)
		return err_set(err, ERR_AUTH, "the token has %zu characters "
			       "and not %d: it was cut or joined", len,
			       (int)WORD_LEN);
	if (s[AT_SECRET - 1] != '_' || s[AT_SUM - 1] != '_' ||
	    !is_hex(s + AT_ID, TOKEN_ID) ||
	    !is_hex(s + AT_SECRET, (size_t)2 * TOKEN_SECRET) ||
	    !is_hex(s + AT_SUM, (size_t)2 * SUM))
		return err_set(err, ERR_AUTH, "the token is mistyped");
	sum_of(s, sum);
	if (memcmp(sum, s + AT_SUM, (size_t)2 * SUM))
		return err_set(err, ERR_AUTH, "the token is mistyped: its "
			       "last 8 digits do not fit the others");
	memcpy(out->id, s + AT_ID, TOKEN_ID);
	out->id[TOKEN_ID] = '\0';
	sodium_hex2bin(out->secret, sizeof(out->secret), s + AT_SECRET,
		       (size_t)2 * TOKEN_SECRET, NULL, &n, NULL);
	return 0;
}

/* user:password in base64. */
static int read_basic(const char *s, size_t len, struct token_shown *out,
		      struct err *err)
{
	unsigned char plain[HEADER_MAX];
	const char *colon;
	size_t n = 0;
	int rc;

	if (sodium_base642bin(plain, sizeof(plain), s, len, NULL, &n, NULL,
			      sodium_base64_VARIANT_ORIGINAL))
		return err_set(err, ERR_AUTH, "the Basic credentials are not "
			       "base64");
	colon = memchr(plain, ':', n);
	if (colon)
		rc = token_read(colon + 1, n - (size_t)(colon + 1 -
							(const char *)plain),
				out, err);
	else
		rc = err_set(err, ERR_AUTH, "the Basic credentials have no "
			     "':'");
	sodium_memzero(plain, sizeof(plain));
	return rc;
}

int token_of_header(const char *value, struct token_shown *out,
		    struct err *err)
{
	size_t scheme = strcspn(value, " "), len;
	const char *s = value + scheme;

	s += strspn(s, " ");
	len = strlen(s);
	while (len && s[len - 1] == ' ')
		len--;
	if (len > HEADER_MAX)
		return err_set(err, ERR_AUTH, "an Authorization of more than "
			       "%d bytes", HEADER_MAX);
	if (scheme == 6 && !strncasecmp(value, "Bearer", scheme))
		return token_read(s, len, out, err);
	if (scheme == 5 && !strncasecmp(value, "Basic", scheme))
		return read_basic(s, len, out, err);
	return err_set(err, ERR_AUTH, "an Authorization that is neither Bearer "
		       "nor Basic");
}

/* ---- A token where it must not be. ---- */

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The byte that stands at *s; *s goes behind it. */
static char url_byte(const char **s)
{
	const char *p = *s;
	int high, low;

	*s = p + 1;
	if (*p != '%')
		return *p;
	high = hex_digit(p[1]);
	low = high < 0 ? -1 : hex_digit(p[2]);
	if (low < 0)
		return *p;
	*s = p + 3;
	return (char)(high << 4 | low);
}

/* A prefix in any case and an id are enough: the rest may be mistyped. */
static bool token_begins(const char *s)
{
	size_t i;

	for (i = 0; i < PREFIX_LEN && *s; i++)
		if ((url_byte(&s) | 0x20) != (PREFIX[i] | 0x20))
			return false;
	if (i < PREFIX_LEN)
		return false;
	for (i = 0; i < TOKEN_ID && *s; i++)
		if (hex_digit(url_byte(&s)) < 0)
			return false;
	return i == TOKEN_ID;
}

bool token_in_url(const char *url)
{
	for (; *url; url++)
		if (token_begins(url))
			return true;
	return false;
}

size_t token_in_text(const char *s, size_t len)
{
	struct token_shown shown;
	struct err ignored;
	size_t at = 0;

	while (len - at >= WORD_LEN) {
		const char *p = memmem(s + at, len - at, PREFIX, PREFIX_LEN);

		if (!p || len - (size_t)(p - s) < WORD_LEN)
			return len;
		at = (size_t)(p - s);
		if (!token_read(p, WORD_LEN, &shown, &ignored)) {
			sodium_memzero(&shown, sizeof(shown));
			return at;
		}
		at++;
	}
	return len;
}
