/* SPDX-License-Identifier: Apache-2.0
 *
 * Which kernel for which architecture. A name is matched whole (F48): gfx1151 is neither gfx115 nor gfx11510. An architecture that is
 * known but not qualified gets the plainest rung, so that nothing rests on what was only seen elsewhere (F55); one that is not
 * known is refused, because its wave size would be a guess (F25, F53). */
#include <stdio.h>
#include <string.h>

#include "kernels/dispatch.h"
#include "text/target_id.h"

static const ch_architecture architectures[] = {
	/* GCN and CDNA: waves of 64 */
	{"gfx900", 64, false},
	{"gfx902", 64, false},
	{"gfx904", 64, false},
	{"gfx906", 64, true},
	{"gfx908", 64, false},
	{"gfx909", 64, false},
	{"gfx90a", 64, false},
	{"gfx90c", 64, false},
	{"gfx940", 64, false},
	{"gfx941", 64, false},
	{"gfx942", 64, false},
	{"gfx950", 64, false},
	{"gfx9-generic", 64, false},
	{"gfx9-4-generic", 64, false},
	/* RDNA: compiled for waves of 32 */
	{"gfx1010", 32, false},
	{"gfx1011", 32, false},
	{"gfx1012", 32, false},
	{"gfx1013", 32, false},
	{"gfx1030", 32, false},
	{"gfx1031", 32, false},
	{"gfx1032", 32, false},
	{"gfx1033", 32, false},
	{"gfx1034", 32, false},
	{"gfx1035", 32, false},
	{"gfx1036", 32, false},
	{"gfx1100", 32, true},
	{"gfx1101", 32, false},
	{"gfx1102", 32, false},
	{"gfx1103", 32, false},
	{"gfx1150", 32, false},
	{"gfx1151", 32, true},
	{"gfx1152", 32, false},
	{"gfx1153", 32, false},
	{"gfx1200", 32, false},
	{"gfx1201", 32, true},
	{"gfx10-1-generic", 32, false},
	{"gfx10-3-generic", 32, false},
	{"gfx11-generic", 32, false},
	{"gfx12-generic", 32, false},
	/* CUDA: dp4a is there from 6.1 on */
	{"sm_75", 32, false},
	{"sm_80", 32, false},
	{"sm_86", 32, false},
	{"sm_87", 32, false},
	{"sm_89", 32, false},
	{"sm_90", 32, true},
	{"sm_100", 32, false},
	{"sm_103", 32, false},
	{"sm_120", 32, false},
};

enum { ARCHITECTURES = sizeof(architectures) / sizeof(architectures[0]) };

const ch_architecture *ch_architectures(uint32_t *count)
{
	*count = ARCHITECTURES;
	return architectures;
}

const ch_architecture *ch_architecture_find(const char *name)
{
	ch_target_id id;

	if (!ch_target_id_parse(name, strlen(name), &id) || !ch_target_id_has_features(&id))
		return NULL;
	for (uint32_t i = 0; i < ARCHITECTURES; i++) {
		if (strcmp(architectures[i].name, id.processor) == 0)
			return &architectures[i];
	}
	return NULL;
}

/* What an architecture gets that did not ask. A qualified one with waves of 32 gets the rung that measured best there. */
static const struct {
	ch_op op;
	ch_format format;
	const char *plain, *rdna, *hopper;
} preferences[] = {
	{CH_OP_MMVQ, CH_FP2, "fp2-base", "fp2-2chain-swz", "fp2-wide"},
	{CH_OP_MMVQ, CH_FP3, "fp3-lut", "fp3-vdr4", "fp3-wide"},
	{CH_OP_MMVQ, CH_FP4, "fp4", "fp4", "fp4"},
	{CH_OP_MMVQ, CH_FP4_FAST, "fp4-fast", "fp4-fast", "fp4-fast"},
	{CH_OP_MMVQ, CH_FP6, "fp6", "fp6", "fp6"},
	{CH_OP_MMVQ, CH_FP8, "fp8", "fp8", "fp8"},
	{CH_OP_MMQ, CH_FP2, "fp2-mmq", "fp2-mmq", "fp2-mmq"},
	{CH_OP_MMQ, CH_FP3, "fp3-mmq", "fp3-mmq", "fp3-mmq"},
	{CH_OP_MMQ, CH_FP4_FAST, "fp4-fast-mmq", "fp4-fast-mmq", "fp4-fast-mmq"},
};

static const char *preferred(const ch_architecture *architecture, ch_op op, ch_format format)
{
	for (size_t i = 0; i < sizeof(preferences) / sizeof(preferences[0]); i++) {
		if (preferences[i].op != op || preferences[i].format != format)
			continue;
		if (!architecture->qualified || architecture->wave_size != 32)
			return preferences[i].plain;
		return strcmp(architecture->name, "sm_90") == 0 ? preferences[i].hopper : preferences[i].rdna;
	}
	return NULL;
}

/* A runtime may give anything as a name: no more of it than fits a line, and nothing unprintable. */
static void printable(const char *name, char out[32])
{
	size_t length = 0;

	for (; name[length] && length < 31; length++)
		out[length] = name[length] >= ' ' && name[length] <= '~' ? name[length] : '?';
	out[length] = 0;
}

#define REFUSE(...) (snprintf(choice->words, sizeof(choice->words), __VA_ARGS__), CH_UNSUPPORTED)

ch_status ch_kernel_choose(const char *architecture, ch_op op, ch_format format, const char *wanted, int64_t k,
			   int64_t rows, int64_t ncols, ch_kernel_choice *choice)
{
	const ch_architecture *known = ch_architecture_find(architecture);
	const ch_format_info *info = ch_format_get(format);
	char name[32];

	*choice = (ch_kernel_choice){0};
	printable(architecture, name);
	if (!known)
		return REFUSE("architecture %s is not known, so neither is its wave size", name);
	if (!info || (op != CH_OP_MMVQ && op != CH_OP_MMQ))
		return REFUSE("no kernels for this operation or format");
	const char *want = wanted ? wanted : preferred(known, op, format);
	const ch_kernel_row *row = want ? ch_kernel_find(want) : NULL;

	if (!want)
		return REFUSE("no %s kernel for %s", ch_op_name(op), info->name);
	if (!row || row->variant.op != op || !(row->variant.formats & 1u << format)) {
		printable(want, name);
		return REFUSE("%s is no variant of %s for %s", name, ch_op_name(op), info->name);
	}
	if (!(row->wave_sizes & known->wave_size)) {
		const ch_kernel_row *instead = ch_kernel_find(row->on_wave64);

		snprintf(choice->words, sizeof(choice->words), "%s needs waves of 32 and %s has %u: %s runs instead",
			 row->variant.name, known->name, known->wave_size, instead->variant.name);
		row = instead;
	} else {
		snprintf(choice->words, sizeof(choice->words), "%s on %s, waves of %u%s", row->variant.name,
			 known->name, known->wave_size,
			 known->qualified ? "" : ", an architecture that is not qualified");
	}

	ch_kernel_launch launch;
	char words[CH_KERNEL_WORDS];
	ch_status status = ch_kernel_plan(row, known->wave_size, 0, k, rows, ncols, &launch, words);

	if (status) {
		memcpy(choice->words, words, sizeof(words));
		return status;
	}
	choice->row = row;
	choice->wave_size = known->wave_size;
	return CH_OK;
}
