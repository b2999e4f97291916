// SPDX-License-Identifier: Apache-2.0
// Every mnemonic of mnemonics.txt for gfx906, with the operands and modifiers that its text can carry. Not a program: nothing runs it.
	.text
	buffer_load_dword v1, off, s[0:3], 0
	buffer_load_dword v1, off, s[0:3], s32 offset:4
	buffer_load_dword v1, v2, s[0:3], 0 offen offset:4092
	buffer_load_dword v1, v2, s[0:3], s33 offen
	buffer_load_dword v1, v2, s[0:3], s33 idxen glc slc
	buffer_store_dword v1, off, s[0:3], 0
	buffer_store_dword v1, off, s[0:3], s32 offset:4
	buffer_store_dword v1, v2, s[0:3], 0 offen offset:4092
	buffer_store_dword v1, v2, s[0:3], s33 offen
	buffer_store_dword v1, v2, s[0:3], s33 idxen glc slc
	ds_bpermute_b32 v1, v2, v3
	ds_bpermute_b32 v1, v2, v3 offset:4
	ds_read2_b32 v[2:3], v1 offset0:1 offset1:255
	ds_read2_b32 v[2:3], v1 offset1:1
	ds_read2_b32 v[2:3], v1
	ds_read2st64_b32 v[2:3], v1 offset0:1 offset1:255
	ds_read2st64_b32 v[2:3], v1 offset1:1
	ds_read2st64_b32 v[2:3], v1
	ds_read_b128 v[4:7], v1
	ds_read_b128 v[4:7], v1 offset:65520
	ds_read_b32 v4, v1
	ds_read_b32 v4, v1 offset:65520
	ds_write2_b32 v1, v2, v6 offset0:3 offset1:4
	ds_write2st64_b32 v1, v2, v6 offset0:3 offset1:4
	ds_write_b128 v1, v[4:7]
	ds_write_b128 v1, v[4:7] offset:16
	ds_write_b32 v1, v4
	ds_write_b32 v1, v4 offset:16
	ds_write_b64 v1, v[4:5]
	ds_write_b64 v1, v[4:5] offset:16
	global_load_dword v4, v[0:1], off
	global_load_dword v4, v0, s[2:3] offset:16
	global_load_dword v4, v[0:1], off offset:-4096 glc slc
	global_load_dwordx2 v[4:5], v[0:1], off
	global_load_dwordx2 v[4:5], v0, s[2:3] offset:16
	global_load_dwordx2 v[4:5], v[0:1], off offset:-4096 glc slc
	global_load_dwordx3 v[4:6], v[0:1], off
	global_load_dwordx3 v[4:6], v0, s[2:3] offset:16
	global_load_dwordx3 v[4:6], v[0:1], off offset:-4096 glc slc
	global_load_dwordx4 v[4:7], v[0:1], off
	global_load_dwordx4 v[4:7], v0, s[2:3] offset:16
	global_load_dwordx4 v[4:7], v[0:1], off offset:-4096 glc slc
	global_load_sbyte v4, v[0:1], off
	global_load_sbyte v4, v0, s[2:3] offset:16
	global_load_sbyte v4, v[0:1], off offset:-4096 glc slc
	global_load_ubyte v4, v[0:1], off
	global_load_ubyte v4, v0, s[2:3] offset:16
	global_load_ubyte v4, v[0:1], off offset:-4096 glc slc
	global_load_ushort v4, v[0:1], off
	global_load_ushort v4, v0, s[2:3] offset:16
	global_load_ushort v4, v[0:1], off offset:-4096 glc slc
	global_store_byte v[0:1], v4, off
	global_store_byte v0, v4, s[2:3] offset:16
	global_store_byte v[0:1], v4, off offset:-4096 glc slc
	global_store_dword v[0:1], v4, off
	global_store_dword v0, v4, s[2:3] offset:16
	global_store_dword v[0:1], v4, off offset:-4096 glc slc
	global_store_short v[0:1], v4, off
	global_store_short v0, v4, s[2:3] offset:16
	global_store_short v[0:1], v4, off offset:-4096 glc slc
	s_abs_i32 s2, s4
	s_abs_i32 s2, vcc_hi
	s_abs_i32 s2, -1
	s_add_i32 s2, s4, s6
	s_add_i32 s2, s4, 0x12345
	s_add_i32 s2, -1, s6
	s_add_u32 s2, s4, s6
	s_add_u32 s2, s4, 0x12345
	s_add_u32 s2, -1, s6
	s_addc_u32 s2, s4, s6
	s_addc_u32 s2, s4, 0x12345
	s_addc_u32 s2, -1, s6
	s_and_b32 s2, s4, s6
	s_and_b32 s2, s4, 0x12345
	s_and_b32 s2, -1, s6
	s_and_b64 s[2:3], s[4:5], s[6:7]
	s_and_b64 s[2:3], exec, vcc
	s_and_b64 s[2:3], -1, s[6:7]
	s_and_saveexec_b64 s[2:3], s[4:5]
	s_and_saveexec_b64 s[2:3], vcc
	s_and_saveexec_b64 s[2:3], -1
	s_andn2_b64 s[2:3], s[4:5], s[6:7]
	s_andn2_b64 s[2:3], exec, vcc
	s_andn2_b64 s[2:3], -1, s[6:7]
	s_andn2_saveexec_b64 s[2:3], s[4:5]
	s_andn2_saveexec_b64 s[2:3], vcc
	s_andn2_saveexec_b64 s[2:3], -1
	s_ashr_i32 s2, s4, s6
	s_ashr_i32 s2, s4, 0x12345
	s_ashr_i32 s2, -1, s6
	s_barrier
	s_bitcmp1_b32 s2, 5
	s_bitcmp1_b32 s2, 0x12345
	s_branch 0
	s_brev_b32 s2, s4
	s_brev_b32 s2, vcc_hi
	s_brev_b32 s2, -1
	s_cbranch_execnz 0
	s_cbranch_execz 0
	s_cbranch_scc0 0
	s_cbranch_scc1 0
	s_cbranch_vccnz 0
	s_cbranch_vccz 0
	s_cmp_eq_u32 s2, 5
	s_cmp_eq_u32 s2, 0x12345
	s_cmp_eq_u64 s[2:3], 0
	s_cmp_eq_u64 s[2:3], s[4:5]
	s_cmp_ge_u32 s2, 5
	s_cmp_ge_u32 s2, 0x12345
	s_cmp_gt_i32 s2, 5
	s_cmp_gt_i32 s2, 0x12345
	s_cmp_lg_u32 s2, 5
	s_cmp_lg_u32 s2, 0x12345
	s_cmp_lg_u64 s[2:3], 0
	s_cmp_lg_u64 s[2:3], s[4:5]
	s_cmp_lt_i32 s2, 5
	s_cmp_lt_i32 s2, 0x12345
	s_cmp_lt_u32 s2, 5
	s_cmp_lt_u32 s2, 0x12345
	s_cselect_b32 s2, s4, s6
	s_cselect_b32 s2, s4, 0x12345
	s_cselect_b32 s2, -1, s6
	s_cselect_b64 s[2:3], s[4:5], s[6:7]
	s_cselect_b64 s[2:3], exec, vcc
	s_cselect_b64 s[2:3], -1, s[6:7]
	s_endpgm
	s_getpc_b64 s[2:3]
	s_load_dword s16, s[4:5], 0x10
	s_load_dword s16, s[4:5], s6
	s_load_dword s16, s[4:5], 0x0
	s_load_dwordx2 s[16:17], s[4:5], 0x10
	s_load_dwordx2 s[16:17], s[4:5], s6
	s_load_dwordx2 s[16:17], s[4:5], 0x0
	s_load_dwordx4 s[16:19], s[4:5], 0x10
	s_load_dwordx4 s[16:19], s[4:5], s6
	s_load_dwordx4 s[16:19], s[4:5], 0x0
	s_load_dwordx8 s[16:23], s[4:5], 0x10
	s_load_dwordx8 s[16:23], s[4:5], s6
	s_load_dwordx8 s[16:23], s[4:5], 0x0
	s_lshl_b32 s2, s4, s6
	s_lshl_b32 s2, s4, 0x12345
	s_lshl_b32 s2, -1, s6
	s_lshl_b64 s[2:3], s[4:5], 3
	s_lshl_b64 s[2:3], s[4:5], s9
	s_lshr_b32 s2, s4, s6
	s_lshr_b32 s2, s4, 0x12345
	s_lshr_b32 s2, -1, s6
	s_mov_b32 s2, s4
	s_mov_b32 s2, vcc_hi
	s_mov_b32 s2, -1
	s_mov_b64 s[2:3], s[4:5]
	s_mov_b64 s[2:3], vcc
	s_mov_b64 s[2:3], -1
	s_movk_i32 s1, 0x1234
	s_movk_i32 s1, 0xfff0
	s_mul_hi_u32 s2, s4, s6
	s_mul_hi_u32 s2, s4, 0x12345
	s_mul_hi_u32 s2, -1, s6
	s_mul_i32 s2, s4, s6
	s_mul_i32 s2, s4, 0x12345
	s_mul_i32 s2, -1, s6
	s_mulk_i32 s1, 0x1234
	s_mulk_i32 s1, 0xfff0
	s_nop 3
	s_or_b64 s[2:3], s[4:5], s[6:7]
	s_or_b64 s[2:3], exec, vcc
	s_or_b64 s[2:3], -1, s[6:7]
	s_or_saveexec_b64 s[2:3], s[4:5]
	s_or_saveexec_b64 s[2:3], vcc
	s_or_saveexec_b64 s[2:3], -1
	s_orn2_b64 s[2:3], s[4:5], s[6:7]
	s_orn2_b64 s[2:3], exec, vcc
	s_orn2_b64 s[2:3], -1, s[6:7]
	s_sub_i32 s2, s4, s6
	s_sub_i32 s2, s4, 0x12345
	s_sub_i32 s2, -1, s6
	s_sub_u32 s2, s4, s6
	s_sub_u32 s2, s4, 0x12345
	s_sub_u32 s2, -1, s6
	s_subb_u32 s2, s4, s6
	s_subb_u32 s2, s4, 0x12345
	s_subb_u32 s2, -1, s6
	s_waitcnt vmcnt(50) expcnt(6) lgkmcnt(13)
	s_waitcnt vmcnt(0)
	s_waitcnt lgkmcnt(3)
	s_waitcnt vmcnt(5) expcnt(2) lgkmcnt(1)
	s_xor_b64 s[2:3], s[4:5], s[6:7]
	s_xor_b64 s[2:3], exec, vcc
	s_xor_b64 s[2:3], -1, s[6:7]
	v_add3_u32 v1, v2, v3, v4
	v_add3_u32 v1, v2, 8, s3
	v_add3_u32 v1, s2, v3, -1
	v_add_co_u32_e32 v1, vcc, v2, v3
	v_add_co_u32_e64 v1, s[8:9], v2, s3
	v_add_co_u32_e32 v1, vcc, 0x12345, v2
	v_add_f32_e32 v1, v2, v3
	v_add_f32_e32 v1, s2, v3
	v_add_f32_e32 v1, 0.5, v3
	v_add_f32_e32 v1, 0x12345, v3
	v_add_f32_e64 v1, v2, s3
	v_add_f32_e64 v1, -v2, |v3| clamp mul:2
	v_add_f32_e64 v1, s2, -v3 div:2
	v_add_f32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_add_f32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_add_f32_sdwa v1, -|v2|, v3 clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:BYTE_0
	v_add_f32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_add_lshl_u32 v1, v2, v3, v4
	v_add_lshl_u32 v1, v2, 8, s3
	v_add_lshl_u32 v1, s2, v3, -1
	v_add_u16_e32 v1, v2, v3
	v_add_u16_e32 v1, s2, v3
	v_add_u16_e32 v1, 5, v3
	v_add_u16_e64 v1, v2, s3
	v_add_u16_e32 v1, 0x1234, v3
	v_add_u16_e64 v1, v2, v3 clamp
	v_add_u16_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_add_u16_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_add_u16_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_add_u16_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_add_u32_e32 v1, v2, v3
	v_add_u32_e32 v1, s2, v3
	v_add_u32_e32 v1, 5, v3
	v_add_u32_e32 v1, 0x12345, v3
	v_add_u32_e64 v1, v2, s3
	v_add_u32_e64 v1, v2, v3 clamp
	v_add_u32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_add_u32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_add_u32_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_add_u32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_addc_co_u32_e32 v1, vcc, v2, v3, vcc
	v_addc_co_u32_e64 v1, s[8:9], 0, v3, s[10:11]
	v_alignbit_b32 v1, v2, v3, v4
	v_alignbit_b32 v1, v2, 8, s3
	v_alignbit_b32 v1, s2, v3, -1
	v_and_b32_e32 v1, v2, v3
	v_and_b32_e32 v1, s2, v3
	v_and_b32_e32 v1, 5, v3
	v_and_b32_e32 v1, 0x12345, v3
	v_and_b32_e64 v1, v2, s3
	v_and_b32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_and_b32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_and_b32_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_and_b32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_and_or_b32 v1, v2, v3, v4
	v_and_or_b32 v1, v2, 8, s3
	v_and_or_b32 v1, s2, v3, -1
	v_ashrrev_i16_e32 v1, v2, v3
	v_ashrrev_i16_e32 v1, s2, v3
	v_ashrrev_i16_e32 v1, 5, v3
	v_ashrrev_i16_e64 v1, v2, s3
	v_ashrrev_i16_e32 v1, 0x1234, v3
	v_ashrrev_i16_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_ashrrev_i16_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_ashrrev_i16_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_ashrrev_i16_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_ashrrev_i32_e32 v1, v2, v3
	v_ashrrev_i32_e32 v1, s2, v3
	v_ashrrev_i32_e32 v1, 5, v3
	v_ashrrev_i32_e32 v1, 0x12345, v3
	v_ashrrev_i32_e64 v1, v2, s3
	v_ashrrev_i32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_ashrrev_i32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_ashrrev_i32_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_ashrrev_i32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_bcnt_u32_b32 v1, -1, 0
	v_bcnt_u32_b32 v1, v2, v3
	v_bcnt_u32_b32 v1, s2, v3
	v_bfe_i32 v1, v2, v3, v4
	v_bfe_i32 v1, v2, 8, s3
	v_bfe_i32 v1, s2, v3, -1
	v_bfe_u32 v1, v2, v3, v4
	v_bfe_u32 v1, v2, 8, s3
	v_bfe_u32 v1, s2, v3, -1
	v_bfi_b32 v1, v2, v3, v4
	v_bfi_b32 v1, v2, 8, s3
	v_bfi_b32 v1, s2, v3, -1
	v_cmp_class_f32_e32 vcc, v1, v2
	v_cmp_class_f32_e64 s[8:9], v1, v2
	v_cmp_class_f32_e64 s[8:9], -|v1|, s2
	v_cmp_eq_f32_e32 vcc, v2, v4
	v_cmp_eq_f32_e64 s[8:9], v2, s4
	v_cmp_eq_f32_e32 vcc, 0, v4
	v_cmp_eq_f32_e64 s[8:9], -v2, |v3|
	v_cmp_eq_f32_e32 vcc, 0x42280000, v3
	v_cmp_eq_f32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_eq_f32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_eq_u32_e32 vcc, v2, v4
	v_cmp_eq_u32_e64 s[8:9], v2, s4
	v_cmp_eq_u32_e32 vcc, 0, v4
	v_cmp_eq_u32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_eq_u32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_eq_u64_e32 vcc, v[2:3], v[4:5]
	v_cmp_eq_u64_e64 s[8:9], v[2:3], s[4:5]
	v_cmp_eq_u64_e32 vcc, 0, v[4:5]
	v_cmp_ge_f32_e32 vcc, v2, v4
	v_cmp_ge_f32_e64 s[8:9], v2, s4
	v_cmp_ge_f32_e32 vcc, 0, v4
	v_cmp_ge_f32_e64 s[8:9], -v2, |v3|
	v_cmp_ge_f32_e32 vcc, 0x42280000, v3
	v_cmp_ge_f32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_ge_f32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_ge_i32_e32 vcc, v2, v4
	v_cmp_ge_i32_e64 s[8:9], v2, s4
	v_cmp_ge_i32_e32 vcc, 0, v4
	v_cmp_ge_i32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_ge_i32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_gt_f32_e32 vcc, v2, v4
	v_cmp_gt_f32_e64 s[8:9], v2, s4
	v_cmp_gt_f32_e32 vcc, 0, v4
	v_cmp_gt_f32_e64 s[8:9], -v2, |v3|
	v_cmp_gt_f32_e32 vcc, 0x42280000, v3
	v_cmp_gt_f32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_gt_f32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_gt_i32_e32 vcc, v2, v4
	v_cmp_gt_i32_e64 s[8:9], v2, s4
	v_cmp_gt_i32_e32 vcc, 0, v4
	v_cmp_gt_i32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_gt_i32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_gt_i64_e32 vcc, v[2:3], v[4:5]
	v_cmp_gt_i64_e64 s[8:9], v[2:3], s[4:5]
	v_cmp_gt_i64_e32 vcc, 0, v[4:5]
	v_cmp_gt_u16_e32 vcc, v2, v4
	v_cmp_gt_u16_e64 s[8:9], v2, s4
	v_cmp_gt_u16_e32 vcc, 0, v4
	v_cmp_gt_u16_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_gt_u16_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_gt_u32_e32 vcc, v2, v4
	v_cmp_gt_u32_e64 s[8:9], v2, s4
	v_cmp_gt_u32_e32 vcc, 0, v4
	v_cmp_gt_u32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_gt_u32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_gt_u64_e32 vcc, v[2:3], v[4:5]
	v_cmp_gt_u64_e64 s[8:9], v[2:3], s[4:5]
	v_cmp_gt_u64_e32 vcc, 0, v[4:5]
	v_cmp_le_u32_e32 vcc, v2, v4
	v_cmp_le_u32_e64 s[8:9], v2, s4
	v_cmp_le_u32_e32 vcc, 0, v4
	v_cmp_le_u32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_le_u32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_lt_f32_e32 vcc, v2, v4
	v_cmp_lt_f32_e64 s[8:9], v2, s4
	v_cmp_lt_f32_e32 vcc, 0, v4
	v_cmp_lt_f32_e64 s[8:9], -v2, |v3|
	v_cmp_lt_f32_e32 vcc, 0x42280000, v3
	v_cmp_lt_f32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_lt_f32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_lt_i16_e32 vcc, v2, v4
	v_cmp_lt_i16_e64 s[8:9], v2, s4
	v_cmp_lt_i16_e32 vcc, 0, v4
	v_cmp_lt_i16_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_lt_i16_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_lt_i32_e32 vcc, v2, v4
	v_cmp_lt_i32_e64 s[8:9], v2, s4
	v_cmp_lt_i32_e32 vcc, 0, v4
	v_cmp_lt_i32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_lt_i32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_lt_i64_e32 vcc, v[2:3], v[4:5]
	v_cmp_lt_i64_e64 s[8:9], v[2:3], s[4:5]
	v_cmp_lt_i64_e32 vcc, 0, v[4:5]
	v_cmp_lt_u16_e32 vcc, v2, v4
	v_cmp_lt_u16_e64 s[8:9], v2, s4
	v_cmp_lt_u16_e32 vcc, 0, v4
	v_cmp_lt_u16_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_lt_u16_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_lt_u32_e32 vcc, v2, v4
	v_cmp_lt_u32_e64 s[8:9], v2, s4
	v_cmp_lt_u32_e32 vcc, 0, v4
	v_cmp_lt_u32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_lt_u32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_ne_u16_e32 vcc, v2, v4
	v_cmp_ne_u16_e64 s[8:9], v2, s4
	v_cmp_ne_u16_e32 vcc, 0, v4
	v_cmp_ne_u16_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_ne_u16_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_ne_u32_e32 vcc, v2, v4
	v_cmp_ne_u32_e64 s[8:9], v2, s4
	v_cmp_ne_u32_e32 vcc, 0, v4
	v_cmp_ne_u32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_ne_u32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_ne_u64_e32 vcc, v[2:3], v[4:5]
	v_cmp_ne_u64_e64 s[8:9], v[2:3], s[4:5]
	v_cmp_ne_u64_e32 vcc, 0, v[4:5]
	v_cmp_neq_f32_e32 vcc, v2, v4
	v_cmp_neq_f32_e64 s[8:9], v2, s4
	v_cmp_neq_f32_e32 vcc, 0, v4
	v_cmp_neq_f32_e64 s[8:9], -v2, |v3|
	v_cmp_neq_f32_e32 vcc, 0x42280000, v3
	v_cmp_neq_f32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_neq_f32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_nge_f32_e32 vcc, v2, v4
	v_cmp_nge_f32_e64 s[8:9], v2, s4
	v_cmp_nge_f32_e32 vcc, 0, v4
	v_cmp_nge_f32_e64 s[8:9], -v2, |v3|
	v_cmp_nge_f32_e32 vcc, 0x42280000, v3
	v_cmp_nge_f32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_nge_f32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_ngt_f32_e32 vcc, v2, v4
	v_cmp_ngt_f32_e64 s[8:9], v2, s4
	v_cmp_ngt_f32_e32 vcc, 0, v4
	v_cmp_ngt_f32_e64 s[8:9], -v2, |v3|
	v_cmp_ngt_f32_e32 vcc, 0x42280000, v3
	v_cmp_ngt_f32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_ngt_f32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cmp_nlt_f32_e32 vcc, v2, v4
	v_cmp_nlt_f32_e64 s[8:9], v2, s4
	v_cmp_nlt_f32_e32 vcc, 0, v4
	v_cmp_nlt_f32_e64 s[8:9], -v2, |v3|
	v_cmp_nlt_f32_e32 vcc, 0x42280000, v3
	v_cmp_nlt_f32_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:BYTE_0
	v_cmp_nlt_f32_sdwa s[8:9], v1, v2 src0_sel:BYTE_3 src1_sel:DWORD
	v_cndmask_b32_e32 v1, v2, v3, vcc
	v_cndmask_b32_e64 v1, v2, v3, s[8:9]
	v_cndmask_b32_e64 v1, 0, -1, s[8:9]
	v_cndmask_b32_e64 v1, 0, -v2, s[8:9]
	v_cndmask_b32_sdwa v1, v2, v3, vcc dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:BYTE_0
	v_cvt_f16_f32_e32 v1, v2
	v_cvt_f16_f32_e32 v1, s2
	v_cvt_f16_f32_e32 v1, -4.0
	v_cvt_f16_f32_e32 v1, 0x12345
	v_cvt_f16_f32_e64 v1, v2 clamp mul:2
	v_cvt_f16_f32_e64 v1, -|v2|
	v_cvt_f16_f32_sdwa v1, -v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
	v_cvt_f16_f32_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
	v_cvt_f16_f32_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
	v_cvt_f32_f16_e32 v1, v2
	v_cvt_f32_f16_e32 v1, s2
	v_cvt_f32_f16_e32 v1, -4.0
	v_cvt_f32_f16_e64 v1, v2 clamp mul:2
	v_cvt_f32_f16_e64 v1, -|v2|
	v_cvt_f32_f16_sdwa v1, -v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
	v_cvt_f32_f16_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
	v_cvt_f32_f16_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
	v_cvt_f32_i32_e32 v1, v2
	v_cvt_f32_i32_e32 v1, s2
	v_cvt_f32_i32_e32 v1, -4.0
	v_cvt_f32_i32_e32 v1, 0x12345
	v_cvt_f32_i32_e64 v1, v2 clamp mul:2
	v_cvt_f32_i32_sdwa v1, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
	v_cvt_f32_i32_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
	v_cvt_f32_i32_sdwa v1, sext(v2) dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:WORD_0
	v_cvt_f32_i32_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
	v_cvt_f32_u32_e32 v1, v2
	v_cvt_f32_u32_e32 v1, s2
	v_cvt_f32_u32_e32 v1, -4.0
	v_cvt_f32_u32_e32 v1, 0x12345
	v_cvt_f32_u32_e64 v1, v2 clamp mul:2
	v_cvt_f32_u32_sdwa v1, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
	v_cvt_f32_u32_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
	v_cvt_f32_u32_sdwa v1, sext(v2) dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:WORD_0
	v_cvt_f32_u32_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
	v_cvt_f32_ubyte0_e32 v1, v2
	v_cvt_f32_ubyte0_e32 v1, s2
	v_cvt_f32_ubyte0_e32 v1, -4.0
	v_cvt_f32_ubyte0_e32 v1, 0x12345
	v_cvt_f32_ubyte0_e64 v1, v2 clamp mul:2
	v_cvt_f32_ubyte0_sdwa v1, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
	v_cvt_f32_ubyte0_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
	v_cvt_f32_ubyte0_sdwa v1, sext(v2) dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:WORD_0
	v_cvt_f32_ubyte0_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
	v_cvt_i32_f32_e32 v1, v2
	v_cvt_i32_f32_e32 v1, s2
	v_cvt_i32_f32_e32 v1, -4.0
	v_cvt_i32_f32_e32 v1, 0x12345
	v_cvt_i32_f32_e64 v1, v2
	v_cvt_i32_f32_e64 v1, -|v2|
	v_cvt_i32_f32_sdwa v1, -v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
	v_cvt_i32_f32_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
	v_cvt_i32_f32_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
	v_cvt_u32_f32_e32 v1, v2
	v_cvt_u32_f32_e32 v1, s2
	v_cvt_u32_f32_e32 v1, -4.0
	v_cvt_u32_f32_e32 v1, 0x12345
	v_cvt_u32_f32_e64 v1, v2
	v_cvt_u32_f32_e64 v1, -|v2|
	v_cvt_u32_f32_sdwa v1, -v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
	v_cvt_u32_f32_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
	v_cvt_u32_f32_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
	v_div_fixup_f32 v1, v2, v3, v4
	v_div_fixup_f32 v1, v2, v3, s4
	v_div_fixup_f32 v1, v2, v3, 1.0
	v_div_fmas_f32 v1, v2, v3, v4
	v_div_fmas_f32 v1, -v2, |v3|, v4 clamp mul:2
	v_div_scale_f32 v1, vcc, v2, v3, v4
	v_div_scale_f32 v1, s[8:9], s2, v3, s2
	v_dot4_i32_i8 v1, v2, v3, v4
	v_dot4_i32_i8 v1, v2, v3, 0 clamp
	v_dot4_i32_i8 v1, s2, v3, v4
	v_exp_f32_e32 v1, v2
	v_exp_f32_e32 v1, s2
	v_exp_f32_e32 v1, -4.0
	v_exp_f32_e32 v1, 0x12345
	v_exp_f32_e64 v1, v2 clamp mul:2
	v_exp_f32_e64 v1, -|v2|
	v_exp_f32_sdwa v1, -v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
	v_exp_f32_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
	v_exp_f32_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
	v_fma_f32 v1, v2, v3, v4
	v_fma_f32 v1, -v2, |v3|, -|s4|
	v_fma_f32 v1, v2, 1.0, v3 clamp mul:4
	v_fma_f32 v1, v2, v3, v4 div:2
	v_fma_mix_f32 v1, v2, v3, v4
	v_fma_mix_f32 v1, v2, v3, v4 op_sel_hi:[1,0,0]
	v_fma_mix_f32 v1, -v2, |v3|, -|v4| op_sel:[1,0,1] op_sel_hi:[1,0,1] clamp
	v_fma_mix_f32 v1, s2, v3, 1.0 op_sel_hi:[0,1,0]
	v_fmac_f32_e32 v1, v2, v3
	v_fmac_f32_e32 v1, s2, v3
	v_fmac_f32_e32 v1, 0.5, v3
	v_fmac_f32_e32 v1, 0x12345, v3
	v_fmac_f32_e64 v1, v2, s3
	v_fmac_f32_e64 v1, -v2, |v3| clamp mul:2
	v_fmac_f32_e64 v1, s2, -v3 div:2
	v_fmac_f32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_ldexp_f32 v1, v2, v3
	v_ldexp_f32 v1, -v2, 5 clamp
	v_ldexp_f32 v1, |v2|, s3 mul:2
	v_log_f32_e32 v1, v2
	v_log_f32_e32 v1, s2
	v_log_f32_e32 v1, -4.0
	v_log_f32_e32 v1, 0x12345
	v_log_f32_e64 v1, v2 clamp mul:2
	v_log_f32_e64 v1, -|v2|
	v_log_f32_sdwa v1, -v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
	v_log_f32_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
	v_log_f32_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
	v_lshl_add_u32 v1, v2, v3, v4
	v_lshl_add_u32 v1, v2, 8, s3
	v_lshl_add_u32 v1, s2, v3, -1
	v_lshl_or_b32 v1, v2, v3, v4
	v_lshl_or_b32 v1, v2, 8, s3
	v_lshl_or_b32 v1, s2, v3, -1
	v_lshlrev_b16_e32 v1, v2, v3
	v_lshlrev_b16_e32 v1, s2, v3
	v_lshlrev_b16_e32 v1, 5, v3
	v_lshlrev_b16_e64 v1, v2, s3
	v_lshlrev_b16_e32 v1, 0x1234, v3
	v_lshlrev_b16_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_lshlrev_b16_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_lshlrev_b16_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_lshlrev_b16_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_lshlrev_b32_e32 v1, v2, v3
	v_lshlrev_b32_e32 v1, s2, v3
	v_lshlrev_b32_e32 v1, 5, v3
	v_lshlrev_b32_e32 v1, 0x12345, v3
	v_lshlrev_b32_e64 v1, v2, s3
	v_lshlrev_b32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_lshlrev_b32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_lshlrev_b32_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_lshlrev_b32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_lshlrev_b64 v[0:1], 2, v[2:3]
	v_lshlrev_b64 v[0:1], v1, s[2:3]
	v_lshlrev_b64 v[0:1], v4, v[6:7]
	v_lshrrev_b16_e32 v1, v2, v3
	v_lshrrev_b16_e32 v1, s2, v3
	v_lshrrev_b16_e32 v1, 5, v3
	v_lshrrev_b16_e64 v1, v2, s3
	v_lshrrev_b16_e32 v1, 0x1234, v3
	v_lshrrev_b16_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_lshrrev_b16_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_lshrrev_b16_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_lshrrev_b16_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_lshrrev_b32_e32 v1, v2, v3
	v_lshrrev_b32_e32 v1, s2, v3
	v_lshrrev_b32_e32 v1, 5, v3
	v_lshrrev_b32_e32 v1, 0x12345, v3
	v_lshrrev_b32_e64 v1, v2, s3
	v_lshrrev_b32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_lshrrev_b32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_lshrrev_b32_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_lshrrev_b32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_mad_i64_i32 v[0:1], s[8:9], v2, v3, v[4:5]
	v_mad_i64_i32 v[0:1], s[8:9], s2, v3, 0
	v_mad_i64_i32 v[0:1], vcc, v2, s3, v[4:5]
	v_mad_u32_u24 v1, v2, v3, v4
	v_mad_u32_u24 v1, v2, 8, s3
	v_mad_u32_u24 v1, s2, v3, -1
	v_mad_u64_u32 v[0:1], s[8:9], v2, v3, v[4:5]
	v_mad_u64_u32 v[0:1], s[8:9], s2, v3, 0
	v_mad_u64_u32 v[0:1], vcc, v2, s3, v[4:5]
	v_madmk_f32 v1, v2, 0x42280000, v3
	v_max3_f32 v1, v2, v3, v4
	v_max3_f32 v1, -v2, |v3|, -|s4|
	v_max3_f32 v1, v2, 1.0, v3 clamp mul:4
	v_max3_f32 v1, v2, v3, v4 div:2
	v_max_f32_e32 v1, v2, v3
	v_max_f32_e32 v1, s2, v3
	v_max_f32_e32 v1, 0.5, v3
	v_max_f32_e32 v1, 0x12345, v3
	v_max_f32_e64 v1, v2, s3
	v_max_f32_e64 v1, -v2, |v3| clamp mul:2
	v_max_f32_e64 v1, s2, -v3 div:2
	v_max_f32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_max_f32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_max_f32_sdwa v1, -|v2|, v3 clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:BYTE_0
	v_max_f32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_max_i32_e32 v1, v2, v3
	v_max_i32_e32 v1, s2, v3
	v_max_i32_e32 v1, 5, v3
	v_max_i32_e32 v1, 0x12345, v3
	v_max_i32_e64 v1, v2, s3
	v_max_i32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_max_i32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_max_i32_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_max_i32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_mbcnt_hi_u32_b32 v1, -1, 0
	v_mbcnt_hi_u32_b32 v1, v2, v3
	v_mbcnt_hi_u32_b32 v1, s2, v3
	v_mbcnt_lo_u32_b32 v1, -1, 0
	v_mbcnt_lo_u32_b32 v1, v2, v3
	v_mbcnt_lo_u32_b32 v1, s2, v3
	v_min_f32_e32 v1, v2, v3
	v_min_f32_e32 v1, s2, v3
	v_min_f32_e32 v1, 0.5, v3
	v_min_f32_e32 v1, 0x12345, v3
	v_min_f32_e64 v1, v2, s3
	v_min_f32_e64 v1, -v2, |v3| clamp mul:2
	v_min_f32_e64 v1, s2, -v3 div:2
	v_min_f32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_min_f32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_min_f32_sdwa v1, -|v2|, v3 clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:BYTE_0
	v_min_f32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_min_u32_e32 v1, v2, v3
	v_min_u32_e32 v1, s2, v3
	v_min_u32_e32 v1, 5, v3
	v_min_u32_e32 v1, 0x12345, v3
	v_min_u32_e64 v1, v2, s3
	v_min_u32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_min_u32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_min_u32_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_min_u32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v1, s2
	v_mov_b32_e32 v1, -16
	v_mov_b32_e32 v1, 0x12345
	v_mov_b32_e64 v1, v2
	v_mov_b32_sdwa v1, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
	v_mov_b32_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
	v_mov_b32_sdwa v1, sext(v2) dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:WORD_0
	v_mov_b32_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
	v_mul_f32_e32 v1, v2, v3
	v_mul_f32_e32 v1, s2, v3
	v_mul_f32_e32 v1, 0.5, v3
	v_mul_f32_e32 v1, 0x12345, v3
	v_mul_f32_e64 v1, v2, s3
	v_mul_f32_e64 v1, -v2, |v3| clamp mul:2
	v_mul_f32_e64 v1, s2, -v3 div:2
	v_mul_f32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_mul_f32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_mul_f32_sdwa v1, -|v2|, v3 clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:BYTE_0
	v_mul_f32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_mul_hi_u32 v1, v2, v3
	v_mul_hi_u32 v1, 7, s3
	v_mul_hi_u32 v1, v2, -1
	v_mul_hi_u32_u24_e32 v1, v2, v3
	v_mul_hi_u32_u24_e32 v1, s2, v3
	v_mul_hi_u32_u24_e32 v1, 5, v3
	v_mul_hi_u32_u24_e32 v1, 0x12345, v3
	v_mul_hi_u32_u24_e64 v1, v2, s3
	v_mul_hi_u32_u24_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_mul_hi_u32_u24_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_mul_hi_u32_u24_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_mul_hi_u32_u24_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_mul_i32_i24_e32 v1, v2, v3
	v_mul_i32_i24_e32 v1, s2, v3
	v_mul_i32_i24_e32 v1, 5, v3
	v_mul_i32_i24_e32 v1, 0x12345, v3
	v_mul_i32_i24_e64 v1, v2, s3
	v_mul_i32_i24_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_mul_i32_i24_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_mul_i32_i24_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_mul_i32_i24_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_mul_lo_u32 v1, v2, v3
	v_mul_lo_u32 v1, 7, s3
	v_mul_lo_u32 v1, v2, -1
	v_mul_u32_u24_e32 v1, v2, v3
	v_mul_u32_u24_e32 v1, s2, v3
	v_mul_u32_u24_e32 v1, 5, v3
	v_mul_u32_u24_e32 v1, 0x12345, v3
	v_mul_u32_u24_e64 v1, v2, s3
	v_mul_u32_u24_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_mul_u32_u24_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_mul_u32_u24_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_mul_u32_u24_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_not_b32_e32 v1, v2
	v_not_b32_e32 v1, s2
	v_not_b32_e32 v1, -16
	v_not_b32_e32 v1, 0x12345
	v_not_b32_e64 v1, v2
	v_not_b32_sdwa v1, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
	v_not_b32_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
	v_not_b32_sdwa v1, sext(v2) dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:WORD_0
	v_not_b32_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
	v_or3_b32 v1, v2, v3, v4
	v_or3_b32 v1, v2, 8, s3
	v_or3_b32 v1, s2, v3, -1
	v_or_b32_e32 v1, v2, v3
	v_or_b32_e32 v1, s2, v3
	v_or_b32_e32 v1, 5, v3
	v_or_b32_e32 v1, 0x12345, v3
	v_or_b32_e64 v1, v2, s3
	v_or_b32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_or_b32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_or_b32_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_or_b32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_pack_b32_f16 v1, v2, v3
	v_pack_b32_f16 v1, v2, v3 op_sel:[1,0,0]
	v_pack_b32_f16 v1, -v2, |v3|
	v_perm_b32 v1, v2, v3, v4
	v_perm_b32 v1, v2, 8, s3
	v_perm_b32 v1, s2, v3, -1
	v_pk_lshrrev_b16 v1, 8, v2
	v_pk_lshrrev_b16 v1, 8, v2 op_sel_hi:[0,1]
	v_pk_lshrrev_b16 v1, v2, v3 op_sel:[1,0] op_sel_hi:[0,1]
	v_pk_lshrrev_b16 v1, s2, v3 op_sel_hi:[0,0]
	v_pk_mul_f16 v1, v2, v3
	v_pk_mul_f16 v1, v2, v3 op_sel:[0,1] op_sel_hi:[1,0]
	v_pk_mul_f16 v1, v2, v3 op_sel_hi:[0,1] neg_lo:[1,0] neg_hi:[0,1] clamp
	v_pk_mul_f16 v1, 0.5, v3 op_sel_hi:[0,1]
	v_rcp_f32_e32 v1, v2
	v_rcp_f32_e32 v1, s2
	v_rcp_f32_e32 v1, -4.0
	v_rcp_f32_e32 v1, 0x12345
	v_rcp_f32_e64 v1, v2 clamp mul:2
	v_rcp_f32_e64 v1, -|v2|
	v_rcp_f32_sdwa v1, -v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
	v_rcp_f32_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
	v_rcp_f32_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
	v_rcp_iflag_f32_e32 v1, v2
	v_rcp_iflag_f32_e32 v1, s2
	v_rcp_iflag_f32_e32 v1, -4.0
	v_rcp_iflag_f32_e32 v1, 0x12345
	v_rcp_iflag_f32_e64 v1, v2 clamp mul:2
	v_rcp_iflag_f32_e64 v1, -|v2|
	v_rcp_iflag_f32_sdwa v1, -v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
	v_rcp_iflag_f32_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
	v_rcp_iflag_f32_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
	v_readfirstlane_b32 s1, v2
	v_readlane_b32 s1, v2, 5
	v_readlane_b32 s1, v2, s3
	v_rndne_f32_e32 v1, v2
	v_rndne_f32_e32 v1, s2
	v_rndne_f32_e32 v1, -4.0
	v_rndne_f32_e32 v1, 0x12345
	v_rndne_f32_e64 v1, v2 clamp mul:2
	v_rndne_f32_e64 v1, -|v2|
	v_rndne_f32_sdwa v1, -v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
	v_rndne_f32_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
	v_rndne_f32_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
	v_sub_co_u32_e32 v1, vcc, v2, v3
	v_sub_co_u32_e64 v1, s[8:9], v2, s3
	v_sub_co_u32_e32 v1, vcc, 0x12345, v2
	v_sub_f32_e32 v1, v2, v3
	v_sub_f32_e32 v1, s2, v3
	v_sub_f32_e32 v1, 0.5, v3
	v_sub_f32_e32 v1, 0x12345, v3
	v_sub_f32_e64 v1, v2, s3
	v_sub_f32_e64 v1, -v2, |v3| clamp mul:2
	v_sub_f32_e64 v1, s2, -v3 div:2
	v_sub_f32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_sub_f32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_sub_f32_sdwa v1, -|v2|, v3 clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:BYTE_0
	v_sub_f32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_sub_i16 v1, v2, v3
	v_sub_i16 v1, 7, s3
	v_sub_i16 v1, v2, -1
	v_sub_i16 v1, v2, v3 clamp
	v_sub_i16 v1, v2, v3 op_sel:[1,0,1]
	v_sub_u16_e32 v1, v2, v3
	v_sub_u16_e32 v1, s2, v3
	v_sub_u16_e32 v1, 5, v3
	v_sub_u16_e64 v1, v2, s3
	v_sub_u16_e32 v1, 0x1234, v3
	v_sub_u16_e64 v1, v2, v3 clamp
	v_sub_u16_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_sub_u16_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_sub_u16_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_sub_u16_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_sub_u32_e32 v1, v2, v3
	v_sub_u32_e32 v1, s2, v3
	v_sub_u32_e32 v1, 5, v3
	v_sub_u32_e32 v1, 0x12345, v3
	v_sub_u32_e64 v1, v2, s3
	v_sub_u32_e64 v1, v2, v3 clamp
	v_sub_u32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_sub_u32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_sub_u32_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_sub_u32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_subb_co_u32_e32 v1, vcc, v2, v3, vcc
	v_subb_co_u32_e64 v1, s[8:9], 0, v3, s[10:11]
	v_subbrev_co_u32_e32 v1, vcc, v2, v3, vcc
	v_subbrev_co_u32_e64 v1, s[8:9], 0, v3, s[10:11]
	v_subrev_co_u32_e32 v1, vcc, v2, v3
	v_subrev_co_u32_e64 v1, s[8:9], v2, s3
	v_subrev_co_u32_e32 v1, vcc, 0x12345, v2
	v_subrev_u32_e32 v1, v2, v3
	v_subrev_u32_e32 v1, s2, v3
	v_subrev_u32_e32 v1, 5, v3
	v_subrev_u32_e32 v1, 0x12345, v3
	v_subrev_u32_e64 v1, v2, s3
	v_subrev_u32_e64 v1, v2, v3 clamp
	v_subrev_u32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_subrev_u32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_subrev_u32_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_subrev_u32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
	v_trunc_f32_e32 v1, v2
	v_trunc_f32_e32 v1, s2
	v_trunc_f32_e32 v1, -4.0
	v_trunc_f32_e32 v1, 0x12345
	v_trunc_f32_e64 v1, v2 clamp mul:2
	v_trunc_f32_e64 v1, -|v2|
	v_trunc_f32_sdwa v1, -v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
	v_trunc_f32_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
	v_trunc_f32_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
	v_writelane_b32 v1, s2, 5
	v_writelane_b32 v1, s2, s2
	v_writelane_b32 v1, -1, 7
	v_xad_u32 v1, v2, v3, v4
	v_xad_u32 v1, v2, 8, s3
	v_xad_u32 v1, s2, v3, -1
	v_xor_b32_e32 v1, v2, v3
	v_xor_b32_e32 v1, s2, v3
	v_xor_b32_e32 v1, 5, v3
	v_xor_b32_e32 v1, 0x12345, v3
	v_xor_b32_e64 v1, v2, s3
	v_xor_b32_sdwa v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0
	v_xor_b32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_xor_b32_sdwa v1, sext(v2), v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	v_xor_b32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
