/* SPDX-License-Identifier: Apache-2.0 */
#include "providers/gcn_qsa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/qsa_plan.h"

static const char *const buffer_names[CH_QSA_BUFFERS] = {
	[CH_QSA_Q] = "q",
	[CH_QSA_K] = "k",
	[CH_QSA_V] = "v",
	[CH_QSA_K_SCALES] = "k's scales",
	[CH_QSA_V_SCALES] = "v's scales",
	[CH_QSA_PAGE_TABLE] = "the page table",
	[CH_QSA_IDS] = "the ids",
	[CH_QSA_WIDTH] = "the widths",
	[CH_QSA_SUMS] = "the chunks' sums",
	[CH_QSA_PARTS] = "the chunks' parts",
	[CH_QSA_OUT] = "the output",
};

/* The merge must find what the chunk kernel stored, so its scratch is an input there and unwritten bytes are not known to the
 * executor any more: they are NaN. */
static bool is_output(ch_qsa_argument argument, bool merge)
{
	return argument == CH_QSA_OUT || (!merge && (argument == CH_QSA_SUMS || argument == CH_QSA_PARTS));
}

static ch_status launch(ch_gcn_run *run, const ch_qsa_args *args, const ch_qsa_plan *plan, uint32_t number,
			void *const scratch[CH_QSA_BUFFERS], ch_outcome *outcome)
{
	const ch_qsa_launch *kernel = &plan->launches[number];
	const bool merge = number == CH_QSA_MERGE_LAUNCH;
	const uint64_t null = 0;
	ch_gcn_buffer buffers[CH_QSA_MAX_ARGUMENTS];
	ch_gcn_argument arguments[CH_QSA_MAX_ARGUMENTS];
	ch_gcn_dispatch dispatch = {
		.blocks = {kernel->grid[0], kernel->grid[1], kernel->grid[2]},
		.threads = {kernel->threads, 1, 1},
		.buffers = buffers,
		.arguments = arguments,
		.argument_count = kernel->argument_count,
	};

	for (uint32_t i = 0; i < kernel->argument_count; i++) {
		const ch_qsa_argument argument = kernel->arguments[i];
		arguments[i] = (ch_gcn_argument){.buffer = -1};
		if (argument == CH_QSA_SHAPE) {
			arguments[i].value = &plan->shape;
			arguments[i].bytes = sizeof(plan->shape);
			continue;
		}
		if (argument == CH_QSA_CHUNKS) {
			arguments[i].value = &plan->shape.chunks;
			arguments[i].bytes = sizeof(plan->shape.chunks);
			continue;
		}
		const void *data = scratch[argument] ? scratch[argument] : ch_qsa_plan_input(args, argument);
		if (!plan->bytes[argument]) {
			arguments[i].value = &null;
			arguments[i].bytes = sizeof(null);
			continue;
		}
		arguments[i].buffer = (int32_t)dispatch.buffer_count;
		buffers[dispatch.buffer_count++] =
			(ch_gcn_buffer){buffer_names[argument], (void *)data, plan->bytes[argument],
					is_output(argument, merge) ? CH_GCN_OUT : CH_GCN_IN};
	}
	return ch_gcn_run_launch(run, "qsa", kernel->symbol, &dispatch, outcome);
}

ch_status ch_gcn_qsa(ch_gcn_run *run, const ch_qsa_args *args, bool swizzled, ch_outcome *outcome)
{
	char words[CH_QSA_WORDS] = "";
	ch_qsa_plan plan;
	void *scratch[CH_QSA_BUFFERS] = {0};
	ch_status status = ch_qsa_check(args, words);

	if (!status)
		status = ch_qsa_plan_make(args, swizzled, &plan, words);
	if (status) {
		snprintf(outcome->message, sizeof(outcome->message), "%s", words);
		return status;
	}
	snprintf(outcome->variant, sizeof(outcome->variant), "%s",
		 ch_qsa_variants[plan.swizzled ? CH_QSA_SWIZZLED : CH_QSA_LINEAR].name);
	for (ch_qsa_argument i = CH_QSA_SUMS; i <= CH_QSA_PARTS; i++) {
		scratch[i] = malloc(plan.bytes[i]);
		if (!scratch[i]) {
			snprintf(outcome->message, sizeof(outcome->message), "no memory for %s, %llu bytes",
				 buffer_names[i], (unsigned long long)plan.bytes[i]);
			status = CH_OUT_OF_MEMORY;
			break;
		}
		memset(scratch[i], 0xff, plan.bytes[i]); /* NaN */
	}
	for (uint32_t i = 0; !status && i < CH_QSA_LAUNCHES; i++)
		status = launch(run, args, &plan, i, scratch, outcome);
	free(scratch[CH_QSA_SUMS]);
	free(scratch[CH_QSA_PARTS]);
	return status;
}
