/* err.c - setting and wrapping errors. */
#include "err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int err_set(struct err *err, enum err_code code, const char *fmt, ...)
{
	va_list ap;

	memset(err, 0, sizeof(*err));
	err->code = code;
	va_start(ap, fmt);
	vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
	va_end(ap);
	return -1;
}

int err_wrap(struct err *err, const char *fmt, ...)
{
	char old[sizeof(err->msg)];
	size_t n;
	va_list ap;

	memcpy(old, err->msg, sizeof(old));
	va_start(ap, fmt);
	vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
	va_end(ap);
	n = strlen(err->msg);
	snprintf(err->msg + n, sizeof(err->msg) - n, ": %s", old);
	return -1;
}

int err_hint(struct err *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(err->hint, sizeof(err->hint), fmt, ap);
	va_end(ap);
	return -1;
}

int err_point(struct err *err, const char *written, size_t len, size_t offset)
{
	/* A long one is cut on the left; most of it is before the place. */
	size_t from = offset > 60 ? offset - 60 : 0, i;

	for (i = 0; i < sizeof(err->text) - 1 && from + i < len; i++) {
		char c = written[from + i];

		err->text[i] = (char)(c >= 0x20 && c < 0x7f ? c : '?');
	}
	err->text[i] = '\0';
	err->caret = offset - from;
	err->offset = offset;
	err->has_offset = 1;
	return -1;
}

void err_near(struct err *err, const char *value)
{
	size_t i;

	for (i = 0; i < ERR_NEAR_MAX; i++)
		if (!err->near[i][0]) {
			snprintf(err->near[i], sizeof(err->near[i]), "%s",
				 value);
			return;
		}
}

const char *err_name(enum err_code code)
{
	static const char *const names[] = {
		[ERR_NONE] = "none",
		[ERR_INPUT] = "bad_input",
		[ERR_AUTH] = "unauthorized",
		[ERR_FORBIDDEN] = "forbidden",
		[ERR_NOT_FOUND] = "not_found",
		[ERR_METHOD] = "method_not_allowed",
		[ERR_ACCEPT] = "not_acceptable",
		[ERR_CONFLICT] = "conflict",
		[ERR_GONE] = "gone",
		[ERR_TOO_BIG] = "too_big",
		[ERR_TYPE] = "unsupported_type",
		[ERR_EXPECT] = "expectation_failed",
		[ERR_UNKNOWN_WAY] = "not_implemented",
		[ERR_MISDIRECTED] = "misdirected",
		[ERR_UNUSABLE] = "unusable",
		[ERR_BUSY] = "busy",
		[ERR_FULL] = "disk_full",
		[ERR_DB] = "database",
		[ERR_OS] = "system",
		[ERR_ARCHIVE] = "archive_unusable",
		[ERR_IN_USE] = "archive_in_use",
		[ERR_USAGE] = "usage",
	};

	return names[code];
}
