/* hello.c - the least that a server on libmicrohttpd can be, as a peer. */
#include "hello.h"

#include <fcntl.h>
#include <microhttpd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "mem.h"

/* The first call of two is for the headers alone, as in any server. */
static enum MHD_Result answer(void *cls, struct MHD_Connection *c,
			      const char *url, const char *method,
			      const char *version, const char *data,
			      size_t *size, void **con_cls)
{
	static int seen;

	(void)url;
	(void)method;
	(void)version;
	(void)data;
	(void)size;
	if (!*con_cls) {
		*con_cls = &seen;
		return MHD_YES;
	}
	return MHD_queue_response(c, MHD_HTTP_OK, cls);
}

static int start(size_t bytes)
{
	struct MHD_Response *r = MHD_create_response_from_buffer(
		bytes, x_calloc(1, bytes), MHD_RESPMEM_MUST_FREE);
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct MHD_Daemon *daemon = MHD_start_daemon(
		MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD, 0, NULL, NULL,
		answer, r, MHD_OPTION_THREAD_POOL_SIZE,
		(unsigned)(cpus > 2 ? cpus : 2), MHD_OPTION_END);
	const union MHD_DaemonInfo *info = daemon ?
		MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT) : NULL;

	return info ? info->port : -1;
}

int hello_start(size_t bytes, pid_t *out)
{
	int ends[2], port = -1;

	if (pipe2(ends, O_CLOEXEC))
		return bench_fail("there is no pipe");
	*out = fork();
	if (!*out) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		port = start(bytes);
		if (write(ends[1], &port, sizeof(port)) != sizeof(port))
			_exit(1);
		for (;;)
			pause();
	}
	close(ends[1]);
	if (*out < 0 || read(ends[0], &port, sizeof(port)) != sizeof(port))
		port = -1;
	close(ends[0]);
	return port < 0 ? bench_fail("libmicrohttpd does not start") : port;
}

void hello_stop(pid_t pid)
{
	if (pid > 0) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
}
