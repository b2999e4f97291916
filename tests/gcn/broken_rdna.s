// SPDX-License-Identifier: Apache-2.0
// Small kernels for the checkers: `sound...` break no rule, each of the others breaks the one that its name says. Arguments: an
// input of 64 dwords, an output of 64 dwords a workgroup. 64 work-items, two waves of 32. No metadata: the test says the arguments.
// Waits, barrier and workgroup number are macros of broken_gfx1151.s or broken_gfx1201.s, which comes before.

.macro begin name
	.text
	.protected	\name
	.globl	\name
	.p2align	8
	.type	\name,@function
\name:
	s_load_b128 s[4:7], s[0:1], 0x0
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
		.amdhsa_wavefront_size32 1
	.end_amdhsa_kernel
.endm

// The arguments have come; v3 is the byte offset in the output, v2 the input's dword.
.macro load_input
	wait_scalar 0
	workgroup_offset
	v_add_nc_u32_e32 v3, s8, v1
	global_load_b32 v2, v1, s[4:5]
	wait_load 0
.endm

begin sound
	load_input
	ds_store_b32 v1, v2
	wait_lds 0
	barrier
	v_xor_b32_e32 v4, 0x80, v1
	ds_load_b32 v5, v4
	wait_lds 0
	global_store_b32 v3, v5, s[6:7]
finish sound

// An undefined register that cannot change what is stored: no alarm.
begin sound_undefined
	load_input
	v_and_b32_e32 v6, 0, v9
	s_mov_b32 s12, 0
	v_cndmask_b32_e64 v7, v2, v10, s12
	v_perm_b32 v7, v11, v7, 0x03020100
	v_mov_b32_e32 v8, v12
	v_or_b32_e32 v7, v6, v7
	global_store_b32 v3, v7, s[6:7]
finish sound_undefined

// Loads of one kind arrive in order: the older one may be used with the newer one on its way.
begin sound_order
	wait_scalar 0
	workgroup_offset
	v_add_nc_u32_e32 v3, s8, v1
	global_load_b32 v2, v1, s[4:5]
	global_load_b32 v4, v1, s[4:5]
	wait_load 1
	v_mov_b32_e32 v5, v2
	wait_load 0
	global_store_b32 v3, v5, s[6:7]
finish sound_order

begin sound_misaligned
	load_input
	v_min_u32_e32 v4, 0xf8, v1
	global_load_b32 v2, v4, s[4:5] offset:1
	wait_load 0
	global_store_b32 v3, v2, s[6:7]
finish sound_misaligned

begin sound_swizzle
	load_input
	ds_swizzle_b32 v5, v2 offset:swizzle(SWAP,16)
	wait_lds 0
	global_store_b32 v3, v5, s[6:7]
finish sound_swizzle

begin wrong_swizzle
	load_input
	ds_swizzle_b32 v5, v2 offset:swizzle(SWAP,8)
	wait_lds 0
	global_store_b32 v3, v5, s[6:7]
finish wrong_swizzle

begin over_read
	wait_scalar 0
	global_load_b32 v2, v1, s[4:5] offset:1
	wait_load 0
	global_store_b32 v1, v2, s[6:7]
finish over_read

begin row_past_the_end
	load_input
	global_load_b32 v9, v1, s[4:5] offset:256
	wait_load 0
	global_store_b32 v3, v2, s[6:7]
finish row_past_the_end

begin store_past_the_end
	load_input
	global_store_b32 v3, v2, s[6:7] offset:4
finish store_past_the_end

begin lost_carry
	load_input
	v_add_nc_u32_e32 v4, s4, v1
	v_mov_b32_e32 v5, s5
	v_add_nc_u32_e32 v4, 0x1000, v4
	global_load_b32 v2, v[4:5], off offset:-4096
	wait_load 0
	global_store_b32 v3, v2, s[6:7]
finish lost_carry

begin store_to_input
	load_input
	global_store_b32 v1, v2, s[4:5]
finish store_to_input

begin race
	load_input
	ds_store_b32 v1, v2
	wait_lds 0
	v_xor_b32_e32 v4, 0x80, v1
	ds_load_b32 v5, v4
	wait_lds 0
	global_store_b32 v3, v5, s[6:7]
finish race

// The second round stores while another wave may still load what the first stored.
begin race_between_rounds
	load_input
	ds_store_b32 v1, v2
	wait_lds 0
	barrier
	v_xor_b32_e32 v4, 0x80, v1
	ds_load_b32 v5, v4
	wait_lds 0
	ds_store_b32 v1, v5
	wait_lds 0
	global_store_b32 v3, v5, s[6:7]
finish race_between_rounds

begin missing_vector_wait
	wait_scalar 0
	global_load_b32 v2, v1, s[4:5]
	global_store_b32 v1, v2, s[6:7]
finish missing_vector_wait

begin missing_scalar_wait
	wait_scalar 1
	global_load_b32 v2, v1, s[4:5]
finish missing_scalar_wait

begin missing_lds_wait
	load_input
	ds_store_b32 v1, v2
	ds_load_b32 v5, v1
	wait_lds 1
	global_store_b32 v3, v5, s[6:7]
finish missing_lds_wait

// v[6:7]: the flat address of this work-item's dword of LDS.
.macro flat_lds_address
	s_mov_b64 s[10:11], src_shared_base
	v_mov_b32_e32 v6, v1
	v_mov_b32_e32 v7, s11
.endm

// A flat operation on LDS is done when both counters say so.
begin missing_flat_wait
	load_input
	flat_lds_address
	flat_store_b32 v[6:7], v2
	wait_store 0
	flat_load_b32 v5, v[6:7]
	wait_load 0
	global_store_b32 v3, v5, s[6:7]
finish missing_flat_wait

begin flat_race
	load_input
	flat_lds_address
	v_and_b32_e32 v6, 0x7f, v6
	flat_store_b32 v[6:7], v2
finish flat_race

begin flat_past_lds
	load_input
	flat_lds_address
	v_add_nc_u32_e32 v6, 0x180, v6
	flat_load_b32 v5, v[6:7]
finish flat_past_lds

begin flat_undefined
	load_input
	flat_lds_address
	flat_load_b32 v5, v[6:7]
	wait_load 0
	wait_lds 0
	global_store_b32 v3, v5, s[6:7]
finish flat_undefined

begin missing_wait_at_barrier
	load_input
	ds_store_b32 v1, v2
	barrier
finish missing_wait_at_barrier

begin undefined_stored
	load_input
	v_add_nc_u32_e32 v5, v2, v9
	global_store_b32 v3, v5, s[6:7]
finish undefined_stored

begin undefined_address
	load_input
	v_add_nc_u32_e32 v5, v3, v9
	global_store_b32 v5, v2, s[6:7]
finish undefined_address

begin undefined_branch
	load_input
	s_cmp_eq_u32 s15, 7
	s_cbranch_scc1 .Lbranched
	global_store_b32 v3, v2, s[6:7]
.Lbranched:
finish undefined_branch

begin undefined_exec
	load_input
	v_cmpx_gt_u32_e32 v9, v2
	global_store_b32 v3, v2, s[6:7]
finish undefined_exec

begin undefined_lds
	load_input
	ds_load_b32 v5, v1
	wait_lds 0
	global_store_b32 v3, v5, s[6:7]
finish undefined_lds

// Half of the first wave leaves; the rest stands at the barrier.
begin lanes_leave_before_barrier
	load_input
	s_mov_b32 s9, exec_lo
	v_cmpx_lt_u32_e32 15, v0
	barrier
finish lanes_leave_before_barrier

begin wave_leaves_before_barrier
	load_input
	v_readfirstlane_b32 s9, v0
	s_cmp_eq_u32 s9, 0
	s_cbranch_scc0 .Lleft
	barrier
.Lleft:
finish wave_leaves_before_barrier

// The workgroup's number is forgotten.
begin two_writers
	load_input
	global_store_b32 v1, v2, s[6:7]
finish two_writers

begin endless
.Lagain:
	s_branch .Lagain
finish endless

begin jump_outside
	s_mov_b64 s[10:11], 0x1000
	s_setpc_b64 s[10:11]
finish jump_outside

// Atomics of several workgroups and waves on one dword, in buffers and in LDS.
begin sound_atomics
	load_input
	v_mov_b32_e32 v6, 0
	ds_store_b32 v1, v2
	wait_lds 0
	barrier
	ds_add_u32 v6, v2
	ds_max_rtn_u32 v7, v6, v2
	wait_lds 0
	barrier
	ds_load_b32 v5, v6
	wait_lds 0
	global_atomic_swap_b32 v1, v5, s[6:7]
	global_swap_returns v8, v1, v7, s[6:7]
	wait_load 0
	global_atomic_add_u32 v1, v8, s[6:7]
finish sound_atomics

// A workgroup's own plain store and its atomic are in order.
begin sound_store_and_atomic
	load_input
	global_store_b32 v3, v2, s[6:7]
	global_atomic_add_u32 v3, v2, s[6:7]
finish sound_store_and_atomic

.macro all_but_one_atomic name, group
	load_input
	s_cmp_eq_u32 s8, 0x100*\group
	s_cbranch_scc1 .Lplain_\name
	global_atomic_swap_b32 v1, v2, s[6:7]
	s_endpgm
.Lplain_\name:
	global_store_b32 v1, v2, s[6:7]
.endm

begin store_against_atomics
	all_but_one_atomic store_against_atomics, 2
finish store_against_atomics

begin first_store_against_atomics
	all_but_one_atomic first_store_against_atomics, 0
finish first_store_against_atomics

// Each workgroup adds to what it and nobody else has stored plainly, but for the last, which adds to the first one's.
begin atomic_on_another
	load_input
	global_store_b32 v3, v2, s[6:7]
	s_cmp_eq_u32 s8, 0x300
	s_cselect_b32 s9, 0, s8
	v_add_nc_u32_e32 v3, s9, v1
	global_atomic_swap_b32 v3, v2, s[6:7]
finish atomic_on_another

begin atomic_on_unwritten
	load_input
	global_atomic_add_u32 v3, v2, s[6:7]
finish atomic_on_unwritten

begin atomic_of_undefined
	load_input
	global_atomic_swap_b32 v3, v9, s[6:7]
finish atomic_of_undefined

begin atomic_compares_undefined
	load_input
	v_mov_b32_e32 v10, v2
	global_store_b32 v3, v2, s[6:7]
	global_atomic_cmpswap_b32 v3, v[10:11], s[6:7]
finish atomic_compares_undefined

begin atomic_past_the_end
	load_input
	global_atomic_swap_b32 v3, v2, s[6:7] offset:4
finish atomic_past_the_end

begin atomic_on_input
	load_input
	global_atomic_add_u32 v1, v2, s[4:5]
finish atomic_on_input

begin atomic_askew
	load_input
	global_atomic_swap_b32 v3, v2, s[6:7] offset:2
finish atomic_askew

// What undefined data makes of LDS is undefined.
begin lds_atomic_of_undefined
	load_input
	ds_store_b32 v1, v2
	ds_add_u32 v1, v9
	ds_load_b32 v5, v1
	wait_lds 0
	global_store_b32 v3, v5, s[6:7]
finish lds_atomic_of_undefined

begin lds_atomic_on_undefined
	load_input
	ds_add_rtn_u32 v5, v1, v2
	wait_lds 0
	global_store_b32 v3, v5, s[6:7]
finish lds_atomic_on_undefined

// Stored before the barrier, added to behind it.
.macro add_behind_barrier address
	load_input
	ds_store_b32 v1, v2
	wait_lds 0
	barrier
	ds_add_u32 \address, v2
	wait_lds 0
.endm

// The second wave loads what the first has added to.
begin load_after_atomic
	add_behind_barrier v1
	v_and_b32_e32 v4, 0x7f, v1
	ds_load_b32 v5, v4
	wait_lds 0
	global_store_b32 v3, v5, s[6:7]
finish load_after_atomic

// The second wave loads one dword to which both have added, or stores there.
.macro add_to_one_dword
	load_input
	ds_store_b32 v1, v2
	v_mov_b32_e32 v6, 0
	wait_lds 0
	barrier
	ds_add_u32 v6, v2
	wait_lds 0
	v_xor_b32_e32 v4, 0x80, v1
.endm

begin load_after_atomics
	add_to_one_dword
	ds_load_b32 v5, v4
	wait_lds 0
	global_store_b32 v3, v5, s[6:7]
finish load_after_atomics

begin store_after_atomics
	add_to_one_dword
	ds_store_b32 v4, v2
finish store_after_atomics

// The second wave adds to what the first has loaded.
begin atomic_after_load
	load_input
	ds_store_b32 v1, v2
	ds_store_b32 v1, v2 offset:256
	wait_lds 0
	barrier
	ds_load_b32 v5, v1
	wait_lds 0
	v_add_nc_u32_e32 v6, 0x180, v1
	v_and_b32_e32 v6, 0x1ff, v6
	ds_add_u32 v6, v2
	global_store_b32 v3, v5, s[6:7]
finish atomic_after_load

begin atomic_after_store
	load_input
	ds_store_b32 v1, v2
	v_and_b32_e32 v4, 0x7f, v1
	ds_add_u32 v4, v2
finish atomic_after_store

begin missing_wait_for_old
	load_input
	global_swap_returns v5, v3, v2, s[6:7]
	global_store_b32 v3, v5, s[6:7]
finish missing_wait_for_old

begin missing_wait_for_lds_old
	load_input
	ds_store_b32 v1, v2
	ds_add_rtn_u32 v5, v1, v2
	wait_lds 1
	global_store_b32 v3, v5, s[6:7]
finish missing_wait_for_lds_old

begin missing_wait_after_atomic
	load_input
	ds_store_b32 v1, v2
	wait_lds 0
	ds_add_u32 v1, v2
	barrier
finish missing_wait_after_atomic
