/* assets.c - the files of web/, carried inside the program. */
#include "assets.h"

#include <string.h>

#include "assets.inc" /* static const unsigned char asset_N[] = {..., 0}; */

#define HTML "text/html; charset=utf-8"
#define CSS  "text/css; charset=utf-8"
#define JS   "text/javascript; charset=utf-8"
#define TXT  "text/plain; charset=utf-8"
#define SH   TXT /* read it before it is run */
#define SVG  "image/svg+xml"

static const struct asset assets[] = {
#define ASSET(path, kind, plain, tag, packed, packed_tag)                 \
	{ path, kind, plain, sizeof(plain) - 1, "\"" tag "\"", packed, \
	  sizeof(packed) - 1, "\"" packed_tag "\"" },
#include "asset_rows.inc" /* ASSET("/style.css", CSS, asset_N, "12ab", ...) */
#undef ASSET
};

#define N_ASSETS (sizeof(assets) / sizeof(assets[0]))

const struct asset *assets_all(size_t *n)
{
	*n = N_ASSETS;
	return assets;
}

const struct asset *asset_find(const char *path)
{
	size_t i;

	for (i = 0; i < N_ASSETS; i++)
		if (!strcmp(assets[i].path, path))
			return &assets[i];
	return NULL;
}
