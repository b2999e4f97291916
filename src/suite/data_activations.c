/* SPDX-License-Identifier: Apache-2.0
 *
 * q8_1 activations of each data class. */
#include <string.h>

#include "reference/random.h"
#include "suite/data.h"

static void write_block(uint8_t *block, uint16_t d, const int8_t *codes)
{
	/* s is read by nobody here (Q8-SCALE): a NaN in it shows who does */
	const uint16_t s = 0x7e00;

	memcpy(block, &d, sizeof(d));
	memcpy(block + 2, &s, sizeof(s));
	memcpy(block + CH_Q8_1_QS, codes, CH_BLOCK_WEIGHTS);
}

static void random_codes(int8_t *codes, int32_t limit, ch_random *random)
{
	for (int i = 0; i < CH_BLOCK_WEIGHTS; i++)
		codes[i] = (int8_t)((int32_t)ch_random_below(random, (uint32_t)(2 * limit + 1)) - limit);
}

/* A positive normal binary16 between 2^-10 and 2^0 or so: what activations of a real layer have. */
static uint16_t random_d(ch_random *random)
{
	return (uint16_t)(0x1400u + ch_random_below(random, 0x2800u));
}

/* One d a column: one, the smallest subnormal of both signs (F34), the largest. F31 wants all -128 and all 127. */
static void extreme_block(uint8_t *block, int64_t index, int64_t column)
{
	static const uint16_t ds[4] = {0x3c00, 0x0001, 0x8001, 0x7bff};
	int8_t codes[CH_BLOCK_WEIGHTS];

	memset(codes, index & 1 ? 127 : -128, sizeof(codes));
	write_block(block, ds[column % 4], codes);
}

static void zero_block(uint8_t *block, int64_t index, ch_random *random)
{
	int8_t codes[CH_BLOCK_WEIGHTS] = {0};

	if (index % 3 != 0)
		random_codes(codes, 127, random);
	write_block(block, index % 3 == 1 ? 0x0000 : index % 3 == 2 ? 0x8000 : 0x3c00, codes);
}

/* All codes differ from their neighbours and none is 0, so that a one-hot weight tells which activation met it. */
static void walking_block(uint8_t *block, int64_t index, int64_t column)
{
	int8_t codes[CH_BLOCK_WEIGHTS];

	for (int64_t i = 0; i < CH_BLOCK_WEIGHTS; i++)
		codes[i] = (int8_t)((37 * (CH_BLOCK_WEIGHTS * index + i) + 11 * column) % 127 + 1);
	write_block(block, 0x3c00, codes);
}

static void exact_block(ch_format format, uint8_t *block, int64_t k, ch_random *random)
{
	int8_t codes[CH_BLOCK_WEIGHTS];
	int32_t code_limit, q8_limit;

	ch_data_exact_limits(format, k, &code_limit, &q8_limit);
	random_codes(codes, q8_limit, random);
	write_block(block, ch_random_next(random) >> 63 ? 0x3800 : 0x3c00, codes);
}

/* The partner of ch_data_weights' cancelling rows: the odd block negates the even one, but for one code. */
static void cancelling_block(uint8_t *block, int64_t index, ch_random *random)
{
	int8_t codes[CH_BLOCK_WEIGHTS];
	uint16_t d = random_d(random);

	if (!(index & 1)) {
		random_codes(codes, 127, random);
		write_block(block, d, codes);
		return;
	}
	memcpy(codes, block - CH_Q8_1_BYTES + CH_Q8_1_QS, sizeof(codes));
	memcpy(&d, block - CH_Q8_1_BYTES, sizeof(d));
	for (int i = 0; i < CH_BLOCK_WEIGHTS; i++)
		codes[i] = (int8_t)-codes[i];
	codes[ch_random_below(random, CH_BLOCK_WEIGHTS)] = 1;
	write_block(block, d, codes);
}

static void gaussian_column(int64_t k, ch_random *random, uint8_t *column)
{
	float x[CH_BLOCK_WEIGHTS];

	for (int64_t b = 0; b < k / CH_BLOCK_WEIGHTS; b++) {
		for (int i = 0; i < CH_BLOCK_WEIGHTS; i++)
			x[i] = ch_random_normal(random);
		ch_quantize_q8_1(CH_BLOCK_WEIGHTS, 1, x, column + b * CH_Q8_1_BYTES);
	}
}

void ch_data_activations(ch_format format, ch_data data, int64_t k, int64_t ncols, uint64_t seed, void *x_q8_1)
{
	int64_t blocks = k / CH_BLOCK_WEIGHTS;
	ch_random random = {seed ^ 0xac71ac71ac71ac71u};
	int8_t codes[CH_BLOCK_WEIGHTS];

	for (int64_t c = 0; c < ncols; c++) {
		uint8_t *column = (uint8_t *)x_q8_1 + (size_t)(c * blocks) * CH_Q8_1_BYTES;

		if (data == CH_DATA_GAUSSIAN) {
			gaussian_column(k, &random, column);
			continue;
		}
		for (int64_t b = 0; b < blocks; b++) {
			uint8_t *block = column + b * CH_Q8_1_BYTES;

			switch (data) {
			case CH_DATA_EXACT:
				exact_block(format, block, k, &random);
				break;
			case CH_DATA_EXTREMES:
				extreme_block(block, b, c);
				break;
			case CH_DATA_ZEROS:
				zero_block(block, b, &random);
				break;
			case CH_DATA_ONE_HOT:
				walking_block(block, b, c);
				break;
			case CH_DATA_CANCELLATION:
				cancelling_block(block, b, &random);
				break;
			default:
				random_codes(codes, 127, &random);
				write_block(block, random_d(&random), codes);
				break;
			}
		}
	}
}
