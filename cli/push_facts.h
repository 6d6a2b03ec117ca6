/*
 * push_facts.h - where the facts of push --facts go, and how uploads name them.
 */
#ifndef PUSH_FACTS_H
#define PUSH_FACTS_H

#include "buf.h"
#include "err.h"
#include "mem.h"

/*
 * The facts of one machine get a name by what they say ("apu2-0123456789abcdef"
 * of the host and their SHA-256), so that an upload that waits in the spool
 * still means these when it is sent.
 *
 * url       of the upload: http://lab:8421/runs[/TERMS[/FILE]][?...]
 * server    its beginning, of client_server_of()
 * env_url   out: where the facts are put
 * runs_url  out: url, with env:NAME in its TERMS. Both in arena
 * errors    ERR_USAGE: the URL is none of an upload
 */
int push_facts_urls(const char *url, const char *server,
		    const struct buf *facts, struct arena *arena,
		    const char **env_url, const char **runs_url,
		    struct err *err);

#endif
