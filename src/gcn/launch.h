/* SPDX-License-Identifier: Apache-2.0
 *
 * Running a kernel of a code object on the CPU: a decoded kernel becomes a program once; a dispatch gives it buffers, values
 * and a grid; the result says what was executed and which rule was broken where.
 *
 * Addresses the kernel sees are not the host's: each buffer has a window of its own, far from the next, with the host
 * address's low 12 bits, and begins just under a multiple of 2^32 so that an addition that loses its carry is found out. */
#ifndef CHECKHIP_GCN_LAUNCH_H
#define CHECKHIP_GCN_LAUNCH_H

#include "gcn/decode.h"
#include "gcn/semantics.h"

typedef struct ch_gcn_program ch_gcn_program;

/* Kernels for this architecture ("gfx1100") are executed. */
bool ch_gcn_target_executed(const char *arch);

/* `object`, `kernel` and `code` must outlive the program. Instructions without semantics do not fail this: they are counted,
 * and fail the dispatch that reaches them. */
ch_status ch_gcn_program_open(const ch_gcn_object *object, const ch_gcn_kernel *kernel, const ch_gcn_code *code,
			      ch_gcn_program **program, ch_gcn_error *error);
void ch_gcn_program_close(ch_gcn_program *program);

/* "v_foo_b32 (3), s_bar (1)": what the program could not run. Returns how many instructions that are. */
uint32_t ch_gcn_program_unsupported(const ch_gcn_program *program, char *text, size_t size);

/* NULL where an instruction can be run, else words on what it lacks. */
const char *ch_gcn_program_why_not(const ch_gcn_program *program, uint32_t insn);

/* The instruction's line; "" out of range. */
const char *ch_gcn_program_text(const ch_gcn_program *program, uint32_t insn);

typedef enum ch_gcn_access { CH_GCN_IN, CH_GCN_OUT, CH_GCN_INOUT } ch_gcn_access;

typedef struct ch_gcn_buffer {
	const char *name;
	void *data;
	uint64_t bytes;
	ch_gcn_access access; /* OUT: its bytes count as undefined until the kernel has stored them */
} ch_gcn_buffer;

/* One explicit argument, in the metadata's order. */
typedef struct ch_gcn_argument {
	int32_t buffer;	   /* index, or -1: a value */
	uint64_t offset;   /* bytes into the buffer */
	const void *value; /* `bytes` of it */
	uint32_t bytes;
} ch_gcn_argument;

enum { CH_GCN_MAX_BUFFERS = 64, CH_GCN_MAX_FAULTS = 8 };

typedef struct ch_gcn_dispatch {
	uint32_t blocks[3], threads[3]; /* workgroups, and work-items of one */
	uint32_t dynamic_lds;
	const ch_gcn_buffer *buffers;
	uint32_t buffer_count;
	const ch_gcn_argument *arguments;
	uint32_t argument_count;
	uint64_t step_limit; /* instructions of one wave; 0: 2^32 */
	uint32_t cores;	     /* threads of the host; 0: all */
	uint32_t max_faults; /* 1: stop at the first; up to CH_GCN_MAX_FAULTS different ones */
	bool unchecked;	     /* no checks but bounds: only to see what they cost */
} ch_gcn_dispatch;

typedef enum ch_gcn_fault_kind {
	CH_GCN_NO_FAULT,
	CH_GCN_OUT_OF_BOUNDS,
	CH_GCN_STORE_TO_INPUT,
	CH_GCN_UNDEFINED, /* an undefined value where it matters: an address, a branch, EXEC, a stored byte */
	CH_GCN_LDS_RACE,
	CH_GCN_TWO_WRITERS, /* two workgroups store to one byte */
	CH_GCN_MISSING_WAIT,
	CH_GCN_BARRIER_DIVERGENCE,
	CH_GCN_STEP_LIMIT,
	CH_GCN_BAD_JUMP,
	CH_GCN_NO_SEMANTICS, /* not a fault of the kernel: ch_gcn_launch gives CH_UNSUPPORTED */
	CH_GCN_FAULT_KIND_COUNT
} ch_gcn_fault_kind;

/* "out-of-bounds", ... */
const char *ch_gcn_fault_kind_name(ch_gcn_fault_kind kind);

typedef struct ch_gcn_fault {
	ch_gcn_fault_kind kind;
	uint32_t insn;	 /* index into the code's table */
	uint64_t offset; /* of the instruction: ch_gcn_code_offset */
	uint32_t workgroup[3];
	uint32_t wave, lane; /* lane CH_GCN_NO_LANE: of the wave as a whole */
	uint64_t times;	     /* workgroups that met the same kind at the same instruction */
	char text[192];	     /* "load of 4 bytes at offset 96 of buffer w, which has 98" */
} ch_gcn_fault;

#define CH_GCN_NO_LANE UINT32_MAX

typedef struct ch_gcn_result {
	ch_gcn_fault faults[CH_GCN_MAX_FAULTS];
	uint32_t fault_count;
	uint64_t *
		executed; /* one count an instruction of the table: how many waves ran it; owned, free by result_close */
	uint32_t executed_count;
	uint64_t units[CH_UNIT_COUNT]; /* wave-instructions */
	uint64_t waves;
	uint64_t misaligned;	  /* accesses: a note, the hardware allows it */
	uint32_t misaligned_insn; /* the first of them in the text */
	uint64_t elapsed_ns;
} ch_gcn_result;

/* CH_OK; CH_FAULT with at least one fault; CH_UNSUPPORTED where an instruction has no semantics or the descriptor asks for
 * something that is not there; CH_BAD_ARGUMENT where arguments do not fit the metadata. *result must be closed in each case. */
ch_status ch_gcn_launch(const ch_gcn_program *program, const ch_gcn_dispatch *dispatch, ch_gcn_result *result,
			ch_gcn_error *error);
void ch_gcn_result_close(ch_gcn_result *result);

/* "out-of-bounds: ... at v_foo v1, v2 (+0x1a4), workgroup 3,0,0 wave 1 lane 17". */
void ch_gcn_fault_format(const ch_gcn_program *program, const ch_gcn_fault *fault, char *text, size_t size);

/* "add.hip:4 in load, inlined at add.hip:10 in add", of code compiled with -g; false and "" if that is not known. */
bool ch_gcn_fault_source(const ch_gcn_program *program, const ch_gcn_fault *fault, char *text, size_t size);

/* "approximate on silicon: v_exp_f32 (96), v_rcp_f32 (12)": executed approximate instructions by name, those of an IEEE division
 * left out, and atomics whose order matters and is not fixed. Returns how many were executed. */
uint64_t ch_gcn_fidelity_format(const ch_gcn_program *program, const ch_gcn_result *result, char *text, size_t size);

#endif
