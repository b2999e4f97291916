/* SPDX-License-Identifier: Apache-2.0
 *
 * A single wrong weight, and the bound's power to see one. */
#include <inttypes.h>
#include <math.h>

#include "suite/mmvq_weight.h"
#include "suite/phrase.h"

typedef enum slip { SLIP_UP, SLIP_DOWN, SLIP_DROPPED, SLIP_COUNT } slip;

static const uint8_t *row_block(const ch_mmvq_failure *f, int64_t row, int64_t block)
{
	int64_t blocks = f->k / CH_BLOCK_WEIGHTS;

	return (const uint8_t *)f->w + (size_t)(row * blocks + block) * ch_format_get(f->format)->block_bytes;
}

static const uint8_t *column_block(const ch_mmvq_failure *f, int64_t col, int64_t block)
{
	return (const uint8_t *)f->x_q8_1 + (size_t)(col * (f->k / CH_BLOCK_WEIGHTS) + block) * CH_Q8_1_BYTES;
}

/* What one step of a weight's integer does to an output: d * e * q8. */
static double weight_step(ch_format format, const uint8_t *block, const uint8_t *x, uint32_t weight)
{
	double d = (double)ch_half_to_float((uint16_t)(x[0] | x[1] << 8));
	double e = (double)ch_scale_value(ch_block_scale(format, block, weight));

	return d * e * (double)(int8_t)x[CH_Q8_1_QS + weight];
}

static int32_t slip_of_code(ch_format format, uint32_t code, slip kind)
{
	int32_t value = ch_code_value(format, code);

	if (kind == SLIP_DROPPED)
		return -value;
	return ch_code_value(format, kind == SLIP_UP ? code + 1u : code - 1u) - value;
}

static bool gives_every_column(const ch_mmvq_failure *f, int64_t row, int64_t weight, int32_t slip_value)
{
	const uint8_t *block = row_block(f, row, weight / CH_BLOCK_WEIGHTS);
	bool visible = false;

	for (int64_t col = 0; col < f->ncols; col++) {
		int64_t output = col * f->rows + row;
		double change =
			slip_value * weight_step(f->format, block, column_block(f, col, weight / CH_BLOCK_WEIGHTS),
						 (uint32_t)(weight % CH_BLOCK_WEIGHTS));

		if (!(fabs((double)f->got[output] - f->exact[output] - change) <= f->bound[output]))
			return false;
		visible = visible || fabs(change) > f->bound[output];
	}
	return visible;
}

bool ch_explain_by_weight(const ch_mmvq_failure *f, int64_t row, ch_verdict *verdict)
{
	static const char *const words[SLIP_COUNT] = {"the next code", "the code before", "0"};
	enum { AT_MOST = 3 };
	int64_t found = 0, weight = 0;
	slip kind = SLIP_UP;

	for (int64_t i = 0; i < f->k && found <= AT_MOST; i++) {
		uint32_t code = ch_block_code(f->format, row_block(f, row, i / CH_BLOCK_WEIGHTS),
					      (uint32_t)(i % CH_BLOCK_WEIGHTS));

		for (int slips = 0; slips < SLIP_COUNT; slips++) {
			int32_t slip_value = slip_of_code(f->format, code, (slip)slips);
			bool said = slips == SLIP_DROPPED && (slip_value == slip_of_code(f->format, code, SLIP_UP) ||
							      slip_value == slip_of_code(f->format, code, SLIP_DOWN));

			if (said || slip_value == 0 || !gives_every_column(f, row, i, slip_value))
				continue;
			if (found++ == 0) {
				weight = i;
				kind = (slip)slips;
			}
		}
	}
	if (found == 0 || found > AT_MOST)
		return false;
	ch_phrase_set(verdict->clause, sizeof(verdict->clause), "DOT-INT");
	ch_phrase_set(verdict->explains, sizeof(verdict->explains),
		      "this is what you get with one weight of row %" PRId64 " wrong: weight %" PRId64
		      " (block %" PRId64 ", its weight %" PRId64 ") taken as %s",
		      row, weight, weight / CH_BLOCK_WEIGHTS, weight % CH_BLOCK_WEIGHTS, words[kind]);
	if (found > 1)
		ch_phrase_add(verdict->explains, sizeof(verdict->explains), ", or with %" PRId64 " other%s", found - 1,
			      found > 2 ? "s" : "");
	return true;
}

ch_power ch_power_of_bound(ch_format format, int64_t k, int64_t rows, int64_t ncols, const void *w, const void *x_q8_1,
			   const double *bound)
{
	const ch_mmvq_failure f = {.format = format, .k = k, .rows = rows, .ncols = ncols, .w = w, .x_q8_1 = x_q8_1};
	ch_power power = {0};
	int64_t counted = 0, seen = 0;

	for (int64_t output = 0; output < rows * ncols; output++) {
		int64_t row = output % rows, col = output / rows;

		for (int64_t i = 0; i < k; i++) {
			int64_t b = i / CH_BLOCK_WEIGHTS;
			double step = fabs(weight_step(format, row_block(&f, row, b), column_block(&f, col, b),
						       (uint32_t)(i % CH_BLOCK_WEIGHTS)));

			/* no bound, or no effect */
			if (!(step > 0.0) || !(bound[output] > 0.0))
				continue;
			double times = step / bound[output];

			seen += times > 2.0;
			if (counted++ == 0 || times < power.least)
				power = (ch_power){times, 0.0, row, col, i};
		}
	}
	power.seen = counted ? (double)seen / (double)counted : 0.0;
	return power;
}
