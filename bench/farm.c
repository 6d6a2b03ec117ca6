/* farm.c - a server on an archive of farm runs, which is left as it was. */
#include "farm.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "fetch.h"

#define MADE      3
#define WATCH_US  10000
#define MEMORY_MB 256

static void remove_log(const char *db)
{
	static const char *const beside[] = { "-wal", "-shm", "-lock" };
	char path[256];
	size_t i;

	for (i = 0; i < sizeof(beside) / sizeof(beside[0]); i++) {
		snprintf(path, sizeof(path), "%s%s", db, beside[i]);
		unlink(path);
	}
}

static void *watch(void *arg)
{
	struct farm *farm = arg;

	while (!atomic_load(&farm->closing)) {
		double now = bench_memory_bytes(farm->served.pid, "RssAnon:");

		if (now > farm->rss_anon)
			farm->rss_anon = now;
		usleep(WATCH_US);
	}
	return NULL;
}

int farm_open(const char *db, struct farm *out)
{
	memset(out, 0, sizeof(*out));
	out->db = db;
	remove_log(db);
	if (stat(db, &out->was))
		return bench_fail("there is no '%s'; `make %s` makes it", db,
				  db);
	if (served_start(db, NULL, &out->served) < 0)
		return -1;
	if (!pthread_create(&out->watch, NULL, watch, out))
		return 0;
	served_kill(&out->served);
	remove_log(db);
	return bench_fail("a thread cannot be started");
}

int farm_close(struct farm *farm)
{
	struct stat is;

	atomic_store(&farm->closing, true);
	pthread_join(farm->watch, NULL);
	served_kill(&farm->served);
	remove_log(farm->db);
	if (!stat(farm->db, &is) && is.st_size == farm->was.st_size &&
	    is.st_mtim.tv_sec == farm->was.st_mtim.tv_sec &&
	    is.st_mtim.tv_nsec == farm->was.st_mtim.tv_nsec)
		return 0;
	unlink(farm->db);
	return bench_fail("'%s' was written to", farm->db);
}

void farm_warm(const char *db)
{
	static char piece[1 << 20];
	int fd = open(db, O_RDONLY | O_CLOEXEC);

	while (fd >= 0 && read(fd, piece, sizeof(piece)) > 0)
		;
	if (fd >= 0)
		close(fd);
}

void farm_cool(const char *db)
{
	int fd = open(db, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	fdatasync(fd);
	posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	close(fd);
}

double farm_made_ms(const char *db, const char *path)
{
	double ms[MADE];
	size_t i;

	farm_warm(db);
	for (i = 0; i < MADE; i++) {
		struct farm farm;
		struct fetched got = { 0 };

		if (farm_open(db, &farm) < 0)
			return NAN;
		fetch_get(farm.served.port, path, NULL, &got);
		ms[i] = got.ns / 1e6;
		if (farm_close(&farm) < 0 || got.status != 200) {
			bench_fail("... GET %s: %d", path, got.status);
			return NAN;
		}
	}
	return bench_quantile(ms, MADE, .5);
}

void farm_tell_memory(const struct farm *farm, const char *figure)
{
	bench_tell(figure, farm->rss_anon / 1e6, MEMORY_MB, 1);
}
