#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A code object of several thousand kernels, each of some hundred instructions, audited, compared and held to expectations in seconds.
# usage: many.sh CHECKHIP CLANG WORK_FOLDER [KERNELS [SECONDS]]
set -eu
checkhip=$1
clang=$2
work=$3
kernels=${4:-4000}
limit=${5:-60}
mkdir -p "$work"
cd "$work"
awk -v n="$kernels" 'BEGIN {
	print "\t.text"
	for (i = 0; i < n; i++) {
		name = sprintf("_Z13a_long_kernelILi%dELi%dELb%dEEvPKvS1_Pfiii", i, i * 7 % 64, i % 2)
		printf "\t.globl %s\n\t.p2align 8\n\t.type %s,@function\n%s:\n", name, name, name
		print "\ts_load_dwordx4 s[0:3], s[4:5], 0x0\n\ts_waitcnt lgkmcnt(0)\n\t.rept 60"
		printf "\tv_mul_f32_e32 v%d, v2, v3\n\tv_fma_f32 v5, v6, v7, v%d\n", i % 24, (i * 5) % 24
		print "\tv_add_co_u32_e32 v1, vcc, s2, v1\n\tv_addc_co_u32_e32 v2, vcc, 0, v2, vcc\n\tglobal_load_dwordx4 v[8:11], v[12:13], off offset:16"
		print "\tv_dot4_i32_i8 v5, v6, v7, v8\n\tds_read_b128 v[16:19], v20 offset:1024\n\ts_waitcnt vmcnt(0)\n\tv_perm_b32 v1, v2, v3, s4"
		print "\tv_cvt_f32_i32_sdwa v3, sext(v4) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1\n\tv_mul_lo_u32 v5, v6, s7\n\t.endr\n\ts_endpgm"
		printf ".Lend%d:\n\t.size %s, .Lend%d-%s\n", i, name, i, name
	}
	print "\t.section .rodata,\"a\""
	for (i = 0; i < n; i++) {
		name = sprintf("_Z13a_long_kernelILi%dELi%dELb%dEEvPKvS1_Pfiii", i, i * 7 % 64, i % 2)
		printf "\t.p2align 6\n\t.amdhsa_kernel %s\n\t.amdhsa_next_free_vgpr %d\n\t.amdhsa_next_free_sgpr 16\n\t.end_amdhsa_kernel\n", name, 24 + i % 40
	}
	print ".amdgpu_metadata\namdhsa.version: [1, 1]\namdhsa.kernels:"
	for (i = 0; i < n; i++) {
		name = sprintf("_Z13a_long_kernelILi%dELi%dELb%dEEvPKvS1_Pfiii", i, i * 7 % 64, i % 2)
		printf "  - .name: %s\n    .symbol: %s.kd\n    .kernarg_segment_size: 0\n    .kernarg_segment_align: 8\n", name, name
		printf "    .group_segment_fixed_size: 0\n    .private_segment_fixed_size: 0\n    .wavefront_size: 64\n"
		printf "    .sgpr_count: 22\n    .vgpr_count: %d\n    .max_flat_workgroup_size: 256\n", 24 + i % 40
	}
	print ".end_amdgpu_metadata"
}' >many.s
[ many.co -nt many.s ] || "$clang" --target=amdgcn-amd-amdhsa -mcpu=gfx906 many.s -o many.co

timed() {
	start=$(date +%s%N)
	"$@" >out || { tail -3 out; exit 1; }
	took=$((($(date +%s%N) - start) / 1000000))
	echo "$took ms: $(tail -1 out | cut -c 1-120)"
	[ "$took" -lt $((limit * 1000)) ] || { echo "many.sh: longer than $limit seconds" >&2; exit 1; }
}
echo "$kernels kernels, $(wc -c <many.co) bytes"
timed "$checkhip" audit many.co --count ds_load_b128
grep -c ' 60  _Z13a_long' out | grep -qx "$kernels" || { echo "many.sh: not each of $kernels kernels has 60 ds_read_b128" >&2; exit 1; }
timed "$checkhip" audit many.co --json
timed "$checkhip" audit many.co --kernel '_Z13a_long_kernelILi77E*'
timed "$checkhip" audit many.co --quiet --write-expect many.expect
timed "$checkhip" audit many.co --quiet --expect many.expect
timed "$checkhip" audit many.co --compare many.co
