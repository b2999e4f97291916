/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions that were renamed between gfx9 and gfx12 and do the same: LLVM's DSInstructions.td, FLATInstructions.td,
 * BUFInstructions.td, SMInstructions.td, SOPInstructions.td, VOP2Instructions.td, VOP3Instructions.td (the *_Real_*Renamed*
 * definitions). */
#include "audit/mnemonic.h"

#include <stdio.h>
#include <string.h>

typedef struct ch_pair {
	const char *old, *new;
} ch_pair;

static const ch_pair names[] = {
	{"ds_read2_b32", "ds_load_2addr_b32"},
	{"ds_read2_b64", "ds_load_2addr_b64"},
	{"ds_read2st64_b32", "ds_load_2addr_stride64_b32"},
	{"ds_read2st64_b64", "ds_load_2addr_stride64_b64"},
	{"ds_write2_b32", "ds_store_2addr_b32"},
	{"ds_write2_b64", "ds_store_2addr_b64"},
	{"ds_write2st64_b32", "ds_store_2addr_stride64_b32"},
	{"ds_write2st64_b64", "ds_store_2addr_stride64_b64"},
	{"ds_wrxchg_rtn_b32", "ds_storexchg_rtn_b32"},
	{"ds_wrxchg_rtn_b64", "ds_storexchg_rtn_b64"},
	{"v_add_u32", "v_add_nc_u32"},
	{"v_sub_u32", "v_sub_nc_u32"},
	{"v_subrev_u32", "v_subrev_nc_u32"},
	{"v_add_i32", "v_add_nc_i32"},
	{"v_sub_i32", "v_sub_nc_i32"},
	{"v_add_u16", "v_add_nc_u16"},
	{"v_sub_u16", "v_sub_nc_u16"},
	{"v_add_i16", "v_add_nc_i16"},
	{"v_sub_i16", "v_sub_nc_i16"},
	{"v_addc_co_u32", "v_add_co_ci_u32"},
	{"v_subb_co_u32", "v_sub_co_ci_u32"},
	{"v_subbrev_co_u32", "v_subrev_co_ci_u32"},
	{"v_cvt_pkrtz_f16_f32", "v_cvt_pk_rtz_f16_f32"},
	{"v_ffbh_u32", "v_clz_i32_u32"},
	{"v_ffbl_b32", "v_ctz_i32_b32"},
	{"v_ffbh_i32", "v_cls_i32"},
	{"v_max_f16", "v_max_num_f16"},
	{"v_min_f16", "v_min_num_f16"},
	{"v_max_f32", "v_max_num_f32"},
	{"v_min_f32", "v_min_num_f32"},
	{"v_max_f64", "v_max_num_f64"},
	{"v_min_f64", "v_min_num_f64"},
	{"v_max3_f32", "v_max3_num_f32"},
	{"v_min3_f32", "v_min3_num_f32"},
	{"v_med3_f32", "v_med3_num_f32"},
	{"v_pk_max_f16", "v_pk_max_num_f16"},
	{"v_pk_min_f16", "v_pk_min_num_f16"},
	{"s_andn2_b32", "s_and_not1_b32"},
	{"s_andn2_b64", "s_and_not1_b64"},
	{"s_orn2_b32", "s_or_not1_b32"},
	{"s_orn2_b64", "s_or_not1_b64"},
	{"s_andn2_saveexec_b32", "s_and_not1_saveexec_b32"},
	{"s_andn2_saveexec_b64", "s_and_not1_saveexec_b64"},
	{"s_orn2_saveexec_b32", "s_or_not1_saveexec_b32"},
	{"s_orn2_saveexec_b64", "s_or_not1_saveexec_b64"},
	{"s_andn2_wrexec_b32", "s_and_not1_wrexec_b32"},
	{"s_andn2_wrexec_b64", "s_and_not1_wrexec_b64"},
	{"s_ff1_i32_b32", "s_ctz_i32_b32"},
	{"s_ff1_i32_b64", "s_ctz_i32_b64"},
	{"s_flbit_i32_b32", "s_clz_i32_u32"},
	{"s_flbit_i32_b64", "s_clz_i32_u64"},
	{"s_flbit_i32", "s_cls_i32"},
	{"s_flbit_i32_i64", "s_cls_i32_i64"},
	{"s_add_u32", "s_add_co_u32"},
	{"s_sub_u32", "s_sub_co_u32"},
	{"s_addc_u32", "s_add_co_ci_u32"},
	{"s_subb_u32", "s_sub_co_ci_u32"},
	{"s_add_i32", "s_add_co_i32"},
	{"s_sub_i32", "s_sub_co_i32"},
};

static const char *const starts[] = {
	"global_", "flat_", "scratch_", "buffer_", "tbuffer_", "s_buffer_", "s_",
};

/* What follows a start of the list above. */
static const ch_pair memory[] = {
	{"load_dword", "load_b32"},
	{"load_dwordx2", "load_b64"},
	{"load_dwordx3", "load_b96"},
	{"load_dwordx4", "load_b128"},
	{"load_dwordx8", "load_b256"},
	{"load_dwordx16", "load_b512"},
	{"load_ubyte", "load_u8"},
	{"load_sbyte", "load_i8"},
	{"load_ushort", "load_u16"},
	{"load_sshort", "load_i16"},
	{"load_ubyte_d16", "load_d16_u8"},
	{"load_ubyte_d16_hi", "load_d16_hi_u8"},
	{"load_sbyte_d16", "load_d16_i8"},
	{"load_sbyte_d16_hi", "load_d16_hi_i8"},
	{"load_short_d16", "load_d16_b16"},
	{"load_short_d16_hi", "load_d16_hi_b16"},
	{"store_dword", "store_b32"},
	{"store_dwordx2", "store_b64"},
	{"store_dwordx3", "store_b96"},
	{"store_dwordx4", "store_b128"},
	{"store_byte", "store_b8"},
	{"store_short", "store_b16"},
	{"store_byte_d16_hi", "store_d16_hi_b8"},
	{"store_short_d16_hi", "store_d16_hi_b16"},
	{"atomic_add", "atomic_add_u32"},
	{"atomic_sub", "atomic_sub_u32"},
	{"atomic_swap", "atomic_swap_b32"},
	{"atomic_cmpswap", "atomic_cmpswap_b32"},
	{"atomic_smin", "atomic_min_i32"},
	{"atomic_umin", "atomic_min_u32"},
	{"atomic_smax", "atomic_max_i32"},
	{"atomic_umax", "atomic_max_u32"},
	{"atomic_and", "atomic_and_b32"},
	{"atomic_or", "atomic_or_b32"},
	{"atomic_xor", "atomic_xor_b32"},
	{"atomic_inc", "atomic_inc_u32"},
	{"atomic_dec", "atomic_dec_u32"},
	{"atomic_add_x2", "atomic_add_u64"},
	{"atomic_sub_x2", "atomic_sub_u64"},
	{"atomic_swap_x2", "atomic_swap_b64"},
	{"atomic_cmpswap_x2", "atomic_cmpswap_b64"},
	{"atomic_smin_x2", "atomic_min_i64"},
	{"atomic_umin_x2", "atomic_min_u64"},
	{"atomic_smax_x2", "atomic_max_i64"},
	{"atomic_umax_x2", "atomic_max_u64"},
	{"atomic_and_x2", "atomic_and_b64"},
	{"atomic_or_x2", "atomic_or_b64"},
	{"atomic_xor_x2", "atomic_xor_b64"},
	{"atomic_inc_x2", "atomic_inc_u64"},
	{"atomic_dec_x2", "atomic_dec_u64"},
};

static const char *pair_other(const ch_pair *pairs, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(pairs[i].old, name) == 0)
			return pairs[i].new;
		if (strcmp(pairs[i].new, name) == 0)
			return pairs[i].old;
	}
	return NULL;
}

/* ds_read_x is ds_load_x and ds_write_x is ds_store_x for every x that has no row. */
static bool lds_other(const char *name, char other[CH_AUDIT_MNEMONIC])
{
	static const ch_pair words[] = {{"ds_read_", "ds_load_"}, {"ds_write_", "ds_store_"}};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		const size_t old = strlen(words[i].old), new = strlen(words[i].new);
		if (strncmp(name, words[i].old, old) == 0)
			return snprintf(other, CH_AUDIT_MNEMONIC, "%s%s", words[i].new, name + old) < CH_AUDIT_MNEMONIC;
		if (strncmp(name, words[i].new, new) == 0)
			return snprintf(other, CH_AUDIT_MNEMONIC, "%s%s", words[i].old, name + new) < CH_AUDIT_MNEMONIC;
	}
	return false;
}

bool ch_audit_alias(const char *name, char other[CH_AUDIT_MNEMONIC])
{
	const char *found = pair_other(names, sizeof(names) / sizeof(names[0]), name);
	if (found)
		return snprintf(other, CH_AUDIT_MNEMONIC, "%s", found) < CH_AUDIT_MNEMONIC;
	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		const size_t length = strlen(starts[i]);
		if (strncmp(name, starts[i], length) != 0)
			continue;
		found = pair_other(memory, sizeof(memory) / sizeof(memory[0]), name + length);
		if (found)
			return snprintf(other, CH_AUDIT_MNEMONIC, "%s%s", starts[i], found) < CH_AUDIT_MNEMONIC;
	}
	return lds_other(name, other);
}
