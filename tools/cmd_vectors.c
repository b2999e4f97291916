/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip vectors: known answers as files, for code in any language. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "options.h"
#include "suite/report.h"
#include "vectors/complain.h"
#include "vectors/emit.h"
#include "vectors/verify.h"

static const char help[] =
	"  checkhip vectors emit answers\n"
	"  checkhip vectors emit inputs --inputs-only && my-program inputs mine && checkhip vectors verify inputs "
	"--answers mine\n"
	"\n"
	"usage: checkhip vectors emit DIR [--seed S] [--inputs-only] [--small] [--json]\n"
	"       checkhip vectors verify DIR [--answers DIR2] [--json]\n"
	"\n"
	"emit writes inputs and the reference's answers into DIR, which must be new or empty: decode_FMT, quant_input, "
	"quant_FMT,\n"
	"mulmat_FMT and scale_tables, each a .bin with a .json that names its arrays, and SHA256SUMS. README.txt in it "
	"says which\n"
	"array is what.\n"
	"  --seed S        other inputs (a number; 0 gives the decode inputs whose digests are built in)\n"
	"  --inputs-only   leave the answers out\n"
	"  --small         a few blocks and rows of each kind\n"
	"\n"
	"verify checks the files of DIR and judges the answers in it, or those in DIR2 to the inputs of DIR, against "
	"the\n"
	"reference. A file of answers must have all that belong into it; a file that is not there is not judged.\n"
	"  --answers DIR2  the answers are there\n"
	"\n"
	"  --json          one JSON object a line\n"
	"\n"
	"exit: 0 all answers right, 1 one is wrong or missing, or none was judged, 2 wrong use, 3 a directory cannot "
	"be read or\n"
	"written\n";

struct choice {
	const char *dir, *answers;
	ch_emit_choice emit;
	bool json, is_emit;
};

struct tally {
	bool json;
	size_t results[CH_RESULT_COUNT];
	size_t answers; /* judged ones, of all those */
};

/* As `run --json` has them. */
static const char *const result_json[CH_RESULT_COUNT] = {"pass", "fail", "skip", "error"};

static void print_verdict(void *context, const char *name, const ch_verdict *verdict)
{
	struct tally *tally = context;

	tally->results[verdict->result]++;
	/* what is not an answer by somebody: the files themselves */
	if (strncmp(name, "known/file/", 11) != 0 && strncmp(name, "known/missing/", 14) != 0 &&
	    strcmp(name, "known/sums") != 0)
		tally->answers++;
	if (tally->json) {
		(void)printf("{\"case\":");
		ch_json_string(stdout, name);
		(void)printf(",\"result\":\"%s\",\"clause\":", result_json[verdict->result]);
		ch_json_string(stdout, verdict->clause);
		(void)printf(",\"text\":");
		ch_json_string(stdout, verdict->text);
		(void)printf(",\"explains\":");
		ch_json_string(stdout, verdict->explains);
		(void)printf("}\n");
	} else if (verdict->result != CH_PASS) {
		(void)printf("%s %s: %s%s%s\n", ch_result_word(verdict->result), name, verdict->clause,
			     verdict->clause[0] ? ": " : "", verdict->text);
		if (verdict->explains[0])
			(void)printf("  %s\n", verdict->explains);
	}
}

static int cannot(const char *error)
{
	(void)fprintf(stderr, "checkhip vectors: %s\n", error);
	return CH_EXIT_CANNOT;
}

static int emit(const struct choice *choice)
{
	char error[CH_COMPLAINT] = "";
	ch_folder folder;

	if (!ch_emit_make(&choice->emit, &folder, error, sizeof(error)))
		return cannot(error);
	bool good = ch_emit_write(&folder, choice->dir, error, sizeof(error));
	size_t count = folder.count;

	ch_folder_free(&folder);
	if (!good)
		return cannot(error);
	if (choice->json) {
		(void)printf("{\"emitted\":");
		ch_json_string(stdout, choice->dir);
		(void)printf(",\"files\":%zu,\"seed\":%llu}\n", count, (unsigned long long)choice->emit.seed);
	} else {
		(void)printf("%zu files in %s\n", count, choice->dir);
	}
	return CH_EXIT_PASS;
}

static int judge(const ch_known *inputs, const ch_known *answers, bool json)
{
	struct tally tally = {.json = json};

	if (!ch_verify_answers(inputs, answers, print_verdict, &tally))
		return cannot("out of memory");
	if (json)
		(void)printf("{\"passed\":%zu,\"failed\":%zu,\"errors\":%zu,\"answers\":%zu}\n", tally.results[CH_PASS],
			     tally.results[CH_FAIL], tally.results[CH_ERROR], tally.answers);
	else
		(void)printf("%zu passed, %zu failed, %zu errors; %zu answers judged\n", tally.results[CH_PASS],
			     tally.results[CH_FAIL], tally.results[CH_ERROR], tally.answers);
	/* a run in which nothing was judged is no pass */
	return tally.results[CH_FAIL] || tally.results[CH_ERROR] || !tally.answers ? CH_EXIT_FAIL : CH_EXIT_PASS;
}

static int verify(const struct choice *choice)
{
	char error[CH_COMPLAINT] = "";
	ch_known *inputs = ch_known_open(choice->dir, error, sizeof(error)), *answers = inputs;
	int code;

	if (!inputs)
		return cannot(error);
	if (choice->answers)
		answers = ch_known_open_answers(choice->answers, inputs, error, sizeof(error));
	code = answers ? judge(inputs, answers, choice->json) : cannot(error);
	if (answers != inputs)
		ch_known_close(answers);
	ch_known_close(inputs);
	return code;
}

/* 0, or the exit code of wrong use. */
static int read_choice(int argc, char **argv, struct choice *choice)
{
	const ch_command *command = &ch_command_vectors;

	if (argc < 2)
		return ch_usage_error(command, "expected emit or verify");
	choice->is_emit = strcmp(argv[1], "emit") == 0;
	if (!choice->is_emit && strcmp(argv[1], "verify") != 0)
		return ch_usage_error(command, "\"%s\": expected emit or verify", argv[1]);
	for (int i = 2; i < argc; i++) {
		if (strcmp(argv[i], "--json") == 0) {
			choice->json = true;
		} else if (choice->is_emit && strcmp(argv[i], "--inputs-only") == 0) {
			choice->emit.inputs_only = true;
		} else if (choice->is_emit && strcmp(argv[i], "--small") == 0) {
			choice->emit.small = true;
		} else if (choice->is_emit && strcmp(argv[i], "--seed") == 0) {
			if (++i == argc || !ch_parse_u64(argv[i], &choice->emit.seed))
				return ch_usage_error(command, "--seed: expected a number");
		} else if (!choice->is_emit && strcmp(argv[i], "--answers") == 0) {
			if (++i == argc)
				return ch_usage_error(command, "--answers: expected a directory");
			choice->answers = argv[i];
		} else if (argv[i][0] == '-' || choice->dir) {
			return ch_usage_error(command, "\"%s\" is not known here", argv[i]);
		} else {
			choice->dir = argv[i];
		}
	}
	if (!choice->dir || !*choice->dir)
		return ch_usage_error(command, "expected a directory");
	return 0;
}

static int run(int argc, char **argv)
{
	struct choice choice = {0};
	int code = read_choice(argc, argv, &choice);

	if (code)
		return code;
	return choice.is_emit ? emit(&choice) : verify(&choice);
}

const ch_command ch_command_vectors = {
	.name = "vectors",
	.summary = "write known answers as files, and judge answers that any code wrote",
	.help = help,
	.run = run,
};
