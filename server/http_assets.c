/* http_assets.c - the files of web/ as answers, and that a client has them. */
#include <assert.h>

#include "assets.h"
#include "encoding.h"
#include "http_private.h"

/* One file's; packed is NULL where that is not less. */
struct asset_answers {
	struct MHD_Response *plain, *packed;
};

/* Its head is that of 304, too. NULL: there is no memory. */
static struct MHD_Response *make(const struct asset *asset, bool packed)
{
	const unsigned char *data = packed ? asset->packed : asset->data;
	struct reply rp = { .type = asset->type };
	struct MHD_Response *r = MHD_create_response_from_buffer(
		packed ? asset->packed_len : asset->len,
		(void *)(uintptr_t)data, MHD_RESPMEM_PERSISTENT);

	reply_header(&rp, "ETag", packed ? asset->packed_tag : asset->tag);
	if (asset->packed_len)
		reply_header(&rp, "Vary", "Accept-Encoding");
	if (packed)
		reply_header(&rp, "Content-Encoding", "gzip");
	if (!r || http_add_headers(r, &rp))
		return r;
	MHD_destroy_response(r);
	return NULL;
}

int http_assets_make(struct http *http, struct err *err)
{
	const struct asset *all;
	size_t n, i;

	all = assets_all(&n);
	http->assets = x_calloc(n, sizeof(*http->assets));
	for (i = 0; i < n; i++) {
		struct asset_answers *a = &http->assets[i];

		a->plain = make(&all[i], false);
		if (all[i].packed_len)
			a->packed = make(&all[i], true);
		if (!a->plain || (all[i].packed_len && !a->packed))
			return err_set(err, ERR_OS, "there is no memory for "
				       "'%s'", all[i].path);
	}
	return 0;
}

void http_assets_free(struct http *http)
{
	size_t n, i;

	assets_all(&n);
	for (i = 0; http->assets && i < n; i++) {
		if (http->assets[i].plain)
			MHD_destroy_response(http->assets[i].plain);
		if (http->assets[i].packed)
			MHD_destroy_response(http->assets[i].packed);
	}
	x_free(http->assets);
}

enum MHD_Result http_send_asset(struct exchange *x)
{
	size_t n;
	const struct asset *asset = x->rp.asset, *first = assets_all(&n);
	const struct asset_answers *a = &x->http->assets[asset - first];
	bool packed = x->takes_gzip && a->packed;

	assert(!x->rp.n_headers);
	x->sent = packed ? asset->packed_len : asset->len;
	if (encoding_holds(http_header(x, "If-None-Match"),
			   packed ? asset->packed_tag : asset->tag)) {
		x->rp.status = MHD_HTTP_NOT_MODIFIED;
		x->sent = 0;
	}
	http_part(x, PART_ANSWER);
	return MHD_queue_response(x->connection, (unsigned)x->rp.status,
				  packed ? a->packed : a->plain);
}
