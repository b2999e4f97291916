/* SPDX-License-Identifier: Apache-2.0
 *
 * An answer from what a server sent, whole or event by event, in one of three shapes. */
#ifndef CHECKHIP_GOLDEN_ANSWER_H
#define CHECKHIP_GOLDEN_ANSWER_H

#include "golden/adapter.h"

typedef enum ch_shape {
	CH_SHAPE_CHAT,	      /* choices[0].message or .delta */
	CH_SHAPE_COMPLETIONS, /* choices[0].text */
	CH_SHAPE_NATIVE	      /* llama.cpp's /completion: content */
} ch_shape;

typedef struct ch_answer_builder {
	const ch_adapter *adapter;
	ch_shape shape;
	bool streamed;
	ch_answer *answer;
	ch_bytes token_text; /* of all tokens, until they are laid over the text */
	size_t token_capacity;
	int64_t *output_ids; /* by themselves, where entries have none */
	size_t output_id_count, output_id_capacity;
	bool done;	 /* the last event was seen */
	bool has_choice; /* anything of the promised shape was seen */
	bool not_best;	 /* a token was not the best one that its own entry lists: not greedy */
	bool absurd;	 /* log-probabilities that cannot be */
	char fingerprint[128];
} ch_answer_builder;

/* One object: the whole answer, or one event's. */
bool ch_answer_take(ch_answer_builder *builder, const ch_bytes *json, ch_trouble *trouble);

/* After the last: the answer is whole, and its tokens cover its text (or are dropped). */
bool ch_answer_finish(ch_answer_builder *builder, ch_trouble *trouble);
void ch_answer_builder_free(ch_answer_builder *builder);

#endif
