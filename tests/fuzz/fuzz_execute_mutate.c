/* SPDX-License-Identifier: Apache-2.0
 *
 * How inputs of fuzz_execute are varied: by whole words, since a byte put in or taken out makes noise of all that follows. */
#include <string.h>

#include "fuzz.h"
#include "fuzz_execute.h"

enum { WORD = 4, MAX_COPIED = 4 };

static uint32_t next(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static size_t word_count(size_t size)
{
	return (size - EXECUTE_HEADER) / WORD;
}

/* The low 25 bits of an encoding's first word are mostly operands; those above say which instruction it is. */
static void flip_bits(uint8_t *text, size_t words, uint32_t *state)
{
	const size_t word = next(state) % words;
	const uint32_t bits = next(state) % 4 == 0 ? 32 : 25;
	for (uint32_t i = 0; i <= next(state) % 3; i++) {
		const uint32_t bit = next(state) % bits;
		text[word * WORD + bit / 8] ^= (uint8_t)(1u << bit % 8);
	}
}

static size_t copied_words(size_t words, uint32_t *state)
{
	const size_t wanted = 1 + next(state) % MAX_COPIED;
	return wanted < words ? wanted : words;
}

static void overwrite(uint8_t *text, size_t words, uint32_t *state)
{
	const size_t count = copied_words(words, state), from = next(state) % (words - count + 1),
		     to = next(state) % (words - count + 1);
	memmove(text + to * WORD, text + from * WORD, count * WORD);
}

static size_t insert(uint8_t *text, size_t words, size_t room, uint32_t *state)
{
	uint8_t copied[MAX_COPIED * WORD];
	const size_t count = copied_words(words, state), from = next(state) % (words - count + 1),
		     to = next(state) % (words + 1);
	if (words + count > room)
		return words;
	memcpy(copied, text + from * WORD, count * WORD);
	memmove(text + (to + count) * WORD, text + to * WORD, (words - to) * WORD);
	memcpy(text + to * WORD, copied, count * WORD);
	return words + count;
}

static size_t erase(uint8_t *text, size_t words, uint32_t *state)
{
	const size_t count = copied_words(words - 1, state), from = next(state) % (words - count + 1);
	memmove(text + from * WORD, text + (from + count) * WORD, (words - from - count) * WORD);
	return words - count;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	uint32_t state = seed;
	uint8_t *text = data + EXECUTE_HEADER;
	if (size < EXECUTE_HEADER + 2 * WORD || next(&state) % 8 == 0)
		return LLVMFuzzerMutate(data, size, max_size);
	size_t words = word_count(size);
	switch (next(&state) % 8) {
	case 0:
		data[next(&state) % EXECUTE_HEADER] ^= (uint8_t)(1u << next(&state) % 8);
		break;
	case 1:
		overwrite(text, words, &state);
		break;
	case 2:
		words = insert(text, words, word_count(max_size), &state);
		break;
	case 3:
		words = erase(text, words, &state);
		break;
	default:
		flip_bits(text, words, &state);
		break;
	}
	return EXECUTE_HEADER + words * WORD;
}

/* The beginning of one, the end of the other; the first one's header. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out,
				 size_t room, unsigned seed)
{
	uint32_t state = seed;
	if (a_size < EXECUTE_HEADER + WORD || b_size < EXECUTE_HEADER + WORD || room < EXECUTE_HEADER + WORD)
		return 0;
	const size_t most = word_count(room);
	size_t head = 1 + next(&state) % word_count(a_size), tail = next(&state) % word_count(b_size);
	head = head < most ? head : most;
	tail = tail < most - head ? tail : most - head;
	memcpy(out, a, EXECUTE_HEADER + head * WORD);
	memcpy(out + EXECUTE_HEADER + head * WORD, b + EXECUTE_HEADER + (word_count(b_size) - tail) * WORD,
	       tail * WORD);
	return EXECUTE_HEADER + (head + tail) * WORD;
}
