/* SPDX-License-Identifier: Apache-2.0
 *
 * One shape of attention on one provider, timed, its output kept. In this process: the guard asks about the calling thread's device. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "probe.h"
#include "providers/providers.h"
#include "suite/output.h"
#include "suite/report.h"

/* Untimed, before the first of several timed runs: the clocks rise, the code is loaded. */
enum { WARM_UPS = 2 };

typedef struct opened {
	const ch_provider *provider;
	void *state;
	char name[160], description[320];
} opened;

typedef struct measured {
	ch_outcome outcome; /* of the last run */
	uint64_t *elapsed_ns;
	uint64_t digest;
	int32_t differing; /* the first repetition with other bytes; -1: none */
	uint64_t not_numbers;
} measured;

static int cannot(const char *words)
{
	fprintf(stderr, "checkhip probe: %s\n", words);
	return CH_EXIT_CANNOT;
}

static int no_gpu(const char *why)
{
	fprintf(stderr,
		"checkhip probe: no GPU to run on: %s; --provider gcn:gfx906 executes the AMD code on the CPU, "
		"--provider reference is plain C\n",
		why);
	return CH_EXIT_CANNOT;
}

static int open_provider(const char *wanted, opened *made)
{
	ch_outcome outcome = {.struct_size = sizeof(outcome)};
	char words[384] = "";
	const char *argument, *spec = wanted ? wanted : "gpu";

	made->provider = ch_provider_find(spec, &argument, words, sizeof(words));
	if (!made->provider)
		return wanted ? cannot(words) : no_gpu("this build has no provider 'gpu' (CHECKHIP_GPU=hip or cuda)");
	ch_status status = made->provider->open(argument, &made->state, &outcome);

	outcome.message[sizeof(outcome.message) - 1] = 0;
	if (status) {
		snprintf(words, sizeof(words), "%s", outcome.message[0] ? outcome.message : ch_status_words(status));
		if (!wanted)
			return no_gpu(words);
		fprintf(stderr, "checkhip probe: provider %s: %s\n", spec, words);
		return CH_EXIT_CANNOT;
	}
	snprintf(made->name, sizeof(made->name), "%s", spec);
	if (made->provider->describe)
		made->provider->describe(made->state, made->description, sizeof(made->description));
	return CH_EXIT_PASS;
}

/* The variant's number, or a message that names those there are. */
static int choose_variant(const opened *made, const char *wanted, uint32_t *variant)
{
	uint32_t count = 0;
	const ch_variant *variants = made->provider->variants ? made->provider->variants(made->state, &count) : NULL;

	*variant = CH_VARIANT_DEFAULT;
	if (!wanted)
		return CH_EXIT_PASS;
	for (uint32_t i = 0; i < count; i++) {
		if (variants[i].op == CH_OP_QSA && strcmp(variants[i].name, wanted) == 0) {
			*variant = i;
			return CH_EXIT_PASS;
		}
	}
	fprintf(stderr, "checkhip probe: %s has no qsa variant '%s'; it has:", made->name, wanted);
	for (uint32_t i = 0; i < count; i++) {
		if (variants[i].op == CH_OP_QSA)
			fprintf(stderr, " %s", variants[i].name);
	}
	fputc('\n', stderr);
	return CH_EXIT_USAGE;
}

/* Filled with NaNs first, so that what is not written shows. */
static ch_status run_once(const opened *made, const ch_probe_input *input, ch_outcome *outcome)
{
	*outcome = (ch_outcome){.struct_size = sizeof(*outcome)};
	memset(input->args.out, 0xff, input->out_bytes);
	ch_status status = made->provider->qsa(made->state, &input->args, outcome);

	outcome->variant[sizeof(outcome->variant) - 1] = 0;
	outcome->message[sizeof(outcome->message) - 1] = 0;
	outcome->note[sizeof(outcome->note) - 1] = 0;
	return status;
}

static ch_status run_all(const opened *made, const ch_probe_input *input, int32_t repetitions, measured *result)
{
	const int32_t before = repetitions > 1 ? WARM_UPS : 0;

	result->differing = -1;
	for (int32_t i = -before; i < repetitions; i++) {
		ch_status status = run_once(made, input, &result->outcome);

		if (status)
			return status;
		uint64_t digest = ch_probe_digest(CH_PROBE_DIGEST, input->args.out, input->out_bytes);

		if (i == -before)
			result->digest = digest;
		if (digest != result->digest && result->differing < 0)
			result->differing = i < 0 ? 0 : i;
		if (i >= 0)
			result->elapsed_ns[i] = result->outcome.elapsed_ns;
	}
	for (size_t i = 0; i < input->out_bytes / sizeof(float); i++)
		result->not_numbers += isfinite(input->args.out[i]) ? 0 : 1;
	return CH_OK;
}

static int rising(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Milliseconds; the middle of an even count is the mean of two. */
static double median_ms(const uint64_t *sorted, int32_t count)
{
	return ((double)sorted[(count - 1) / 2] + (double)sorted[count / 2]) / 2e6;
}

static const char *const pool_names[CH_POOL_COUNT] = {"int8", "fp16"};
static const char *const entry_names[CH_QSA_ENTRY_COUNT] = {"batch", "step"};

static void print_text(const ch_probe_run *run, const opened *made, const ch_probe_input *input, const measured *result)
{
	const ch_qsa_args *args = &input->args;
	const uint64_t *times = result->elapsed_ns;

	printf("provider  %s: %s\n", made->name, made->description);
	printf("shape     %d queries, context %d, %d cells a query%s, %d heads of %d on %d KV heads, pages of %d, %s "
	       "pool, "
	       "%s\n",
	       args->n_q, run->shape.context, args->cap,
	       run->shape.masked ? " at most, a third of the pages masked" : "", args->n_head, args->head_dim,
	       args->n_kv_head, args->page_size, pool_names[args->pool], entry_names[args->entry]);
	printf("input     seed 0x%" PRIx64 ", digest %016" PRIx64 "\n", run->shape.seed, input->digest);
	printf("ran       %s\n",
	       result->outcome.variant[0] ? result->outcome.variant : "the provider does not say what");
	printf("why       ");
	if (!run->variant)
		printf("the provider's choice");
	else if (strcmp(run->variant, result->outcome.variant) == 0)
		printf("--variant forces it");
	else
		printf("the provider's choice over --variant %s", run->variant);
	printf("%s%s\n", result->outcome.note[0] ? ": " : "", result->outcome.note);
	if (times[0])
		printf("time      median %.6f ms, least %.6f, most %.6f, of %d\n", median_ms(times, run->repetitions),
		       (double)times[0] / 1e6, (double)times[run->repetitions - 1] / 1e6, run->repetitions);
	else
		printf("time      not measured by this provider\n");
	printf("output    %s: %zu bytes [%d][%d][%d], digest %016" PRIx64 "\n", run->out, input->out_bytes, args->n_q,
	       args->n_head, args->head_dim, result->digest);
}

static void print_json(const ch_probe_run *run, const opened *made, const ch_probe_input *input, const measured *result)
{
	const ch_qsa_args *args = &input->args;
	const uint64_t *times = result->elapsed_ns;

	printf("{\"type\":\"probe\",\"op\":\"qsa\",\"provider\":");
	ch_json_string(stdout, made->name);
	printf(",\"description\":");
	ch_json_string(stdout, made->description);
	printf(",\"n_q\":%d,\"context\":%d,\"selected\":%d,\"masked\":%s,\"heads\":%d,\"kv_heads\":%d,\"head_dim\":%d,"
	       "\"page_size\":%d,\"pool\":\"%s\",\"entry\":\"%s\",\"seed\":\"0x%" PRIx64
	       "\",\"input_digest\":\"%016" PRIx64 "\"",
	       args->n_q, run->shape.context, args->cap, run->shape.masked ? "true" : "false", args->n_head,
	       args->n_kv_head, args->head_dim, args->page_size, pool_names[args->pool], entry_names[args->entry],
	       run->shape.seed, input->digest);
	printf(",\"variant\":");
	ch_json_string(stdout, result->outcome.variant);
	printf(",\"asked\":");
	if (run->variant)
		ch_json_string(stdout, run->variant);
	else
		printf("null");
	printf(",\"note\":");
	ch_json_string(stdout, result->outcome.note);
	printf(",\"repetitions\":%d", run->repetitions);
	if (times[0])
		printf(",\"median_ms\":%.6f,\"min_ms\":%.6f,\"max_ms\":%.6f", median_ms(times, run->repetitions),
		       (double)times[0] / 1e6, (double)times[run->repetitions - 1] / 1e6);
	printf(",\"bytes\":%zu,\"digest\":\"%016" PRIx64 "\",\"not_finite\":%" PRIu64 ",\"repeatable\":%s,\"output\":",
	       input->out_bytes, result->digest, result->not_numbers, result->differing < 0 ? "true" : "false");
	ch_json_string(stdout, run->out);
	printf("}\n");
}

/* The dump is kept even where the bytes are suspicious: it is the evidence. */
static int finish(const ch_probe_run *run, const opened *made, const ch_probe_input *input, measured *result)
{
	char words[384];
	int code = CH_EXIT_PASS;

	if (!ch_probe_dump_write(run->out, input->args.out, input->out_bytes, words, sizeof(words)))
		return cannot(words);
	qsort(result->elapsed_ns, (size_t)run->repetitions, sizeof(uint64_t), rising);
	(run->json ? print_json : print_text)(run, made, input, result);
	if (result->differing >= 0) {
		fprintf(stderr, "checkhip probe: REPEATABLE: repetition %d gave other bytes than the first\n",
			result->differing);
		code = CH_EXIT_FAIL;
	}
	if (result->not_numbers) {
		fprintf(stderr,
			"checkhip probe: %" PRIu64
			" outputs are not finite: not written, or QSA-SELECT is broken (what is "
			"not selected holds NaN)\n",
			result->not_numbers);
		code = CH_EXIT_FAIL;
	}
	return code;
}

static int compute(const ch_probe_run *run, const opened *made, ch_probe_input *input)
{
	char check[CH_QSA_WORDS] = "";
	measured result = {.elapsed_ns = calloc((size_t)run->repetitions, sizeof(uint64_t))};
	ch_status status;
	int code = CH_EXIT_CANNOT;

	if (!result.elapsed_ns)
		return cannot("no memory for the times");
	status = ch_qsa_check(&input->args, check);
	if (status) {
		fprintf(stderr, "checkhip probe: %s\n", check);
		code = CH_EXIT_USAGE;
	} else if ((status = run_all(made, input, run->repetitions, &result))) {
		fprintf(stderr, "checkhip probe: %s: %s%s%s\n", made->name, ch_status_words(status),
			result.outcome.message[0] ? ": " : "", result.outcome.message);
	} else {
		code = finish(run, made, input, &result);
	}
	free(result.elapsed_ns);
	return code;
}

int ch_probe_qsa(const ch_probe_run *run)
{
	ch_probe_input input = {.memory = NULL};
	opened made = {.state = NULL};
	char words[384];
	int code;

	if (!ch_output_check(run->out, words, sizeof(words)))
		return cannot(words);
	if ((code = open_provider(run->provider, &made)))
		return code;
	if (!ch_provider_has(made.provider, CH_OP_QSA)) {
		fprintf(stderr, "checkhip probe: %s does not offer qsa\n", made.name);
		code = CH_EXIT_CANNOT;
	} else if (!ch_probe_input_make(&run->shape, &input, words, sizeof(words))) {
		code = cannot(words);
	} else {
		code = choose_variant(&made, run->variant, &input.args.variant);
		if (!code)
			code = compute(run, &made, &input);
	}
	ch_probe_input_free(&input);
	made.provider->close(made.state);
	return code;
}
