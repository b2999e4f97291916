// SPDX-License-Identifier: Apache-2.0
// For broken_rdna.s: how gfx11 waits, meets and names its workgroup.
.macro wait_scalar count
	s_waitcnt lgkmcnt(\count)
.endm

.macro wait_load count
	s_waitcnt vmcnt(\count)
.endm

.macro wait_lds count
	s_waitcnt lgkmcnt(\count)
.endm

.macro wait_store count
	s_waitcnt_vscnt null, \count
.endm

.macro barrier
	s_barrier
.endm

.macro workgroup_offset
	s_lshl_b32 s8, s2, 8
.endm

.macro global_swap_returns old, address, data, base
	global_atomic_swap_b32 \old, \address, \data, \base glc
.endm
