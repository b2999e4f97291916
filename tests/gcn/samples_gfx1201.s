// SPDX-License-Identifier: Apache-2.0
// Every mnemonic of mnemonics.txt for gfx1201, in forms that the kernels have, and what else only gfx12 writes. Not a program: nothing runs it.
	.text
	ds_bpermute_b32 v0, v0, v1
	ds_load_2addr_b32 v[8:9], v0 offset1:32
	ds_load_2addr_b32 v[28:29], v1 offset0:32 offset1:40
	ds_load_2addr_b64 v[13:16], v17 offset1:32
	ds_load_2addr_b64 v[17:20], v17 offset0:64 offset1:96
	ds_load_2addr_stride64_b32 v[4:5], v0 offset1:1
	ds_load_2addr_stride64_b32 v[6:7], v0 offset0:2 offset1:3
	ds_load_b128 v[14:17], v102
	ds_load_b128 v[1:4], v102 offset:16
	ds_load_b32 v30, v3
	ds_load_b32 v7, v7 offset:128
	ds_load_b64 v[1:2], v9
	ds_load_b64 v[17:18], v9 offset:2048
	ds_store_2addr_b32 v21, v5, v5 offset1:8
	ds_store_2addr_b32 v21, v2, v3 offset0:16 offset1:24
	ds_store_2addr_stride64_b32 v19, v1, v2 offset1:1
	ds_store_2addr_stride64_b32 v19, v3, v8 offset0:2 offset1:3
	ds_store_b128 v34, v[36:39]
	ds_store_b128 v32, v[16:19] offset:896
	ds_store_b16 v19, v32
	ds_store_b32 v18, v0
	ds_store_b32 v0, v3 offset:256
	ds_store_b64 v3, v[1:2] offset:15360
	ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,16)
	global_inv scope:SCOPE_SE
	global_load_b128 v[0:3], v[8:9], off offset:4
	global_load_b128 v[0:3], v[8:9], off
	global_load_b128 v[1:4], v15, s[2:3]
	global_load_b32 v2, v[2:3], off
	global_load_b32 v5, v1, s[12:13]
	global_load_b32 v2, v[4:5], off offset:4
	global_load_b64 v[14:15], v[14:15], off offset:4
	global_load_b64 v[8:9], v[8:9], off
	global_load_b96 v[9:11], v[5:6], off
	global_load_i8 v19, v[22:23], off
	global_load_u16 v0, v[0:1], off offset:8
	global_load_u16 v0, v[8:9], off
	global_load_u8 v8, v[8:9], off offset:16
	global_load_u8 v25, v[14:15], off
	global_store_b32 v[4:5], v13, off
	global_store_b32 v[0:1], v12, off offset:128
	global_store_b32 v1, v0, s[0:1]
	global_store_b64 v[3:4], v[1:2], off
	global_store_b64 v2, v[0:1], s[0:1]
	global_store_b8 v[0:1], v9, off offset:4
	global_wb scope:SCOPE_SE
	s_add_co_i32 s1, s1, -1
	s_add_co_i32 s12, s12, 2
	s_add_co_i32 s13, s13, s15
	s_add_nc_u64 s[4:5], s[4:5], s[12:13]
	s_add_nc_u64 s[8:9], s[8:9], 2
	s_addk_co_i32 s6, 0x3000
	s_and_b32 s1, s1, s13
	s_and_b32 exec_lo, exec_lo, vcc_lo
	s_and_b32 s16, s16, exec_lo
	s_and_not1_b32 exec_lo, exec_lo, s12
	s_and_not1_b32 vcc_lo, exec_lo, s2
	s_and_not1_b32 s2, 1, s29
	s_and_saveexec_b32 s15, s1
	s_and_saveexec_b32 s15, vcc_lo
	s_barrier_signal -1
	s_barrier_wait 0xffff
	s_branch 0
	s_cbranch_execnz 0
	s_cbranch_execz 0
	s_cbranch_scc0 0
	s_cbranch_scc1 0
	s_cbranch_vccnz 0
	s_cbranch_vccz 0
	s_clause 0x1
	s_cmp_eq_u32 s8, 0
	s_cmp_eq_u32 s0, s7
	s_cmp_ge_u32 s12, s8
	s_cmp_gt_i32 s8, 1
	s_cmp_gt_u32 s14, 1
	s_cmp_gt_u32 s20, s7
	s_cmp_le_u32 s29, s21
	s_cmp_lg_u32 s6, 0
	s_cmp_lg_u32 s1, s6
	s_cmp_lt_i32 s5, 16
	s_cmp_lt_i32 s36, s8
	s_cmp_lt_u32 s10, 64
	s_cmp_lt_u32 s31, s20
	s_cselect_b32 s1, 2, 1
	s_cselect_b32 vcc_lo, -1, 0
	s_cselect_b32 s34, 0xe00, 0
	s_cvt_f32_u32 s3, s35
	s_cvt_u32_f32 s40, s3
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(SALU_CYCLE_1)
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(SKIP_3) | instid1(VALU_DEP_4)
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_4) | instid1(VALU_DEP_1)
	s_endpgm
	s_load_b128 s[4:7], s[0:1], 0x0
	s_load_b256 s[8:15], s[0:1], 0x18
	s_load_b32 s8, s[0:1], 0x18
	s_load_b32 s3, s[10:11], s3 offset:0x4
	s_load_b512 s[8:23], s[0:1], 0x18
	s_load_b64 s[2:3], s[0:1], 0x10
	s_load_b96 s[8:10], s[0:1], 0x18
	s_lshl_b32 s11, ttmp9, 6
	s_lshl_b32 s13, s13, 10
	s_lshl_b64 s[0:1], s[2:3], 2
	s_lshr_b32 s9, s10, 1
	s_lshr_b32 s26, ttmp7, 16
	s_min_u32 s16, s1, 2
	s_min_u32 s3, s3, s26
	s_mov_b32 s12, 0
	s_mov_b32 s14, 0xfcfeff00
	s_mov_b32 s11, exec_lo
	s_mov_b64 s[10:11], s[14:15]
	s_mov_b64 s[8:9], 0
	s_movk_i32 s6, 0x3c00
	s_mul_f32 s3, s3, 0x4f7ffffe
	s_mul_hi_u32 s41, s40, s39
	s_mul_i32 s33, s35, 14
	s_mul_i32 s3, s30, 0x1100
	s_mul_i32 s39, s38, s40
	s_mul_u64 s[12:13], s[2:3], s[8:9]
	s_mul_u64 s[12:13], s[12:13], 10
	s_mul_u64 s[4:5], s[18:19], 0x48
	s_mulk_i32 s0, 0x180
	s_nop 0
	s_or_b32 exec_lo, exec_lo, s15
	s_or_b32 s12, vcc_lo, s12
	s_or_b32 s17, s2, s17
	s_or_saveexec_b32 s17, s17
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_sub_co_i32 s1, s8, s12
	s_sub_co_i32 s38, 0, s35
	s_sub_co_i32 s2, s2, 64
	s_wait_dscnt 0x0
	s_wait_kmcnt 0x0
	s_wait_loadcnt 0x1
	s_wait_loadcnt_dscnt 0x0
	s_wait_storecnt 0x0
	s_wait_storecnt_dscnt 0x0
	s_xor_b32 s13, s1, -1
	s_xor_b32 s17, exec_lo, s17
	s_xor_b32 exec_lo, exec_lo, s17
	v_add3_u32 v32, v21, s34, v22
	v_add3_u32 v17, v17, v18, v39
	v_add3_u32 v37, 0x5000, s2, v31
	v_add_co_ci_u32_e32 v1, vcc_lo, v3, v1, vcc_lo
	v_add_co_ci_u32_e32 v9, vcc_lo, 0, v7, vcc_lo
	v_add_co_ci_u32_e32 v27, vcc_lo, s11, v18, vcc_lo
	v_add_co_ci_u32_e64 v2, s1, 0, v7, s1
	v_add_co_ci_u32_e64 v3, s1, s3, v3, s1
	v_add_co_ci_u32_e64 v5, s0, v3, v5, s0
	v_add_co_u32 v0, s1, v6, s12
	v_add_co_u32 v0, vcc_lo, v2, v0
	v_add_co_u32 v10, vcc_lo, v10, 16
	v_add_f32_dpp v1, v16, v1 row_xmask:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
	v_add_f32_e32 v10, v10, v33
	v_add_f32_e32 v8, 0x4b400000, v8
	v_add_f32_e32 v10, 0.5, v10
	v_add_nc_u32_e32 v21, 0x1400, v0
	v_add_nc_u32_e32 v3, 32, v3
	v_add_nc_u32_e32 v26, v26, v28
	v_alignbit_b32 v3, v1, v2, 12
	v_and_b32_e32 v1, 63, v0
	v_and_b32_e32 v1, 0xffff, v2
	v_and_b32_e32 v9, 0.5, v9
	v_and_or_b32 v2, 0x3f0000, v2, v8
	v_and_or_b32 v17, v27, 2, v17
	v_ashrrev_i16 v21, 8, v21
	v_bfe_i32 v109, v106, 0, 8
	v_bfe_u32 v2, v0, 6, 1
	v_bfe_u32 v12, v14, v7, 6
	v_bfi_b32 v4, 0x7fffffff, 1.0, v4
	v_cmp_eq_u16_e64 s6, 0, v13
	v_cmp_eq_u32_e32 vcc_lo, 0, v2
	v_cmp_eq_u32_e64 s0, 0, v3
	v_cmp_eq_u64_e32 vcc_lo, 0, v[2:3]
	v_cmp_ge_f32_e64 vcc_lo, |v9|, 0.5
	v_cmp_ge_u64_e32 vcc_lo, v[35:36], v[10:11]
	v_cmp_gt_i16_e64 s5, 0, v19
	v_cmp_gt_u32_e32 vcc_lo, 16, v0
	v_cmp_gt_u32_e32 vcc_lo, s10, v11
	v_cmp_gt_u32_e32 vcc_lo, 0x100, v0
	v_cmp_gt_u32_e64 s0, s10, v15
	v_cmp_gt_u32_e64 s0, 24, v20
	v_cmp_gt_u64_e32 vcc_lo, v[9:10], v[1:2]
	v_cmp_gt_u64_e32 vcc_lo, s[4:5], v[1:2]
	v_cmp_gt_u64_e64 s2, s[8:9], v[14:15]
	v_cmp_le_u32_e32 vcc_lo, s8, v2
	v_cmp_le_u32_e64 s1, s9, v3
	v_cmp_le_u64_e32 vcc_lo, v[10:11], v[1:2]
	v_cmp_le_u64_e64 s2, s[8:9], v[13:14]
	v_cmp_lt_u32_e64 s4, 3, v5
	v_cmp_lt_u64_e32 vcc_lo, v[3:4], v[1:2]
	v_cmp_lt_u64_e64 s16, s[14:15], s[8:9]
	v_cmp_ne_u32_e32 vcc_lo, 1, v8
	v_cmp_ne_u32_e64 s1, 0, v19
	v_cmp_neq_f32_e32 vcc_lo, 0, v6
	v_cmpx_eq_u32_e32 0, v5
	v_cmpx_gt_u32_e32 12, v0
	v_cmpx_gt_u32_e32 0x180, v0
	v_cmpx_gt_u32_e64 s8, v2
	v_cmpx_lt_u32_e32 31, v0
	v_cmpx_neq_f32_e32 0, v4
	v_cmpx_ngt_f32_e32 0xc2ae0000, v9
	v_cmpx_o_f32_e32 v4, v4
	v_cndmask_b32_e32 v14, 0, v12, vcc_lo
	v_cndmask_b32_e32 v13, v1, v2, vcc_lo
	v_cndmask_b32_e64 v0, 0, v16, s1
	v_cndmask_b32_e64 v20, v30, v20, s2
	v_cndmask_b32_e64 v8, v8, 0, s2
	v_cvt_f16_f32_e32 v1, v8
	v_cvt_f32_f16_e32 v0, v0
	v_cvt_f32_i32_e32 v29, v29
	v_cvt_i32_f32_e32 v9, v4
	v_div_fixup_f32 v4, v4, v6, v7
	v_div_fixup_f32 v8, v8, 0x42fe0000, v4
	v_div_fmas_f32 v4, v2, v3, v4
	v_div_scale_f32 v2, null, v6, v6, v7
	v_div_scale_f32 v5, vcc_lo, v7, v6, v7
	v_div_scale_f32 v3, null, 0x42fe0000, 0x42fe0000, v4
	v_dot4_i32_iu8 v50, v8, v26, 0 neg_lo:[1,1,0]
	v_dot4_i32_iu8 v31, v32, v27, v50 neg_lo:[1,1,0]
	v_dot4_i32_iu8 v41, -1, v39, 0 neg_lo:[1,1,0]
	v_dual_add_f32 v8, v29, v8 :: v_dual_add_f32 v9, v26, v9
	v_dual_add_f32 v60, v60, v92 :: v_dual_add_nc_u32 v55, 0x800, v55
	v_dual_add_f32 v15, v15, v16 :: v_dual_and_b32 v34, 0x7070707, v34
	v_dual_add_f32 v6, v6, v18 :: v_dual_cndmask_b32 v21, 0, v15
	v_dual_add_f32 v12, v13, v12 :: v_dual_lshlrev_b32 v49, 4, v11
	v_dual_add_f32 v6, v5, v6 :: v_dual_max_num_f32 v7, v7, v7
	v_dual_add_f32 v0, v0, v1 :: v_dual_mov_b32 v1, 0
	v_dual_add_f32 v34, v34, v39 :: v_dual_mul_f32 v9, v67, v9
	v_dual_cndmask_b32 v6, v8, v9 :: v_dual_add_f32 v1, v1, v2
	v_dual_cndmask_b32 v18, 0, v12 :: v_dual_add_nc_u32 v15, v20, v15
	v_dual_cndmask_b32 v26, 0, v17 :: v_dual_cndmask_b32 v27, 0, v18
	v_dual_cndmask_b32 v15, v21, v15 :: v_dual_mul_f32 v16, v16, v108
	v_dual_max_num_f32 v7, v7, v7 :: v_dual_add_f32 v6, v6, v8
	v_dual_max_num_f32 v5, v5, v5 :: v_dual_add_nc_u32 v6, 0x100, v6
	v_dual_max_num_f32 v4, v5, v5 :: v_dual_and_b32 v5, 31, v0
	v_dual_max_num_f32 v3, v4, v4 :: v_dual_max_num_f32 v8, v10, v10
	v_dual_max_num_f32 v8, v7, v7 :: v_dual_mov_b32 v7, 0
	v_dual_mov_b32 v5, 0 :: v_dual_add_f32 v2, v6, v3
	v_dual_mov_b32 v20, v27 :: v_dual_add_nc_u32 v7, s8, v7
	v_dual_mov_b32 v13, 0 :: v_dual_and_b32 v10, 31, v0
	v_dual_mov_b32 v13, 0 :: v_dual_lshlrev_b32 v14, 2, v2
	v_dual_mov_b32 v0, 0 :: v_dual_mov_b32 v1, 0
	v_dual_mul_f32 v42, v70, v42 :: v_dual_add_f32 v35, v35, v36
	v_dual_mul_f32 v8, v62, v8 :: v_dual_add_nc_u32 v3, 0x80, v3
	v_dual_mul_f32 v30, v29, v30 :: v_dual_and_b32 v33, 0xf000f, v33
	v_dual_mul_f32 v18, 0x7b000000, v18 :: v_dual_cndmask_b32 v15, 0, v16
	v_dual_mul_f32 v31, 0x7b000000, v31 :: v_dual_lshlrev_b32 v28, 10, v30
	v_dual_mul_f32 v29, v48, v29 :: v_dual_mul_f32 v26, v49, v26
	v_dual_sub_f32 v9, v9, v3 :: v_dual_mov_b32 v8, 0
	v_fma_f32 v4, -v2, v3, 1.0
	v_fma_f32 v8, -v2, v4, v5
	v_fmac_f32_e32 v3, v4, v3
	v_lshl_add_u32 v18, v36, 4, v17
	v_lshl_add_u32 v42, v20, 2, s2
	v_lshl_add_u32 v8, v8, 23, 1.0
	v_lshl_or_b32 v3, v4, 9, v8
	v_lshl_or_b32 v4, s0, 8, v0
	v_lshl_or_b32 v7, v3, 2, 0x80
	v_lshlrev_b32_e32 v8, 8, v2
	v_lshlrev_b32_e64 v20, v20, 1
	v_lshlrev_b64_e32 v[2:3], 2, v[1:2]
	v_lshlrev_b64_e64 v[4:5], 10, s[12:13]
	v_lshrrev_b16 v22, 1, v25
	v_lshrrev_b32_e32 v11, 5, v0
	v_lshrrev_b32_e32 v0, v17, v0
	v_lshrrev_b64 v[1:2], 31, v[1:2]
	v_lshrrev_b64 v[1:2], s13, v[1:2]
	v_mad_co_u64_u32 v[6:7], null, s8, v3, v[4:5]
	v_mad_co_u64_u32 v[1:2], null, s9, v11, 0
	v_mad_co_u64_u32 v[17:18], null, 0x1100, v17, v[9:10]
	v_mad_u32_u24 v9, v1, 36, v9
	v_mad_u32_u24 v6, v5, 24, 9
	v_mad_u32_u24 v21, 0x1c00, v2, 0
	v_max3_num_f32 v4, v4, v9, v10
	v_max_num_f32_e32 v3, v4, v4
	v_max_num_f32_e64 v7, |v5|, |v5|
	v_maxmin_num_f32 v4, v4, s4, 0x42fe0000
	v_mbcnt_lo_u32_b32 v0, -1, 0
	v_med3_u32 v2, s4, 1, 0x100
	v_med3_u32 v5, s2, 1, 64
	v_mov_b32_dpp v4, v1 row_xmask:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
	v_mov_b32_e32 v12, 0
	v_mov_b32_e32 v3, s18
	v_mov_b32_e32 v33, v5
	v_movreld_b32_e32 v1, v28
	v_movrels_b32_e32 v29, v1
	v_mul_f32_e32 v0, 0x7b000000, v0
	v_mul_f32_e32 v8, v30, v8
	v_mul_hi_u32 v15, s40, v11
	v_mul_i32_i24_e32 v24, -12, v20
	v_mul_lo_u32 v28, 0x7f, v0
	v_mul_lo_u32 v18, v38, s4
	v_mul_lo_u32 v1, s7, v1
	v_mul_u32_u24_e32 v14, 6, v2
	v_mul_u32_u24_e32 v0, 0x180, v0
	v_not_b32_e32 v14, v15
	v_or3_b32 v18, v3, v1, 0x1000
	v_or3_b32 v19, v9, v8, v1
	v_or_b32_e32 v3, s11, v1
	v_or_b32_e32 v23, 0x1600, v2
	v_or_b32_e32 v1, 32, v0
	v_perm_b32 v1, 0, 0x20100ff, v8
	v_perm_b32 v1, s14, 0x4020100, v2
	v_perm_b32 v12, v12, v20, 0xc060c00
	v_rcp_f32_e32 v3, v2
	v_rcp_iflag_f32_e32 v11, s3
	v_readfirstlane_b32 s3, v11
	v_sub_f32_e32 v4, v4, v3
	v_sub_nc_u32_e32 v30, 0, v20
	v_sub_nc_u32_e32 v1, v5, v1
	v_sub_nc_u32_e64 v1, s5, 4 clamp
	v_trunc_f32_e32 v5, v4
	v_xad_u32 v0, v28, v9, v0
	v_xor_b32_e32 v1, v0, v32
	v_xor_b32_e32 v0, 64, v3
	global_load_b32 v4, v[0:1], off offset:8388607 th:TH_LOAD_NT scope:SCOPE_SYS
	global_load_b32 v4, v[0:1], off offset:-8388608
	global_load_d16_hi_b16 v4, v0, s[2:3] offset:-1
	global_store_b128 v0, v[4:7], s[2:3] offset:-8388608 th:TH_STORE_HT scope:SCOPE_DEV
	global_wbinv scope:SCOPE_SYS
	flat_load_b64 v[4:5], v[0:1] offset:-8388608
	scratch_load_b32 v4, off, s9 offset:8388607
	scratch_store_b64 v0, v[4:5], off offset:-4
	s_load_b96 s[16:18], s[6:7], -0x800000
	s_load_b32 s16, s[6:7], s9 offset:0x7fffff
	s_load_u8 s16, s[6:7], 0x1
	s_load_i8 s16, s[6:7], s9 offset:-0x1
	s_load_u16 s16, s[6:7], 0x2
	s_load_i16 s16, s[6:7], -0x2
	s_buffer_load_b96 s[16:18], s[8:11], 0x10
	s_buffer_load_u8 s16, s[8:11], 0x3
	s_add_co_u32 s2, s4, 0x12345
	s_sub_co_u32 s2, -1, s6
	s_add_co_ci_u32 s2, s4, s6
	s_sub_co_ci_u32 s2, s4, s6
	s_sub_nc_u64 s[2:3], s[4:5], -1
	s_wait_expcnt 0x0
	s_wait_samplecnt 0x0
	s_wait_bvhcnt 0x0
	s_wait_alu 0xfffe
	v_min_num_f32_e64 v1, -|v2|, s3 clamp
	v_minimum_f32 v1, -v2, |v3|
	v_maximumminimum_f16 v1, v2, v3, v4
	v_pk_maximum_f16 v1, v2, v3 op_sel:[1,0] neg_lo:[1,0] neg_hi:[0,1]
	v_min_num_f64_e32 v[4:5], v[8:9], v[10:11]
	v_mad_co_i64_i32 v[4:5], vcc_lo, v0, v1, v[2:3]
	v_lshlrev_b64_e32 v[4:5], 3, v[2:3]
	v_dual_max_num_f32 v2, v0, v1 :: v_dual_min_num_f32 v3, v5, v6
