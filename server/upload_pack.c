/* upload_pack.c - an upload is packed while it is read. */
#include "upload_pack.h"

#include "beside.h"
#include "pack.h"

struct upload_pack {
	struct beside beside;
	const char *data;
	size_t len;
	void *out;
	size_t out_len; /* 0: it failed */
};

static void pack(void *arg)
{
	struct upload_pack *p = arg;

	p->out_len = db_pack(p->data, p->len, p->out);
}

struct upload_pack *upload_pack_begin(const char *data, size_t len,
				      struct arena *arena)
{
	struct upload_pack *p;

	if (len < BESIDE_LEAST)
		return NULL;
	p = arena_alloc(arena, sizeof(*p));
	p->data = data;
	p->len = len;
	p->out = arena_bytes(arena, db_pack_bound(len));
	beside_begin(&p->beside, pack, p);
	return p;
}

void upload_pack_end(struct upload_pack *p, struct db_upload *out)
{
	if (!p)
		return;
	beside_end(&p->beside);
	out->packed = p->out_len ? p->out : NULL;
	out->packed_len = p->out_len;
}
