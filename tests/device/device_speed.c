/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes a second of each mmvq variant against a copy from device to device in the same run, over a working set that no cache
 * holds. One JSON object a line on standard output.
 *
 *   device_speed [--device N] [--megabytes N] [--repeats N] [--k N] [--only NAME]
 *
 * A copy of N bytes counts 2N: N read and N written. A kernel counts the weights, the activations and the outputs once. The copy is
 * timed before each variant, and after the last; a variant's share is of the median of all copies. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/launch.h"
#include "providers/gpu.h"

enum { MAX_REPEATS = 1000, MAX_TABLE = 64 };

typedef struct speed {
	int device;
	int64_t bytes, k;
	int repeats;
	const char *only;
	hipStream_t stream;
	hipEvent_t begin, end;
	uint32_t wave_size;
	uint8_t *w, *x, *y;
} speed;

static void stop_on(ch_status status, const char *words)
{
	if (!status)
		return;
	fprintf(stderr, "device_speed: %s\n", words);
	exit(status == CH_NO_DEVICE ? 77 : 3);
}

static void check(hipError_t error, const char *tried)
{
	char words[CH_KERNEL_WORDS] = "";

	stop_on(ch_runtime_status(error, tried, words), words);
}

static int by_value(const void *a, const void *b)
{
	double difference = *(const double *)a - *(const double *)b;

	return (difference > 0) - (difference < 0);
}

/* Median milliseconds of `repeats` runs after two that warm up. launch NULL: the copy. */
static double median_time(speed *run, const ch_kernel_launch *launch, double *least)
{
	double times[MAX_REPEATS];
	char words[CH_KERNEL_WORDS] = "";

	for (int i = -2; i < run->repeats; i++) {
		float milliseconds;

		check(hipEventRecord(run->begin, run->stream), "recording an event");
		if (launch)
			stop_on(ch_launch(launch, run->w, run->x, run->y, run->stream, words), words);
		else
			check(hipMemcpyAsync(run->w + run->bytes, run->w, (size_t)run->bytes, hipMemcpyDeviceToDevice,
					     run->stream),
			      "copying");
		check(hipEventRecord(run->end, run->stream), "recording an event");
		check(hipEventSynchronize(run->end), "waiting");
		check(hipEventElapsedTime(&milliseconds, run->begin, run->end), "reading the time");
		if (i >= 0)
			times[i] = (double)milliseconds;
	}
	qsort(times, (size_t)run->repeats, sizeof(times[0]), by_value);
	if (least)
		*least = times[0];
	return times[run->repeats / 2];
}

/* Random bytes; scale bytes fall where they fall, and what an invalid one gives costs the same time. */
static void fill(speed *run)
{
	size_t part = 1u << 24;
	uint64_t *host = malloc(part), state = 1;

	if (!host)
		stop_on(CH_OUT_OF_MEMORY, "no host memory");
	for (size_t at = 0; at < (size_t)run->bytes; at += part) {
		size_t size = (size_t)run->bytes - at < part ? (size_t)run->bytes - at : part;

		for (size_t i = 0; i < part / 8; i++) {
			state += 0x9e3779b97f4a7c15u;
			uint64_t z = (state ^ state >> 30) * 0xbf58476d1ce4e5b9u;

			host[i] = (z ^ z >> 27) * 0x94d049bb133111ebu;
		}
		check(hipMemcpyAsync(run->w + at, host, size, hipMemcpyHostToDevice, run->stream), "filling");
		check(hipStreamSynchronize(run->stream), "filling");
	}
	float *x = malloc((size_t)run->k * 8 * sizeof(float));
	uint8_t *q8 = malloc((size_t)run->k / 32 * 8 * CH_Q8_1_BYTES);

	if (!x || !q8)
		stop_on(CH_OUT_OF_MEMORY, "no host memory");
	for (int64_t i = 0; i < run->k * 8; i++)
		x[i] = (float)((double)((i * 2654435761) % 2001) / 1000.0 - 1.0);
	if (ch_quantize_q8_1(run->k, 8, x, q8))
		stop_on(CH_BAD_SHAPE, "k is no multiple of 32");
	check(hipMemcpyAsync(run->x, q8, (size_t)run->k / 32 * 8 * CH_Q8_1_BYTES, hipMemcpyHostToDevice, run->stream),
	      "filling");
	check(hipStreamSynchronize(run->stream), "filling");
	free(host);
	free(x);
	free(q8);
}

typedef struct result {
	const char *name;
	int64_t rows, bytes;
	int ncols;
	uint32_t waves;
	double median, least;
} result;

static int64_t format_of(const ch_kernel_row *row)
{
	for (int format = 0; format < CH_FORMAT_COUNT; format++) {
		if (row->variant.formats & 1u << format)
			return format;
	}
	return 0;
}

static bool time_variant(speed *run, const ch_kernel_row *row, uint32_t waves, int ncols, result *out)
{
	const ch_format_info *info = ch_format_get((ch_format)format_of(row));
	int64_t row_bytes = run->k / 32 * info->block_bytes, rows = run->bytes / row_bytes;
	ch_kernel_launch launch;
	char words[CH_KERNEL_WORDS] = "";

	if (ch_kernel_plan(row, run->wave_size, waves, run->k, rows, ncols, &launch, words))
		return false;
	*out = (result){.name = row->variant.name, .rows = rows, .ncols = ncols, .waves = launch.waves};
	out->bytes = rows * row_bytes + ncols * (run->k / 32 * CH_Q8_1_BYTES + rows * 4);
	out->median = median_time(run, &launch, &out->least);
	return true;
}

static void read_options(speed *run, int argc, char **argv)
{
	for (int i = 1; i + 1 < argc; i += 2) {
		long long value = strtoll(argv[i + 1], NULL,
					  10); /* what is no number is 0, which no option but the device takes */

		if (strcmp(argv[i], "--device") == 0)
			run->device = (int)value;
		else if (strcmp(argv[i], "--megabytes") == 0 && value > 0)
			run->bytes = value * 1000000;
		else if (strcmp(argv[i], "--repeats") == 0 && value > 0 && value <= MAX_REPEATS)
			run->repeats = (int)value;
		else if (strcmp(argv[i], "--k") == 0 && value > 0 && value % 32 == 0)
			run->k = value;
		else if (strcmp(argv[i], "--only") == 0)
			run->only = argv[i + 1];
		else
			stop_on(CH_BAD_ARGUMENT,
				"[--device N] [--megabytes N] [--repeats N] [--k N, a multiple of 32] [--only NAME]");
	}
}

int main(int argc, char **argv)
{
	speed run = {.bytes = 2000000000, .k = 4096, .repeats = 25};
	char words[CH_KERNEL_WORDS] = "", lines[16][CH_GPU_LINE];
	static result results[MAX_TABLE * 4];
	double copies[MAX_TABLE * 4 + 1], copy;
	uint32_t count, done = 0, threads;
	const ch_kernel_row *rows = ch_kernel_rows(&count);

	read_options(&run, argc, argv);
	if (ch_gpu_list(lines, 16, words) <= (uint32_t)run.device)
		stop_on(CH_NO_DEVICE, words[0] ? words : "no such device");
	check(hipSetDevice(run.device), "choosing the device");
	check(hipStreamCreateWithFlags(&run.stream, hipStreamNonBlocking), "making a stream");
	check(hipEventCreate(&run.begin), "making an event");
	check(hipEventCreate(&run.end), "making an event");
	stop_on(ch_launch_probe(&run.wave_size, &threads, run.stream, words), words);
	check(hipMalloc((void **)&run.w, (size_t)run.bytes * 2), "device memory for the copy");
	check(hipMalloc((void **)&run.x, (size_t)run.k / 32 * 8 * CH_Q8_1_BYTES), "device memory");
	check(hipMalloc((void **)&run.y, (size_t)(run.bytes / (run.k / 32 * 10)) * 8 * sizeof(float)), "device memory");
	fill(&run);

	for (uint32_t i = 0; i < count; i++) {
		if (rows[i].variant.op != CH_OP_MMVQ || (run.only && strcmp(run.only, rows[i].variant.name) != 0))
			continue;
		for (uint32_t waves = 1; waves <= 8; waves *= 2) {
			copies[done] = median_time(&run, NULL, NULL);
			if (time_variant(&run, &rows[i], rows[i].variant.waves ? waves : 0, 1, &results[done]))
				done++;
			if (!rows[i].variant.waves)
				break;
		}
		if (!rows[i].variant.waves && time_variant(&run, &rows[i], 0, 4, &results[done])) {
			copies[done] = copies[done - 1];
			done++;
		}
	}
	copies[done] = median_time(&run, NULL, NULL);
	qsort(copies, done + 1, sizeof(copies[0]), by_value);
	copy = 2.0 * (double)run.bytes / copies[(done + 1) / 2] / 1e6;
	printf("{\"device\": \"%s\", \"k\": %" PRId64 ", \"working_set_bytes\": %" PRId64 ", \"repeats\": %d, "
	       "\"copy_GB_per_s\": %.1f, \"copy_GB_per_s_slowest\": %.1f, \"copy_GB_per_s_fastest\": %.1f}\n",
	       lines[run.device], run.k, run.bytes, run.repeats, copy, 2.0 * (double)run.bytes / copies[done] / 1e6,
	       2.0 * (double)run.bytes / copies[0] / 1e6);
	for (uint32_t i = 0; i < done; i++) {
		double rate = (double)results[i].bytes / results[i].median / 1e6;

		printf("{\"variant\": \"%s\", \"waves\": %u, \"ncols\": %d, \"rows\": %" PRId64
		       ", \"median_ms\": %.4f, \"least_ms\": %.4f, \"GB_per_s\": %.1f, \"of_copy\": %.3f}\n",
		       results[i].name, results[i].waves, results[i].ncols, results[i].rows, results[i].median,
		       results[i].least, rate, rate / copy);
	}
	return 0;
}
