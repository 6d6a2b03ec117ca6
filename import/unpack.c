/* unpack.c - gzip and zstd, a piece at a time. */
#include "unpack.h"

#include <stdint.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "buf.h"
#include "limits.h"

#define LEVELS 2
#define PIECE  (64u << 10)
/* So much may come of little: a short file of blanks packs very well. */
#define FREE   (1u << 20)

/* What is unpacked so far, against what was sent. */
static int add(struct buf *out, const char *piece, size_t n, size_t sent,
	       struct err *err)
{
	buf_add(out, piece, n);
	if (out->over)
		return err_set(err, ERR_TOO_BIG, "unpacked it is larger than "
			       "%u bytes", LIMIT_BODY);
	if (out->len > FREE && out->len / LIMIT_RATIO > sent)
		return err_set(err, ERR_TOO_BIG, "it unpacks to more than %u "
			       "times its size", LIMIT_RATIO);
	return 0;
}

static int damaged(const char *what, size_t at, struct err *err)
{
	return err_set(err, ERR_INPUT, "the %s data is damaged at byte %zu",
		       what, at);
}

static int cut_off(const char *what, struct err *err)
{
	return err_set(err, ERR_INPUT, "the %s data is cut off", what);
}

/* Members that follow each other are one text, as gzip(1) has it. */
static int gunzip(const char *data, size_t len, struct buf *out,
		  struct err *err)
{
	z_stream z = { .next_in = (Bytef *)(uintptr_t)data,
		       .avail_in = (uInt)len };
	char piece[PIECE];
	int rc, failed = 0;

	if (inflateInit2(&z, 15 + 16) != Z_OK)
		return err_set(err, ERR_OS, "zlib does not start");
	do {
		z.next_out = (Bytef *)piece;
		z.avail_out = PIECE;
		rc = inflate(&z, Z_NO_FLUSH);
		if (rc != Z_OK && rc != Z_STREAM_END)
			failed = rc == Z_BUF_ERROR ? cut_off("gzip", err) :
				damaged("gzip", len - z.avail_in, err);
		if (!failed)
			failed = add(out, piece, PIECE - z.avail_out, len, err);
		if (!failed && rc == Z_STREAM_END && z.avail_in) {
			inflateReset(&z);
			rc = Z_OK;
		}
	} while (!failed && rc == Z_OK);
	inflateEnd(&z);
	return failed;
}

static int unzstd(const char *data, size_t len, struct buf *out,
		  struct err *err)
{
	ZSTD_DStream *z = ZSTD_createDStream();
	ZSTD_inBuffer in = { data, len, 0 };
	char piece[PIECE];
	size_t left = 1;
	int failed = 0;

	if (!z)
		return err_set(err, ERR_OS, "zstd does not start");
	while (!failed && (in.pos < len || left)) {
		ZSTD_outBuffer to = { piece, PIECE, 0 };
		size_t before = in.pos;

		left = ZSTD_decompressStream(z, &to, &in);
		if (ZSTD_isError(left))
			failed = damaged("zstd", in.pos, err);
		else if (left && !to.pos && in.pos == before)
			failed = cut_off("zstd", err);
		else
			failed = add(out, piece, to.pos, len, err);
	}
	ZSTD_freeDStream(z);
	return failed;
}

static const struct {
	const char *magic;
	size_t len;
	int (*unpack)(const char *data, size_t len, struct buf *out,
		      struct err *err);
} kinds[] = {
	{ "\x1f\x8b\x08", 3, gunzip },
	{ "\x28\xb5\x2f\xfd", 4, unzstd },
};

static size_t kind_of(const char *data, size_t len)
{
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (len >= kinds[i].len &&
		    !memcmp(data, kinds[i].magic, kinds[i].len))
			break;
	return i;
}

bool is_packed(const char *data, size_t len)
{
	return kind_of(data, len) < sizeof(kinds) / sizeof(kinds[0]);
}

int unpack(const char **data, size_t *len, struct arena *arena,
	   struct err *err)
{
	int level;

	for (level = 0; level < LEVELS && is_packed(*data, *len); level++) {
		struct buf out;
		int failed;

		buf_init(&out, LIMIT_BODY);
		failed = kinds[kind_of(*data, *len)].unpack(*data, *len, &out,
							    err);
		if (!failed) {
			*len = out.len;
			*data = arena_strndup(arena, out.data ? out.data : "",
					      out.len);
		}
		buf_release(&out);
		if (failed < 0)
			return -1;
	}
	return 0;
}
