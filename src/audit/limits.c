/* SPDX-License-Identifier: Apache-2.0
 *
 * Sources. Registers, granules, waves, barriers, LDS sizes: LLVM, llvm/lib/Target/AMDGPU/Utils/AMDGPUBaseInfo.cpp, namespace
 * IsaInfo (getTotalNumVGPRs, getVGPRAllocGranule, getSGPRAllocGranule, getTotalNumSGPRs, getMaxWavesPerEU, getEUsPerCU,
 * getMaxWorkGroupsPerCU, getLocalMemorySize), and which processor has which feature: AMDGPU.td (Feature1_5xVGPRs: gfx1100,
 * gfx1101, gfx1151, gfx12). LDS granules: AMDGPUAsmPrinter.cpp up to gfx10.1 and for gfx950; 1024 bytes from gfx10.3 on as in
 * Mesa, src/amd/compiler/aco_ir.cpp, lds_alloc_granule. The text of the rules: "RDNA3" and "Vega 7nm" ISA documents. */
#include "audit/limits.h"

#include <stddef.h>
#include <string.h>

static const ch_audit_limits rows[] = {
	{" gfx900 gfx902 gfx904 gfx906 gfx909 gfx90c gfx9-generic ",
	 {0, 256},
	 {0, 4},
	 800,
	 16,
	 10,
	 4,
	 16,
	 false,
	 65536,
	 512},
	{" gfx908 ", {0, 256}, {0, 4}, 800, 16, 10, 4, 16, false, 65536, 512},
	{" gfx90a gfx940 gfx941 gfx942 gfx9-4-generic ", {0, 512}, {0, 8}, 800, 16, 8, 4, 16, false, 65536, 512},
	{" gfx950 ", {0, 512}, {0, 8}, 800, 16, 8, 4, 16, false, 163840, 1280},
	{" gfx1010 gfx1011 gfx1012 gfx1013 gfx10-1-generic ", {1024, 512}, {8, 4}, 0, 0, 20, 2, 16, true, 65536, 512},
	{" gfx1030 gfx1031 gfx1032 gfx1033 gfx1034 gfx1035 gfx1036 gfx10-3-generic ",
	 {1024, 512},
	 {16, 8},
	 0,
	 0,
	 16,
	 2,
	 16,
	 true,
	 65536,
	 1024},
	{" gfx1100 gfx1101 gfx1151 gfx1200 gfx1201 gfx12-generic ",
	 {1536, 768},
	 {24, 12},
	 0,
	 0,
	 16,
	 2,
	 16,
	 true,
	 65536,
	 1024},
	/* the generic target allocates as the smallest of its family */
	{" gfx1102 gfx1103 gfx1150 gfx1152 gfx1153 gfx11-generic ",
	 {1024, 512},
	 {16, 8},
	 0,
	 0,
	 16,
	 2,
	 16,
	 true,
	 65536,
	 1024},
	{" gfx1250 ", {1024, 0}, {16, 0}, 0, 0, 16, 4, 32, false, 327680, 1024},
};

const ch_audit_limits *ch_audit_limits_find(const char *arch)
{
	const size_t length = strlen(arch);
	if (strchr(arch, ' '))
		return NULL;
	for (size_t i = 0; length && i < sizeof(rows) / sizeof(rows[0]); i++)
		for (const char *at = rows[i].processors; (at = strstr(at, arch)) != NULL; at++)
			if (at[-1] == ' ' && at[length] == ' ')
				return &rows[i];
	return NULL;
}

static uint32_t rounded_up(uint32_t value, uint32_t granule)
{
	return (value + granule - 1) / granule * granule;
}

/* How often `use`, in whole granules, fits into `total`. Nothing used: without limit. */
static uint32_t fits(uint32_t total, uint32_t use, uint32_t granule)
{
	if (use > total)
		return 0;
	return use ? total / rounded_up(use, granule) : UINT32_MAX;
}

static void lower(uint32_t *value, uint32_t other, ch_audit_limiter *limiter, ch_audit_limiter name)
{
	if (other >= *value)
		return;
	*value = other;
	*limiter = name;
}

uint32_t ch_audit_waves(const ch_audit_limits *limits, const ch_audit_use *use, ch_audit_limiter *limiter)
{
	const uint32_t width = use->wave_size == 64;
	const uint32_t doubled = limits->wgp && use->wgp_mode ? 2 : 1;
	const uint32_t simds = limits->simds * doubled;
	uint32_t waves = limits->waves;
	*limiter = CH_LIMIT_HARDWARE;
	if (!limits->vgprs[width] || !use->wave_size) {
		*limiter = CH_LIMIT_UNKNOWN;
		return 0;
	}
	lower(&waves, fits(limits->vgprs[width], use->vgprs, limits->vgpr_granule[width]), limiter, CH_LIMIT_VGPR);
	if (limits->sgprs)
		lower(&waves, fits(limits->sgprs, use->sgprs, limits->sgpr_granule), limiter, CH_LIMIT_SGPR);

	/* workgroups are placed whole */
	const uint32_t each = use->workgroup ? (use->workgroup - 1) / use->wave_size + 1 : 1;
	const uint32_t places = waves * simds;
	uint32_t workgroups = places / each;
	ch_audit_limiter stopped = *limiter;
	if (workgroups * each < places)
		stopped = (workgroups * each + simds - 1) / simds < waves ? CH_LIMIT_WORKGROUP : *limiter;
	lower(&workgroups, fits(limits->lds * doubled, use->lds, limits->lds_granule), &stopped, CH_LIMIT_LDS);
	if (each > 1)
		lower(&workgroups, limits->workgroups * doubled, &stopped, CH_LIMIT_HARDWARE);
	*limiter = stopped;
	return (workgroups * each + simds - 1) / simds;
}

const char *ch_audit_limiter_name(ch_audit_limiter limiter)
{
	static const char *const names[CH_LIMIT_COUNT] = {"unknown", "hardware", "VGPR", "SGPR", "LDS", "launch bound"};
	return (unsigned)limiter < CH_LIMIT_COUNT ? names[limiter] : names[CH_LIMIT_UNKNOWN];
}
