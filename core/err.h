/*
 * err.h - what went wrong, passed up to whoever can say it to a person.
 *
 * Functions that can fail return 0 or -1 and take a struct err * as their last
 * parameter. The first to know sets it; others pass it on or wrap it, none
 * overwrite it. A message is lower case without a full stop, with what failed
 * first and its subject in quotes. Only cli/main.c (exit status) and
 * server/reply.c (HTTP status) translate codes.
 */
#ifndef ERR_H
#define ERR_H

#include <stddef.h>

enum err_code {
	ERR_NONE,
	ERR_INPUT,       /* the caller's words or bytes are wrong */
	ERR_AUTH,        /* who are you? */
	ERR_FORBIDDEN,   /* known, and not allowed */
	ERR_NOT_FOUND,   /* unknown id, or a selection that matches nothing */
	ERR_METHOD,      /* a route exists, not for this method */
	ERR_ACCEPT,      /* no such representation of this page */
	ERR_CONFLICT,    /* contradicts what is stored */
	ERR_GONE,        /* in the trash; link says how to restore it */
	ERR_TOO_BIG,     /* over a limit of limits.h */
	ERR_TYPE,        /* a body of a kind that is not taken */
	ERR_EXPECT,      /* an expectation that cannot be met */
	ERR_UNKNOWN_WAY, /* a transfer that is not implemented */
	ERR_MISDIRECTED, /* a Host that is not ours */
	ERR_UNUSABLE,    /* well formed, but has no answer */
	ERR_BUSY,        /* try again later */
	ERR_FULL,        /* the disk is full */
	ERR_DB,          /* the database failed */
	ERR_OS,          /* the system failed */
	ERR_ARCHIVE,     /* not an archive, damaged, or not readable */
	ERR_IN_USE,      /* locked by another process, or newer than we are */
	ERR_USAGE,       /* a command line that makes no sense */
};

#define ERR_NEAR_MAX 8

struct err {
	enum err_code code;
	char msg[512];
	char hint[256];   /* what to try instead; "" if nothing is known */
	char link[160];   /* a path that helps (restore, confirm), or "" */
	char text[128];   /* a piece of what was written, or "" */
	size_t caret;     /* the byte of text that is meant */
	size_t line;      /* 1-based line of the input, 0 = none */
	size_t offset;    /* byte offset into the URL's path */
	int has_offset;   /* text, caret and offset mean something */
	char side;        /* 'A', 'B', ...: the side meant; 0 = none */
	char near[ERR_NEAR_MAX][64]; /* known values like it; "" ends */
};

/* Sets code and message and clears the rest. Returns -1. */
int err_set(struct err *err, enum err_code code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Puts "fmt: " before the message. Returns -1. */
int err_wrap(struct err *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Sets the hint of an error that is already set. Returns -1. */
int err_hint(struct err *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Points at a byte of what was written (a URL's path, terms): sets offset and
 * the piece of it that is shown with a caret. Returns -1.
 */
int err_point(struct err *err, const char *written, size_t len, size_t offset);

/* Adds a near value; past ERR_NEAR_MAX it is ignored, too long is cut. */
void err_near(struct err *err, const char *value);

/* The stable word of a code, as in {"error":{"code":...}}. */
const char *err_name(enum err_code code);

#endif
