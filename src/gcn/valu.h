/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the files that run vector instructions. */
#ifndef CHECKHIP_GCN_VALU_H
#define CHECKHIP_GCN_VALU_H

#include "gcn/machine.h"

/* What a vector instruction gives, before it is written. */
typedef struct ch_values {
	uint32_t d[2][CH_MAX_LANES], undefined[2][CH_MAX_LANES];
	uint64_t mask, mask_undefined, on;
	bool clean; /* `undefined` is not filled in: there is nothing */
} ch_values;

/* What runs and changes whole waves is compiled at each level, as CH_ROWS_OF. Change of a source: sub-dword selection, op_sel,
 * absolute value, negation, flushing; of a result: omod, clamp, flushing, sub-dword and half-register results. */
#define CH_VALU_OF(level)                                                                                            \
	void ch_valu_run##level(ch_wave *wave, const ch_step *step);                                                 \
	ch_step_function ch_valu_plain##level(uint32_t lanes, uint32_t count, bool masks);                           \
	void ch_valu_run_dual##level(ch_wave *wave, const ch_step *step);                                            \
	void ch_valu_change_source##level(const ch_wave *wave, const ch_source *source, const uint32_t *const in[2], \
					  uint32_t out[2][CH_MAX_LANES]);                                            \
	void ch_valu_change_result##level(const ch_wave *wave, const ch_step *step, const uint32_t *old,             \
					  ch_values *values)
CH_VALU_OF();
CH_VALU_OF(_v3);
CH_VALU_OF(_v4);

/* Bits of the result's register that an instruction which keeps some of the old ones keeps. */
uint32_t ch_valu_kept_bits(const ch_step *step);

/* DPP: the first source from other lanes; and the lanes that are written. */
const uint32_t *ch_valu_permute(const ch_step *step, uint64_t exec, const uint32_t *in, uint32_t *out, uint32_t lanes);
uint64_t ch_valu_permute_writes(const ch_step *step, uint64_t exec, uint32_t lanes);

/* MODE's rounding as the host's. */
void ch_valu_set_rounding(uint32_t mode);

/* The undefined bits of a vector register. */
void ch_wave_shadow(const ch_wave *wave, uint32_t index, uint32_t *bits);

#endif
