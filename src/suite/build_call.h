/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CHECKHIP_SUITE_BUILD_CALL_H
#define CHECKHIP_SUITE_BUILD_CALL_H

#include "suite/call.h"
#include "suite/data.h"

/* The call of a case on its inputs; variant and waves as resolved. Outputs come after the inputs; *first_output is the index
 * of the first. Buffers of a shape that must be refused are made as large as a careless provider could want. */
void ch_build_call(const ch_case *one, const ch_inputs *inputs, uint32_t variant, uint32_t waves, ch_call *call,
		   uint32_t *first_output);

/* The call of a refusal's case with nothing wrong in it: |k| rounded up to whole blocks, at least one. */
ch_case ch_build_sound_case(const ch_case *one);

/* Inputs for a call that must be refused: those of the sound one, with what is wrong put in. */
ch_status ch_build_refused_inputs(const ch_case *one, ch_inputs *inputs);

#endif
