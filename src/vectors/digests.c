/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "reference/random.h"
#include "vectors/digests.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the known answers are little-endian and are compared as they lie in memory"
#endif

/* The table of the known answers' README: made by an independent implementation. */
static const struct {
	uint64_t seed;
	const char *sha256[CH_DIGEST_PART_COUNT];
} digests[CH_FORMAT_COUNT] = {
	[CH_FP2] = {0xd0c0de6b,
		    {"5636f4b2d5b46a65d08bf41baa9f919530d1b32a2c4906a662a608f9cd690f17",
		     "9f78a5a29b4b3ce7e35caff25d1391f86aa645a0fb049654c3a8f040c1919093"}},
	[CH_FP3] = {0xd0c0de68,
		    {"44551b589eafb0af47df4160073afd4d0908fe2535668c3aa49ad2b79a82d964",
		     "850ca67578268fd6209d58b7f32b51ba19f1f8d1c398c8521d3c369d310b0ed1"}},
	[CH_FP4] = {0xd0c0de64,
		    {"e3687004a5bec202cd7fe63896fe65ae2bdcf67e8e2aee14cd1e8d3f96deb350",
		     "76b22841158abf139736d709d30b977c0ba4a42243292b5c2f4544fe077fc1a6"}},
	[CH_FP4_FAST] = {0xd0c0de65,
			 {"40dc509bf7318764df9787fa0f81f2bf72a1098990adad700361ff6ac67e077a",
			  "feac027a435667e8b7ce7830628ecbaa211a88ed5f7d8921e4a4226d9b3b2196"}},
	[CH_FP6] = {0xd0c0de66,
		    {"bebea4d8de61cee382095768fd364f57f279195d5dd202ff0e4bc6c4d34d1666",
		     "bca24b647ee16c1851350cc26500d468e1f6adf1da15650e5aad9b36a8e964b0"}},
	[CH_FP8] = {0xd0c0de67,
		    {"0272be220e3755189625c81d4c3adb6449d86bec30981093dd717d81e261e3fe",
		     "e8a9bd742ed56a4d6ec8c92f843c3e250034d5069cf6d6ce9e9bc170770337b2"}},
};

static const struct {
	const char *name;
	int64_t blocks;
} parts[CH_DIGEST_PART_COUNT] = {
	[CH_DIGEST_VALID] = {"valid", CH_DIGEST_VALID_BLOCKS},
	[CH_DIGEST_ALLSCALE] = {"allscale", CH_DIGEST_ALLSCALE_BLOCKS},
};

const char *ch_digest_part_name(ch_digest_part part)
{
	return parts[part].name;
}

int64_t ch_digest_blocks(ch_digest_part part)
{
	return parts[part].blocks;
}

uint64_t ch_digest_seed(ch_format format)
{
	return digests[format].seed;
}

const char *ch_digest_expected(ch_format format, ch_digest_part part)
{
	return digests[format].sha256[part];
}

void ch_digest_make(ch_format format, uint64_t seed, void *valid, void *allscale)
{
	const ch_format_info *info = ch_format_get(format);
	uint8_t *block = valid;
	ch_random random = {seed};

	for (size_t i = 0; i < (size_t)info->block_bytes * CH_DIGEST_VALID_BLOCKS; i++)
		block[i] = ch_random_byte(&random);
	for (int i = 0; i < CH_DIGEST_VALID_BLOCKS; i++, block += info->block_bytes) {
		for (uint32_t half = 0; half < info->scale_count; half++)
			ch_block_set_scale(format, block, half, (uint8_t)(ch_random_next(&random) % 127));
	}
	block = allscale;
	for (size_t i = 0; i < (size_t)info->block_bytes * CH_DIGEST_ALLSCALE_BLOCKS; i++)
		block[i] = ch_random_byte(&random);
	for (int i = 0; i < CH_DIGEST_ALLSCALE_BLOCKS; i++, block += info->block_bytes) {
		ch_block_set_scale(format, block, 0, (uint8_t)i);
		if (info->scale_count == 2)
			ch_block_set_scale(format, block, 1, (uint8_t)(255 - i));
	}
}

void *ch_digest_inputs(ch_format format, ch_digest_part part)
{
	size_t block_bytes = ch_format_get(format)->block_bytes;
	void *valid = malloc(block_bytes * CH_DIGEST_VALID_BLOCKS);
	void *allscale = malloc(block_bytes * CH_DIGEST_ALLSCALE_BLOCKS);
	void *asked = part == CH_DIGEST_VALID ? valid : allscale;

	if (!valid || !allscale) {
		free(valid);
		free(allscale);
		return NULL;
	}
	ch_digest_make(format, ch_digest_seed(format), valid, allscale);
	free(asked == valid ? allscale : valid);
	return asked;
}

bool ch_digest_matches(ch_format format, ch_digest_part part, const float *y, char got[CH_SHA256_HEX])
{
	size_t bytes = (size_t)ch_digest_blocks(part) * CH_BLOCK_WEIGHTS * sizeof(float);
	char hex[CH_SHA256_HEX];
	bool matches = ch_sha256_hex(y, bytes, hex) && strcmp(hex, ch_digest_expected(format, part)) == 0;

	if (got)
		memcpy(got, hex, sizeof(hex));
	return matches;
}
