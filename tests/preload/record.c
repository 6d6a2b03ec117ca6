/*
 * record.c - writes down what a process does to the files of one folder.
 *
 * For LD_PRELOAD. RECORD_FOLDER names the folder, absolute and without symbolic
 * links; RECORD_LOG the log, which is outside of it. The log is a row of
 * records in the order in which things happened, each a line
 * "KIND OFFSET LENGTH NAME" and LENGTH bytes:
 *
 *   C  opened with O_CREAT              W  the bytes were written at OFFSET
 *   T  cut or grown to OFFSET bytes     S  synced
 *   U  unlinked                         R  renamed; the bytes are the new name
 *
 * What failed is not there, of a short write what was written. NAME-shm is
 * left out: it is memory, and SQLite makes it anew after a power cut. Stores
 * into mapped files and openat(), pwritev() and the like are not seen; whoever
 * replays a log compares the end of it with the files.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* The function of that name that this one stands before. */
#define NEXT(type, name, ...)                                                  \
	static type (*next)(__VA_ARGS__);                                      \
	find_next(&next, #name)

/* slot is void * because ISO C has no cast from it to a function. */
static void find_next(void *slot, const char *name)
{
	if (!*(void **)slot)
		*(void **)slot = dlsym(RTLD_NEXT, name);
}

/*
 * Held while a call is made and written down: a write that another thread makes
 * during a sync would else stand before it and pass for synced.
 */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int log_fd = -1;

static void die(const char *what)
{
	perror(what);
	abort();
}

/* The name inside the folder, or NULL for a path that is not recorded. */
static const char *inside(const char *path)
{
	const char *folder = getenv("RECORD_FOLDER");
	size_t n = folder ? strlen(folder) : 0;
	size_t len = strlen(path);

	if (!n || strncmp(path, folder, n) != 0 || path[n] != '/')
		return NULL;
	if (len >= 4 && strcmp(path + len - 4, "-shm") == 0)
		return NULL;
	return path + n + 1;
}

/* The same for a descriptor; the name is in path. */
static const char *inside_fd(int fd, char path[PATH_MAX])
{
	char link[64];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, PATH_MAX - 1);
	if (n < 0)
		return NULL;
	path[n] = '\0';
	return inside(path);
}

static void record(char kind, long long offset, const void *data, size_t len,
		   const char *name)
{
	char head[PATH_MAX + 64];
	int n = snprintf(head, sizeof(head), "%c %lld %zu %s\n", kind, offset,
			 len, name);
	struct iovec parts[] = { { head, (size_t)n }, { (void *)data, len } };
	ssize_t all = (ssize_t)((size_t)n + len);

	if (log_fd < 0) {
		log_fd = open(getenv("RECORD_LOG"),
			      O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
		if (log_fd < 0)
			die("RECORD_LOG");
	}
	/* A log with a hole would prove what is not so. */
	if (writev(log_fd, parts, 2) != all)
		die("RECORD_LOG");
}

/* The rest of a function of fd: makes the call, and writes it down. */
#define CALL(type, call, ...)                                                  \
	do {                                                                   \
		char path[PATH_MAX];                                           \
		const char *name = inside_fd(fd, path);                        \
		type got;                                                      \
                                                                               \
		if (!name)                                                     \
			return call;                                           \
		pthread_mutex_lock(&mutex);                                    \
		got = call;                                                    \
		if (got >= 0)                                                  \
			record(__VA_ARGS__, name);                             \
		pthread_mutex_unlock(&mutex);                                  \
		return got;                                                    \
	} while (0)

ssize_t write(int fd, const void *data, size_t len)
{
	NEXT(ssize_t, write, int, const void *, size_t);
	CALL(ssize_t, next(fd, data, len), 'W',
	     (long long)lseek(fd, 0, SEEK_CUR) - got, data, (size_t)got);
}

#define PWRITE(function, off)                                                  \
	ssize_t function(int fd, const void *data, size_t len, off offset)     \
	{                                                                      \
		NEXT(ssize_t, function, int, const void *, size_t, off);       \
		CALL(ssize_t, next(fd, data, len, offset), 'W',                \
		     (long long)offset, data, (size_t)got);                    \
	}
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define FTRUNCATE(function, off)                                               \
	int function(int fd, off size)                                         \
	{                                                                      \
		NEXT(int, function, int, off);                                 \
		CALL(int, next(fd, size), 'T', (long long)size, NULL, 0);      \
	}
FTRUNCATE(ftruncate, off_t)
FTRUNCATE(ftruncate64, off64_t)

#define SYNC(function)                                                         \
	int function(int fd)                                                   \
	{                                                                      \
		NEXT(int, function, int);                                      \
		CALL(int, next(fd), 'S', 0, NULL, 0);                          \
	}
SYNC(fsync)
SYNC(fdatasync)

#define OPEN(function)                                                         \
	int function(const char *file, int flags, ...)                         \
	{                                                                      \
		NEXT(int, function, const char *, int, ...);                   \
		mode_t mode = 0;                                               \
		int fd;                                                        \
                                                                               \
		if (flags & O_CREAT) {                                         \
			va_list args;                                          \
                                                                               \
			va_start(args, flags);                                 \
			mode = va_arg(args, mode_t);                           \
			va_end(args);                                          \
		}                                                              \
		if (!(flags & O_CREAT) || !inside(file))                       \
			return next(file, flags, mode);                        \
		pthread_mutex_lock(&mutex);                                    \
		fd = next(file, flags, mode);                                  \
		if (fd >= 0)                                                   \
			record('C', 0, NULL, 0, inside(file));                 \
		pthread_mutex_unlock(&mutex);                                  \
		return fd;                                                     \
	}
OPEN(open)
OPEN(open64)

int unlink(const char *file)
{
	const char *name = inside(file);
	int got;

	NEXT(int, unlink, const char *);
	if (!name)
		return next(file);
	pthread_mutex_lock(&mutex);
	got = next(file);
	if (got == 0)
		record('U', 0, NULL, 0, name);
	pthread_mutex_unlock(&mutex);
	return got;
}

int rename(const char *file, const char *to)
{
	const char *name = inside(file), *new_name = inside(to);
	int got;

	NEXT(int, rename, const char *, const char *);
	if (!name || !new_name)
		return next(file, to);
	pthread_mutex_lock(&mutex);
	got = next(file, to);
	if (got == 0)
		record('R', 0, new_name, strlen(new_name), name);
	pthread_mutex_unlock(&mutex);
	return got;
}
