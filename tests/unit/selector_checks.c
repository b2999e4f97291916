/* SPDX-License-Identifier: Apache-2.0
 *
 * The selector's decision for every name of a list, every format and every width (F24, F53, F55). */
#include "selector_checks.h"

#include <stdio.h>
#include <string.h>

#include "selector_names.h"

static bool has_mmq(ch_format format)
{
	return format == CH_FP2 || format == CH_FP3 || format == CH_FP4_FAST;
}

/* A name and a width, for the words. */
typedef struct asked {
	const char *name;
	ch_op op;
	ch_format format;
	int64_t ncols;
} asked;

static bool found(const asked *of, const char *what, char words[CH_KERNEL_WORDS])
{
	snprintf(words, CH_KERNEL_WORDS, "%.30s, %s, %s, %d columns: %.60s", of->name, ch_op_name(of->op),
		 ch_format_get(of->format)->name, (int)of->ncols, what);
	return false;
}

/* F24, F53: what is chosen can be launched, within the bound that the kernels are compiled for. */
static bool can_be_launched(const selector *on, const asked *of, const ch_kernel_choice *choice,
			    char words[CH_KERNEL_WORDS])
{
	const uint32_t wave = selector_waves_of_64(of->name) ? 64 : 32;
	ch_kernel_launch launch;
	char plan_words[CH_KERNEL_WORDS];

	if (!choice->row)
		return found(of, "accepted without a kernel", words);
	if (choice->wave_size != wave || !(choice->row->wave_sizes & wave))
		return found(of, "a kernel for another wave size", words);
	if (choice->row->variant.op != of->op || !(choice->row->variant.formats & 1u << of->format))
		return found(of, "a kernel of another operation or format", words);
	if (on->plan(choice->row, wave, 0, 4096, 257, of->ncols, &launch, plan_words) != CH_OK)
		return found(of, "the kernel chosen cannot be launched", words);
	if (!launch.threads || !launch.grid[0] || !launch.grid[1] || !launch.grid[2])
		return found(of, "a grid or workgroup of 0", words);
	if (launch.threads % wave || launch.threads > CH_KERNEL_MAX_WAVES * wave)
		return found(of, "no workgroup that the kernel was compiled for", words);
	/* __shared__ arrays are sized by waves, and lanes are counted by wave_size */
	if (launch.wave_size != wave || launch.waves * wave != launch.threads)
		return found(of, "waves times lanes are not the work-items", words);
	return true;
}

/* Every format and width on one name: a row that can be launched there, or a refusal in words. */
static bool sweep_name(const selector *on, const char *name, char words[CH_KERNEL_WORDS])
{
	const bool known = selector_waves_of_64(name) || selector_waves_of_32(name);

	for (int format = 0; format < CH_FORMAT_COUNT; format++) {
		for (int64_t ncols = 1; ncols <= 129; ncols++) {
			const asked of = {name, ncols <= 8 ? CH_OP_MMVQ : CH_OP_MMQ, (ch_format)format, ncols};
			const bool expected =
				known && ncols <= 128 && (of.op == CH_OP_MMVQ || has_mmq((ch_format)format));
			ch_kernel_choice choice;
			const ch_status status = on->choose(name, of.op, of.format, NULL, 4096, 257, ncols, &choice);

			if (strlen(choice.words) <= 10)
				return found(&of, "no words", words);
			if (!expected && (status != CH_UNSUPPORTED || choice.row))
				return found(&of, "not refused", words);
			if (expected && status != CH_OK)
				return found(&of, "refused", words);
			if (expected && !can_be_launched(on, &of, &choice, words))
				return false;
		}
	}
	return true;
}

/* gfx900 .. gfx1250 by number and by the letters that stepping digits go on with, every generic target, and more. */
static bool every_name_has_a_decision(const selector *on, char words[CH_KERNEL_WORDS])
{
	static const char *const others[] = {"gfx9-generic",
					     "gfx9-4-generic",
					     "gfx10-1-generic",
					     "gfx10-3-generic",
					     "gfx11-generic",
					     "gfx12-generic",
					     "gfx11-7-generic",
					     "gfx12-5-generic",
					     "gfx90a",
					     "gfx90c",
					     "gfx94f",
					     "gfx90b",
					     "gfx103a",
					     "gfx115a",
					     "sm_60",
					     "sm_75",
					     "sm_80",
					     "sm_86",
					     "sm_87",
					     "sm_89",
					     "sm_90",
					     "sm_90a",
					     "sm_100",
					     "sm_103",
					     "sm_120",
					     "sm_9",
					     "sm_900",
					     "",
					     "gfx",
					     "gfx9",
					     "gfx11",
					     "GFX906",
					     " gfx906",
					     "gfx906 ",
					     "gfx9060",
					     "gfx906x",
					     "amdgcn--gfx906",
					     "gfx10-generic",
					     "generic"};

	for (int number = 900; number <= 1250; number++) {
		char name[16];

		snprintf(name, sizeof(name), "gfx%d", number);
		if (!sweep_name(on, name, words))
			return false;
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (!sweep_name(on, others[i], words))
			return false;
	}
	return true;
}

/* F55: the rungs that were qualified on an architecture are its own choice there, and nowhere else. */
static bool only_the_qualified_get_the_fast_rungs(const selector *on, char words[CH_KERNEL_WORDS])
{
	static const struct {
		const char *architecture;
		const char *fp3, *fp2;
	} expected[] = {
		{"gfx1151", "fp3-vdr4", "fp2-2chain-swz"}, {"gfx1150", "fp3-lut", "fp2-base"},
		{"gfx1152", "fp3-lut", "fp2-base"},	   {"gfx1153", "fp3-lut", "fp2-base"},
		{"gfx1100", "fp3-vdr4", "fp2-2chain-swz"}, {"gfx1101", "fp3-lut", "fp2-base"},
		{"gfx1201", "fp3-vdr4", "fp2-2chain-swz"}, {"gfx1200", "fp3-lut", "fp2-base"},
		{"gfx11-generic", "fp3-lut", "fp2-base"},  {"gfx906", "fp3-lut", "fp2-base"},
		{"gfx90a", "fp3-lut", "fp2-base"},	   {"sm_90", "fp3-wide", "fp2-wide"},
		{"sm_89", "fp3-lut", "fp2-base"},
	};

	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		const struct {
			ch_format format;
			const char *variant;
		} rows[] = {{CH_FP3, expected[i].fp3}, {CH_FP2, expected[i].fp2}};

		for (int r = 0; r < 2; r++) {
			const asked of = {expected[i].architecture, CH_OP_MMVQ, rows[r].format, 1};
			ch_kernel_choice choice;

			if (on->choose(of.name, of.op, of.format, NULL, 256, 1, 1, &choice) != CH_OK || !choice.row)
				return found(&of, "refused", words);
			if (strcmp(choice.row->variant.name, rows[r].variant) != 0)
				return found(&of, choice.row->variant.name, words);
		}
	}
	return true;
}

const selector_check selector_checks[] = {
	{"every name has a decision", every_name_has_a_decision},
	{"only the qualified get the fast rungs", only_the_qualified_get_the_fast_rungs},
};

const int selector_check_count = sizeof(selector_checks) / sizeof(selector_checks[0]);
