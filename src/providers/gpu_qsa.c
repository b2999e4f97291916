/* SPDX-License-Identifier: Apache-2.0 */
#include "providers/gpu_qsa.h"

#include <stdio.h>

static ch_status make_buffers(const ch_qsa_args *args, const ch_qsa_plan *plan, ch_gpu_buffer buffers[CH_QSA_BUFFERS],
			      hipStream_t stream, char words[CH_KERNEL_WORDS])
{
	ch_status status = CH_OK;

	for (uint32_t i = 0; !status && i < CH_QSA_BUFFERS; i++) {
		const size_t bytes = plan->bytes[i];

		if (i == CH_QSA_SUMS || i == CH_QSA_PARTS)
			status = ch_gpu_buffer_make_scratch(&buffers[i], bytes, stream, words);
		else if (bytes)
			status = ch_gpu_buffer_make(&buffers[i], ch_qsa_plan_input(args, i), bytes,
						    i == CH_QSA_OUT ? CH_GPU_CANARY_BYTES : 0, stream, words);
	}
	return status;
}

static ch_status launch(const ch_qsa_launch *kernel, const ch_qsa_plan *plan, ch_gpu_buffer buffers[CH_QSA_BUFFERS],
			hipStream_t stream, char words[CH_KERNEL_WORDS])
{
	ch_qsa_shape shape = plan->shape;
	void *arguments[CH_QSA_MAX_ARGUMENTS];

	for (uint32_t i = 0; i < kernel->argument_count; i++) {
		const ch_qsa_argument argument = kernel->arguments[i];

		arguments[i] = argument == CH_QSA_SHAPE	   ? (void *)&shape
			       : argument == CH_QSA_CHUNKS ? (void *)&shape.chunks
							   : (void *)&buffers[argument].bytes;
	}
	return ch_launch_symbol(kernel->symbol, kernel->grid, kernel->threads, 0, arguments, stream, words);
}

static ch_status run(const ch_qsa_args *args, const ch_qsa_plan *plan, ch_gpu_buffer buffers[CH_QSA_BUFFERS],
		     hipStream_t stream, hipEvent_t begin, hipEvent_t end, float *milliseconds,
		     char words[CH_KERNEL_WORDS])
{
	ch_status status = make_buffers(args, plan, buffers, stream, words);

	if (!status)
		status = ch_runtime_status(hipEventRecord(begin, stream), "recording an event", words);
	for (uint32_t i = 0; !status && i < CH_QSA_LAUNCHES; i++)
		status = launch(&plan->launches[i], plan, buffers, stream, words);
	if (!status)
		status = ch_runtime_status(hipEventRecord(end, stream), "recording an event", words);
	for (uint32_t i = CH_QSA_SUMS; !status && i <= CH_QSA_PARTS; i++)
		status = ch_gpu_buffer_fetch(&buffers[i], NULL, stream, words);
	if (!status)
		status = ch_gpu_buffer_fetch(&buffers[CH_QSA_OUT], args->out, stream, words);
	if (!status)
		status = ch_runtime_status(hipEventElapsedTime(milliseconds, begin, end), "reading the time", words);
	return status;
}

ch_status ch_gpu_qsa(const ch_qsa_args *args, bool swizzled, hipStream_t stream, hipEvent_t begin, hipEvent_t end,
		     ch_outcome *outcome)
{
	char words[CH_KERNEL_WORDS] = "";
	ch_gpu_buffer buffers[CH_QSA_BUFFERS] = {{0}};
	float milliseconds = 0;
	ch_qsa_plan plan;
	ch_status status = ch_qsa_check(args, words);

	_Static_assert(CH_QSA_WORDS == (int)CH_KERNEL_WORDS, "one array for the words of both");
	if (!status)
		status = ch_qsa_plan_make(args, swizzled, &plan, words);
	if (!status) {
		snprintf(outcome->variant, sizeof(outcome->variant), "%s",
			 ch_qsa_variants[plan.swizzled ? CH_QSA_SWIZZLED : CH_QSA_LINEAR].name);
		status = run(args, &plan, buffers, stream, begin, end, &milliseconds, words);
	}
	if (status)
		snprintf(outcome->message, sizeof(outcome->message), "%s", words);
	outcome->elapsed_ns = (uint64_t)((double)milliseconds * 1e6);
	for (uint32_t i = 0; i < CH_QSA_BUFFERS; i++)
		ch_gpu_buffer_free(&buffers[i]);
	return status;
}
