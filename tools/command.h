/* SPDX-License-Identifier: Apache-2.0
 *
 * A subcommand: one file cmd_NAME.c, one row in checkhip.c. */
#ifndef CHECKHIP_TOOLS_COMMAND_H
#define CHECKHIP_TOOLS_COMMAND_H

enum {
	CH_EXIT_PASS = 0,
	CH_EXIT_FAIL = 1,   /* a check failed */
	CH_EXIT_USAGE = 2,  /* wrong use */
	CH_EXIT_CANNOT = 3, /* no device, no server, no file */
	CH_EXIT_SKIP = 77   /* only where CTest asks for it */
};

typedef struct ch_command {
	const char *name;
	const char *summary;		   /* one line for `checkhip --help` */
	const char *help;		   /* an example first */
	int (*run)(int argc, char **argv); /* argv[0] is the subcommand */
} ch_command;

extern const ch_command ch_command_list, ch_command_run, ch_command_decode, ch_command_vectors, ch_command_doctor,
	ch_command_bench, ch_command_exec, ch_command_golden, ch_command_report, ch_command_audit, ch_command_probe;

/* "checkhip: ..." on standard error, and CH_EXIT_USAGE. */
int ch_usage_error(const ch_command *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
