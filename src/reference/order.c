/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of the float operations: the contract's orders, how many roundings they have, and a model that carries them out.
 *
 * How many roundings reach an output (DOT-BOUND's n). Let a lane take at most B blocks.
 *  - S to float: exact, for |S| <= 32 * 128 * 128 = 2^19 < 2^24.
 *  - e * S: exact. A scale has a significand of at most 4 bits: 15 * 2^19 < 2^24. d * e: exact too, 11 + 4 bits. Neither can
 *    underflow or overflow: everything is a multiple of 2^-34, and below 2^44.
 *  - CH_TERM_ONE_SCALE, (d * e) * S: one rounding. CH_TERM_TWO_SCALES, d * (e0*S0 + e1*S1): the inner add and the product, two.
 *  - The lane's sums. With A accumulators the first takes ceil(B / A) terms; adding to 0.0 is exact, so ceil(B / A) - 1
 *    roundings. Then the others are added to it, min(A, B) - 1 roundings; a sum without a term is 0.0, exact again.
 *  - Lane i of the first wave adds the other waves' lanes: one rounding for each of them that has a block.
 *  - The butterfly at distance D adds a sum that is not zero only if one of the lanes from D on has something.
 * Lane 0 is in the longest of all of these chains, so the counts add up. No term passes through more of them. */
#include <float.h>

#include "reference/mmvq.h"
#include "reference/values.h"

#if FLT_EVAL_METHOD != 0
#error "SAME-BYTES needs binary32 operations rounded to binary32"
#endif

ch_order ch_order_base(ch_format format, uint32_t wave_size, uint32_t waves)
{
	/* the table "Order of the float operations" of the contract */
	static const struct {
		uint32_t qi, vdr;
		ch_term term;
	} base[CH_FORMAT_COUNT] = {
		[CH_FP2] = {2, 1, CH_TERM_ONE_SCALE},  [CH_FP3] = {8, 2, CH_TERM_TWO_SCALES},
		[CH_FP4] = {4, 4, CH_TERM_TWO_SCALES}, [CH_FP4_FAST] = {4, 2, CH_TERM_ONE_SCALE},
		[CH_FP6] = {8, 4, CH_TERM_TWO_SCALES}, [CH_FP8] = {8, 2, CH_TERM_ONE_SCALE},
	};

	if ((unsigned)format >= CH_FORMAT_COUNT)
		return (ch_order){0};
	return (ch_order){
		.qi = base[format].qi,
		.vdr = base[format].vdr,
		.lanes = wave_size,
		.waves = waves,
		.run = 1,
		.accumulators = 1,
		.term = base[format].term,
	};
}

static bool refuse(const char **why, const char *words)
{
	if (why)
		*why = words;
	return false;
}

bool ch_order_valid(const ch_order *order, const char **why)
{
	if (!order->qi || !order->vdr || !order->lanes || !order->waves || !order->run || !order->accumulators)
		return refuse(why, "a zero in the order");
	if (order->lanes & (order->lanes - 1u))
		return refuse(why, "lanes is no power of two");
	if ((uint64_t)order->lanes * order->waves > CH_ORDER_MAX_LANES)
		return refuse(why, "more lanes than the model holds");
	if (order->accumulators > CH_ORDER_MAX_ACCUMULATORS)
		return refuse(why, "more accumulators than the model holds");
	if (order->qi % order->vdr)
		return refuse(why, "vdr does not divide qi");
	if (CH_HALF_WEIGHTS % (order->qi / order->vdr))
		return refuse(why, "qi / vdr does not divide 16");
	if (order->lanes * order->waves % (order->qi / order->vdr))
		return refuse(why, "qi / vdr does not divide the lanes");
	if ((unsigned)order->term >= CH_TERM_COUNT)
		return refuse(why, "no such term");
	return true;
}

static int64_t divide_up(int64_t a, int64_t b)
{
	return a / b + (a % b != 0);
}

static int64_t smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

int64_t ch_order_roundings(const ch_order *order, int64_t k)
{
	int64_t blocks = k / CH_BLOCK_WEIGHTS;

	if (!ch_order_valid(order, NULL) || blocks <= 0)
		return ch_any_order_roundings(k);

	int64_t lanes_a_block = order->qi / order->vdr;
	int64_t lanes = (int64_t)order->lanes * order->waves;
	int64_t groups = lanes / lanes_a_block;
	int64_t units = divide_up(blocks, order->run);
	int64_t rounds = divide_up(units, groups);
	/* lane 0 has the most; its last unit is the row's last, perhaps a short one, if the units go round to it */
	int64_t last_unit = (units - 1) % groups == 0 ? blocks - (units - 1) * order->run : order->run;
	int64_t most = (rounds - 1) * order->run + last_unit;
	int64_t busy = units < groups ? units * lanes_a_block : lanes;

	int64_t n = order->term == CH_TERM_TWO_SCALES ? 2 : 1;

	n += divide_up(most, order->accumulators) - 1;
	n += smaller(order->accumulators, most) - 1;
	n += divide_up(busy, order->lanes) - 1;
	for (int64_t distance = order->lanes / 2; distance > 0; distance /= 2)
		n += busy > distance;
	return n;
}

/* The finest integer sum of the contract is a quad, so a row has at most k / 4 terms; a tree over them is at most k / 4 - 1
 * adds deep, and a term has two roundings at most. */
int64_t ch_any_order_roundings(int64_t k)
{
	return k / 4 - 1 + 2;
}

void ch_order_part_sums(const ch_order *order, bool nibbles, uint32_t part, const int8_t *codes, const int8_t *q8,
			int32_t sums[2])
{
	uint32_t lanes_a_block = order->qi / order->vdr;

	sums[0] = sums[1] = 0;
	if (nibbles) {
		uint32_t width = CH_HALF_WEIGHTS / lanes_a_block;

		for (uint32_t j = part * width; j < (part + 1u) * width; j++) {
			sums[0] += codes[j] * q8[j];
			sums[1] += codes[j + CH_HALF_WEIGHTS] * q8[j + CH_HALF_WEIGHTS];
		}
	} else {
		uint32_t width = CH_BLOCK_WEIGHTS / lanes_a_block;

		for (uint32_t i = part * width; i < (part + 1u) * width; i++)
			sums[i / CH_HALF_WEIGHTS] += codes[i] * q8[i];
	}
}

static float lane_term(const ch_order *order, const float scales[2], float d, const int32_t sums[2],
		       uint32_t first_half)
{
	if (order->term == CH_TERM_ONE_SCALE)
		return d * scales[first_half] * (float)(sums[0] + sums[1]);
	float first = scales[0] * (float)sums[0];
	float second = scales[1] * (float)sums[1];
	float both = first + second;

	return d * both;
}

/* sums[lane]: what each lane has after the loop over its blocks. */
static void lane_sums(const ch_values *values, const ch_order *order, int64_t blocks, const uint8_t *w,
		      const uint8_t *x, float sums[CH_ORDER_MAX_LANES])
{
	const ch_format_info *info = ch_format_get(values->format);
	bool nibbles = values->format == CH_FP4 || values->format == CH_FP4_FAST;
	uint32_t lanes = order->lanes * order->waves;
	uint32_t lanes_a_block = order->qi / order->vdr;
	uint32_t groups = lanes / lanes_a_block;
	float parts[CH_ORDER_MAX_ACCUMULATORS][CH_ORDER_MAX_LANES];

	for (uint32_t a = 0; a < order->accumulators; a++) {
		for (uint32_t t = 0; t < lanes; t++)
			parts[a][t] = 0.0f;
	}
	/* all blocks in ascending order: each lane meets its own in its own order */
	for (int64_t b = 0; b < blocks; b++, w += info->block_bytes, x += CH_Q8_1_BYTES) {
		int64_t unit = b / order->run;
		uint32_t group = (uint32_t)(unit % groups);
		int64_t nth = unit / groups * order->run + b % order->run;
		float *accumulator = parts[nth % order->accumulators];
		float d = ch_half_to_float(ch_q8_1_half(x));
		float scales[2] = {values->scale[ch_values_scale_byte(info, w, 0)],
				   values->scale[ch_values_scale_byte(info, w, 1)]};
		int8_t codes[CH_BLOCK_WEIGHTS];

		ch_values_block(values, w, codes);
		for (uint32_t part = 0; part < lanes_a_block; part++) {
			uint32_t first_half = !nibbles && 2u * part >= lanes_a_block;
			float *sum = &accumulator[group * lanes_a_block + part];
			int32_t s[2];

			ch_order_part_sums(order, nibbles, part, codes, (const int8_t *)x + CH_Q8_1_QS, s);
			*sum += lane_term(order, scales, d, s, first_half);
		}
	}
	for (uint32_t t = 0; t < lanes; t++) {
		sums[t] = parts[0][t];
		for (uint32_t a = 1; a < order->accumulators; a++)
			sums[t] += parts[a][t];
	}
}

static float reduce(const ch_order *order, float sums[CH_ORDER_MAX_LANES])
{
	for (uint32_t wave = 1; wave < order->waves; wave++) {
		for (uint32_t i = 0; i < order->lanes; i++)
			sums[i] += sums[wave * order->lanes + i];
	}
	/* the butterfly, as far as lane 0 sees it */
	for (uint32_t distance = order->lanes / 2; distance > 0; distance /= 2) {
		for (uint32_t i = 0; i < distance; i++)
			sums[i] += sums[i + distance];
	}
	return sums[0];
}

ch_status ch_mmvq_model(ch_format format, const ch_order *order, int64_t k, int64_t rows, int64_t ncols, const void *w,
			const void *x_q8_1, float *y)
{
	ch_status status = ch_mmvq_shape(format, k, rows, ncols, w, x_q8_1, y);
	ch_values values;

	if (status)
		return status;
	if (!order || !ch_order_valid(order, NULL) || !ch_values_init(&values, format))
		return CH_BAD_ARGUMENT;
	int64_t blocks = k / CH_BLOCK_WEIGHTS;
	size_t row_bytes = (size_t)blocks * ch_format_get(format)->block_bytes;
	size_t column_bytes = (size_t)blocks * CH_Q8_1_BYTES;

	for (int64_t col = 0; col < ncols; col++) {
		for (int64_t row = 0; row < rows; row++) {
			float sums[CH_ORDER_MAX_LANES];

			lane_sums(&values, order, blocks, (const uint8_t *)w + (size_t)row * row_bytes,
				  (const uint8_t *)x_q8_1 + (size_t)col * column_bytes, sums);
			y[col * rows + row] = reduce(order, sums);
		}
	}
	return CH_OK;
}
