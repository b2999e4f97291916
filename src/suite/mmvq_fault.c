/* SPDX-License-Identifier: Apache-2.0
 *
 * A fault takes some of the weights away, reads some of the numbers otherwise, or takes scales from elsewhere: one loop over
 * the weights of a row with those three choices. */
#include <inttypes.h>
#include <math.h>

#include "reference/values.h"
#include "suite/mmvq_fault.h"
#include "suite/phrase.h"

/* Where there is an `after`, the number of the fault stands before it. */
static const struct {
	const char *words, *after, *clause;
} kinds[CH_FAULT_KIND_COUNT] = {
	[CH_FAULT_UNSIGNED_Q8] = {"the activations' codes taken as unsigned", NULL, "DOT-INT"},
	[CH_FAULT_UNSIGNED_CODES] = {"the weights' codes taken as unsigned", NULL, "DOT-INT"},
	[CH_FAULT_UNSIGNED_BOTH] = {"an unsigned dot, weights and activations", NULL, "DOT-INT"},
	[CH_FAULT_SHORT_PAIRS] = {"pairs of products summed in 16 bits", NULL, "DOT-INT"},
	[CH_FAULT_SUBNORMAL_D] = {"subnormal d flushed to zero", NULL, "Q8-SCALE"},
	[CH_FAULT_LOOKALIKE] = {NULL, NULL, NULL},
	[CH_FAULT_SCALES_NEXT] = {"each block's scales taken from the next block", NULL, "DOT-SCALE"},
	[CH_FAULT_SCALES_BEFORE] = {"each block's scales taken from the block before", NULL, "DOT-SCALE"},
	[CH_FAULT_SCALES_FIRST] = {"the row's first scales for all blocks", NULL, "DOT-SCALE"},
	[CH_FAULT_D_NEXT] = {"each block's d taken from the next block", NULL, "Q8-SCALE"},
	[CH_FAULT_D_BEFORE] = {"each block's d taken from the block before", NULL, "Q8-SCALE"},
	[CH_FAULT_D_FIRST] = {"the column's first d for all blocks", NULL, "Q8-SCALE"},
	[CH_FAULT_FIRST_HALVES] = {"the first half-blocks alone", NULL, "DOT-INT"},
	[CH_FAULT_SECOND_HALVES] = {"the second half-blocks alone", NULL, "DOT-INT"},
	[CH_FAULT_QUADS] = {"one quad in ", " alone, as when VDR is raised and the loop is not", "DOT-INT"},
	[CH_FAULT_LAST_BLOCK] = {"the row's last block missing", NULL, "ROW-WHOLE-BLOCKS"},
	[CH_FAULT_ROWS_CLOSE] = {"the rows after the first begun a block early each, a stride of one block too few",
				 NULL, "BLOCK-ALIGN"},
	[CH_FAULT_ROWS_FAR] = {"the rows after the first begun a block late each, a stride of one block too many", NULL,
			       "BLOCK-ALIGN"},
	[CH_FAULT_FIRST_WAVE] = {"the first wave's sum alone", NULL, "DOT-BOUND"},
	[CH_FAULT_LANES_HIGH] = {"lanes ", " and up of each wave dropped", "DOT-BOUND"},
	[CH_FAULT_LANE_DISTANCE] = {"the butterfly's step at distance ", " missing", "DOT-BOUND"},
	[CH_FAULT_LANE_DISTANCE_TWICE] = {"the butterfly's step at distance ", " in place of the one below it",
					  "DOT-BOUND"},
	[CH_FAULT_ONE_ROUND] = {"the first round of the loop over blocks alone", NULL, "DOT-BOUND"},
	[CH_FAULT_WAVE] = {"the share of wave ", " missing", "DOT-BOUND"},
	[CH_FAULT_POSITION] = {"weight ", " of every block missing", "DOT-INT"},
	[CH_FAULT_BLOCK] = {"block ", " missing", "DOT-BOUND"},
	[CH_FAULT_LANE] = {"the share of lane ", " missing", "DOT-BOUND"},
};

static int64_t blocks_of(const ch_mmvq_failure *f)
{
	return f->k / CH_BLOCK_WEIGHTS;
}

static bool has_order(const ch_mmvq_failure *f)
{
	return f->order.lanes != 0 && ch_order_valid(&f->order, NULL);
}

static int64_t log2_of(uint32_t power)
{
	int64_t log = 0;

	for (; power > 1; power /= 2)
		log++;
	return log;
}

int64_t ch_mmvq_fault_count(const ch_mmvq_failure *f, ch_fault_kind kind)
{
	bool several_blocks = blocks_of(f) > 1;

	switch (kind) {
	case CH_FAULT_LOOKALIKE:
		return ch_lookalike_count();
	case CH_FAULT_QUADS:
		return 3; /* 2, 4, 8 */
	case CH_FAULT_POSITION:
		return CH_BLOCK_WEIGHTS;
	case CH_FAULT_SCALES_NEXT:
	case CH_FAULT_SCALES_BEFORE:
	case CH_FAULT_SCALES_FIRST:
	case CH_FAULT_D_NEXT:
	case CH_FAULT_D_BEFORE:
	case CH_FAULT_D_FIRST:
	case CH_FAULT_LAST_BLOCK:
		return several_blocks;
	case CH_FAULT_ROWS_CLOSE:
	case CH_FAULT_ROWS_FAR:
		return f->rows > 1;
	case CH_FAULT_BLOCK:
		return blocks_of(f) - 1; /* the last one is a kind of its own */
	case CH_FAULT_FIRST_WAVE:
		return has_order(f) && f->order.waves > 1;
	case CH_FAULT_WAVE:
		if (!has_order(f) || f->order.waves < 2)
			return 0;
		/* of two waves, the second one missing is the first one alone */
		return f->order.waves == 2 ? 1 : f->order.waves;
	case CH_FAULT_LANES_HIGH:
	case CH_FAULT_ONE_ROUND:
		return has_order(f) && f->order.lanes > 1;
	case CH_FAULT_LANE_DISTANCE: /* the first step missing is the upper lanes dropped */
	case CH_FAULT_LANE_DISTANCE_TWICE:
		return has_order(f) && f->order.lanes > 2 ? log2_of(f->order.lanes) - 1 : 0;
	case CH_FAULT_LANE:
		return has_order(f) ? (int64_t)f->order.lanes * f->order.waves : 0;
	default:
		return 1;
	}
}

ch_mmvq_fault ch_mmvq_fault_at(const ch_mmvq_failure *f, ch_fault_kind kind, int64_t index)
{
	switch (kind) {
	case CH_FAULT_QUADS:
		return (ch_mmvq_fault){kind, INT64_C(2) << index};
	case CH_FAULT_LANES_HIGH:
		return (ch_mmvq_fault){kind, f->order.lanes / 2};
	case CH_FAULT_LANE_DISTANCE:
		return (ch_mmvq_fault){kind, INT64_C(1) << index};
	case CH_FAULT_LANE_DISTANCE_TWICE:
		return (ch_mmvq_fault){kind, INT64_C(2) << index};
	default:
		return (ch_mmvq_fault){kind, index};
	}
}

/* The lane, of all waves, that has a weight of a block: reference.h, ch_order. */
static int64_t lane_of(const ch_mmvq_failure *f, int64_t block, uint32_t weight)
{
	bool nibbles = f->format == CH_FP4 || f->format == CH_FP4_FAST;
	uint32_t lanes_a_block = f->order.qi / f->order.vdr;
	int64_t groups = (int64_t)f->order.lanes * f->order.waves / lanes_a_block;
	uint32_t part = nibbles ? weight % CH_HALF_WEIGHTS * lanes_a_block / CH_HALF_WEIGHTS
				: weight * lanes_a_block / CH_BLOCK_WEIGHTS;

	return block / f->order.run % groups * lanes_a_block + part;
}

/* How often a weight counts under a fault: 0, 1 or 2 times. */
static int times_counted(const ch_mmvq_failure *f, ch_mmvq_fault fault, int64_t block, uint32_t weight)
{
	int64_t lanes = f->order.lanes, lane, rounds;

	switch (fault.kind) {
	case CH_FAULT_FIRST_HALVES:
		return weight < CH_HALF_WEIGHTS;
	case CH_FAULT_SECOND_HALVES:
		return weight >= CH_HALF_WEIGHTS;
	case CH_FAULT_QUADS:
		return weight / 4u % (uint32_t)fault.which == 0;
	case CH_FAULT_LAST_BLOCK:
		return block != blocks_of(f) - 1;
	case CH_FAULT_BLOCK:
		return block != fault.which;
	case CH_FAULT_POSITION:
		return (int64_t)weight != fault.which;
	case CH_FAULT_FIRST_WAVE:
		return lane_of(f, block, weight) < lanes;
	case CH_FAULT_WAVE:
		return lane_of(f, block, weight) / lanes != fault.which;
	case CH_FAULT_LANE:
		return lane_of(f, block, weight) != fault.which;
	case CH_FAULT_LANES_HIGH:
		return lane_of(f, block, weight) % lanes < fault.which;
	case CH_FAULT_LANE_DISTANCE:
		return !(lane_of(f, block, weight) & fault.which);
	case CH_FAULT_LANE_DISTANCE_TWICE:
		/* lane 0 then sees what has the bit below clear, twice over */
		lane = lane_of(f, block, weight);
		return lane & fault.which / 2 ? 0 : 2;
	case CH_FAULT_ONE_ROUND:
		rounds = lanes * f->order.waves / (f->order.qi / f->order.vdr) * f->order.run;
		return block < rounds;
	default:
		return 1;
	}
}

static int64_t neighbour(int64_t block, int64_t blocks, ch_fault_kind kind, ch_fault_kind next, ch_fault_kind before,
			 ch_fault_kind first)
{
	if (kind == next)
		return block + 1 < blocks ? block + 1 : block;
	if (kind == before)
		return block > 0 ? block - 1 : block;
	return kind == first ? 0 : block;
}

static double read_d(const ch_mmvq_failure *f, ch_mmvq_fault fault, const uint8_t *column, int64_t block)
{
	int64_t from = neighbour(block, blocks_of(f), fault.kind, CH_FAULT_D_NEXT, CH_FAULT_D_BEFORE, CH_FAULT_D_FIRST);
	const uint8_t *x = column + from * CH_Q8_1_BYTES;
	uint16_t half = (uint16_t)(x[0] | x[1] << 8);

	if (fault.kind == CH_FAULT_SUBNORMAL_D && (half & 0x7c00u) == 0)
		return 0.0;
	return (double)ch_half_to_float(half);
}

static int32_t read_code(ch_mmvq_fault fault, int32_t value)
{
	bool as_unsigned = fault.kind == CH_FAULT_UNSIGNED_CODES || fault.kind == CH_FAULT_UNSIGNED_BOTH;

	return as_unsigned ? (int32_t)(uint8_t)value : value;
}

static int32_t read_q8(ch_mmvq_fault fault, uint8_t byte)
{
	bool as_unsigned = fault.kind == CH_FAULT_UNSIGNED_Q8 || fault.kind == CH_FAULT_UNSIGNED_BOTH;

	return as_unsigned ? byte : (int8_t)byte;
}

/* What one half-block gives under the fault; a lookalike brings its own weights, already scaled. */
static double half_dot(const ch_mmvq_failure *f, ch_mmvq_fault fault, const int8_t *codes, double scale,
		       const float *decoded, const uint8_t *q8, int64_t b, uint32_t half)
{
	double sum = 0.0;
	int32_t pair = 0;

	for (uint32_t i = CH_HALF_WEIGHTS * half; i < CH_HALF_WEIGHTS * (half + 1u); i++) {
		int times = times_counted(f, fault, b, i);

		if (times == 0)
			continue;
		if (fault.kind == CH_FAULT_LOOKALIKE) {
			sum += (double)decoded[i] * (double)(int8_t)q8[i];
			continue;
		}
		int32_t code = read_code(fault, codes[i]);
		int32_t product = times * code * read_q8(fault, q8[i]);

		pair = i % 2u ? pair + product : product;
		if (fault.kind != CH_FAULT_SHORT_PAIRS)
			sum += scale * product;
		else if (i % 2u)
			sum += scale * (double)(int16_t)(uint16_t)(uint32_t)pair;
	}
	return sum;
}

/* The block of the array that a row begins with under a fault; negative where the row then leaves the array. */
static int64_t first_block(const ch_mmvq_failure *f, ch_mmvq_fault fault, int64_t row)
{
	const int64_t blocks = blocks_of(f), stray = fault.kind == CH_FAULT_ROWS_CLOSE ? -row
						     : fault.kind == CH_FAULT_ROWS_FAR ? row
										       : 0;
	const int64_t first = row * blocks + stray;

	return first + blocks <= f->rows * blocks ? first : -1;
}

bool ch_mmvq_fault_dot(const ch_mmvq_failure *f, ch_mmvq_fault fault, int64_t row, int64_t col, float *decoded,
		       ch_dot *dot)
{
	size_t block_bytes = ch_format_get(f->format)->block_bytes;
	const int64_t first = first_block(f, fault, row);
	const uint8_t *w = (const uint8_t *)f->w + (size_t)(first < 0 ? 0 : first) * block_bytes;
	const uint8_t *column = (const uint8_t *)f->x_q8_1 + (size_t)(col * blocks_of(f)) * CH_Q8_1_BYTES;

	ch_values values;

	*dot = (ch_dot){0.0, 0.0};
	if (first < 0)
		return false;
	if (!ch_values_init(&values, f->format))
		return false;
	/* two rows: a stride that is too long reaches into the next one */
	if (fault.kind == CH_FAULT_LOOKALIKE &&
	    ch_lookalike_decode((uint32_t)fault.which, f->format, f->k, row + 1 < f->rows ? 2 : 1, w, decoded) != CH_OK)
		return false;
	for (int64_t b = 0; b < blocks_of(f); b++) {
		int64_t from = neighbour(b, blocks_of(f), fault.kind, CH_FAULT_SCALES_NEXT, CH_FAULT_SCALES_BEFORE,
					 CH_FAULT_SCALES_FIRST);
		double d = read_d(f, fault, column, b);
		int8_t codes[CH_BLOCK_WEIGHTS];

		ch_values_block(&values, w + (size_t)b * block_bytes, codes);

		for (uint32_t half = 0; half < 2; half++) {
			uint8_t e = ch_block_scale(f->format, w + (size_t)from * block_bytes, CH_HALF_WEIGHTS * half);
			double part =
				half_dot(f, fault, codes, (double)ch_scale_value(e), decoded + b * CH_BLOCK_WEIGHTS,
					 column + b * CH_Q8_1_BYTES + CH_Q8_1_QS, b, half);

			dot->value += d * part;
			dot->magnitude += fabs(d * part);
		}
	}
	return isfinite(dot->value);
}

void ch_mmvq_fault_words(const ch_mmvq_failure *f, ch_mmvq_fault fault, char *words, size_t size)
{
	if (fault.kind == CH_FAULT_LOOKALIKE) {
		ch_phrase_set(words, size, "%s", ch_lookalike_get((uint32_t)fault.which)->words);
		return;
	}
	ch_phrase_set(words, size, "%s", kinds[fault.kind].words);
	if (kinds[fault.kind].after)
		ch_phrase_add(words, size, "%" PRId64 "%s", fault.which, kinds[fault.kind].after);
	if (fault.kind == CH_FAULT_LANES_HIGH)
		ch_phrase_add(words, size, " (%" PRId64 "..%u)", fault.which, f->order.lanes - 1u);
}

const char *ch_mmvq_fault_clause(ch_mmvq_fault fault)
{
	if (fault.kind == CH_FAULT_LOOKALIKE)
		return ch_lookalike_get((uint32_t)fault.which)->clause;
	return kinds[fault.kind].clause;
}
