/* spool.c - the folder of uploads that wait to be sent. */
#include "spool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "number.h"
#include "timestamp.h"

#define TEMPORARY ".new-"
#define WHY_MAX   1024

static int failed(const char *what, const char *path, struct err *err)
{
	return err_set(err, ERR_OS, "cannot %s '%.300s': %s", what, path,
		       strerrordesc_np(errno));
}

/* ---- The folder. ---- */

static const char *default_folder(struct arena *arena)
{
	const char *own = getenv("MAXISTAT_SPOOL");
	const char *state = getenv("XDG_STATE_HOME");
	const char *home = getenv("HOME");

	if (own && *own)
		return own;
	if (state && *state == '/')
		return arena_printf(arena, "%s/maxistat/spool", state);
	if (home && *home == '/')
		return arena_printf(arena, "%s/.local/state/maxistat/spool",
				    home);
	return NULL;
}

static int sync_folder(const char *path, struct err *err)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int rc = fd < 0 || fsync(fd) < 0 ? failed("sync", path, err) : 0;

	if (fd >= 0)
		close(fd);
	return rc;
}

/* A folder whose name a power cut takes back would take all that is in it. */
static int make_folder(const char *path, struct err *err)
{
	struct arena a = { 0 };
	char *part = arena_strdup(&a, path), *slash = part;
	int rc = 0;

	while (!rc && slash) {
		slash = strchr(slash + 1, '/');
		if (slash)
			*slash = '\0';
		if (mkdir(part, 0700) == 0) {
			const char *up = strrchr(part, '/');

			rc = sync_folder(!up ? "." : up == part ? "/" :
					 arena_strndup(&a, part,
						       (size_t)(up - part)),
					 err);
		} else if (errno != EEXIST && access(part, F_OK) < 0) {
			rc = failed("make", part, err);
		}
		if (slash)
			*slash = '/';
	}
	arena_release(&a);
	return rc;
}

static int check_folder(const struct spool *s, struct err *err)
{
	struct stat st;

	if (fstat(s->fd, &st) < 0)
		return failed("read", s->folder, err);
	if (st.st_uid != geteuid())
		return err_set(err, ERR_OS, "'%.300s' belongs to somebody else",
			       s->folder);
	if (st.st_mode & 022)
		return err_set(err, ERR_OS, "others may write into '%.300s' "
			       "(mode %04o)", s->folder,
			       (unsigned)(st.st_mode & 07777));
	return 0;
}

int spool_open(struct spool *s, const char *folder, bool make,
	       struct err *err)
{
	size_t n;

	memset(s, 0, sizeof(*s));
	s->fd = -1;
	if (!folder)
		folder = default_folder(&s->arena);
	if (!folder || !*folder)
		return err_set(err, ERR_OS, "no folder is known to keep "
			       "uploads in: HOME is not set");
	for (n = strlen(folder); n > 1 && folder[n - 1] == '/'; n--)
		;
	s->folder = arena_strndup(&s->arena, folder, n);
	s->refused = arena_printf(&s->arena, "%s/refused", s->folder);
	if (make && make_folder(s->folder, err) < 0)
		return -1;
	s->fd = open(s->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (s->fd < 0 && errno == ENOENT && !make)
		return 0;
	if (s->fd < 0)
		return failed("read", s->folder, err);
	return check_folder(s, err);
}

void spool_release(struct spool *s)
{
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
	arena_release(&s->arena);
}

/* ---- Names. ---- */

static bool is_name(const char *s)
{
	return strlen(s) == SPOOL_NAME && strspn(s, "0123456789") == 19 &&
	       s[19] == '-' && strspn(s + 20, "0123456789abcdef") == 8;
}

int64_t spool_time(const char *name)
{
	uint64_t ns = 0;

	number_parse_u64(name, 19, INT64_MAX, &ns);
	return (int64_t)ns;
}

static const char *folder_of(const struct spool *s, bool refused)
{
	return refused ? s->refused : s->folder;
}

static const char *path_of(const struct spool *s, bool refused,
			   struct arena *a, const char *name)
{
	return arena_printf(a, "%s/%s", folder_of(s, refused), name);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int spool_names(const struct spool *s, bool refused, struct arena *arena,
		const char ***names, size_t *n, struct err *err)
{
	const char **found = NULL;
	struct dirent *d;
	DIR *dir;

	*names = NULL;
	*n = 0;
	if (s->fd < 0)
		return 0;
	dir = opendir(folder_of(s, refused));
	if (!dir)
		return refused && errno == ENOENT ? 0 :
			failed("read", folder_of(s, refused), err);
	while ((d = readdir(dir))) {
		if (!is_name(d->d_name))
			continue;
		found = arena_grow(arena, found, *n, sizeof(*found));
		found[(*n)++] = arena_strdup(arena, d->d_name);
	}
	closedir(dir);
	if (*n)
		qsort(found, *n, sizeof(*found), by_name);
	*names = found;
	return 0;
}

/* ---- Adding. ---- */

/* How much is there; what of it is the newest. */
static int measure(const struct spool *s, struct arena *a, size_t *count,
		   uint64_t *bytes, int64_t *newest, struct err *err)
{
	const char **names;
	struct stat st;
	size_t n, i;
	int refused;

	*count = 0;
	*bytes = 0;
	*newest = 0;
	for (refused = 0; refused < 2; refused++) {
		if (spool_names(s, refused, a, &names, &n, err) < 0)
			return -1;
		for (i = 0; i < n; i++)
			if (!stat(path_of(s, refused, a, names[i]), &st))
				*bytes += (uint64_t)st.st_size;
		*count += n;
		if (n && !refused)
			*newest = spool_time(names[n - 1]);
	}
	return 0;
}

static int write_all(int fd, const char *data, size_t len)
{
	while (len) {
		ssize_t n = write(fd, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return -1;
		data += n;
		len -= (size_t)n;
	}
	return 0;
}

/* What crashes have left; the folder's lock is held, so nobody writes it. */
static void remove_temporary(const struct spool *s, struct arena *a)
{
	DIR *dir = opendir(s->folder);
	struct dirent *d;

	while (dir && (d = readdir(dir)))
		if (!strncmp(d->d_name, TEMPORARY, strlen(TEMPORARY)))
			unlink(path_of(s, false, a, d->d_name));
	if (dir)
		closedir(dir);
}

static int write_entry(const struct spool *s, const struct spool_entry *e,
		       struct spool_held *held, struct arena *a,
		       struct err *err)
{
	const char *path = path_of(s, false, a, held->name);
	const char *new = arena_printf(a, "%s/" TEMPORARY "%s", s->folder,
				       held->name);
	struct buf head;
	int rc = 0;

	buf_init(&head, SPOOL_HEAD);
	spool_entry_print(e, &head);
	held->fd = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW |
			O_CLOEXEC, 0600);
	if (held->fd < 0)
		rc = failed("make", new, err);
	else if (flock(held->fd, LOCK_EX | LOCK_NB) < 0 ||
		 write_all(held->fd, head.data, head.len) < 0 ||
		 write_all(held->fd, e->data, e->len) < 0 ||
		 fsync(held->fd) < 0 || rename(new, path) < 0)
		rc = failed("write", new, err);
	else if (fsync(s->fd) < 0)
		rc = failed("sync", s->folder, err);
	if (rc && held->fd >= 0) {
		unlink(new);
		unlink(path);
		close(held->fd);
		held->fd = -1;
	}
	buf_release(&head);
	return rc;
}

static int add_locked(const struct spool *s, const struct spool_entry *e,
		      struct spool_held *held, struct arena *a,
		      struct err *err)
{
	int64_t now = time_now_ns(), newest;
	uint64_t bytes;
	size_t n;

	remove_temporary(s, a);
	if (measure(s, a, &n, &bytes, &newest, err) < 0)
		return -1;
	if (n >= LIMIT_SPOOL || bytes + e->len > LIMIT_SPOOL_BYTES)
		return err_set(err, ERR_FULL, "'%.300s' is full: %zu uploads, "
			       "%llu bytes", s->folder, n,
			       (unsigned long long)bytes);
	memcpy(held->name,
	       arena_printf(a, "%019lld-%.8s",
			    (long long)(now > newest ? now : newest + 1),
			    e->key), sizeof(held->name));
	return write_entry(s, e, held, a, err);
}

int spool_add(struct spool *s, const struct spool_entry *e,
	      struct spool_held *held, struct err *err)
{
	struct arena a = { 0 };
	int rc;

	held->fd = -1;
	/* The folder is the lock: no file is left behind by it. */
	if (flock(s->fd, LOCK_EX) < 0)
		return failed("lock", s->folder, err);
	rc = add_locked(s, e, held, &a, err);
	flock(s->fd, LOCK_UN);
	arena_release(&a);
	return rc;
}

/* ---- Reading. ---- */

static int read_text(int fd, size_t max, struct arena *arena, const char **out,
		     size_t *len)
{
	char *text = arena_alloc(arena, max + 1);
	size_t at = 0;

	while (at < max) {
		ssize_t n = read(fd, text + at, max - at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (!n)
			break;
		at += (size_t)n;
	}
	*out = text;
	*len = at;
	return 0;
}

static int open_entry(const char *path, struct stat *st)
{
	/* A pipe in its place must not hold us up. */
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	if (fd >= 0 && (fstat(fd, st) < 0 || !S_ISREG(st->st_mode))) {
		close(fd);
		errno = EINVAL;
		return -1;
	}
	return fd;
}

int spool_look(const struct spool *s, const char *name, bool refused,
	       struct arena *arena, struct spool_entry *out, struct err *err)
{
	const char *path = path_of(s, refused, arena, name), *text;
	struct stat st;
	int fd = open_entry(path, &st), rc;
	size_t len;

	if (fd < 0)
		return failed("read", path, err);
	rc = read_text(fd, SPOOL_HEAD, arena, &text, &len) < 0 ?
		failed("read", path, err) :
		spool_entry_head(text, len, (size_t)st.st_size, arena, out,
				 err);
	close(fd);
	return rc;
}

int spool_take(const struct spool *s, const char *name, struct arena *arena,
	       struct spool_held *held, struct spool_entry *out,
	       struct err *err)
{
	const char *path = path_of(s, false, arena, name), *text;
	struct stat ours, named;
	size_t len, max = SPOOL_HEAD + LIMIT_BODY;

	held->fd = open_entry(path, &ours);
	if (held->fd < 0)
		return errno == ENOENT ? 0 : failed("read", path, err);
	/* It may have been sent, and moved, before the lock was ours. */
	if (flock(held->fd, LOCK_EX | LOCK_NB) < 0 || stat(path, &named) < 0 ||
	    ours.st_dev != named.st_dev || ours.st_ino != named.st_ino) {
		close(held->fd);
		held->fd = -1;
		return 0;
	}
	memcpy(held->name, name, sizeof(held->name));
	if ((uint64_t)ours.st_size > max)
		return err_set(err, ERR_INPUT, "no upload: it has %llu bytes",
			       (unsigned long long)ours.st_size);
	if (read_text(held->fd, (size_t)ours.st_size, arena, &text, &len) < 0)
		return err_set(err, ERR_INPUT, "cannot be read: %s",
			       strerrordesc_np(errno));
	return spool_entry_read(text, len, arena, out, err) < 0 ? -1 : 1;
}

/* ---- What becomes of them. ---- */

static void write_why(const char *path, const char *why)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW |
		      O_CLOEXEC, 0600);
	size_t n = strcspn(why, "\n");

	if (fd < 0)
		return;
	/* It is only for people; an entry does without. */
	if (write_all(fd, why, n < WHY_MAX ? n : WHY_MAX) < 0)
		unlink(path);
	close(fd);
}

const char *spool_why(const struct spool *s, const char *name, bool refused,
		      struct arena *arena)
{
	const char *path = arena_printf(arena, "%s/%s.why",
					folder_of(s, refused), name);
	const char *text;
	struct stat st;
	int fd = open_entry(path, &st);
	size_t len;

	if (fd < 0)
		return "";
	if (read_text(fd, WHY_MAX, arena, &text, &len) < 0)
		text = "";
	close(fd);
	return text;
}

static void let_go(struct spool_held *held)
{
	close(held->fd);
	held->fd = -1;
}

void spool_done(const struct spool *s, struct spool_held *held)
{
	struct arena a = { 0 };
	const char *path = path_of(s, false, &a, held->name);

	/* Should it come back after a power cut, its key makes it known. */
	unlink(path);
	unlink(arena_printf(&a, "%s.why", path));
	arena_release(&a);
	let_go(held);
}

void spool_keep(const struct spool *s, struct spool_held *held,
		const char *why)
{
	struct arena a = { 0 };

	write_why(arena_printf(&a, "%s/%s.why", s->folder, held->name), why);
	arena_release(&a);
	let_go(held);
}

/* Between the folder and refused/, and both on the disk. */
static int move(const struct spool *s, const char *name, bool refuse,
		struct arena *a, struct err *err)
{
	const char *from = path_of(s, !refuse, a, name);
	const char *to = path_of(s, refuse, a, name);

	if (rename(from, to) < 0)
		return failed("move", from, err);
	unlink(arena_printf(a, "%s.why", from));
	return sync_folder(s->refused, err) < 0 ? -1 :
						  sync_folder(s->folder, err);
}

int spool_refuse(const struct spool *s, struct spool_held *held,
		 const char *why, struct err *err)
{
	struct arena a = { 0 };
	int rc = make_folder(s->refused, err);

	if (!rc) {
		write_why(arena_printf(&a, "%s/%s.why", s->refused,
				       held->name), why);
		rc = move(s, held->name, true, &a, err);
	}
	arena_release(&a);
	let_go(held);
	return rc;
}

int spool_readmit(const struct spool *s, const char *name, struct err *err)
{
	struct arena a = { 0 };
	int rc = move(s, name, false, &a, err);

	arena_release(&a);
	return rc;
}
