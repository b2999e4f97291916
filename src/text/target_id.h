/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of processors as runtimes and compilers write them: "gfx906:sramecc+:xnack-". The rules are those of "Target ID" in LLVM's
 * "User Guide for AMDGPU Backend": a processor, then features, each at most once, in any order, on (+) or off (-), and only those that
 * the processor has. A name is compared whole, never by prefix (F48). */
#ifndef CHECKHIP_TEXT_TARGET_ID_H
#define CHECKHIP_TEXT_TARGET_ID_H

#include <stdbool.h>
#include <stddef.h>

typedef enum ch_target_feature { CH_TARGET_SRAMECC, CH_TARGET_XNACK, CH_TARGET_FEATURES } ch_target_feature;

typedef struct ch_target_id {
	char processor[32];
	char settings[CH_TARGET_FEATURES]; /* '+', '-', or 0: not said */
} ch_target_id;

/* At most `size` characters of text, up to its end. False, and *id as it was, for what is not well formed. */
bool ch_target_id_parse(const char *text, size_t size, ch_target_id *id);

/* Whether the processor has every feature that is set. One that this does not know has none. */
bool ch_target_id_has_features(const ch_target_id *id);

#endif
