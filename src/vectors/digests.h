/* SPDX-License-Identifier: Apache-2.0
 *
 * Decoding judged by digest: the inputs are made from a seed, the answers are two SHA-256 values a format. No file needed. */
#ifndef CHECKHIP_VECTORS_DIGESTS_H
#define CHECKHIP_VECTORS_DIGESTS_H

#include "checkhip/formats.h"
#include "vectors/sums.h"

enum {
	CH_DIGEST_VALID_BLOCKS = 4096,	 /* random payload, valid scales */
	CH_DIGEST_ALLSCALE_BLOCKS = 256, /* every scale byte */
};

typedef enum ch_digest_part { CH_DIGEST_VALID, CH_DIGEST_ALLSCALE, CH_DIGEST_PART_COUNT } ch_digest_part;

/* "valid", "allscale" */
const char *ch_digest_part_name(ch_digest_part part);
int64_t ch_digest_blocks(ch_digest_part part);
uint64_t ch_digest_seed(ch_format format);
const char *ch_digest_expected(ch_format format, ch_digest_part part);

/* The input blocks by the recipe, from any seed: valid holds CH_DIGEST_VALID_BLOCKS blocks of the format, allscale
 * CH_DIGEST_ALLSCALE_BLOCKS. */
void ch_digest_make(ch_format format, uint64_t seed, void *valid, void *allscale);

/* The inputs of one part with the built-in seed: ch_digest_blocks(part) blocks; caller frees. NULL when memory is out. */
void *ch_digest_inputs(ch_format format, ch_digest_part part);

/* Whether y, the decoded weights of one part, is what the digest says; got may be NULL. */
bool ch_digest_matches(ch_format format, ch_digest_part part, const float *y, char got[CH_SHA256_HEX]);

#endif
