// SPDX-License-Identifier: Apache-2.0
// For broken_rdna.s: how gfx12 waits, meets and names its workgroup.
.macro wait_scalar count
	s_wait_kmcnt \count
.endm

.macro wait_load count
	s_wait_loadcnt \count
.endm

.macro wait_lds count
	s_wait_dscnt \count
.endm

.macro wait_store count
	s_wait_storecnt \count
.endm

.macro barrier
	s_barrier_signal -1
	s_barrier_wait -1
.endm

.macro workgroup_offset
	s_lshl_b32 s8, ttmp9, 8
.endm

.macro global_swap_returns old, address, data, base
	global_atomic_swap_b32 \old, \address, \data, \base th:TH_ATOMIC_RETURN
.endm
