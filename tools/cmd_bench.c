/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip bench: how fast the reference decodes and quantizes here, and that the fast way gives the plain way's bytes; and what
 * the compiled AMD kernels execute. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "checkhip/formats.h"
#include "command.h"
#include "reference/random.h"

#ifdef CHECKHIP_WITH_GCN
#include "bench_gcn.h"
#endif

static const char help[] =
	"example: checkhip bench quantize --format fp3\n"
	"\n"
	"usage: checkhip bench decode|quantize [--format TYPE] [--json]\n"
	"       checkhip bench gcn [--arch ARCH] [--json] [--speed]\n"
	"Million weights a second of the reference, one thread, processor time: the plain way, one code or candidate "
	"at\n"
	"a time, and the fast way. Each figure is the median of seven runs. Fails where the two ways give different "
	"bytes.\n"
	"\n"
	"  --format TYPE  one format only: fp2, fp3, fp4, fp4-fast, fp6, fp8, or the ggml name or id (also --type)\n"
	"  --json         one object a line\n"
	"\n"
	"gcn: wave-instructions that each mmvq variant's AMD code executes for a block of weights, by class, on one "
	"fixed "
	"shape.\n"
	"The counts are exact and the same in each run. Against the rung before it on the ladder, and against "
	"fp4-fast.\n"
	"\n"
	"  --arch ARCH    gfx906, gfx1100, gfx1151 or gfx1201; each that this build has kernels for where left out\n"
	"  --speed        the executor's own speed too: million wave-instructions a second on one core, all checks "
	"on\n";

enum { OPT_FORMAT = 256, OPT_JSON, OPT_ARCH, OPT_SPEED };

static const struct option long_options[] = {
	{"format", required_argument, NULL, OPT_FORMAT}, {"type", required_argument, NULL, OPT_FORMAT},
	{"json", no_argument, NULL, OPT_JSON},		 {"arch", required_argument, NULL, OPT_ARCH},
	{"speed", no_argument, NULL, OPT_SPEED},	 {NULL, 0, NULL, 0},
};

enum {
	RUNS = 7,
	K = 4096,
	ROWS = 4, /* the weights and the outputs stay in the second-level cache */
	WEIGHTS = K * ROWS,
	MAX_BYTES = WEIGHTS / CH_BLOCK_WEIGHTS * CH_MAX_BLOCK_BYTES
};

#define SECONDS_A_RUN 0.01 /* at least: far above the clock's steps */

typedef struct buffers {
	float x[WEIGHTS], importance[K], y[WEIGHTS];
	uint8_t w[MAX_BYTES], out[MAX_BYTES];
} buffers;

/* One thing to measure, in its two ways. */
typedef struct workload {
	ch_format format;
	bool quantize, importance;
	buffers *data;
} workload;

typedef struct figures {
	double plain, fast; /* weights a second */
	uint64_t digest;    /* of the plain way's bytes */
	bool same;
} figures;

static void make_data(buffers *data)
{
	ch_random random = {0xbe7c4};

	for (int i = 0; i < WEIGHTS; i++)
		data->x[i] = ch_random_normal(&random); /* large enough that no search ends at the smallest scale */
	for (int i = 0; i < K; i++)
		data->importance[i] = 1.5f + ch_random_unit(&random);
}

static ch_status run_once(const workload *work, bool plain)
{
	buffers *data = work->data;
	const float *importance = work->importance ? data->importance : NULL;

	if (work->quantize)
		return (plain ? ch_quantize_plain : ch_quantize)(work->format, K, ROWS, data->x, importance, data->out);
	return (plain ? ch_decode_plain : ch_decode)(work->format, K, ROWS, data->w, data->y);
}

/* 64-bit FNV-1a of what the last run wrote. */
static uint64_t output_digest(const workload *work)
{
	size_t bytes = WEIGHTS * sizeof(float);
	const uint8_t *at = work->quantize ? work->data->out : (const uint8_t *)work->data->y;
	uint64_t digest = 0xcbf29ce484222325u;

	if (work->quantize)
		ch_weights_bytes(work->format, K, ROWS, &bytes);
	for (size_t i = 0; i < bytes; i++)
		digest = (digest ^ at[i]) * 0x100000001b3u;
	return digest;
}

/* The thread's own time, so that other work on the machine does not count. */
static double seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int compare_rates(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median_rate(const workload *work, bool plain)
{
	double rates[RUNS];

	for (int run = 0; run < RUNS; run++) {
		double start = seconds_now(), passed;
		int64_t times = 0;

		do {
			run_once(work, plain);
			times++;
			passed = seconds_now() - start;
		} while (passed < SECONDS_A_RUN);
		rates[run] = (double)(times * WEIGHTS) / passed;
	}
	qsort(rates, RUNS, sizeof(rates[0]), compare_rates);
	return rates[RUNS / 2];
}

/* Both ways start from outputs filled with another pattern, so that an unwritten byte shows. */
static bool measure(const workload *work, figures *result)
{
	uint64_t digests[2];

	for (int plain = 0; plain < 2; plain++) {
		memset(work->data->y, plain ? 0xaa : 0x55, sizeof(work->data->y));
		memset(work->data->out, plain ? 0xaa : 0x55, sizeof(work->data->out));
		if (run_once(work, plain))
			return false;
		digests[plain] = output_digest(work);
	}
	*result = (figures){median_rate(work, true), median_rate(work, false), digests[1], digests[0] == digests[1]};
	return true;
}

static void print_row(const workload *work, const figures *result, bool json)
{
	const char *op = work->quantize ? "quantize" : "decode";
	const char *name = ch_format_get(work->format)->name;
	double plain = result->plain * 1e-6, fast = result->fast * 1e-6;

	if (json) {
		printf("{\"op\":\"%s\",\"format\":\"%s\",\"importance\":%s,\"plain_mweights_per_s\":%.2f,"
		       "\"fast_mweights_per_s\":%.2f,\"digest\":\"%016" PRIx64 "\",\"same_bytes\":%s}\n",
		       op, name, work->importance ? "true" : "false", plain, fast, result->digest,
		       result->same ? "true" : "false");
		return;
	}
	printf("%-8s %-10s %-10s %10.2f %10.2f %8.1f  %016" PRIx64 "  %s\n", op, name, work->importance ? "yes" : "no",
	       plain, fast, fast / plain, result->digest, result->same ? "same" : "DIFFERENT");
}

static int bench_format(workload work, bool json)
{
	int code = CH_EXIT_PASS;

	if (!work.quantize && ch_quantize(work.format, K, ROWS, work.data->x, NULL, work.data->w))
		return CH_EXIT_CANNOT;
	for (int importance = 0; importance <= work.quantize; importance++) {
		figures result;

		work.importance = importance;
		if (!measure(&work, &result))
			return CH_EXIT_CANNOT;
		print_row(&work, &result, json);
		fflush(stdout);
		if (!result.same)
			code = CH_EXIT_FAIL;
	}
	return code;
}

static int bench(bool quantize, const ch_format *only, bool json)
{
	buffers *data = malloc(sizeof(*data));
	int code = CH_EXIT_PASS;

	if (!data) {
		fprintf(stderr, "checkhip bench: out of memory\n");
		return CH_EXIT_CANNOT;
	}
	make_data(data);
	if (!json)
		printf("%-8s %-10s %-10s %10s %10s %8s  %-16s  %s\n", "op", "format", "importance", "plain Mw/s",
		       "fast Mw/s", "ratio", "digest", "bytes");
	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++) {
		if (only && *only != (ch_format)f)
			continue;
		int one = bench_format((workload){(ch_format)f, quantize, false, data}, json);

		code = one > code ? one : code;
	}
	free(data);
	return code;
}

static int bench_gcn(const char *arch, bool json, bool speed)
{
#ifdef CHECKHIP_WITH_GCN
	return ch_bench_gcn(arch, json, speed);
#else
	(void)arch, (void)json, (void)speed;
	fprintf(stderr, "checkhip bench gcn: built without CHECKHIP_GCN\n");
	return CH_EXIT_CANNOT;
#endif
}

static int run(int argc, char **argv)
{
	ch_format format;
	const ch_format *only = NULL;
	const char *arch = NULL;
	bool json = false, speed = false, gcn;
	int option;

	optind = 1;
	opterr = 0;
	while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		if (option == OPT_JSON) {
			json = true;
		} else if (option == OPT_ARCH) {
			arch = optarg;
		} else if (option == OPT_SPEED) {
			speed = true;
		} else if (option == OPT_FORMAT) {
			if (!ch_format_find(optarg, &format))
				return ch_usage_error(&ch_command_bench, "no format '%s'", optarg);
			only = &format;
		} else {
			return ch_usage_error(&ch_command_bench, "wrong option or missing value: '%s'",
					      argv[optind - 1]);
		}
	}
	if (optind + 1 != argc)
		return ch_usage_error(&ch_command_bench, "expected one of decode, quantize, gcn");
	gcn = strcmp(argv[optind], "gcn") == 0;
	if (gcn ? only != NULL : arch || speed)
		return ch_usage_error(&ch_command_bench,
				      "--format is for decode and quantize, --arch and --speed for gcn");
	if (gcn)
		return bench_gcn(arch, json, speed);
	if (strcmp(argv[optind], "decode") == 0)
		return bench(false, only, json);
	if (strcmp(argv[optind], "quantize") == 0)
		return bench(true, only, json);
	return ch_usage_error(&ch_command_bench, "expected one of decode, quantize, gcn, not '%s'", argv[optind]);
}

const ch_command ch_command_bench = {
	"bench", "measure the reference's decoders and quantizers, count what AMD kernels execute", help, run};
