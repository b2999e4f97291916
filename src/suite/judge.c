/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>

#include "suite/judge.h"

typedef void (*judge_function)(const ch_evidence *evidence, ch_verdict *verdict);

static const judge_function judges[CH_OP_COUNT] = {
	[CH_OP_DECODE] = ch_judge_decode,	 [CH_OP_VALIDATE] = ch_judge_validate,
	[CH_OP_QUANTIZE] = ch_judge_quantize,	 [CH_OP_QUANTIZE_Q8_1] = ch_judge_q8_1,
	[CH_OP_QUANTIZE_CELLS] = ch_judge_cells, [CH_OP_MMVQ] = ch_judge_product,
	[CH_OP_MMQ] = ch_judge_product,		 [CH_OP_QSA] = ch_judge_qsa,
};

void ch_verdict_set(ch_verdict *verdict, ch_result result, const char *clause, const char *format, ...)
{
	va_list arguments;

	verdict->result = result;
	snprintf(verdict->clause, sizeof(verdict->clause), "%s", clause ? clause : "");
	va_start(arguments, format);
	vsnprintf(verdict->text, sizeof(verdict->text), format, arguments);
	va_end(arguments);
}

void ch_judge_output(const ch_evidence *evidence, ch_verdict *verdict)
{
	judge_function judge = judges[evidence->one->op];

	if (judge)
		judge(evidence, verdict);
	else
		ch_verdict_set(verdict, CH_ERROR, NULL, "the suite has no judge for %s", ch_op_name(evidence->one->op));
}

ch_order ch_judge_order(const ch_evidence *evidence)
{
	ch_order order = {0};

	if (evidence->variant)
		order = evidence->variant->order;
	if (order.lanes)
		order.waves = evidence->waves ? evidence->waves : 1;
	return order;
}
