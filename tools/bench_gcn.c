/* SPDX-License-Identifier: Apache-2.0
 *
 * Executed wave-instructions of each mmvq variant on one fixed shape. The kernels do not branch on the data and everything is
 * page-aligned, so that a count depends on the machine code alone and can be held to the last digit. */
#include "bench_gcn.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "checkhip/formats.h"
#include "command.h"
#include "gcn/launch.h"
#include "kernels/dispatch.h"
#include "providers/gcn.h"
#include "reference/random.h"

enum { K = 4096, ROWS = 8, NCOLS = 1, BLOCKS = K / CH_BLOCK_WEIGHTS * ROWS, MAX_VARIANTS = 64, PAGE = 4096 };

#define SECONDS_A_VARIANT 0.1 /* of the executor's speed: many launches */
#define YARDSTICK "fp4-fast"

/* What the executor has semantics for. */
static const char *const architectures[] = {"gfx906", "gfx1100", "gfx1151"};
enum { ARCHITECTURES = sizeof(architectures) / sizeof(architectures[0]) };

static const char *const unit_names[CH_UNIT_COUNT] = {
	[CH_UNIT_VALU] = "valu", [CH_UNIT_SALU] = "salu", [CH_UNIT_LDS] = "lds",       [CH_UNIT_VMEM] = "vmem",
	[CH_UNIT_SMEM] = "smem", [CH_UNIT_WAIT] = "wait", [CH_UNIT_BRANCH] = "branch",
};

/* The ladder: a rung and the one below it. */
static const struct {
	const char *name, *before;
} rungs[] = {
	{"fp3-lut", "fp3-scalar"},
	{"fp3-lut-swz", "fp3-lut"},
	{"fp3-vdr4", "fp3-lut-swz"},
	{"fp2-2chain-swz", "fp2-base"},
};

typedef struct ch_tally {
	const char *name;
	uint64_t units[CH_UNIT_COUNT], total;
	double rate; /* wave-instructions a second; 0: not measured */
} ch_tally;

/* The operation's data, for one variant. */
typedef struct ch_data {
	uint8_t *w, *x;
	float *y;
	uint64_t w_bytes, x_bytes;
} ch_data;

/* A variant's machine code, ready to run. */
typedef struct ch_opened {
	ch_gcn_file file;
	ch_gcn_object object;
	ch_gcn_code code;
	ch_gcn_program *program;
} ch_opened;

static void close_code(ch_opened *opened)
{
	ch_gcn_program_close(opened->program);
	ch_gcn_code_close(&opened->code);
	ch_gcn_object_close(&opened->object);
	ch_gcn_file_close(&opened->file);
}

/* What it opened before a failure is left for close_code. */
static ch_status open_code(const char *arch, const ch_kernel_launch *plan, ch_opened *opened, ch_gcn_error *error)
{
	const ch_embedded_object *embedded = ch_embedded_find(arch, plan->file);
	if (!embedded) {
		snprintf(error->text, sizeof(error->text), "this build has no %s", plan->file);
		return CH_UNSUPPORTED;
	}
	ch_status status =
		ch_gcn_file_open(embedded->data, (size_t)(embedded->end - embedded->data), &opened->file, error);
	const ch_gcn_entry *entry = status ? NULL : ch_gcn_file_find(&opened->file, arch);
	if (!status && !entry) {
		snprintf(error->text, sizeof(error->text), "%s holds no code for it", plan->file);
		return CH_UNSUPPORTED;
	}
	if (!status)
		status = ch_gcn_object_open(entry->data, entry->size, &opened->object, error);
	const ch_gcn_kernel *kernel = status ? NULL : ch_gcn_object_find(&opened->object, plan->symbol);
	if (!status && !kernel) {
		snprintf(error->text, sizeof(error->text), "%s has no kernel %s", plan->file, plan->symbol);
		return CH_UNSUPPORTED;
	}
	if (!status)
		status = ch_gcn_decode_kernel(&opened->object, kernel, &opened->code, error);
	if (!status)
		status = ch_gcn_program_open(&opened->object, kernel, &opened->code, &opened->program, error);
	return status;
}

static void *page_aligned(size_t bytes)
{
	void *data = aligned_alloc(PAGE, (bytes + PAGE - 1) / PAGE * PAGE);
	return data ? memset(data, 0, bytes) : NULL;
}

static void close_data(ch_data *data)
{
	free(data->w);
	free(data->x);
	free(data->y);
}

static ch_status open_data(ch_format format, ch_data *data)
{
	ch_random random = {0xbe7c4};
	size_t w_bytes;
	ch_status status = ch_weights_bytes(format, K, ROWS, &w_bytes);
	if (status)
		return status;
	data->w_bytes = w_bytes;
	data->x_bytes = (uint64_t)K / CH_BLOCK_WEIGHTS * NCOLS * CH_Q8_1_BYTES;
	data->w = page_aligned(w_bytes);
	data->x = page_aligned(data->x_bytes);
	data->y = page_aligned(ROWS * NCOLS * sizeof(float));
	float *values = malloc((size_t)K * ROWS * sizeof(*values));
	if (!data->w || !data->x || !data->y || !values) {
		free(values);
		return CH_OUT_OF_MEMORY;
	}
	for (uint32_t i = 0; i < K * ROWS; i++)
		values[i] = ch_random_normal(&random);
	status = ch_quantize(format, K, ROWS, values, NULL, data->w);
	if (!status)
		status = ch_quantize_q8_1(K, NCOLS, values, data->x);
	free(values);
	return status;
}

static ch_status launch(const ch_opened *opened, const ch_kernel_launch *plan, const ch_data *data,
			ch_gcn_result *result, ch_gcn_error *error)
{
	const ch_gcn_buffer buffers[] = {
		{"w", data->w, data->w_bytes, CH_GCN_IN},
		{"x", data->x, data->x_bytes, CH_GCN_IN},
		{"y", data->y, ROWS * NCOLS * sizeof(float), CH_GCN_OUT},
	};
	static const int32_t buffer_of[] = {
		[CH_ARGUMENT_W] = 0, [CH_ARGUMENT_X_Q8_1] = 1, [CH_ARGUMENT_X] = 1, [CH_ARGUMENT_OUT] = 2};
	ch_gcn_argument arguments[CH_KERNEL_MAX_ARGUMENTS];
	for (uint32_t i = 0; i < plan->argument_count; i++) {
		const ch_kernel_argument kind = plan->arguments[i].kind;
		if (kind == CH_ARGUMENT_UINT32)
			arguments[i] = (ch_gcn_argument){.buffer = -1, .value = &plan->arguments[i].value, .bytes = 4};
		else
			arguments[i] = (ch_gcn_argument){.buffer = buffer_of[kind]};
	}
	const ch_gcn_dispatch dispatch = {
		.blocks = {plan->grid[0], plan->grid[1], plan->grid[2]},
		.threads = {plan->threads, 1, 1},
		.dynamic_lds = plan->shared_bytes,
		.buffers = buffers,
		.buffer_count = 3,
		.arguments = arguments,
		.argument_count = plan->argument_count,
		.cores = 1,
		.max_faults = 1,
	};
	return ch_gcn_launch(opened->program, &dispatch, result, error);
}

/* The thread's own time, so that other work on the machine does not count. */
static double seconds_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Whole launches, all checks on. */
static ch_status measure_rate(const ch_opened *opened, const ch_kernel_launch *plan, const ch_data *data,
			      ch_tally *tally, ch_gcn_error *error)
{
	const double start = seconds_now();
	double passed;
	uint64_t launches = 0;
	do {
		ch_gcn_result result;
		const ch_status status = launch(opened, plan, data, &result, error);
		ch_gcn_result_close(&result);
		if (status)
			return status;
		launches++;
		passed = seconds_now() - start;
	} while (passed < SECONDS_A_VARIANT);
	tally->rate = (double)(launches * tally->total) / passed;
	return CH_OK;
}

static ch_status count_variant(const char *arch, const ch_kernel_launch *plan, const ch_data *data, bool speed,
			       ch_tally *tally, ch_gcn_error *error)
{
	ch_opened opened = {.program = NULL};
	ch_status status = open_code(arch, plan, &opened, error);
	if (!status) {
		ch_gcn_result result;
		status = launch(&opened, plan, data, &result, error);
		for (uint32_t i = 0; i < CH_UNIT_COUNT; i++) {
			tally->units[i] = result.units[i];
			tally->total += result.units[i];
		}
		ch_gcn_result_close(&result);
	}
	if (!status && speed)
		status = measure_rate(&opened, plan, data, tally, error);
	close_code(&opened);
	return status;
}

static ch_status bench_row(const char *arch, uint32_t wave_size, const ch_kernel_row *row, bool speed, ch_tally *tally,
			   ch_gcn_error *error)
{
	char words[CH_KERNEL_WORDS] = "";
	ch_kernel_launch plan;
	ch_data data = {.w = NULL};
	ch_status status = ch_kernel_plan(row, wave_size, 0, K, ROWS, NCOLS, &plan, words);
	if (status) {
		snprintf(error->text, sizeof(error->text), "%s", words);
		return status;
	}
	tally->name = row->variant.name;
	status = open_data((ch_format)__builtin_ctz(row->variant.formats), &data);
	if (status)
		snprintf(error->text, sizeof(error->text), "cannot make the operation's data");
	else
		status = count_variant(arch, &plan, &data, speed, tally, error);
	close_data(&data);
	return status;
}

static const ch_tally *find_tally(const ch_tally *tallies, uint32_t count, const char *name)
{
	for (uint32_t i = 0; i < count; i++)
		if (strcmp(tallies[i].name, name) == 0)
			return &tallies[i];
	return NULL;
}

static const ch_tally *rung_before(const ch_tally *tallies, uint32_t count, const char *name)
{
	for (size_t i = 0; i < sizeof(rungs) / sizeof(rungs[0]); i++)
		if (strcmp(rungs[i].name, name) == 0)
			return find_tally(tallies, count, rungs[i].before);
	return NULL;
}

static void print_json(const char *arch, const ch_tally *tally, const ch_tally *before, const ch_tally *yardstick)
{
	printf("{\"arch\":\"%s\",\"variant\":\"%s\",\"k\":%d,\"rows\":%d,\"ncols\":%d,\"blocks\":%d", arch, tally->name,
	       K, ROWS, NCOLS, BLOCKS);
	for (uint32_t i = 0; i < CH_UNIT_COUNT; i++)
		printf(",\"%s\":%" PRIu64, unit_names[i], tally->units[i]);
	printf(",\"total\":%" PRIu64, tally->total);
	if (before)
		printf(",\"of_%s\":%.4f", before->name, (double)tally->total / (double)before->total);
	if (yardstick)
		printf(",\"of_" YARDSTICK "\":%.4f", (double)tally->total / (double)yardstick->total);
	if (tally->rate > 0)
		printf(",\"million_per_s\":%.1f", tally->rate * 1e-6);
	printf("}\n");
}

static void print_ratio(const ch_tally *tally, const ch_tally *other)
{
	if (other)
		printf(" %9.3f", (double)tally->total / (double)other->total);
	else
		printf(" %9s", "-");
}

static void print_text(const ch_tally *tally, const ch_tally *before, const ch_tally *yardstick)
{
	printf("  %-15s", tally->name);
	for (uint32_t i = 0; i < CH_UNIT_COUNT; i++)
		printf(" %7.3f", (double)tally->units[i] / (double)BLOCKS);
	printf(" %7.3f", (double)tally->total / (double)BLOCKS);
	print_ratio(tally, before);
	print_ratio(tally, yardstick);
	if (tally->rate > 0)
		printf(" %7.1f", tally->rate * 1e-6);
	printf("\n");
}

static void print_head(const char *arch, uint32_t wave_size, bool speed)
{
	printf("%s, wave%u: wave-instructions a block of weights, k %d, rows %d, ncols %d\n  %-15s", arch, wave_size, K,
	       ROWS, NCOLS, "variant");
	for (uint32_t i = 0; i < CH_UNIT_COUNT; i++)
		printf(" %7s", unit_names[i]);
	printf(" %7s %9s %9s%s\n", "total", "of before", "of " YARDSTICK, speed ? "     M/s" : "");
}

static int bench_arch(const char *arch, bool json, bool speed)
{
	const ch_architecture *architecture = ch_architecture_find(arch);
	ch_tally tallies[MAX_VARIANTS] = {{.name = NULL}};
	uint32_t count, tally_count = 0;
	const ch_kernel_row *rows = ch_kernel_rows(&count);
	if (!architecture || !ch_embedded_find(arch, NULL)) {
		fprintf(stderr, "checkhip bench gcn: this build holds no kernels for %s\n", arch);
		return CH_EXIT_CANNOT;
	}
	for (uint32_t i = 0; i < count && tally_count < MAX_VARIANTS; i++) {
		ch_gcn_error error = {""};
		if (rows[i].variant.op != CH_OP_MMVQ || !(rows[i].wave_sizes & architecture->wave_size))
			continue;
		if (bench_row(arch, architecture->wave_size, &rows[i], speed, &tallies[tally_count++], &error)) {
			fprintf(stderr, "checkhip bench gcn: %s on %s: %s\n", rows[i].variant.name, arch, error.text);
			return CH_EXIT_FAIL;
		}
	}
	if (!json)
		print_head(arch, architecture->wave_size, speed);
	const ch_tally *yardstick = find_tally(tallies, tally_count, YARDSTICK);
	for (uint32_t i = 0; i < tally_count; i++) {
		const ch_tally *before = rung_before(tallies, tally_count, tallies[i].name);
		if (json)
			print_json(arch, &tallies[i], before, yardstick);
		else
			print_text(&tallies[i], before, yardstick);
	}
	fflush(stdout);
	return CH_EXIT_PASS;
}

int ch_bench_gcn(const char *arch, bool json, bool speed)
{
	int code = CH_EXIT_CANNOT;
	if (arch)
		return bench_arch(arch, json, speed);
	for (int i = 0; i < ARCHITECTURES; i++) {
		if (!ch_embedded_find(architectures[i], NULL))
			continue;
		code = bench_arch(architectures[i], json, speed);
		if (code)
			return code;
	}
	if (code)
		fprintf(stderr, "checkhip bench gcn: this build holds no AMD kernels; configure with "
				"-DCHECKHIP_AMD_OBJECTS=ON\n");
	return code;
}
