/* facts_run.c - the script that GET /facts.sh gives, run here. */
#include "facts_run.h"

#include <errno.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets.h"
#include "mem.h"

extern char **environ;

/* sh -c SCRIPT facts ARGS..., its output into fd. */
static int start(char *const args[], int fd, pid_t *child)
{
	posix_spawn_file_actions_t actions;
	const char *script =
		(const char *)asset_find("/facts.sh")->data;
	char **argv;
	size_t n = 0;
	int rc;

	while (args[n])
		n++;
	argv = x_calloc(n + 5, sizeof(*argv));
	argv[0] = (char *)(uintptr_t)"sh";
	argv[1] = (char *)(uintptr_t)"-c";
	argv[2] = (char *)(uintptr_t)script;
	argv[3] = (char *)(uintptr_t)"facts";
	memcpy(argv + 4, args, n * sizeof(*argv));
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fd, STDOUT_FILENO);
	rc = posix_spawnp(child, "sh", &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	x_free(argv);
	return rc;
}

static int read_all(int fd, struct buf *out)
{
	char piece[1 << 14];
	ssize_t n;

	while ((n = read(fd, piece, sizeof(piece))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		buf_add(out, piece, (size_t)n);
	}
	return 0;
}

static int ended(pid_t child, struct err *err)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return err_set(err, ERR_OS, "facts: %s",
				       strerrordesc_np(errno));
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 2)
		return err_set(err, ERR_OS, "the script of facts failed");
	return WEXITSTATUS(status) ?
		err_set(err, ERR_USAGE, "no facts, as said above") : 0;
}

int facts_run(char *const args[], struct buf *out, struct err *err)
{
	int ends[2], rc;
	pid_t child;

	if (pipe(ends) < 0)
		return err_set(err, ERR_OS, "facts: %s",
			       strerrordesc_np(errno));
	rc = start(args, ends[1], &child);
	close(ends[1]);
	if (!rc) {
		rc = read_all(ends[0], out);
		if (ended(child, err) < 0) {
			close(ends[0]);
			return -1;
		}
	}
	close(ends[0]);
	if (rc)
		return err_set(err, ERR_OS, "facts: %s", strerrordesc_np(rc));
	return out->over ? err_set(err, ERR_TOO_BIG, "the facts are too long")
			 : 0;
}
