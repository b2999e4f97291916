// SPDX-License-Identifier: Apache-2.0
// What only gfx12 has: counters of their own, a barrier in two halves. Comes behind broken_gfx1201.s and broken_rdna.s.

// Two counters in one wait, and one that leaves the newer load out.
begin sound_joint_wait
	load_input
	ds_store_b32 v1, v2
	global_load_b32 v4, v1, s[4:5]
	ds_load_b32 v5, v1
	global_load_b32 v6, v1, s[4:5]
	s_wait_loadcnt_dscnt 0x100
	v_sub_nc_u32_e32 v4, v4, v5
	v_add_nc_u32_e32 v4, v4, v2
	s_wait_loadcnt 0x0
	global_store_b32 v3, v4, s[6:7]
	s_wait_storecnt_dscnt 0x0
finish sound_joint_wait

// An invalidation of the caches counts as a load: of three, the first is done when two are left.
begin sound_invalidation
	load_input
	global_load_b32 v4, v1, s[4:5]
	global_inv scope:SCOPE_SE
	global_load_b32 v6, v1, s[4:5]
	s_wait_loadcnt 0x2
	global_store_b32 v3, v4, s[6:7]
	global_wb scope:SCOPE_SE
finish sound_invalidation

begin wrong_counter_scalar
	s_wait_loadcnt_dscnt 0x0
	s_wait_storecnt 0x0
	global_load_b32 v2, v1, s[4:5]
finish wrong_counter_scalar

begin wrong_counter_lds
	load_input
	ds_store_b32 v1, v2
	ds_load_b32 v5, v1
	s_wait_kmcnt 0x0
	s_wait_loadcnt 0x0
	global_store_b32 v3, v5, s[6:7]
finish wrong_counter_lds

begin wrong_counter_vector
	wait_scalar 0
	global_load_b32 v2, v1, s[4:5]
	s_wait_storecnt_dscnt 0x0
	s_wait_kmcnt 0x0
	global_store_b32 v1, v2, s[6:7]
finish wrong_counter_vector

begin joint_wait_too_weak
	load_input
	global_load_b32 v4, v1, s[4:5]
	s_wait_loadcnt_dscnt 0x100
	global_store_b32 v3, v4, s[6:7]
finish joint_wait_too_weak

// What nobody else touches may be done between the halves, and what was stored there may be read behind the next barrier.
begin sound_halves
	load_input
	s_barrier_signal -1
	ds_store_b32 v1, v2
	s_wait_dscnt 0x0
	s_barrier_wait -1
	barrier
	v_xor_b32_e32 v4, 0x80, v1
	ds_load_b32 v5, v4
	s_wait_dscnt 0x0
	global_store_b32 v3, v5, s[6:7]
finish sound_halves

// A wave that has signaled and ends is not missed.
begin sound_signals_and_ends
	load_input
	s_barrier_signal -1
	v_readfirstlane_b32 s9, v0
	s_cmp_eq_u32 s9, 0
	s_cbranch_scc0 .Lends
	s_barrier_wait -1
.Lends:
	global_store_b32 v3, v2, s[6:7]
finish sound_signals_and_ends

// Loads what the other wave stores before it signals: that need not have happened.
begin race_between_halves
	load_input
	ds_store_b32 v1, v2
	s_wait_dscnt 0x0
	s_barrier_signal -1
	v_xor_b32_e32 v4, 0x80, v1
	ds_load_b32 v5, v4
	s_wait_dscnt 0x0
	s_barrier_wait -1
	global_store_b32 v3, v2, s[6:7]
finish race_between_halves

// Stored between the halves: the other wave, already past the barrier, may be too early.
begin race_behind_halves
	load_input
	s_barrier_signal -1
	ds_store_b32 v1, v2
	s_wait_dscnt 0x0
	s_barrier_wait -1
	v_xor_b32_e32 v4, 0x80, v1
	ds_load_b32 v5, v4
	s_wait_dscnt 0x0
	global_store_b32 v3, v5, s[6:7]
finish race_behind_halves

// Says that it is there and never waits for the others: their stores need not have happened.
begin signals_without_wait
	load_input
	ds_store_b32 v1, v2
	s_wait_dscnt 0x0
	s_barrier_signal -1
	v_xor_b32_e32 v4, 0x80, v1
	ds_load_b32 v5, v4
	s_wait_dscnt 0x0
	global_store_b32 v3, v5, s[6:7]
finish signals_without_wait

// Half of the wave has ended its work when the wave signals.
begin half_leaves_before_signal
	load_input
	v_cmpx_gt_u32_e32 16, v0
	s_barrier_signal -1
	s_barrier_wait -1
	global_store_b32 v3, v2, s[6:7]
finish half_leaves_before_signal

begin waits_unsignaled
	load_input
	s_barrier_wait -1
finish waits_unsignaled

begin signals_twice
	load_input
	s_barrier_signal -1
	s_barrier_signal -1
	s_barrier_wait -1
finish signals_twice

begin lanes_leave_before_wait
	load_input
	s_barrier_signal -1
	v_cmpx_lt_u32_e32 15, v0
	s_barrier_wait -1
finish lanes_leave_before_wait

// Added to between the halves: the other wave, already past the barrier, loads it.
begin atomic_behind_halves
	load_input
	ds_store_b32 v1, v2
	s_wait_dscnt 0x0
	barrier
	s_barrier_signal -1
	ds_add_u32 v1, v2
	s_wait_dscnt 0x0
	s_barrier_wait -1
	v_xor_b32_e32 v4, 0x80, v1
	ds_load_b32 v5, v4
	s_wait_dscnt 0x0
	global_store_b32 v3, v5, s[6:7]
finish atomic_behind_halves
