// SPDX-License-Identifier: Apache-2.0
// Small kernels for the checkers on wave64: `sound...` break no rule, each of the others breaks what its name says. Arguments: an
// input of 64 dwords, an output of 64 dwords a workgroup. 64 work-items, one wave; the flat ones of two waves have 128. No metadata:
// the test says the arguments.

.macro begin name
	.text
	.protected	\name
	.globl	\name
	.p2align	8
	.type	\name,@function
\name:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 2, v0
.endm

.macro finish name
	s_endpgm
.Lend_\name:
	.size	\name, .Lend_\name-\name
	.section	.rodata,"a"
	.p2align	6
	.amdhsa_kernel \name
		.amdhsa_group_segment_fixed_size 512
		.amdhsa_kernarg_size 16
		.amdhsa_next_free_vgpr 16
		.amdhsa_next_free_sgpr 24
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_float_denorm_mode_32 3
	.end_amdhsa_kernel
.endm

// The arguments have come; v3 is the byte offset in the output, v2 the input's dword.
.macro load_input
	s_waitcnt lgkmcnt(0)
	s_lshl_b32 s8, s2, 8
	v_add_u32_e32 v3, s8, v1
	global_load_dword v2, v1, s[4:5]
	s_waitcnt vmcnt(0)
.endm

// v2 becomes the sum over its half of the wave.
.macro add_half
	.irp step, 16, 8, 4, 2, 1
	ds_swizzle_b32 v5, v2 offset:swizzle(SWAP,\step)
	s_waitcnt lgkmcnt(0)
	v_add_u32_e32 v2, v2, v5
	.endr
.endm

begin sound_swizzle
	load_input
	ds_swizzle_b32 v5, v2 offset:swizzle(SWAP,16)
	s_waitcnt lgkmcnt(0)
	global_store_dword v3, v5, s[6:7]
finish sound_swizzle

begin wrong_swizzle
	load_input
	ds_swizzle_b32 v5, v2 offset:swizzle(SWAP,8)
	s_waitcnt lgkmcnt(0)
	global_store_dword v3, v5, s[6:7]
finish wrong_swizzle

begin sound_sum
	load_input
	add_half
	v_readlane_b32 s10, v2, 0
	v_readlane_b32 s11, v2, 32
	s_add_u32 s10, s10, s11
	v_mov_b32_e32 v5, s10
	global_store_dword v3, v5, s[6:7]
finish sound_sum

// As if the wave had 32 lanes.
begin high_lanes_dropped
	load_input
	add_half
	v_readlane_b32 s10, v2, 0
	v_mov_b32_e32 v5, s10
	global_store_dword v3, v5, s[6:7]
finish high_lanes_dropped

begin over_read
	s_waitcnt lgkmcnt(0)
	global_load_dword v2, v1, s[4:5] offset:1
	s_waitcnt vmcnt(0)
	global_store_dword v1, v2, s[6:7]
finish over_read

// F39: an address in 32 bits. The buffer lies just under a multiple of 2^32.
begin lost_carry
	load_input
	v_add_u32_e32 v4, s4, v1
	v_mov_b32_e32 v5, s5
	v_add_u32_e32 v4, 0x1000, v4
	global_load_dword v2, v[4:5], off offset:-4096
	s_waitcnt vmcnt(0)
	global_store_dword v3, v2, s[6:7]
finish lost_carry

begin missing_vector_wait
	s_waitcnt lgkmcnt(0)
	global_load_dword v2, v1, s[4:5]
	global_store_dword v1, v2, s[6:7]
finish missing_vector_wait

begin missing_scalar_wait
	global_load_dword v2, v1, s[4:5]
finish missing_scalar_wait

// v[6:7]: the flat address of this work-item's dword of LDS.
.macro flat_lds_address
	s_mov_b64 s[10:11], src_shared_base
	v_mov_b32_e32 v6, v1
	v_mov_b32_e32 v7, s11
.endm

// 128 work-items: each wave loads what the other one stored.
begin sound_flat
	flat_lds_address
	flat_store_dword v[6:7], v0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_barrier
	v_xor_b32_e32 v6, 0x100, v6
	flat_load_dword v5, v[6:7]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_gt_u32_e32 vcc, 64, v0
	s_and_b64 exec, exec, vcc
	s_lshl_b32 s8, s2, 8
	v_add_u32_e32 v3, s8, v1
	global_store_dword v3, v5, s[6:7]
finish sound_flat

// The barrier between the two is missing.
begin flat_race
	flat_lds_address
	flat_store_dword v[6:7], v0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_xor_b32_e32 v6, 0x100, v6
	flat_load_dword v5, v[6:7]
	s_waitcnt vmcnt(0) lgkmcnt(0)
finish flat_race

// Both waves store the same dwords.
begin flat_race_of_stores
	flat_lds_address
	v_and_b32_e32 v6, 0xff, v6
	flat_store_dword v[6:7], v0
	s_waitcnt vmcnt(0) lgkmcnt(0)
finish flat_race_of_stores

// The workgroup has 512 bytes; lane 33 is the first beyond.
begin flat_past_lds
	load_input
	flat_lds_address
	v_add_u32_e32 v6, 0x17c, v6
	flat_load_dword v5, v[6:7]
finish flat_past_lds

// Its last byte alone is outside.
begin flat_straddles_end
	load_input
	flat_lds_address
	v_add_u32_e32 v6, 0x101, v6
	flat_load_dword v5, v[6:7]
finish flat_straddles_end

begin flat_undefined
	load_input
	flat_lds_address
	flat_load_dword v5, v[6:7]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	global_store_dword v3, v5, s[6:7]
finish flat_undefined

// A flat operation on LDS is done when both counters say so.
begin missing_flat_wait
	load_input
	flat_lds_address
	flat_store_dword v[6:7], v2
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_load_dword v5, v[6:7]
	s_waitcnt vmcnt(0)
	global_store_dword v3, v5, s[6:7]
finish missing_flat_wait

// A flat store must have landed before others are let past the barrier.
begin missing_flat_wait_at_barrier
	load_input
	flat_lds_address
	flat_store_dword v[6:7], v2
	s_barrier
finish missing_flat_wait_at_barrier

begin sound_atomics
	load_input
	global_atomic_swap v1, v2, s[6:7]
	global_atomic_swap v5, v1, v2, s[6:7] glc
	s_waitcnt vmcnt(0)
	global_atomic_add v1, v5, s[6:7]
finish sound_atomics

begin store_against_atomics
	load_input
	s_cmp_eq_u32 s8, 0x200
	s_cbranch_scc1 .Lplain
	global_atomic_swap v1, v2, s[6:7]
	s_endpgm
.Lplain:
	global_store_dword v1, v2, s[6:7]
finish store_against_atomics

begin missing_wait_for_old
	load_input
	global_atomic_swap v5, v3, v2, s[6:7] glc
	global_store_dword v3, v5, s[6:7]
finish missing_wait_for_old
