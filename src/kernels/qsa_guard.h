/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-GUARD: whether a call of attention may take the swizzled query tile. Plain C; what it asks of the world goes through a table
 * of functions, so that the device runtime, an architecture named by its text and a test's mock are asked alike. */
#ifndef CHECKHIP_KERNELS_QSA_GUARD_H
#define CHECKHIP_KERNELS_QSA_GUARD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "checkhip/qsa.h"

/* The field of HIP's device properties has 256 bytes. */
enum { CH_QSA_GUARD_ARCH = 256 };

typedef struct ch_qsa_guard_device {
	char arch[CH_QSA_GUARD_ARCH]; /* as the runtime gives it: "gfx906:sramecc+:xnack-"; need not be terminated */
	int wave_size;
} ch_qsa_guard_device;

typedef struct ch_qsa_guard_calls {
	const char *(*read_variable)(void *context, const char *name);		       /* NULL: not set */
	int (*get_device)(void *context, int *device);				       /* 0, or an error */
	int (*get_properties)(void *context, int device, ch_qsa_guard_device *result); /* 0, or an error */
} ch_qsa_guard_calls;

/* What the environment said; all zero: not read yet. */
typedef struct ch_qsa_environment {
	atomic_int state;
} ch_qsa_environment;

typedef struct ch_qsa_guard {
	const ch_qsa_guard_calls *calls;
	void *context;
	ch_qsa_environment *environment;
	uint64_t serial; /* of this guard among all: what a thread keeps belongs to one guard */
} ch_qsa_guard;

typedef struct ch_qsa_guard_answer {
	bool swizzle;
	char words[CH_QSA_WORDS]; /* "query swizzle off: device 0 is gfx90a, not gfx906" */
} ch_qsa_guard_answer;

/* environment NULL: that of the process, read once whoever asks first. The calls, the context and the environment must outlive the
 * guard. */
void ch_qsa_guard_init(ch_qsa_guard *guard, const ch_qsa_guard_calls *calls, void *context,
		       ch_qsa_environment *environment);

/* May be called from any thread. While the switch is off, or the pool or entry has no swizzled form, no device is asked. */
ch_qsa_guard_answer ch_qsa_guard_ask(const ch_qsa_guard *guard, ch_pool pool, ch_qsa_entry entry);

/* getenv, for tables. */
const char *ch_qsa_guard_getenv(void *context, const char *name);

/* For code that runs as one architecture wherever it is: device 0 is what context, a ch_qsa_guard_device, says. */
extern const ch_qsa_guard_calls ch_qsa_guard_fixed;

#endif
