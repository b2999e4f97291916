/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of a wave and a workgroup, and an instruction made ready to run. */
#ifndef CHECKHIP_GCN_MACHINE_H
#define CHECKHIP_GCN_MACHINE_H

#include <setjmp.h>

#include "gcn/launch.h"

enum {
	CH_MAX_LANES = 64,
	CH_MAX_VGPRS = 512,
	CH_MAX_EVENTS = 128, /* memory operations a wave can have outstanding: counters have 6 bits */
	CH_MAX_WAVES = 32,   /* of a workgroup: 1024 work-items of wave32 */
	CH_MAX_LDS = 65536,
	CH_DYNAMIC_STACK =
		16384 /* bytes a work-item beyond what is known, as compilers assume of calls that they cannot see */
};

/* Windows of the address space the kernel sees. */
enum {
	CH_WINDOW_SHIFT = 38,
	CH_WINDOW_IMAGE = 1,
	CH_WINDOW_KERNARG = 2,
	CH_WINDOW_PACKET = 3,
	CH_WINDOW_SCRATCH = 4,
	CH_WINDOW_BUFFERS = 8,
	CH_WINDOWS = CH_WINDOW_BUFFERS + CH_GCN_MAX_BUFFERS
};
#define CH_SHARED_APERTURE UINT64_C(0x0001000000000000)
#define CH_PRIVATE_APERTURE UINT64_C(0x0002000000000000)

typedef struct ch_wave ch_wave;
typedef struct ch_step ch_step;
typedef void (*ch_step_function)(ch_wave *wave, const ch_step *step);

/* A source of a vector instruction. */
typedef enum ch_source_kind { CH_FROM_VGPR, CH_FROM_SGPR, CH_FROM_CONSTANT } ch_source_kind;

typedef struct ch_source {
	const ch_gcn_operand *operand;
	uint32_t *splat[2];  /* CONSTANT: the value in every lane */
	uint16_t index;	     /* register */
	uint8_t kind;	     /* ch_source_kind */
	uint8_t type;	     /* ch_operand_type */
	uint8_t words;	     /* 1 or 2 */
	uint8_t flags;	     /* CH_GCN_NEG, ABS, SEXT */
	uint8_t sel;	     /* SDWA: ch_gcn_sel */
	bool changed;	     /* read through change_source */
	bool flushed;	     /* subnormals are read as zeros, as the mode says */
	bool always_flushed; /* whatever it says */
	bool high;	     /* op_sel: the high half */
	bool high_for_high;  /* op_sel_hi: the high half for the high result; CH_MIX: the source is a half */
	bool neg_lo, neg_hi;
} ch_source;

/* An instruction made ready: what it needs, worked out once. */
struct ch_step {
	ch_step_function run;
	ch_lane_function lane;
	const ch_valu_row *row;
	const void *other; /* row of the scalar, memory or LDS table */
	const ch_gcn_insn *insn;
	ch_source sources[3];
	uint8_t source_count;
	uint8_t unit;		    /* ch_gcn_unit */
	uint8_t fidelity;	    /* ch_fidelity */
	uint8_t result_words;	    /* 0: none but a mask */
	uint16_t result;	    /* VGPR */
	uint16_t mask_out, mask_in; /* first SGPR of a lane mask */
	bool writes_mask, reads_mask, writes_exec;
	bool changes_result;	       /* clamp, omod, SDWA, half registers */
	bool keeps_old;		       /* part of the old result stays */
	bool result_high;	       /* the result goes to the high half */
	bool permutes;		       /* DPP */
	bool rounds;		       /* MODE's rounding matters */
	bool result_apart;	       /* no source is the result's register */
	uint8_t select;		       /* ch_lanes.select */
	uint32_t index;		       /* of the instruction */
	uint8_t loads_kind;	       /* a load: ch_event_kind + 1 */
	bool reads_result;	       /* a load that keeps part of its destination */
	uint64_t uses_v[4], uses_s[2]; /* registers that must have arrived: sources and results */
	uint64_t reads_v[4];	       /* sources alone, of a load */
};

/* A memory operation that has been issued and not been waited for. */
typedef enum ch_event_kind { CH_EVENT_VECTOR, CH_EVENT_STORE, CH_EVENT_LDS, CH_EVENT_SCALAR } ch_event_kind;
typedef struct ch_event {
	uint8_t kind;
	bool scalar, lds_store;
	uint16_t first, count;
	uint32_t step;
} ch_event;

typedef struct ch_window {
	const char *name;
	uint8_t *data;
	uint64_t base, bytes; /* of the window in the kernel's space */
	ch_gcn_access access;
	uint8_t *written;	   /* OUT: one flag a byte */
	_Atomic uint64_t *writers; /* OUT, INOUT: who stored each byte; 0 nobody */
} ch_window;

typedef struct ch_launch ch_launch;
typedef struct ch_workgroup ch_workgroup;

typedef enum ch_wave_state { CH_WAVE_RUNS, CH_WAVE_AT_BARRIER, CH_WAVE_ENDED } ch_wave_state;

struct ch_wave {
	uint32_t lanes; /* 32 or 64 */
	uint32_t vgprs;
	uint32_t *v;			/* [register][lane] */
	uint32_t *v_undefined;		/* the same shape: bits that were never written; valid where v_dirty says so */
	bool shadows_written;		/* some of v_undefined are not as they were at the start */
	uint64_t v_dirty[CH_MAX_VGPRS]; /* lanes with an undefined bit */
	uint32_t s[CH_GCN_SCALARS];
	uint32_t s_undefined[CH_GCN_SCALARS];
	uint64_t s_dirty[2]; /* scalars with an undefined bit */
	uint32_t scc;
	bool scc_undefined;
	uint32_t pc;
	ch_wave_state state;
	uint32_t number; /* in its workgroup */
	uint64_t initial_exec;
	uint64_t steps;
	uint32_t signals,
		waits; /* barriers that it has come to, and has waited for: the same but between the halves of gfx12's */
	ch_float_mode mode;
	ch_event events[CH_MAX_EVENTS];
	uint32_t event_count;
	uint64_t pending_v[4], pending_s[2];
	uint8_t *scratch, *scratch_undefined; /* dword k of lane l at (k * lanes + l) * 4 */
	uint64_t *executed;
	ch_workgroup *group;
	const ch_gcn_program *program;
	uint32_t splat[4][2][CH_MAX_LANES];
};

struct ch_workgroup {
	const ch_launch *launch;
	uint32_t number, id[3];
	uint32_t wave_count;
	ch_wave *waves;
	uint8_t *lds, *lds_undefined;
	uint8_t *lds_writer; /* wave + 1 that stored the byte since the last barrier */
	uint8_t *lds_reader; /* who loaded it since: see gcn/lds.h */
	uint32_t lds_bytes, touched_from, touched_to;
	/* The same of waves between the halves of a barrier: another wave may be before it or already past it. */
	uint8_t *lds_writer_between;
	uint8_t *lds_reader_between;
	uint32_t between_from, between_to;
	uint64_t scratch_bytes; /* of a wave */
	uint64_t misaligned;
	uint32_t misaligned_step;
	ch_gcn_fault fault;
	jmp_buf stop;
};

struct ch_gcn_program {
	const ch_gcn_object *object;
	const ch_gcn_kernel *kernel;
	const ch_gcn_code *code;
	ch_step *steps;
	uint32_t step_count;
	uint32_t on; /* CH_ON_GFX9, CH_ON_GFX11 or CH_ON_GFX12 */
	uint32_t lanes;
	bool changes_mode; /* MODE is written: nothing about it may be decided beforehand */
	ch_float_mode mode;
	uint32_t **splats;
	uint32_t splat_count;
	uint8_t *in_division; /* v_rcp that belongs to an IEEE division */
};

/* What all workgroups of a dispatch share. */
struct ch_launch {
	const ch_gcn_program *program;
	const ch_gcn_dispatch *dispatch;
	ch_window windows[CH_WINDOWS];
	uint32_t lds_bytes;
	uint64_t kernarg_address, packet_address;
	uint64_t step_limit;
	bool checked;
	void *conflicts;
};

static inline uint64_t ch_wave_exec(const ch_wave *wave)
{
	const uint64_t low = wave->s[CH_GCN_EXEC];
	return wave->lanes == 64 ? low | (uint64_t)wave->s[CH_GCN_EXEC + 1] << 32 : low;
}

static inline uint64_t ch_wave_mask(const ch_wave *wave, uint32_t sgpr)
{
	const uint64_t low = wave->s[sgpr];
	return wave->lanes == 64 && sgpr != CH_GCN_NULL ? low | (uint64_t)wave->s[sgpr + 1] << 32 : low;
}

/* Ends the workgroup with a fault. */
_Noreturn void ch_wave_fault(ch_wave *wave, const ch_step *step, ch_gcn_fault_kind kind, uint32_t lane,
			     const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Scalar registers with their shadow. */
void ch_wave_set_sgpr(ch_wave *wave, uint32_t index, uint32_t value, uint32_t undefined);
void ch_wave_set_mask(ch_wave *wave, uint32_t index, uint64_t value, uint64_t undefined);
void ch_wave_set_exec(ch_wave *wave, const ch_step *step, uint64_t value, uint64_t undefined);

/* Vector registers. `undefined` is NULL where every lane's value is defined. Lanes off in `lanes_on` keep theirs. */
void ch_wave_set_vgpr(ch_wave *wave, uint32_t index, const uint32_t *values, const uint32_t *undefined,
		      uint64_t lanes_on);

/* Outstanding memory operations. */
void ch_wave_issue(ch_wave *wave, const ch_step *step, ch_event_kind kind, bool scalar, uint32_t first, uint32_t count);
void ch_wave_wait(ch_wave *wave, const ch_gcn_insn *insn);
void ch_wave_check_arrival(ch_wave *wave, const ch_step *step);

/* Runs a wave until it ends or stands at a barrier. */
void ch_wave_run(ch_wave *wave);

/* How a step is made: each returns NULL, or words on what it does not know. */
const char *ch_prepare_valu(ch_gcn_program *program, ch_step *step, const ch_valu_row *row);
const char *ch_prepare_salu(ch_gcn_program *program, ch_step *step);
const char *ch_prepare_scalar_series(ch_gcn_program *program, ch_step *step);
const char *ch_prepare_memory(ch_gcn_program *program, ch_step *step);
const char *ch_prepare_atomic(ch_gcn_program *program, ch_step *step);
const char *ch_prepare_lds(ch_gcn_program *program, ch_step *step);
const char *ch_prepare_smem(ch_gcn_program *program, ch_step *step);
const char *ch_prepare_lane_move(ch_gcn_program *program, ch_step *step);

/* The scalar value of an operand that is no VGPR. */
uint64_t ch_scalar_operand(const ch_wave *wave, const ch_gcn_operand *operand, uint32_t words, uint64_t *undefined);

const char *ch_step_name(const ch_gcn_program *program, const ch_step *step);
void ch_step_uses(ch_step *step, const ch_gcn_operand *operand);

#endif
