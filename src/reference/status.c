/* SPDX-License-Identifier: Apache-2.0 */
#include "checkhip/provider.h"

static const char *const status_words[CH_STATUS_COUNT] = {
	[CH_OK] = "ok",
	[CH_BAD_SHAPE] = "bad shape",
	[CH_BAD_ARGUMENT] = "bad argument",
	[CH_BAD_SCALE] = "invalid scale byte",
	[CH_UNSUPPORTED] = "unsupported",
	[CH_NO_DEVICE] = "no device",
	[CH_OUT_OF_MEMORY] = "out of memory",
	[CH_DEVICE_LOST] = "device lost",
	[CH_FAULT] = "the kernel broke a rule",
	[CH_FAILED] = "failed",
};

static const char *const op_names[CH_OP_COUNT] = {
	[CH_OP_DECODE] = "decode",
	[CH_OP_VALIDATE] = "validate",
	[CH_OP_QUANTIZE] = "quantize",
	[CH_OP_QUANTIZE_Q8_1] = "quantize_q8_1",
	[CH_OP_QUANTIZE_CELLS] = "quantize_cells",
	[CH_OP_MMVQ] = "mmvq",
	[CH_OP_MMQ] = "mmq",
	[CH_OP_QSA] = "qsa",
};

const char *ch_status_words(ch_status status)
{
	if ((unsigned)status >= CH_STATUS_COUNT)
		return "unknown status";
	return status_words[status];
}

const char *ch_op_name(ch_op op)
{
	return (unsigned)op < CH_OP_COUNT ? op_names[op] : NULL;
}
