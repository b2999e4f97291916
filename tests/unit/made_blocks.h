/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks and activations made from a seed, for the tests of the judge. */
#ifndef CHECKHIP_TESTS_MADE_BLOCKS_H
#define CHECKHIP_TESTS_MADE_BLOCKS_H

#include "checkhip/formats.h"
#include "reference/random.h"

/* Random codes; scales of `lowest_scale` and up, at most 40 of them, so that no block drowns the others. */
static inline void make_blocks(ch_random *random, ch_format format, size_t blocks, uint8_t lowest_scale, uint8_t *w)
{
	const ch_format_info *info = ch_format_get(format);

	for (size_t b = 0; b < blocks; b++, w += info->block_bytes) {
		for (uint32_t i = 0; i < info->payload_bytes; i++)
			w[i] = ch_random_byte(random);
		for (uint32_t half = 0; half < info->scale_count; half++)
			ch_block_set_scale(format, w, half, (uint8_t)(lowest_scale + ch_random_below(random, 40)));
	}
}

/* Activations with d between 2^-6 and 2^-5 and q8 over the whole range. */
static inline void make_columns(ch_random *random, size_t blocks, uint8_t *x)
{
	for (size_t b = 0; b < blocks; b++, x += CH_Q8_1_BYTES) {
		uint32_t d = 0x2400u + ch_random_below(random, 0x400);

		x[0] = (uint8_t)d;
		x[1] = (uint8_t)(d >> 8);
		x[2] = x[3] = 0xff; /* s is a NaN: nothing here may read it */
		for (uint32_t i = CH_Q8_1_QS; i < CH_Q8_1_BYTES; i++)
			x[i] = ch_random_byte(random);
	}
}

#endif
