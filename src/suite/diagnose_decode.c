/* SPDX-License-Identifier: Apache-2.0
 *
 * A failed decode: the clause is chosen from what the wrong weights have in common. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "suite/diagnose.h"
#include "suite/phrase.h"

/* What the wrong weights have in common. Each count is of wrong weights, unless it says blocks. */
typedef struct evidence {
	int64_t compared, wrong, first;
	int64_t in_half[2];
	int64_t straddling, zero_signs, unwritten, zeros, nans;
	int64_t invalid_scale, subnormal_scale;
	int64_t after_first_row, odd_block, row_end, buffer_end;
	int64_t wrong_blocks, blocks;
	bool one_ratio; /* got / expected is the same everywhere, or both are 0 */
	double ratio;
	uint64_t codes_wrong[4], codes_right[4]; /* sets of codes, one bit each */
} evidence;

static bool same_bits(float a, float b)
{
	return memcmp(&a, &b, sizeof(a)) == 0;
}

static const uint8_t *block_of(const ch_decode_failure *f, int64_t index)
{
	return (const uint8_t *)f->w + (size_t)(index / CH_BLOCK_WEIGHTS) * ch_format_get(f->format)->block_bytes;
}

static uint32_t weight_of(int64_t index)
{
	return (uint32_t)(index % CH_BLOCK_WEIGHTS);
}

/* BIT-ORDER: where weight i of a block starts, in bits of the payload. */
static uint32_t first_bit(ch_format format, uint32_t weight)
{
	if (format == CH_FP4 || format == CH_FP4_FAST)
		return 8u * (weight % CH_HALF_WEIGHTS) + 4u * (weight / CH_HALF_WEIGHTS);
	return ch_format_get(format)->code_bits * weight;
}

static bool straddles(ch_format format, uint32_t weight)
{
	return first_bit(format, weight) % 8u + ch_format_get(format)->code_bits > 8u;
}

static bool is_wrong(const ch_decode_failure *f, int64_t index)
{
	if (same_bits(f->got[index], f->expected[index]))
		return false;
	return !f->any_invalid_scale || ch_scale_valid(ch_block_scale(f->format, block_of(f, index), weight_of(index)));
}

static void note_ratio(evidence *seen, float got, float expected)
{
	double ratio = (double)got / (double)expected;

	if (got == 0.0f && expected == 0.0f)
		return;
	if (!isfinite(ratio) || ratio == 0.0)
		seen->one_ratio = false;
	else if (seen->ratio == 0.0)
		seen->ratio = ratio;
	else if (seen->ratio != ratio)
		seen->one_ratio = false;
}

static void note_wrong(const ch_decode_failure *f, int64_t index, evidence *seen)
{
	const uint8_t *block = block_of(f, index);
	uint32_t weight = weight_of(index), code = ch_block_code(f->format, block, weight);
	uint8_t e = ch_block_scale(f->format, block, weight);
	float got = f->got[index], expected = f->expected[index];
	int64_t row_block = index % f->k / CH_BLOCK_WEIGHTS, row_blocks = f->k / CH_BLOCK_WEIGHTS;

	if (seen->wrong++ == 0)
		seen->first = index;
	seen->in_half[weight / CH_HALF_WEIGHTS]++;
	seen->straddling += straddles(f->format, weight);
	seen->zero_signs += got == 0.0f && expected == 0.0f;
	seen->zeros += got == 0.0f;
	seen->nans += isnan(got);
	seen->unwritten += f->prefill && memcmp(&got, f->prefill, sizeof(got)) == 0;
	seen->invalid_scale += !ch_scale_valid(e);
	seen->subnormal_scale += e < 8;
	seen->after_first_row += index >= f->k;
	seen->odd_block += index / CH_BLOCK_WEIGHTS % 2;
	seen->row_end += row_block == row_blocks - 1;
	seen->buffer_end += index / CH_BLOCK_WEIGHTS == row_blocks * f->rows - 1;
	seen->codes_wrong[code / 64u] |= UINT64_C(1) << code % 64u;
	note_ratio(seen, got, expected);
}

/* A code counts as right where its weight is right and a wrong code would have shown: not under a zero scale. */
static void note_right(const ch_decode_failure *f, int64_t index, evidence *seen)
{
	uint32_t code = ch_block_code(f->format, block_of(f, index), weight_of(index));

	if (ch_scale_value(ch_block_scale(f->format, block_of(f, index), weight_of(index))) != 0.0f)
		seen->codes_right[code / 64u] |= UINT64_C(1) << code % 64u;
	if (f->expected[index] != 0.0f)
		seen->one_ratio = false;
}

static evidence gather(const ch_decode_failure *f)
{
	evidence seen = {.one_ratio = true};

	seen.compared = f->k * f->rows;
	seen.blocks = seen.compared / CH_BLOCK_WEIGHTS;
	for (int64_t b = 0; b < seen.blocks; b++) {
		int64_t before = seen.wrong;

		for (int64_t i = b * CH_BLOCK_WEIGHTS; i < (b + 1) * CH_BLOCK_WEIGHTS; i++) {
			if (is_wrong(f, i))
				note_wrong(f, i, &seen);
			else
				note_right(f, i, &seen);
		}
		seen.wrong_blocks += seen.wrong > before;
	}
	return seen;
}

/* Some rows of the failure, so that trying all lookalikes stays quick. */
enum { WINDOW_WEIGHTS = 1 << 18 };

static ch_decode_failure window_of(const ch_decode_failure *f, int64_t first)
{
	ch_decode_failure window = *f;
	int64_t rows = WINDOW_WEIGHTS / f->k > 1 ? WINDOW_WEIGHTS / f->k : 1;
	int64_t from = first / f->k < rows ? 0 : first / f->k;

	window.rows = f->rows - from < rows ? f->rows - from : rows;
	window.w = block_of(f, from * f->k);
	window.got = f->got + from * f->k;
	window.expected = f->expected + from * f->k;
	return window;
}

/* How well some other decoding agrees with what was got. */
typedef struct fit {
	int64_t blocks, agree;	    /* all blocks of the window */
	int64_t wrong, wrong_agree; /* the wrong ones */
} fit;

static bool block_agrees(const ch_decode_failure *f, const float *other, int64_t from)
{
	for (int64_t i = from; i < from + CH_BLOCK_WEIGHTS; i++) {
		bool both_nan = isnan(f->got[i]) && isnan(other[i]);
		bool open = f->any_invalid_scale &&
			    !ch_scale_valid(ch_block_scale(f->format, block_of(f, i), weight_of(i)));

		if (!open && !both_nan && !same_bits(f->got[i], other[i]))
			return false;
	}
	return true;
}

static fit measure_fit(const ch_decode_failure *f, const float *other)
{
	fit result = {0};

	for (int64_t i = 0; i < f->k * f->rows; i += CH_BLOCK_WEIGHTS) {
		bool agrees = block_agrees(f, other, i);
		bool wrong = !block_agrees(f, f->expected, i);

		result.blocks++;
		result.agree += agrees;
		result.wrong += wrong;
		result.wrong_agree += wrong && agrees;
	}
	return result;
}

/* A fit that explains nine tenths of what is wrong is worth saying; less is chance. */
static bool fits(const fit *one)
{
	return one->wrong_agree > 0 && one->wrong_agree * 10 >= one->wrong * 9;
}

/* The lookalike that agrees with the most blocks, or NULL. */
static const ch_lookalike *best_lookalike(const ch_decode_failure *f, fit *best)
{
	const ch_lookalike *found = NULL;
	float *other = calloc((size_t)(f->k * f->rows), sizeof(float));

	if (!other)
		return NULL;
	*best = (fit){0};
	for (uint32_t i = 0; i < ch_lookalike_count(); i++) {
		if (ch_lookalike_decode(i, f->format, f->k, f->rows, f->w, other) != CH_OK)
			continue;
		fit one = measure_fit(f, other);

		if (fits(&one) && one.agree > best->agree) {
			*best = one;
			found = ch_lookalike_get(i);
		}
	}
	free(other);
	return found;
}

/* Blocks further on (negative: back) that the wrong blocks were taken from; 0 if from none. */
static int64_t block_shift(const ch_decode_failure *f, fit *best)
{
	enum { FARTHEST = 4096 };
	int64_t blocks = f->k * f->rows / CH_BLOCK_WEIGHTS, first = 0;
	size_t bytes = CH_BLOCK_WEIGHTS * sizeof(float);

	while (first < blocks && block_agrees(f, f->expected, first * CH_BLOCK_WEIGHTS))
		first++;
	for (int64_t distance = 1; distance <= FARTHEST; distance++) {
		for (int64_t shift = distance; shift >= -distance; shift -= 2 * distance) {
			fit one = {.blocks = blocks};
			int64_t from = first + shift;

			if (from < 0 || from >= blocks || first == blocks ||
			    memcmp(f->got + first * CH_BLOCK_WEIGHTS, f->expected + from * CH_BLOCK_WEIGHTS, bytes) !=
				    0)
				continue;
			for (int64_t b = 0; b < blocks; b++) {
				if (block_agrees(f, f->expected, b * CH_BLOCK_WEIGHTS))
					continue;
				one.wrong++;
				/* what comes from outside of the buffer cannot be told, and does not speak against it */
				one.wrong_agree += b + shift < 0 || b + shift >= blocks ||
						   memcmp(f->got + b * CH_BLOCK_WEIGHTS,
							  f->expected + (b + shift) * CH_BLOCK_WEIGHTS, bytes) == 0;
			}
			if (fits(&one)) {
				*best = one;
				return shift;
			}
		}
	}
	return 0;
}

/* The wrong weights are exactly those of some codes. */
static bool by_code(const evidence *seen)
{
	for (int i = 0; i < 4; i++) {
		if (seen->codes_wrong[i] & seen->codes_right[i])
			return false;
	}
	return (seen->codes_right[0] | seen->codes_right[1] | seen->codes_right[2] | seen->codes_right[3]) != 0;
}

/* The first row of this table whose count is all of the wrong weights names the clause. */
typedef struct trait {
	int64_t count;
	bool speaks; /* whether the input could have shown anything else */
	const char *clause, *words;
} trait;

static const trait *common_trait(const ch_decode_failure *f, const evidence *seen, trait traits[12])
{
	bool several_blocks = seen->blocks > 1, several_rows = f->rows > 1, long_rows = f->k > CH_BLOCK_WEIGHTS;
	bool nibbles = f->format == CH_FP4 || f->format == CH_FP4_FAST;
	const char *half_clause = ch_format_get(f->format)->scale_count == 2 ? "SCALE-SPLIT" : "BIT-ORDER";
	const trait all[12] = {
		{seen->unwritten, true, "WEIGHT", "never written: the output still holds its filling"},
		{seen->zero_signs, true, "ZERO-SIGN", "zeros with the wrong sign"},
		{seen->invalid_scale, true, "SCALE-VALID", "weights under an invalid scale byte"},
		{seen->one_ratio && seen->ratio != 0.0 ? seen->wrong : 0, true, "SCALE-VALUE", "off by one factor"},
		{seen->subnormal_scale, true, "SCALE-VALUE", "weights under a subnormal or zero scale"},
		{seen->straddling, true, "BIT-ORDER", "weights whose code straddles two bytes"},
		{seen->buffer_end, several_blocks, "NO-OVERREAD", "weights of the buffer's last block"},
		{seen->row_end, long_rows, "ROW-WHOLE-BLOCKS", "weights of a row's last block"},
		{by_code(seen) ? seen->wrong : 0, true, "CODE-TABLE", "weights of a few codes, and all of theirs"},
		{seen->in_half[1], true, half_clause,
		 nibbles ? "weights of the second half, which are the high nibbles" : "weights of the second half"},
		{seen->in_half[0], true, half_clause,
		 nibbles ? "weights of the first half, which are the low nibbles" : "weights of the first half"},
		{seen->odd_block == seen->wrong ? seen->odd_block : seen->after_first_row,
		 several_blocks || several_rows, "BLOCK-ALIGN",
		 seen->odd_block == seen->wrong ? "weights of odd blocks" : "weights of rows after the first"},
	};

	memcpy(traits, all, sizeof(all));
	for (int i = 0; i < 12; i++) {
		if (traits[i].speaks && traits[i].count == seen->wrong)
			return &traits[i];
	}
	return NULL;
}

static void tell_where(const ch_decode_failure *f, const evidence *seen, ch_verdict *verdict)
{
	const uint8_t *block = block_of(f, seen->first);
	uint32_t weight = weight_of(seen->first), bit = first_bit(f->format, weight);
	uint8_t e = ch_block_scale(f->format, block, weight);
	char *text = verdict->text;
	size_t size = sizeof(verdict->text);

	ch_phrase_set(text, size,
		      "%" PRId64 " of %" PRId64 " weights in %" PRId64 " of %" PRId64 " blocks wrong, first: ",
		      seen->wrong, seen->compared, seen->wrong_blocks, seen->blocks);
	ch_phrase_add(text, size, "row %" PRId64 " block %" PRId64 " half %u weight %u (payload byte %u bit %u%s): ",
		      seen->first / f->k, seen->first % f->k / CH_BLOCK_WEIGHTS, weight / CH_HALF_WEIGHTS, weight,
		      bit / 8u, bit % 8u, straddles(f->format, weight) ? ", straddling" : "");
	ch_phrase_add(text, size, "got %.9g, expected %.9g; code %u, scale byte 0x%02x%s", (double)f->got[seen->first],
		      (double)f->expected[seen->first], ch_block_code(f->format, block, weight), e,
		      ch_scale_valid(e) ? "" : " (invalid)");
	if (seen->nans)
		ch_phrase_add(text, size, "; %" PRId64 " are NaN", seen->nans);
}

static void tell_trait(const evidence *seen, const trait *common, ch_verdict *verdict)
{
	ch_phrase_set(verdict->explains, sizeof(verdict->explains), "all that is wrong: %s", common->words);
	if (common->count == seen->wrong && strcmp(common->words, "off by one factor") == 0)
		ch_phrase_add(verdict->explains, sizeof(verdict->explains), ", %.9g", seen->ratio);
}

bool ch_diagnose_decode(const ch_decode_failure *f, ch_verdict *verdict)
{
	evidence seen = gather(f);
	trait traits[12];
	fit best = {0};

	if (seen.wrong == 0)
		return false;
	const trait *common = common_trait(f, &seen, traits);
	ch_decode_failure window = window_of(f, seen.first);
	const ch_lookalike *lookalike = NULL;
	const char *clause = common ? common->clause : "WEIGHT";
	char *explains = verdict->explains;
	size_t size = sizeof(verdict->explains);
	int64_t shift = 0;

	verdict->result = CH_FAIL;
	tell_where(f, &seen, verdict);
	explains[0] = 0;
	if (common)
		tell_trait(&seen, common, verdict);
	if (seen.unwritten != seen.wrong)
		lookalike = best_lookalike(&window, &best);
	/* A lookalike that gives every block is the explanation; one that gives the wrong ones alone is half of it, since the
	 * right ones were decoded by the contract: then what they have in common names the clause. */
	if (lookalike && (best.agree == best.blocks || !common))
		clause = lookalike->clause;
	if (lookalike) {
		ch_phrase_add(explains, size,
			      "%sthis is what you get with %s (%" PRId64 " of %" PRId64 " %sblocks agree)",
			      explains[0] ? "; " : "", lookalike->words,
			      best.agree == best.blocks ? best.agree : best.wrong_agree,
			      best.agree == best.blocks ? best.blocks : best.wrong,
			      best.agree == best.blocks ? "" : "wrong ");
	} else if (seen.unwritten != seen.wrong && (shift = block_shift(&window, &best)) != 0) {
		if (!common)
			clause = "BLOCK-ALIGN";
		ch_phrase_add(explains, size,
			      "%sthis is the block %" PRId64 " %s (%" PRId64 " of %" PRId64 " wrong blocks agree)",
			      explains[0] ? "; " : "", shift < 0 ? -shift : shift, shift < 0 ? "before" : "further on",
			      best.wrong_agree, best.wrong);
		if (shift % (f->k / CH_BLOCK_WEIGHTS) == 0)
			ch_phrase_add(explains, size, ", which is the row %" PRId64 " %s",
				      (shift < 0 ? -shift : shift) / (f->k / CH_BLOCK_WEIGHTS),
				      shift < 0 ? "before" : "further on");
	} else if (!common && seen.zeros == seen.wrong) {
		ch_phrase_set(explains, size, "all that is wrong is zero");
	}
	ch_phrase_set(verdict->clause, sizeof(verdict->clause), "%s", clause);
	return true;
}
