/*
 * main.c - finds the command in the table and runs it; the one place that
 * turns an error code into an exit status.
 */
#include <stdio.h>
#include <string.h>

#include "command.h"

#define COMMAND(id) extern const struct command command_##id;
#include "commands.def"
#undef COMMAND

static const struct command *const commands[] = {
#define COMMAND(id) &command_##id,
#include "commands.def"
#undef COMMAND
};

#define N_COMMANDS (sizeof(commands) / sizeof(commands[0]))

static void usage(FILE *out)
{
	size_t i;

	fprintf(out, "usage: maxistat COMMAND [ARG...]\n\n"
		"An archive for benchmark samples.\n\n");
	for (i = 0; i < N_COMMANDS; i++)
		fprintf(out, "  %-9s %s\n", commands[i]->name,
			commands[i]->summary);
	fprintf(out, "\n`maxistat COMMAND --help` tells more.\n");
}

static void command_usage(const struct command *c, FILE *out)
{
	fprintf(out, "usage: maxistat %s %s\n\n%s.\n", c->name, c->args,
		c->summary);
	if (c->help)
		fprintf(out, "\n%s", c->help);
}

static int exit_status(enum err_code code)
{
	switch (code) {
	case ERR_ARCHIVE:
		return EXIT_ARCHIVE;
	case ERR_IN_USE:
		return EXIT_IN_USE;
	default:
		return EXIT_WRONG;
	}
}

static void complain(const struct command *c, const struct err *err)
{
	size_t i;

	fprintf(stderr, "maxistat %s: %s\n", c->name, err->msg);
	if (err->text[0] && err->has_offset)
		fprintf(stderr, "  %s\n  %*s^\n", err->text, (int)err->caret,
			"");
	if (err->hint[0])
		fprintf(stderr, "  %s\n", err->hint);
	for (i = 0; i < ERR_NEAR_MAX && err->near[i][0]; i++)
		fprintf(stderr, "%s%s", i ? ", " : "  near: ", err->near[i]);
	if (i)
		fputc('\n', stderr);
	if (err->code == ERR_USAGE)
		fprintf(stderr, "usage: maxistat %s %s\n", c->name, c->args);
}

static int run(const struct command *c, int argc, char **argv)
{
	struct err err = { 0 };
	int status;

	if (argc > 1 && (!strcmp(argv[1], "--help") ||
			 (!strcmp(argv[1], "-h") && argc == 2))) {
		command_usage(c, stdout);
		return EXIT_DONE;
	}
	status = c->run(argc, argv, &err);
	if (status < 0) {
		fflush(stdout);
		complain(c, &err);
		status = exit_status(err.code);
	}
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "maxistat %s: cannot write the output\n",
			c->name);
		if (status == EXIT_DONE)
			status = EXIT_WRONG;
	}
	return status;
}

static const struct command *find(const char *name)
{
	size_t i;

	for (i = 0; i < N_COMMANDS; i++)
		if (!strcmp(name, commands[i]->name))
			return commands[i];
	fprintf(stderr, "maxistat: '%s' is no command; see `maxistat --help`\n",
		name);
	return NULL;
}

int main(int argc, char **argv)
{
	const struct command *c;

	if (argc < 2) {
		usage(stderr);
		return EXIT_WRONG;
	}
	if (strcmp(argv[1], "--help") != 0 && strcmp(argv[1], "help") != 0 &&
	    strcmp(argv[1], "-h") != 0) {
		c = find(argv[1]);
		return c ? run(c, argc - 1, argv + 1) : EXIT_WRONG;
	}
	if (argc == 2) {
		usage(stdout);
		return EXIT_DONE;
	}
	c = find(argv[2]);
	if (!c)
		return EXIT_WRONG;
	command_usage(c, stdout);
	return EXIT_DONE;
}
