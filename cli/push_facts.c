/* push_facts.c - where the facts of push --facts go. */
#include "push_facts.h"

#include <sodium.h>
#include <string.h>

#define HOST_MAX 64
#define HASH_SIZE 8 /* bytes of the hash that are shown */

/* The value of the line "host: NAME", what cannot stand in a name as '_'. */
static const char *host_of(const struct buf *facts, struct arena *arena)
{
	const char *from = facts->data;
	char *host;
	size_t n, i;

	if (strncmp(from, "host: ", 6)) {
		from = strstr(from, "\nhost: ");
		if (!from)
			return "machine";
		from++;
	}
	from += 6;
	n = strcspn(from, "\n");
	host = arena_strndup(arena, from, n < HOST_MAX ? n : HOST_MAX);
	for (i = 0; host[i]; i++)
		if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvw"
			    "xyz0123456789-_", host[i]))
			host[i] = '_';
	return host;
}

static const char *name_of(const struct buf *facts, struct arena *arena)
{
	unsigned char hash[crypto_hash_sha256_BYTES];
	char hex[2 * HASH_SIZE + 1];

	crypto_hash_sha256(hash, (const unsigned char *)facts->data,
			   facts->len);
	sodium_bin2hex(hex, sizeof(hex), hash, HASH_SIZE);
	return arena_printf(arena, "%s-%s", host_of(facts, arena), hex);
}

int push_facts_urls(const char *url, const char *server,
		    const struct buf *facts, struct arena *arena,
		    const char **env_url, const char **runs_url,
		    struct err *err)
{
	const char *path = url + strlen(server), *name, *terms, *rest;
	size_t n = strcspn(path[0] ? path + 1 : path, "/?") + 1;

	if (strncmp(path, "/runs", 5) || (path[5] && !strchr("/?.", path[5])))
		return err_set(err, ERR_USAGE, "--facts goes with the URL of an"
			       " upload: %.80s/runs/TERMS", server);
	name = name_of(facts, arena);
	*env_url = arena_printf(arena, "%s/env/%s", server, name);
	terms = path + n + (path[n] == '/');
	rest = terms + strcspn(terms, "/?");
	if (rest == terms || (rest == terms + 1 && *terms == '-'))
		*runs_url = arena_printf(arena, "%s%.*s/env:%s%s", server,
					 (int)n, path, name, rest);
	else
		*runs_url = arena_printf(arena, "%.*s,env:%s%s",
					 (int)(rest - url), url, name, rest);
	return 0;
}
