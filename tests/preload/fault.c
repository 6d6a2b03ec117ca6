/*
 * fault.c - makes calls of a process slow, or fail, while it runs.
 *
 * For LD_PRELOAD. FAULT_CONTROL names a file that holds a struct control; it is
 * mapped, so that whoever writes to it steers the process. Calls on files count
 * where the path is inside FAULT_FOLDER (absolute, without symbolic links);
 * allocations where the caller is in the library that the control names.
 */
#include "fault.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static struct control *control;
static const char *folder;

__attribute__((constructor)) static void map_control(void)
{
	const char *path = getenv("FAULT_CONTROL");
	int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void *map;

	if (fd < 0)
		return;
	map = mmap(NULL, sizeof(*control), PROT_READ | PROT_WRITE, MAP_SHARED,
		   fd, 0);
	close(fd);
	if (map == MAP_FAILED) {
		perror("FAULT_CONTROL");
		abort();
	}
	folder = getenv("FAULT_FOLDER");
	control = map;
}

/* Is it this call's turn to fail? Takes its time, too. */
static int fails(enum op op)
{
	uint32_t us = control->delay_us;
	int64_t left;

	atomic_fetch_add(&control->seen, 1);
	if (us && op != OP_MEMORY) {
		struct timespec t = { us / 1000000, us % 1000000 * 1000L };

		nanosleep(&t, NULL);
	}
	left = control->countdown;
	if (left <= 0)
		return 0;
	left = atomic_fetch_sub(&control->countdown, 1);
	if (left > 1)
		return 0;
	if (control->for_ever)
		control->countdown = 1;
	else if (left < 1)
		return 0; /* another thread was first */
	atomic_fetch_add(&control->failed, 1);
	errno = control->error;
	return 1;
}

static int is_inside(const char *path)
{
	size_t n = folder ? strlen(folder) : 0;

	return n && !strncmp(path, folder, n) && path[n] == '/';
}

static int fd_fails(enum op op, int fd)
{
	char link[64], path[PATH_MAX];
	ssize_t n;

	if (!control || !(control->ops & op))
		return 0;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path) - 1);
	if (n < 0)
		return 0;
	path[n] = '\0';
	return is_inside(path) && fails(op);
}

static int path_fails(enum op op, const char *path)
{
	return control && control->ops & op && is_inside(path) && fails(op);
}

/* ---- Files. ---- */

/* slot is void * because ISO C has no cast from it to a function. */
static void find_next(void *slot, const char *name)
{
	if (!*(void **)slot)
		*(void **)slot = dlsym(RTLD_NEXT, name);
}

/* A function of a descriptor, and the one that it stands before. */
#define ON_FD(op, type, name, params, args)                                    \
	type name params                                                       \
	{                                                                      \
		static type (*next) params;                                    \
                                                                               \
		find_next(&next, #name);                                       \
		return fd_fails(op, fd) ? -1 : next args;                      \
	}

ON_FD(OP_READ, ssize_t, read, (int fd, void *data, size_t n), (fd, data, n))
ON_FD(OP_READ, ssize_t, pread, (int fd, void *data, size_t n, off_t at),
      (fd, data, n, at))
ON_FD(OP_READ, ssize_t, pread64, (int fd, void *data, size_t n, off64_t at),
      (fd, data, n, at))
ON_FD(OP_WRITE, ssize_t, write, (int fd, const void *data, size_t n),
      (fd, data, n))
ON_FD(OP_WRITE, ssize_t, pwrite,
      (int fd, const void *data, size_t n, off_t at), (fd, data, n, at))
ON_FD(OP_WRITE, ssize_t, pwrite64,
      (int fd, const void *data, size_t n, off64_t at), (fd, data, n, at))
ON_FD(OP_SYNC, int, fsync, (int fd), (fd))
ON_FD(OP_SYNC, int, fdatasync, (int fd), (fd))
ON_FD(OP_TRUNCATE, int, ftruncate, (int fd, off_t size), (fd, size))
ON_FD(OP_TRUNCATE, int, ftruncate64, (int fd, off64_t size), (fd, size))

#define OPEN(name)                                                             \
	int name(const char *file, int flags, ...)                             \
	{                                                                      \
		static int (*next)(const char *, int, ...);                    \
		mode_t mode = 0;                                               \
                                                                               \
		find_next(&next, #name);                                       \
		if (flags & O_CREAT) {                                         \
			va_list args;                                          \
                                                                               \
			va_start(args, flags);                                 \
			mode = va_arg(args, mode_t);                           \
			va_end(args);                                          \
		}                                                              \
		return path_fails(OP_OPEN, file) ? -1 :                        \
						   next(file, flags, mode);    \
	}
OPEN(open)
OPEN(open64)

int unlink(const char *file)
{
	static int (*next)(const char *);

	find_next(&next, "unlink");
	return path_fails(OP_UNLINK, file) ? -1 : next(file);
}

/* ---- Memory. ---- */

/* glibc's own, which dlsym() itself may need before it can be asked. */
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);

/* Whose code is at an address; asked for often, so that it is kept. */
static const char *file_of(const void *caller)
{
	static _Thread_local struct {
		const void *caller;
		const char *file;
	} known[4096], *k;
	Dl_info info;

	k = &known[((uintptr_t)caller >> 2) % 4096];
	if (k->caller != caller) {
		k->file = dladdr(caller, &info) && info.dli_fname ?
				  info.dli_fname : "";
		k->caller = caller;
	}
	return k->file;
}

static int memory_fails(const void *caller)
{
	return control && control->ops & OP_MEMORY &&
	       strstr(file_of(caller), control->library) && fails(OP_MEMORY);
}

void *malloc(size_t n)
{
	return memory_fails(__builtin_return_address(0)) ? NULL :
							   __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
	return memory_fails(__builtin_return_address(0)) ?
		       NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
	return memory_fails(__builtin_return_address(0)) ?
		       NULL : __libc_realloc(p, n);
}
