/* SPDX-License-Identifier: Apache-2.0
 *
 * The usual vector instruction: nothing is done to its sources and its result, and no source has an undefined bit. Everything else
 * goes the long way, in valu.c. Compiled for each level of x86-64, and there for each width of the wave and number of sources,
 * without and with lane masks. */
#include "gcn/spread.h"
#include "gcn/valu.h"

/* Where the sources lie; scalars are spread over the lanes. Returns the lanes that have an undefined bit in one. */
static inline uint64_t gather_plain(ch_wave *wave, const ch_step *step, uint32_t lanes, uint32_t count,
				    const uint32_t *word[3][2])
{
	uint64_t dirty = 0;
	for (uint32_t i = 0; i < count; i++) {
		const ch_source *source = &step->sources[i];
		const bool pair = source->words == 2;
		word[i][0] = source->splat[0];
		word[i][1] = source->splat[1];
		if (source->kind == CH_FROM_VGPR) {
			word[i][0] = wave->v + (size_t)source->index * lanes;
			word[i][1] = word[i][0] + lanes;
			dirty |= wave->v_dirty[source->index];
			if (pair)
				dirty |= wave->v_dirty[source->index + 1];
		} else if (source->kind == CH_FROM_SGPR) {
			uint64_t undefined;
			const uint64_t value = ch_scalar_operand(wave, source->operand, source->words, &undefined);
			ch_spread(wave, i, 0, (uint32_t)value, lanes);
			if (pair)
				ch_spread(wave, i, 1, (uint32_t)(value >> 32), lanes);
			word[i][0] = wave->splat[i][0];
			word[i][1] = wave->splat[i][1];
			dirty |= undefined ? UINT64_MAX : 0;
		}
	}
	return dirty;
}

static inline __attribute__((always_inline)) void run_plain(ch_wave *wave, const ch_step *step, uint32_t lanes,
							    uint32_t count, bool masks)
{
	const uint64_t all = lanes == 64 ? UINT64_MAX : UINT32_MAX;
	const uint64_t on = (wave->s[CH_GCN_EXEC] | (uint64_t)wave->s[CH_GCN_EXEC + 1] << 32) & all;
	const uint32_t *word[3][2];
	if ((gather_plain(wave, step, lanes, count, word) & on) || (masks && ch_mask_is_dirty(wave, step, lanes))) {
		CH_LEVEL(ch_valu_run)(wave, step);
		return;
	}
	uint32_t d[2][CH_MAX_LANES], *result = wave->v + (size_t)step->result * lanes;
	const bool direct = step->result_apart && on == all && step->result_words;
	const uint64_t mask_in = masks && step->reads_mask ? ch_wave_mask(wave, step->mask_in) : 0;
	uint64_t mask_out = 0;
	ch_lanes x = {.mode = &wave->mode, .select = step->select};
	x.d[0] = direct ? result : d[0];
	x.d[1] = direct ? result + lanes : d[1];
	for (uint32_t base = 0; base < lanes; base += CH_LANES) {
		for (uint32_t i = 0; i < count; i++) {
			x.s[i][0] = word[i][0] + base;
			x.s[i][1] = word[i][1] + base;
		}
		x.base = base;
		if (masks)
			x.mask = (uint32_t)(mask_in >> base);
		step->lane(&x);
		if (masks)
			mask_out |= (uint64_t)x.result << base;
		x.d[0] += CH_LANES;
		x.d[1] += CH_LANES;
	}
	for (uint32_t w = 0; w < step->result_words; w++) {
		if (direct)
			wave->v_dirty[step->result + w] = 0;
		else
			ch_vgpr_write(wave, step->result + w, d[w], NULL, on);
	}
	if (masks && step->writes_mask)
		ch_wave_set_mask(wave, step->mask_out, mask_out & on, 0);
}

#define CH_RUN_PLAIN(lanes, count)                                                  \
	static void run_plain_##lanes##_##count(ch_wave *wave, const ch_step *step) \
	{                                                                           \
		run_plain(wave, step, lanes, count, false);                         \
	}                                                                           \
	static void run_masks_##lanes##_##count(ch_wave *wave, const ch_step *step) \
	{                                                                           \
		run_plain(wave, step, lanes, count, true);                          \
	}
CH_RUN_PLAIN(32, 0)
CH_RUN_PLAIN(32, 1)
CH_RUN_PLAIN(32, 2)
CH_RUN_PLAIN(32, 3)
CH_RUN_PLAIN(64, 0)
CH_RUN_PLAIN(64, 1)
CH_RUN_PLAIN(64, 2)
CH_RUN_PLAIN(64, 3)

ch_step_function CH_LEVEL(ch_valu_plain)(uint32_t lanes, uint32_t count, bool masks)
{
	static const ch_step_function run[2][2][4] = {
		{{run_plain_32_0, run_plain_32_1, run_plain_32_2, run_plain_32_3},
		 {run_masks_32_0, run_masks_32_1, run_masks_32_2, run_masks_32_3}},
		{{run_plain_64_0, run_plain_64_1, run_plain_64_2, run_plain_64_3},
		 {run_masks_64_0, run_masks_64_1, run_masks_64_2, run_masks_64_3}}};
	return run[lanes == 64][masks][count];
}
