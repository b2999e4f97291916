/* SPDX-License-Identifier: Apache-2.0
 *
 * The one command: a table of subcommands, and the providers that were compiled in. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "checkhip/version.h"
#include "command.h"
#include "parts.h"

static const ch_command *const commands[] = {
	&ch_command_run,     &ch_command_list,	 &ch_command_decode,
#ifdef CHECKHIP_WITH_VECTORS
	&ch_command_vectors, &ch_command_report,
#endif
#ifdef CHECKHIP_WITH_GCN
	&ch_command_exec,    &ch_command_audit,
#endif
#ifdef CHECKHIP_COMMAND_GOLDEN
	&ch_command_golden,
#endif
	&ch_command_probe,   &ch_command_bench,	 &ch_command_doctor,
};

enum { COMMANDS = sizeof(commands) / sizeof(commands[0]) };

static void print_help(FILE *out)
{
	fprintf(out, "example: checkhip run --provider reference\n\n"
		     "usage: checkhip COMMAND [OPTIONS]\n"
		     "Judges quantized HIP kernels against the contract in plain C.\n\n");
	for (int i = 0; i < COMMANDS; i++)
		fprintf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
	fprintf(out, "\n`checkhip COMMAND --help` explains one. Exit codes: 0 pass, 1 a check failed, 2 wrong use, 3 "
		     "could not run.\n");
}

int ch_usage_error(const ch_command *command, const char *format, ...)
{
	va_list arguments;

	fprintf(stderr, "checkhip %s: ", command->name);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fprintf(stderr, "; `checkhip %s --help` shows how\n", command->name);
	return CH_EXIT_USAGE;
}

/* What was printed must have arrived: a full disk behind standard output is not a pass. */
static int close_output(int code)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return code;
	fprintf(stderr, "checkhip: standard output could not be written: the report is not complete\n");
	return code == CH_EXIT_PASS ? CH_EXIT_CANNOT : code;
}

/* Wherever it stands: who asks for help has not got the rest right yet. */
static bool asks_for_help(int argc, char **argv)
{
	for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (strcmp(argv[i], "--help") == 0)
			return true;
	}
	return false;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";

	if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
		print_help(stdout);
		return close_output(CH_EXIT_PASS);
	}
	if (strcmp(name, "--version") == 0) {
		printf("checkhip %s\n", CHECKHIP_VERSION);
		return close_output(CH_EXIT_PASS);
	}
	ch_parts_register();
	for (int i = 0; i < COMMANDS; i++) {
		if (strcmp(name, commands[i]->name) != 0)
			continue;
		if (asks_for_help(argc, argv)) {
			fputs(commands[i]->help, stdout);
			return close_output(CH_EXIT_PASS);
		}
		return close_output(commands[i]->run(argc - 1, argv + 1));
	}
	if (argc > 1)
		fprintf(stderr, "checkhip: no command '%s'\n\n", name);
	print_help(stderr);
	return CH_EXIT_USAGE;
}
