// SPDX-License-Identifier: Apache-2.0
// Small kernels for the checkers on wave64: `sound...` break no rule, each of the others breaks what its name says. Arguments: an
// input of 64 dwords, an output of 64 dwords a workgroup. 64 work-items, one wave. No metadata: the test says the arguments.

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

begin missing_vector_wait
	s_waitcnt lgkmcnt(0)
	global_load_dword v2, v1, s[4:5]
	global_store_dword v1, v2, s[6:7]
finish missing_vector_wait

begin missing_scalar_wait
	global_load_dword v2, v1, s[4:5]
finish missing_scalar_wait
