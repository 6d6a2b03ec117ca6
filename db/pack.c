/* pack.c - the bytes of an upload as the archive keeps them. */
#include "pack.h"

#include "db_private.h"

/*
 * Of what tools print, level 3 takes twice as long as this one for 2 % less of
 * a column of numbers, and 6 % more of lines of JSON.
 */
#define ZSTD_LEVEL 1

size_t db_pack_bound(size_t len)
{
	return ZSTD_compressBound(len);
}

size_t pack_with(ZSTD_CCtx *packer, const char *data, size_t len, void *out)
{
	size_t n = ZSTD_compressCCtx(packer, out, ZSTD_compressBound(len), data,
				     len, ZSTD_LEVEL);

	return ZSTD_isError(n) ? 0 : n;
}

size_t db_pack(const char *data, size_t len, void *out)
{
	ZSTD_CCtx *packer = ZSTD_createCCtx();
	size_t n = packer ? pack_with(packer, data, len, out) : 0;

	ZSTD_freeCCtx(packer);
	return n;
}
