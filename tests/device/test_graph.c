/* SPDX-License-Identifier: Apache-2.0
 *
 * A graph captured once, quantizing the activations and multiplying, and replayed with other data in the same buffers (F52): each
 * replay must give what the model gives for the data of that replay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/launch.h"
#include "suite/data.h"

enum { K = 2048, ROWS = 33, NCOLS = 2, REPLAYS = 20 };

static hipStream_t stream;
static uint32_t wave_size;

static void need(hipError_t error, const char *tried)
{
	char words[CH_KERNEL_WORDS] = "";

	if (ch_runtime_status(error, tried, words))
		fail_msg("%s", words);
}

typedef struct buffers {
	uint8_t *w, *x_q8_1;
	float *x, *y;
} buffers;

static void capture(const ch_kernel_row *row, const buffers *on_device, float *y, size_t y_bytes, hipGraphExec_t *graph)
{
	ch_kernel_launch quantize, multiply;
	char words[CH_KERNEL_WORDS] = "";
	hipGraph_t captured;

	assert_int_equal(ch_kernel_plan_quantize_q8_1(wave_size, K, NCOLS, &quantize, words), CH_OK);
	assert_int_equal(ch_kernel_plan(row, wave_size, 0, K, ROWS, NCOLS, &multiply, words), CH_OK);
	need(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal), "beginning a capture");
	assert_int_equal(ch_launch(&quantize, on_device->x, NULL, on_device->x_q8_1, stream, words), CH_OK);
	assert_int_equal(ch_launch(&multiply, on_device->w, on_device->x_q8_1, on_device->y, stream, words), CH_OK);
	need(hipMemcpyAsync(y, on_device->y, y_bytes, hipMemcpyDeviceToHost, stream), "copying");
	need(hipStreamEndCapture(stream, &captured), "ending a capture");
	need(hipGraphInstantiateWithFlags(graph, captured, 0), "making the graph");
	need(hipGraphDestroy(captured), "destroying the graph");
}

static void replay(const ch_kernel_row *row, ch_format format)
{
	size_t w_bytes, x_bytes = (size_t)K * NCOLS * sizeof(float), y_bytes = (size_t)ROWS * NCOLS * sizeof(float);
	size_t q8_bytes = (size_t)K / CH_BLOCK_WEIGHTS * NCOLS * CH_Q8_1_BYTES;
	ch_order order = ch_kernel_order(row, wave_size, row->waves);
	buffers there;
	hipGraphExec_t graph;
	float *y = malloc(y_bytes), *model = malloc(y_bytes), *x = malloc(x_bytes);
	uint8_t *x_q8_1 = malloc(q8_bytes), *w;

	assert_int_equal(ch_weights_bytes(format, K, ROWS, &w_bytes), CH_OK);
	w = malloc(w_bytes);
	assert_true(y && model && x && x_q8_1 && w);
	need(hipMalloc((void **)&there.w, w_bytes), "memory");
	need(hipMalloc((void **)&there.x_q8_1, q8_bytes), "memory");
	need(hipMalloc((void **)&there.x, x_bytes), "memory");
	need(hipMalloc((void **)&there.y, y_bytes), "memory");
	capture(row, &there, y, y_bytes, &graph);
	for (uint64_t seed = 0; seed < REPLAYS; seed++) {
		ch_data_weights(format, CH_DATA_RANDOM, K, ROWS, seed, w);
		ch_data_floats(format, CH_DATA_GAUSSIAN, K, NCOLS, seed + 100, x);
		need(hipMemcpyAsync(there.w, w, w_bytes, hipMemcpyHostToDevice, stream), "copying");
		need(hipMemcpyAsync(there.x, x, x_bytes, hipMemcpyHostToDevice, stream), "copying");
		need(hipGraphLaunch(graph, stream), "replaying");
		need(hipStreamSynchronize(stream), "waiting");
		assert_int_equal(ch_quantize_q8_1(K, NCOLS, x, x_q8_1), CH_OK);
		assert_int_equal(ch_mmvq_model(format, &order, K, ROWS, NCOLS, w, x_q8_1, model), CH_OK);
		if (memcmp(y, model, y_bytes) != 0)
			fail_msg("SAME-BYTES: %s, replay %d of the graph", row->variant.name, (int)seed);
	}
	need(hipGraphExecDestroy(graph), "destroying the graph");
	need(hipFree(there.w), "freeing");
	need(hipFree(there.x_q8_1), "freeing");
	need(hipFree(there.x), "freeing");
	need(hipFree(there.y), "freeing");
	free(y);
	free(model);
	free(x);
	free(x_q8_1);
	free(w);
}

static void a_captured_graph_sees_the_data_of_each_replay(void **state)
{
	uint32_t count;
	const ch_kernel_row *rows = ch_kernel_rows(&count);

	(void)state;
	for (uint32_t i = 0; i < count; i++) {
		if (!(rows[i].wave_sizes & wave_size))
			continue;
		for (int format = 0; format < CH_FORMAT_COUNT; format++) {
			if (rows[i].variant.formats & 1u << format)
				replay(&rows[i], (ch_format)format);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_captured_graph_sees_the_data_of_each_replay)};
	const char *require = getenv("CHECKHIP_REQUIRE_GPU");
	char words[CH_KERNEL_WORDS] = "the runtime shows no device";
	uint32_t max_threads;
	int count = 0;

	if (ch_runtime_status(hipGetDeviceCount(&count), "counting devices", words) || count == 0 ||
	    ch_runtime_status(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking), "making a stream", words) ||
	    ch_launch_probe(&wave_size, &max_threads, stream, words)) {
		fprintf(stderr, "test_graph: %s\n", words);
		return require && strcmp(require, "1") == 0 ? 1 : 77;
	}
	return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
