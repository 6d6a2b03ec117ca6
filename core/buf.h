/*
 * buf.h - a growing text that is born with its maximum.
 *
 * Adding past the maximum adds nothing more and sets over; the caller looks
 * once, at the end. data is always NUL-terminated (and never NULL after the
 * first add).
 */
#ifndef BUF_H
#define BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct buf {
	char *data;
	size_t len, cap, max;
	bool over;
};

void buf_init(struct buf *b, size_t max);
void buf_release(struct buf *b);          /* frees; b is empty, max stays */
void buf_fit(struct buf *b);              /* gives back what it does not use */
void buf_clear(struct buf *b);            /* length 0, memory kept */
void buf_add(struct buf *b, const void *data, size_t len);
void buf_str(struct buf *b, const char *s);
void buf_char(struct buf *b, char c);
void buf_pad(struct buf *b, char c, size_t n); /* n times c */
void buf_printf(struct buf *b, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

#endif
