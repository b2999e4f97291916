/* SPDX-License-Identifier: Apache-2.0
 *
 * How many waves of a kernel one SIMD can hold, and what stops it from holding more. */
#ifndef CHECKHIP_AUDIT_LIMITS_H
#define CHECKHIP_AUDIT_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/* One family of processors. Where two numbers stand, the first is for waves of 32 lanes, the second for waves of 64. */
typedef struct ch_audit_limits {
	const char *processors; /* names between blanks */
	uint16_t vgprs[2];	/* registers of a lane's width that one SIMD has; 0: no such waves */
	uint8_t vgpr_granule[2];
	uint16_t sgprs; /* 0: each wave has its own 128, so they limit nothing */
	uint8_t sgpr_granule;
	uint8_t waves;	      /* places for waves, one SIMD */
	uint8_t simds;	      /* that share one LDS; twice as many in WGP mode */
	uint8_t workgroups;   /* of more than one wave, a CU: each holds a barrier; twice as many in WGP mode */
	bool wgp;	      /* has the WGP mode */
	uint32_t lds;	      /* bytes a CU; twice as many in WGP mode */
	uint16_t lds_granule; /* bytes */
} ch_audit_limits;

typedef enum ch_audit_limiter {
	CH_LIMIT_UNKNOWN,
	CH_LIMIT_HARDWARE, /* all places for waves are taken, or all barriers */
	CH_LIMIT_VGPR,
	CH_LIMIT_SGPR,
	CH_LIMIT_LDS,
	CH_LIMIT_WORKGROUP, /* another whole workgroup of launch-bound size does not fit */
	CH_LIMIT_COUNT
} ch_audit_limiter;

typedef struct ch_audit_use {
	uint32_t vgprs, sgprs, lds, wave_size, workgroup; /* work-items of the launch bound */
	bool wgp_mode;
} ch_audit_use;

/* NULL: a processor that the table does not have. */
const ch_audit_limits *ch_audit_limits_find(const char *arch);

/* Waves of the busiest SIMD when workgroups of the launch bound's size fill a CU (in WGP mode: a WGP); 0 if not even one
 * workgroup fits. */
uint32_t ch_audit_waves(const ch_audit_limits *limits, const ch_audit_use *use, ch_audit_limiter *limiter);

/* "VGPR", "launch bound". */
const char *ch_audit_limiter_name(ch_audit_limiter limiter);

#endif
