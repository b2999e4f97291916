/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of variants, and the launch of a row for a shape. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernels/dispatch.h"
#include "kernels/tiles.h"
#include "kernels/wide.h"

enum {
	ONE_TO_EIGHT = 1u << 0 | 1u << 1 | 1u << 3 | 1u << 7, /* 1, 2, 4, 8 waves a workgroup */
	ANY_WAVE = 32 | 64
};

#define ORDER(qi_, vdr_, term_)                                                                                   \
	{                                                                                                         \
		.qi = (qi_), .vdr = (vdr_), .lanes = 32, .waves = 1, .run = 1, .accumulators = 1, .term = (term_) \
	}

/* One row of the ladder: "Variants" and "Order of the float operations" of the contract. */
#define LADDER(name_, format_, same_, order_, stem_, file_, sizes_, on_wave64_)                               \
	{                                                                                                     \
		.variant = {.struct_size = sizeof(ch_variant),                                                \
			    .op = CH_OP_MMVQ,                                                                 \
			    .name = (name_),                                                                  \
			    .same_bytes_as = (same_),                                                         \
			    .formats = 1u << (format_),                                                       \
			    .max_ncols = 8,                                                                   \
			    .waves = ONE_TO_EIGHT,                                                            \
			    .order = order_},                                                                 \
		.stem = "ch_mmvq_" stem_, .file = (file_), .wave_sizes = (sizes_), .on_wave64 = (on_wave64_), \
		.waves = 4                                                                                    \
	}

/* A row of which a wave or a lane has all: waves a workgroup are no choice. lanes_: that share a row. */
#define WHOLE_ROW(family_, op_, name_, format_, parts_, lanes_, run_, term_, columns_, stem_, file_, sizes_, \
		  on_wave64_)                                                                                \
	{                                                                                                    \
		.variant = {.struct_size = sizeof(ch_variant),                                               \
			    .op = (op_),                                                                     \
			    .name = (name_),                                                                 \
			    .formats = 1u << (format_),                                                      \
			    .max_ncols = (columns_),                                                         \
			    .order = {.qi = (parts_),                                                        \
				      .vdr = (parts_),                                                       \
				      .lanes = (lanes_),                                                     \
				      .waves = 1,                                                            \
				      .run = (run_),                                                         \
				      .accumulators = 1,                                                     \
				      .term = (term_)}},                                                     \
		.family = (family_), .stem = "ch_" stem_, .file = (file_), .wave_sizes = (sizes_),           \
		.on_wave64 = (on_wave64_)                                                                    \
	}
#define WIDE(name_, format_, parts_, stem_, on_wave64_)                                                    \
	WHOLE_ROW(CH_KERNEL_WIDE, CH_OP_MMVQ, name_, format_, parts_, 32, 2, CH_TERM_TWO_SCALES, 8, stem_, \
		  "mmvq_wide", 32, on_wave64_)
#define TILE(name_, format_, parts_, term_, stem_) \
	WHOLE_ROW(CH_KERNEL_TILE, CH_OP_MMQ, name_, format_, parts_, 1, 1, term_, 128, stem_, "mmq", ANY_WAVE, NULL)

#define FP3 ORDER(8, 2, CH_TERM_TWO_SCALES)
#define FP3_VDR4 ORDER(8, 4, CH_TERM_ONE_SCALE)
#define FP2 ORDER(2, 1, CH_TERM_ONE_SCALE)
#define FP4 ORDER(4, 4, CH_TERM_TWO_SCALES)
#define FP4_FAST ORDER(4, 2, CH_TERM_ONE_SCALE)
#define FP6 ORDER(8, 4, CH_TERM_TWO_SCALES)
#define FP8 ORDER(8, 2, CH_TERM_ONE_SCALE)

static const ch_kernel_row table[] = {
	LADDER("fp3-scalar", CH_FP3, NULL, FP3, "fp3_scalar", "mmvq_fp3", ANY_WAVE, NULL),
	LADDER("fp3-lut", CH_FP3, "fp3-scalar", FP3, "fp3_lut", "mmvq_fp3", ANY_WAVE, NULL),
	LADDER("fp3-lut-swz", CH_FP3, "fp3-lut", FP3, "fp3_lut_swz", "mmvq_swizzle", 32, "fp3-lut"),
	LADDER("fp3-vdr4", CH_FP3, NULL, FP3_VDR4, "fp3_vdr4", "mmvq_swizzle", 32, "fp3-vdr4-shfl"),
	LADDER("fp3-vdr4-shfl", CH_FP3, "fp3-vdr4", FP3_VDR4, "fp3_vdr4_shfl", "mmvq_fp3", ANY_WAVE, NULL),
	LADDER("fp2-base", CH_FP2, NULL, FP2, "fp2_base", "mmvq_fp2", ANY_WAVE, NULL),
	LADDER("fp2-2chain-swz", CH_FP2, "fp2-base", FP2, "fp2_2chain_swz", "mmvq_swizzle", 32, "fp2-base"),
	LADDER("fp4", CH_FP4, NULL, FP4, "fp4", "mmvq_fp4", ANY_WAVE, NULL),
	LADDER("fp4-fast", CH_FP4_FAST, NULL, FP4_FAST, "fp4_fast", "mmvq_fp4", ANY_WAVE, NULL),
	LADDER("fp6", CH_FP6, NULL, FP6, "fp6", "mmvq_fp6", ANY_WAVE, NULL),
	LADDER("fp8", CH_FP8, NULL, FP8, "fp8", "mmvq_fp8", ANY_WAVE, NULL),
	/* ours: see mmvq_wide.h. Where a wave has 64 lanes the ladder's rung runs, whose order is another. */
	WIDE("fp3-wide", CH_FP3, 8, "mmvq_fp3_wide", "fp3-lut"),
	WIDE("fp2-wide", CH_FP2, 2, "mmvq_fp2_wide", "fp2-base"),
	TILE("fp2-mmq", CH_FP2, 2, CH_TERM_TWO_SCALES, "mmq_fp2"),
	TILE("fp3-mmq", CH_FP3, 8, CH_TERM_TWO_SCALES, "mmq_fp3"),
	TILE("fp4-fast-mmq", CH_FP4_FAST, 4, CH_TERM_ONE_SCALE, "mmq_fp4_fast"),
};

enum { TABLE_ROWS = sizeof(table) / sizeof(table[0]) };

const ch_kernel_row *ch_kernel_rows(uint32_t *count)
{
	*count = TABLE_ROWS;
	return table;
}

const ch_kernel_row *ch_kernel_find(const char *name)
{
	for (uint32_t i = 0; i < TABLE_ROWS; i++) {
		if (strcmp(table[i].variant.name, name) == 0)
			return &table[i];
	}
	return NULL;
}

ch_order ch_kernel_order(const ch_kernel_row *row, uint32_t wave_size, uint32_t waves)
{
	ch_order order = row->variant.order;

	if (order.lanes > 1)
		order.lanes = wave_size;
	if (row->variant.waves)
		order.waves = waves;
	return order;
}

static ch_status refuse(char words[CH_KERNEL_WORDS], ch_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static ch_status refuse(char words[CH_KERNEL_WORDS], ch_status status, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vsnprintf(words, CH_KERNEL_WORDS, format, list);
	va_end(list);
	return status;
}

static void push_argument(ch_kernel_launch *launch, ch_kernel_argument kind, uint32_t value)
{
	launch->arguments[launch->argument_count].kind = kind;
	launch->arguments[launch->argument_count].value = value;
	launch->argument_count++;
}

/* A grid's x is at most 2^31 - 1 workgroups, and AMD counts work-items in 32 bits. */
static bool grid_fits(int64_t groups, uint32_t threads)
{
	return groups <= INT32_MAX && groups * (int64_t)threads <= UINT32_MAX;
}

static ch_status check_shape(const ch_kernel_row *row, int64_t k, int64_t rows, int64_t ncols, char *words)
{
	if (k <= 0 || k % CH_BLOCK_WEIGHTS)
		return refuse(words, CH_BAD_SHAPE, "k %lld is no positive multiple of 32", (long long)k);
	if (rows < 0 || ncols < 0)
		return refuse(words, CH_BAD_SHAPE, "%lld rows and %lld columns: negative", (long long)rows,
			      (long long)ncols);
	if (ncols < 1 || ncols > row->variant.max_ncols)
		return refuse(words, CH_UNSUPPORTED, "%s takes 1 to %u columns, not %lld", row->variant.name,
			      row->variant.max_ncols, (long long)ncols);
	if (k / CH_BLOCK_WEIGHTS > INT32_MAX / CH_BLOCK_WEIGHTS || rows > INT32_MAX)
		return refuse(words, CH_UNSUPPORTED, "k %lld and %lld rows: more than 32 bits count", (long long)k,
			      (long long)rows);
	return CH_OK;
}

static void ladder_launch(const ch_kernel_row *row, int64_t rows, int64_t ncols, ch_kernel_launch *launch)
{
	launch->grid[0] = (uint32_t)rows;
	launch->threads = launch->waves * launch->wave_size;
	snprintf(launch->symbol, sizeof(launch->symbol), "%s_c%d", row->stem, (int)ncols);
}

static void wide_launch(const ch_kernel_row *row, int64_t k, int64_t rows, int64_t ncols, ch_kernel_launch *launch)
{
	bool fp3 = row->variant.formats & 1u << CH_FP3;
	uint32_t block_bytes = fp3 ? 14 : 10;
	uint32_t x_bytes =
		(uint32_t)(CH_WIDE_CHUNK * (fp3 ? CH_WIDE_FP3_X_BYTES : CH_WIDE_FP2_X_BYTES)) * (uint32_t)ncols;
	uint32_t rows_a_wave = (uint32_t)CH_WIDE_ROWS(ncols), rows_a_group = CH_WIDE_WAVES * rows_a_wave;
	uint32_t chunks = (uint32_t)((k / CH_BLOCK_WEIGHTS + CH_WIDE_CHUNK - 1) / CH_WIDE_CHUNK);
	uint32_t window = CH_WIDE_WINDOW_BYTES / x_bytes;
	/* Staging the activations is paid once a workgroup: up to eight groups of rows share it, once there are enough rows to
	 * leave a large device several workgroups for each of its units. */
	int64_t groups = rows / 16384;

	window = window > chunks ? chunks : window;
	groups = groups < 1 ? 1 : groups > 8 ? 8 : groups;
	launch->waves = CH_WIDE_WAVES;
	launch->threads = CH_WIDE_WAVES * CH_WIDE_LANES;
	launch->grid[0] = (uint32_t)((rows + groups * rows_a_group - 1) / (groups * rows_a_group));
	launch->shared_bytes =
		CH_WIDE_WAVES * CH_WIDE_STAGES * rows_a_wave * CH_WIDE_CHUNK * block_bytes + window * x_bytes;
	push_argument(launch, CH_ARGUMENT_UINT32, (uint32_t)groups);
	push_argument(launch, CH_ARGUMENT_UINT32, window);
	snprintf(launch->symbol, sizeof(launch->symbol), "%s_c%d", row->stem, (int)ncols);
}

static void tile_launch(const ch_kernel_row *row, int64_t rows, int64_t ncols, ch_kernel_launch *launch)
{
	launch->threads = CH_MMQ_THREADS;
	launch->waves = CH_MMQ_THREADS / launch->wave_size;
	launch->grid[0] = (uint32_t)((rows + CH_MMQ_ROWS - 1) / CH_MMQ_ROWS);
	push_argument(launch, CH_ARGUMENT_UINT32, (uint32_t)ncols);
	snprintf(launch->symbol, sizeof(launch->symbol), "%s_n%d", row->stem, ncols <= 8 ? 8 : ncols <= 32 ? 32 : 128);
}

ch_status ch_kernel_plan(const ch_kernel_row *row, uint32_t wave_size, uint32_t waves, int64_t k, int64_t rows,
			 int64_t ncols, ch_kernel_launch *launch, char words[CH_KERNEL_WORDS])
{
	ch_status status = check_shape(row, k, rows, ncols, words);

	if (status)
		return status;
	if (wave_size != 32 && wave_size != 64)
		return refuse(words, CH_UNSUPPORTED, "no kernel for waves of %u", wave_size);
	if (!(row->wave_sizes & wave_size))
		return refuse(words, CH_UNSUPPORTED, "%s has no form for waves of %u", row->variant.name, wave_size);
	if (waves == 0)
		waves = row->waves;
	if (row->variant.waves ? waves > CH_KERNEL_MAX_WAVES || !(row->variant.waves & 1u << (waves - 1)) : waves != 0)
		return refuse(words, CH_UNSUPPORTED, "%s does not run with %u waves a workgroup", row->variant.name,
			      waves);

	*launch = (ch_kernel_launch){.file = row->file, .grid = {0, 1, 1}, .wave_size = wave_size, .waves = waves};
	push_argument(launch, CH_ARGUMENT_W, 0);
	push_argument(launch, CH_ARGUMENT_X_Q8_1, 0);
	push_argument(launch, CH_ARGUMENT_OUT, 0);
	push_argument(launch, CH_ARGUMENT_UINT32, (uint32_t)(k / CH_BLOCK_WEIGHTS));
	push_argument(launch, CH_ARGUMENT_UINT32, (uint32_t)rows);
	switch (row->family) {
	case CH_KERNEL_LADDER:
		ladder_launch(row, rows, ncols, launch);
		break;
	case CH_KERNEL_WIDE:
		wide_launch(row, k, rows, ncols, launch);
		break;
	case CH_KERNEL_TILE:
		tile_launch(row, rows, ncols, launch);
		break;
	}
	if (!grid_fits(launch->grid[0], launch->threads))
		return refuse(words, CH_UNSUPPORTED, "%lld rows: more work-items than a grid holds", (long long)rows);
	return CH_OK;
}

ch_status ch_kernel_plan_quantize_q8_1(uint32_t wave_size, int64_t k, int64_t ncols, ch_kernel_launch *launch,
				       char words[CH_KERNEL_WORDS])
{
	enum { THREADS = 256, BLOCKS_A_GROUP = THREADS / CH_BLOCK_WEIGHTS };
	int64_t blocks;

	if (k <= 0 || k % CH_BLOCK_WEIGHTS || ncols < 0)
		return refuse(words, CH_BAD_SHAPE, "k %lld, %lld columns: no whole blocks", (long long)k,
			      (long long)ncols);
	if (__builtin_mul_overflow(k / CH_BLOCK_WEIGHTS, ncols, &blocks) || blocks > UINT32_MAX / CH_BLOCK_WEIGHTS)
		return refuse(words, CH_UNSUPPORTED, "k %lld, %lld columns: more than a grid holds", (long long)k,
			      (long long)ncols);
	*launch = (ch_kernel_launch){
		.symbol = "ch_quantize_q8_1_kernel",
		.file = "quantize",
		.grid = {(uint32_t)((blocks + BLOCKS_A_GROUP - 1) / BLOCKS_A_GROUP), 1, 1},
		.threads = THREADS,
		.wave_size = wave_size,
		.waves = THREADS / wave_size,
	};
	push_argument(launch, CH_ARGUMENT_X, 0);
	push_argument(launch, CH_ARGUMENT_OUT, 0);
	push_argument(launch, CH_ARGUMENT_UINT32, (uint32_t)blocks);
	return CH_OK;
}
