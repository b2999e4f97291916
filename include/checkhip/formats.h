/* SPDX-License-Identifier: Apache-2.0
 *
 * The six block formats: layout, codes, scales, decoding, checking, quantizing. The contract is docs/contract/formats.md;
 * words in CAPITALS name its clauses.
 *
 * Shapes. A row of k weights is k / 32 consecutive blocks; rows follow one another without padding. k must be a
 * positive multiple of 32 (ROW-WHOLE-BLOCKS). Counts are int64_t and are checked.
 * Alignment. Blocks are packed (BLOCK-ALIGN): a block pointer needs no alignment here.
 * Ownership. Nothing here allocates, keeps a pointer, or touches a byte outside the sizes given (NO-OVERREAD).
 * Threads. Every function is pure; there is no global state. */
#ifndef CHECKHIP_FORMATS_H
#define CHECKHIP_FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "checkhip/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	CH_BLOCK_WEIGHTS = 32, /* weights a block, in every format */
	CH_HALF_WEIGHTS = 16,  /* weights a half-block: SCALE-SPLIT */
	CH_MAX_BLOCK_BYTES = 33
};

typedef enum ch_format { CH_FP2, CH_FP3, CH_FP4, CH_FP4_FAST, CH_FP6, CH_FP8, CH_FORMAT_COUNT } ch_format;

typedef struct ch_format_info {
	const char *name;	/* "fp3": ours, used in case names */
	const char *ggml_name;	/* "Q3_0_ROCMFPX" */
	const char *file_name;	/* "fp3": as in the names of known-answer files; "fp4fast" for fp4-fast */
	uint32_t ggml_id;	/* tensor type id; a format is never named by it alone */
	uint32_t block_bytes;	/* bytes of a block, no padding */
	uint32_t payload_bytes; /* codes come first; the scale bytes start here */
	uint32_t scale_count;	/* 2: one a half-block, 1: one a block */
	uint32_t code_bits;	/* 2, 3, 4, 4, 6, 8 */
	uint32_t block_align;	/* what BLOCK-ALIGN lets a kernel assume: 2 or 1 */
	int32_t max_magnitude;	/* Q of the quantizer: 2, 4, 10, 10, 31, 127 */
} ch_format_info;

/* The row of the table for a format; NULL if it is none of the six. */
const ch_format_info *ch_format_get(ch_format format);

/* Finds a format by our name, its file name, its ggml name (upper or lower case) or its decimal id. */
bool ch_format_find(const char *name, ch_format *format);

/* Bytes of `rows` rows of k weights. CH_BAD_SHAPE if k is no positive multiple of 32, rows is negative, or the size does
 * not fit a size_t. */
ch_status ch_weights_bytes(ch_format format, int64_t k, int64_t rows, size_t *bytes);

/* SCALE-VALID and SCALE-VALUE. The value of an invalid byte is 0. */
bool ch_scale_valid(uint8_t e);
float ch_scale_value(uint8_t e);

/* CODE-TABLE. `code` is masked to the format's width; fp8 takes the byte as a code. */
int32_t ch_code_value(ch_format format, uint32_t code);

/* BIT-ORDER: the code of weight 0..31 of a block, and its inverse. */
uint32_t ch_block_code(ch_format format, const void *block, uint32_t weight);
void ch_block_set_code(ch_format format, void *block, uint32_t weight, uint32_t code);

/* SCALE-SPLIT: the scale byte that serves weight 0..31, and its inverse by half (0, 1). With one scale both halves are it. */
uint8_t ch_block_scale(ch_format format, const void *block, uint32_t weight);
void ch_block_set_scale(ch_format format, void *block, uint32_t half, uint8_t e);

/* WEIGHT: y[rows][k] = table[code] * scale. An invalid scale decodes as 0 for its half-block (the sign of a zero stays).
 * ch_decode_plain reads one code at a time as BIT-ORDER has it; ch_decode gives the same bytes from a table, faster. */
ch_status ch_decode_plain(ch_format format, int64_t k, int64_t rows, const void *w, float *y);
ch_status ch_decode(ch_format format, int64_t k, int64_t rows, const void *w, float *y);

/* Where the first invalid scale is. */
typedef struct ch_bad_scale {
	int64_t row, block; /* block within the row */
	uint32_t half;	    /* 0 or 1; 0 where a block has one scale */
	uint8_t byte;
} ch_bad_scale;

/* SCALE-VALID over rows of weights: CH_OK, or CH_BAD_SCALE and *bad (which may be NULL). */
ch_status ch_validate(ch_format format, int64_t k, int64_t rows, const void *w, ch_bad_scale *bad);

/* The quantizer, every byte fixed. x[rows][k]; importance NULL, or one weight a column, k of them; w as ch_weights_bytes.
 * ch_quantize_plain tries all 126 scales as the contract is written; ch_quantize gives the same bytes with a search that
 * prunes exactly. */
ch_status ch_quantize_plain(ch_format format, int64_t k, int64_t rows, const float *x, const float *importance,
			    void *w);
ch_status ch_quantize(ch_format format, int64_t k, int64_t rows, const float *x, const float *importance, void *w);

/* Activations. A q8_1 block is 36 bytes: binary16 d, binary16 s, int8 qs[32]; a column of k is k / 32 of them. */
enum { CH_Q8_1_BYTES = 36, CH_Q8_1_QS = 4 };

/* x[ncols][k] to q8_1 (Q8-SCALE). A block whose x are not all finite is the caller's doing: its d is what IEEE gives. */
ch_status ch_quantize_q8_1(int64_t k, int64_t ncols, const float *x, void *x_q8_1);

/* The INT8 cache of the attention kernels: cells[count][head_dim] to codes and one binary16 scale for each 64 values.
 * head_dim must be a multiple of 64. A group of zeros has scale 0 and codes 0. */
enum { CH_CELL_GROUP = 64 };
ch_status ch_quantize_cells(int64_t head_dim, int64_t count, const float *x, int8_t *codes, uint16_t *scales);

/* binary16 <-> binary32, round to nearest even, subnormals kept, NaN stays NaN. */
float ch_half_to_float(uint16_t half);
uint16_t ch_float_to_half(float value);

#ifdef __cplusplus
}
#endif
#endif
