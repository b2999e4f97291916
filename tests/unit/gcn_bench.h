/* SPDX-License-Identifier: Apache-2.0
 *
 * A bench for one instruction: a wave whose registers, memory and mode are set by words, "v0=5 s4=0x10", and read by words. Tests
 * of src/gcn use it; the words are explained in tests/gcn/README.md. */
#ifndef CHECKHIP_TESTS_GCN_BENCH_H
#define CHECKHIP_TESTS_GCN_BENCH_H

#include "gcn/elf.h"
#include "gcn/workgroup.h"

enum {
	BENCH_VGPRS = 48,
	BENCH_MEMORY = 12288,
	BENCH_LDS = 65536, /* what one workgroup may have, so that the largest offsets are reached */
	BENCH_SCRATCH = 4096,
	BENCH_LINE = 8192
};

typedef struct ch_case_file {
	const char *arch; /* of the object */
	uint32_t wave_size;
	const char *name; /* of the text */
	bool careful;	  /* prepared as if MODE could be anything: the same bytes by the other path */
} ch_case_file;

typedef struct ch_bench {
	ch_gcn_code code;
	ch_gcn_kernel kernel;
	ch_gcn_program *program;
	ch_gcn_dispatch dispatch;
	ch_launch launch;
	ch_workgroup group;
	ch_wave *wave;
	uint8_t memory[BENCH_MEMORY], memory_before[BENCH_MEMORY], lds_before[BENCH_LDS];
	bool named_v[BENCH_VGPRS], named_s[CH_GCN_SCALARS], named_scc, named_state;
	bool named_memory[BENCH_MEMORY], named_lds[BENCH_LDS];
	uint64_t executed[1 << 14];
} ch_bench;

bool bench_open(ch_bench *bench, const ch_case_file *file, const uint8_t *text, uint64_t size);
void bench_close(ch_bench *bench);

/* Runs one line, "text ; before ; after", on the instruction at `index`; false, and said why, if it does something else. */
bool bench_run_case(ch_bench *bench, uint32_t index, const char *line);

#endif
