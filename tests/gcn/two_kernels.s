// SPDX-License-Identifier: Apache-2.0
// A code object for the tests of the reader: two kernels with descriptors, metadata, constants, and words that need the load base.
// The descriptors differ by architecture: two_kernels_ARCH.s comes behind.
	.text
	.protected	a
	.globl	a
	.p2align	8
	.type	a,@function
a:
	s_load_dword s2, s[0:1], 0x10
	s_waitcnt lgkmcnt(0)
	s_cmp_eq_u32 s2, 0
	s_cbranch_scc1 .Lend
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, table@rel32@lo+4
	s_addc_u32 s5, s5, table@rel32@hi+12
.Lend:
	s_endpgm
.Lafter_a:
	.size	a, .Lafter_a-a

	.protected	b
	.globl	b
	.p2align	8
	.type	b,@function
b:
	s_nop 0
	s_endpgm
.Lafter_b:
	.size	b, .Lafter_b-b

	.section	.rodata,"a"
	.p2align	2
	.type	table,@object
table:
	.long	1, 2, 3, 4
	.size	table, 16

	.section	.data.rel.ro,"aw"
	.p2align	3
	.protected	pointers
	.globl	pointers
	.type	pointers,@object
pointers:
	.quad	table
	.quad	table+8
	.quad	0
	.size	pointers, 24

	.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.kernels:
  - .name:           a
    .symbol:         a.kd
    .args:
      - .address_space:  global
        .name:           source
        .access:         read_only
        .is_const:       true
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .offset:         8
        .size:           8
        .value_kind:     global_buffer
        .address_space:  global
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .value_kind:     hidden_block_count_x
    .group_segment_fixed_size: 1536
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 256
    .private_segment_fixed_size: 0
    .reqd_workgroup_size: [ 64, 2, 1 ]
    .sgpr_count:     40
    .sgpr_spill_count: 3
    .uses_dynamic_stack: false
    .vgpr_count:     37
    .vgpr_spill_count: 5
    .wavefront_size: 64
  - .name:           b
    .symbol:         b.kd
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 4
    .kernarg_segment_size: 0
    .max_flat_workgroup_size: 1024
    .private_segment_fixed_size: 64
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .vgpr_count:     1
    .vgpr_spill_count: 0
    .wavefront_size: 64
...
	.end_amdgpu_metadata
