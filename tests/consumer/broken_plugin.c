/* SPDX-License-Identifier: Apache-2.0
 *
 * The example plug-in, broken on purpose twice: its decoder takes the scale of the other half (F04), its product leaves out
 * the last block of a row. The run on it must fail and say so. */
#define checkhip_provider sound_provider
#include "plain_fp3.c" /* NOLINT(bugprone-suspicious-include): it is the point */
#undef checkhip_provider

static ch_status decode_swapped(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	const uint8_t *block = args->w;
	ch_status status = check_shape(args->format, args->k, args->rows, outcome);

	(void)state;
	if (status)
		return status;
	for (int64_t n = 0; n < args->rows * args->k; n += BLOCK, block += BLOCK_BYTES) {
		for (int i = 0; i < BLOCK; i++)
			args->y[n + i] = (float)code_value(block, i) * scale_value(block[PAYLOAD_BYTES + 1 - i / HALF]);
	}
	return CH_OK;
}

static ch_status mmvq_without_last_block(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	int64_t blocks = args->k / BLOCK;
	const uint8_t *w = args->w;
	const uint8_t *x = args->x_q8_1;
	ch_status status = mmvq(state, args, outcome);

	for (int64_t y = 0; !status && y < args->ncols * args->rows; y++)
		args->y[y] = multiply_row(w + y % args->rows * blocks * BLOCK_BYTES,
					  x + y / args->rows * blocks * CH_Q8_1_BYTES, blocks - 1);
	return status;
}

const ch_provider *checkhip_provider(uint32_t suite_abi);
const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	static ch_provider broken;

	broken = *sound_provider(suite_abi);
	broken.name = "broken-fp3";
	broken.decode = decode_swapped;
	broken.mmvq = mmvq_without_last_block;
	return &broken;
}
