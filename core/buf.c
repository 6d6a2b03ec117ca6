/* buf.c - a growing text that is born with its maximum. */
#include "buf.h"

#include <stdio.h>
#include <string.h>

#include "mem.h"

void buf_init(struct buf *b, size_t max)
{
	memset(b, 0, sizeof(*b));
	b->max = max;
}

void buf_release(struct buf *b)
{
	x_free(b->data);
	buf_init(b, b->max);
}

void buf_fit(struct buf *b)
{
	if (b->data) {
		b->cap = b->len + 1;
		b->data = x_realloc(b->data, b->cap);
	}
}

void buf_clear(struct buf *b)
{
	b->len = 0;
	b->over = false;
	if (b->data)
		b->data[0] = '\0';
}

/* Room for len more bytes and the NUL? */
static bool room(struct buf *b, size_t len)
{
	bool fits = !b->over && len <= b->max - b->len;
	size_t want = b->len + (fits ? len : 0) + 1;

	if (want > b->cap) {
		size_t cap = b->cap ? b->cap : 256;

		while (cap < want)
			cap *= 2;
		b->data = x_realloc(b->data, cap);
		b->cap = cap;
		b->data[b->len] = '\0';
	}
	b->over = !fits;
	return fits;
}

void buf_add(struct buf *b, const void *data, size_t len)
{
	if (!room(b, len))
		return;
	if (len)
		memcpy(b->data + b->len, data, len);
	b->len += len;
	b->data[b->len] = '\0';
}

void buf_str(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void buf_char(struct buf *b, char c)
{
	buf_add(b, &c, 1);
}

void buf_pad(struct buf *b, char c, size_t n)
{
	if (!room(b, n))
		return;
	memset(b->data + b->len, c, n);
	b->len += n;
	b->data[b->len] = '\0';
}

void buf_vprintf(struct buf *b, const char *fmt, va_list ap)
{
	size_t left = b->over ? 0 : b->cap - b->len;
	va_list again;
	int n;

	/* Most often it fits where it belongs. */
	va_copy(again, ap);
	n = vsnprintf(left ? b->data + b->len : NULL, left, fmt, ap);
	if (n >= 0 && (size_t)n < left && (size_t)n <= b->max - b->len) {
		b->len += (size_t)n;
	} else {
		if (left)
			b->data[b->len] = '\0';
		if (n >= 0 && room(b, (size_t)n)) {
			vsnprintf(b->data + b->len, (size_t)n + 1, fmt, again);
			b->len += (size_t)n;
		}
	}
	va_end(again);
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(b, fmt, ap);
	va_end(ap);
}
