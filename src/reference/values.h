/* SPDX-License-Identifier: Apache-2.0
 *
 * The integers of a block, decoded fast enough for the judge to work through a whole weight matrix. Internal. */
#ifndef CHECKHIP_REFERENCE_VALUES_H
#define CHECKHIP_REFERENCE_VALUES_H

#include "checkhip/formats.h"

/* CODE-TABLE spread over all codes of a format, so that a code is one load. */
typedef struct ch_values {
	ch_format format;
	int8_t value[256];
	float scale[256];   /* SCALE-VALUE; 0 where SCALE-VALID refuses the byte */
	int32_t units[256]; /* the same in units of 2^-10, an integer */
} ch_values;

/* False if the format is none of the six. */
bool ch_values_init(ch_values *values, ch_format format);

/* table[code] of the 32 weights of a block. */
void ch_values_block(const ch_values *values, const uint8_t *block, int8_t out[CH_BLOCK_WEIGHTS]);

/* The scale byte of a half-block. */
static inline uint8_t ch_values_scale_byte(const ch_format_info *info, const uint8_t *block, uint32_t half)
{
	return block[info->payload_bytes + (info->scale_count == 2 ? half : 0u)];
}

static inline uint16_t ch_q8_1_half(const uint8_t *x_q8_1_block)
{
	return (uint16_t)(x_q8_1_block[0] | x_q8_1_block[1] << 8);
}

#endif
