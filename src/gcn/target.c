/* SPDX-License-Identifier: Apache-2.0
 *
 * Target names: "gfx906:sramecc+:xnack-". */
#include "gcn/parts.h"
#include "text/target_id.h"

#include <stdio.h>
#include <string.h>

static ch_gcn_setting setting_of(char sign)
{
	return sign == '+' ? CH_GCN_PLUS : sign == '-' ? CH_GCN_MINUS : CH_GCN_ANY;
}

bool ch_gcn_target_parse(const char *text, ch_gcn_target *target)
{
	/* The triple may itself hold "gfx" nowhere; its last part ends with "--" or, from clang 17 on, "-unknown-". */
	const char *start = text;
	for (const char *at = strstr(text, "-gfx"); at; at = strstr(at + 1, "-gfx"))
		start = at + 1;
	ch_target_id id;
	_Static_assert(sizeof id.processor == sizeof target->arch, "one is copied to the other");
	if (strncmp(start, "gfx", 3) != 0 || !start[3] || start[3] == ':' ||
	    !ch_target_id_parse(start, strlen(start), &id))
		return false;
	memcpy(target->arch, id.processor, sizeof target->arch);
	target->xnack = setting_of(id.settings[CH_TARGET_XNACK]);
	target->sramecc = setting_of(id.settings[CH_TARGET_SRAMECC]);
	return true;
}

bool ch_gcn_target_fits(const ch_gcn_target *object, const ch_gcn_target *device)
{
	if (strcmp(object->arch, device->arch) != 0)
		return false;
	if (object->xnack != CH_GCN_ANY && device->xnack != CH_GCN_ANY && object->xnack != device->xnack)
		return false;
	return object->sramecc == CH_GCN_ANY || device->sramecc == CH_GCN_ANY || object->sramecc == device->sramecc;
}

void ch_gcn_target_format(const ch_gcn_target *target, char *text, size_t size)
{
	static const char *const sramecc[] = {"", ":sramecc-", ":sramecc+"};
	static const char *const xnack[] = {"", ":xnack-", ":xnack+"};
	snprintf(text, size, "%s%s%s", target->arch, sramecc[target->sramecc], xnack[target->xnack]);
}

/* EF_AMDGPU_MACH of LLVM's "User Guide for AMDGPU Backend", "AMDGPU ELF Header e_flags Values". */
static const struct {
	uint8_t mach;
	char arch[16];
} machines[] = {
	{0x20, "gfx600"},	   {0x21, "gfx601"},	     {0x22, "gfx700"},	     {0x23, "gfx701"},
	{0x24, "gfx702"},	   {0x25, "gfx703"},	     {0x26, "gfx704"},	     {0x28, "gfx801"},
	{0x29, "gfx802"},	   {0x2a, "gfx803"},	     {0x2b, "gfx810"},	     {0x2c, "gfx900"},
	{0x2d, "gfx902"},	   {0x2e, "gfx904"},	     {0x2f, "gfx906"},	     {0x30, "gfx908"},
	{0x31, "gfx909"},	   {0x32, "gfx90c"},	     {0x33, "gfx1010"},	     {0x34, "gfx1011"},
	{0x35, "gfx1012"},	   {0x36, "gfx1030"},	     {0x37, "gfx1031"},	     {0x38, "gfx1032"},
	{0x39, "gfx1033"},	   {0x3a, "gfx602"},	     {0x3b, "gfx705"},	     {0x3c, "gfx805"},
	{0x3d, "gfx1035"},	   {0x3e, "gfx1034"},	     {0x3f, "gfx90a"},	     {0x40, "gfx940"},
	{0x41, "gfx1100"},	   {0x42, "gfx1013"},	     {0x43, "gfx1150"},	     {0x44, "gfx1103"},
	{0x45, "gfx1036"},	   {0x46, "gfx1101"},	     {0x47, "gfx1102"},	     {0x48, "gfx1200"},
	{0x49, "gfx1250"},	   {0x4a, "gfx1151"},	     {0x4b, "gfx941"},	     {0x4c, "gfx942"},
	{0x4e, "gfx1201"},	   {0x4f, "gfx950"},	     {0x51, "gfx9-generic"}, {0x52, "gfx10-1-generic"},
	{0x53, "gfx10-3-generic"}, {0x54, "gfx11-generic"},  {0x55, "gfx1152"},	     {0x58, "gfx1153"},
	{0x59, "gfx12-generic"},   {0x5f, "gfx9-4-generic"},
};

bool ch_gcn_target_from_flags(uint32_t flags, uint32_t abi_version, ch_gcn_target *target)
{
	*target = (ch_gcn_target){{0}, CH_GCN_ANY, CH_GCN_ANY};
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
		if (machines[i].mach == (flags & 0xff))
			memcpy(target->arch, machines[i].arch, sizeof machines[i].arch);
	if (abi_version == 1) { /* code object 3: one bit a setting, and 0 says off only where the GPU has it */
		target->xnack = flags & 0x100 ? CH_GCN_PLUS : CH_GCN_ANY;
		target->sramecc = flags & 0x200 ? CH_GCN_PLUS : CH_GCN_ANY;
	} else { /* two bits: 0 not there, 1 any, 2 off, 3 on */
		static const ch_gcn_setting settings[] = {CH_GCN_ANY, CH_GCN_ANY, CH_GCN_MINUS, CH_GCN_PLUS};
		target->xnack = settings[flags >> 8 & 3];
		target->sramecc = settings[flags >> 10 & 3];
	}
	return target->arch[0] != 0;
}
