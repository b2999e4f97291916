/* SPDX-License-Identifier: Apache-2.0
 *
 * What the attention kernels were compiled to: the figures of gfx906 (docs/kernels.md), and that the kernels which a build without the
 * swizzled forms has too are the same instructions there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "gcn/decode.h"

typedef struct compiled {
	ch_gcn_file file;
	ch_gcn_object object;
} compiled;

static void open_or_skip(compiled *from, const char *folder, const char *arch)
{
	char path[1024];
	ch_gcn_error error = {""};

	snprintf(path, sizeof(path), "%s/%s/%s/qsa.co", CHECKHIP_BUILT, folder, arch);
	FILE *there = fopen(path, "rb");
	if (!there)
		skip(); /* this build leaves the architecture out */
	fclose(there);
	assert_int_equal(ch_gcn_file_load(path, &from->file, &error), CH_OK);
	assert_int_equal(
		ch_gcn_object_open(from->file.entries[0].data, from->file.entries[0].size, &from->object, &error),
		CH_OK);
}

static void close_compiled(compiled *from)
{
	ch_gcn_object_close(&from->object);
	ch_gcn_file_close(&from->file);
}

static ch_gcn_code decode(const compiled *from, const char *name, const ch_gcn_kernel **kernel)
{
	ch_gcn_code code;
	ch_gcn_error error = {""};

	*kernel = ch_gcn_object_find(&from->object, name);
	if (!*kernel)
		fail_msg("no kernel %s", name);
	assert_int_equal(ch_gcn_decode_kernel(&from->object, *kernel, &code, &error), CH_OK);
	return code;
}

/* The figures that the launch and the swizzle rest on. */
typedef enum figure { LDS, VGPRS, SGPRS, QUERY_READS, SPILLS, SCRATCH, FIGURES } figure;
static const char *const figure_names[FIGURES] = {"bytes of LDS", "VGPRs",	     "SGPRs", "query reads of 16 bytes",
						  "spills",	  "bytes of scratch"};

/* The reads of 16 bytes between the first barrier, after which the query tile stands, and the second, before which the scores do. */
static uint32_t query_reads(const ch_gcn_code *code)
{
	uint32_t barriers = 0, reads = 0;

	for (uint32_t i = 0; i < code->count; i++) {
		const char *name = code->names[code->insns[i].name].name;

		barriers += strcmp(name, "s_barrier") == 0;
		if (barriers == 1)
			reads += strcmp(name, "ds_read_b128") == 0;
	}
	assert_int_equal(barriers, 3);
	return reads;
}

static void read_figures(const compiled *from, const char *name, uint32_t figures[FIGURES])
{
	const ch_gcn_kernel *kernel;
	ch_gcn_code code = decode(from, name, &kernel);

	figures[LDS] = kernel->lds_bytes;
	figures[VGPRS] = kernel->vgprs;
	figures[SGPRS] = kernel->sgprs;
	figures[QUERY_READS] = query_reads(&code);
	figures[SPILLS] = kernel->vgpr_spills + kernel->sgpr_spills;
	figures[SCRATCH] = kernel->private_bytes;
	ch_gcn_code_close(&code);
}

/* The first figure that is out of its limits, or FIGURES. */
static figure first_outside(const uint32_t figures[FIGURES], const uint32_t least[FIGURES],
			    const uint32_t most[FIGURES])
{
	for (figure i = 0; i < FIGURES; i++)
		if (figures[i] < least[i] || figures[i] > most[i])
			return i;
	return FIGURES;
}

/* Four waves a SIMD: 256 VGPRs, 64 KiB of LDS and 800 SGPRs are shared by four workgroups of four waves. SGPRs: the published kernel's. */
static const uint32_t least[FIGURES] = {[LDS] = 15872, [QUERY_READS] = 24},
		      most[FIGURES] = {[LDS] = 15872, [VGPRS] = 64, [SGPRS] = 42, [QUERY_READS] = 24};

static void gfx906_figures_hold(void **unused)
{
	static const char *const names[] = {"ch_qsa_batch_int8_d256_h12", "ch_qsa_batch_int8_d256_h12_swizzle"};
	uint32_t figures[2][FIGURES];
	compiled from;

	(void)unused;
	open_or_skip(&from, "kernels", "gfx906");
	for (int i = 0; i < 2; i++) {
		read_figures(&from, names[i], figures[i]);
		const figure outside = first_outside(figures[i], least, most);
		if (outside != FIGURES)
			fail_msg("%s has %u %s, not %u to %u", names[i], figures[i][outside], figure_names[outside],
				 least[outside], most[outside]);
		for (figure f = 0; f < FIGURES; f++)
			print_message("%s: %u %s\n", names[i], figures[i][f], figure_names[f]);
	}
	assert_in_range(figures[1][VGPRS], 1, figures[0][VGPRS] + 1);
	close_compiled(&from);
}

/* Each figure's check must be able to fail. */
static void a_limit_one_lower_fails(void **unused)
{
	uint32_t figures[FIGURES];
	compiled from;

	(void)unused;
	open_or_skip(&from, "kernels", "gfx906");
	read_figures(&from, "ch_qsa_batch_int8_d256_h12", figures);
	for (figure i = 0; i < FIGURES; i++) {
		uint32_t lower[FIGURES], higher[FIGURES];
		memcpy(lower, most, sizeof(lower));
		memcpy(higher, least, sizeof(higher));
		if (figures[i]) {
			lower[i] = figures[i] - 1;
			assert_int_equal(first_outside(figures, least, lower), i);
		}
		higher[i] = figures[i] + 1;
		assert_int_equal(first_outside(figures, higher, most), i);
	}
	close_compiled(&from);
}

/* The first instruction that differs, or the count where there is none. */
static uint32_t first_difference(const ch_gcn_code *a, const ch_gcn_code *b)
{
	uint32_t i = 0;

	while (i < a->count && i < b->count && a->insns[i].size == b->insns[i].size &&
	       memcmp(a->insns[i].bytes, b->insns[i].bytes, a->insns[i].size) == 0)
		i++;
	return i;
}

static bool same_text(const compiled *a, const compiled *b, const char *name, const char *other)
{
	const ch_gcn_kernel *kernels[2];
	ch_gcn_code codes[2] = {decode(a, name, &kernels[0]), decode(b, other, &kernels[1])};
	const uint32_t at = first_difference(&codes[0], &codes[1]);
	const bool same = at == codes[0].count && at == codes[1].count;

	if (!same && strcmp(name, other) == 0)
		print_message("%s differs from instruction %u on\n", name, at);
	ch_gcn_code_close(&codes[0]);
	ch_gcn_code_close(&codes[1]);
	return same;
}

/* QSA-SWIZZLE: compiling the swizzled forms in changes no instruction of the others. */
static void the_feature_leaves_the_others_alone(void **arch)
{
	compiled with, without;
	uint32_t only_with = 0;

	open_or_skip(&with, "kernels", *arch);
	open_or_skip(&without, "kernels-no-swizzle", *arch);
	assert_true(without.object.kernel_count > 0);
	for (uint32_t i = 0; i < without.object.kernel_count; i++)
		assert_true(same_text(&with, &without, without.object.kernels[i].name, without.object.kernels[i].name));
	for (uint32_t i = 0; i < with.object.kernel_count; i++) {
		if (ch_gcn_object_find(&without.object, with.object.kernels[i].name))
			continue;
		only_with++;
		assert_non_null(strstr(with.object.kernels[i].name, "_swizzle"));
	}
	assert_int_equal(only_with, 2);
	/* two forms are two texts, so the comparison can fail */
	assert_false(same_text(&with, &without, "ch_qsa_batch_int8_d256_h12_swizzle", "ch_qsa_batch_int8_d256_h12"));
	close_compiled(&with);
	close_compiled(&without);
}

int main(void)
{
	static char gfx906[] = "gfx906", gfx1100[] = "gfx1100", gfx1151[] = "gfx1151", gfx1201[] = "gfx1201";
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gfx906_figures_hold),
		cmocka_unit_test(a_limit_one_lower_fails),
		{"gfx906", the_feature_leaves_the_others_alone, NULL, NULL, gfx906},
		{"gfx1100", the_feature_leaves_the_others_alone, NULL, NULL, gfx1100},
		{"gfx1151", the_feature_leaves_the_others_alone, NULL, NULL, gfx1151},
		{"gfx1201", the_feature_leaves_the_others_alone, NULL, NULL, gfx1201},
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
