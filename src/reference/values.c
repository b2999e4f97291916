/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "reference/values.h"

bool ch_values_init(ch_values *values, ch_format format)
{
	const ch_format_info *info = ch_format_get(format);

	if (!info)
		return false;
	values->format = format;
	for (uint32_t i = 0; i < 256; i++) {
		values->value[i] = (int8_t)ch_code_value(format, i);
		values->scale[i] = ch_scale_value((uint8_t)i);
		values->units[i] = (int32_t)(values->scale[i] * 1024.0f);
	}
	return true;
}

/* BIT-ORDER of the string formats. A code of 6 bits or fewer lies in two neighbouring bytes at most, and the byte after the
 * payload is a scale, so the two-byte window never leaves the block (NO-OVERREAD). */
static void string_values(const ch_values *values, uint32_t bits, const uint8_t *qs, int8_t out[CH_BLOCK_WEIGHTS])
{
	uint32_t mask = (1u << bits) - 1u;

	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++) {
		uint32_t bit = bits * i;
		uint32_t window = (uint32_t)qs[bit / 8u] | (uint32_t)qs[bit / 8u + 1u] << 8;

		out[i] = values->value[window >> (bit % 8u) & mask];
	}
}

void ch_values_block(const ch_values *values, const uint8_t *block, int8_t out[CH_BLOCK_WEIGHTS])
{
	switch (values->format) {
	case CH_FP2:
		string_values(values, 2, block, out);
		break;
	case CH_FP3:
		string_values(values, 3, block, out);
		break;
	case CH_FP6:
		string_values(values, 6, block, out);
		break;
	case CH_FP8:
		memcpy(out, block, CH_BLOCK_WEIGHTS);
		break;
	default: /* fp4, fp4-fast */
		for (uint32_t j = 0; j < CH_HALF_WEIGHTS; j++) {
			out[j] = values->value[block[j] & 15u];
			out[j + CH_HALF_WEIGHTS] = values->value[block[j] >> 4];
		}
		break;
	}
}
