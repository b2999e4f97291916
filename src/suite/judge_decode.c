/* SPDX-License-Identifier: Apache-2.0
 *
 * Judges of decoding and validating. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite/diagnose.h"
#include "suite/judge.h"

static void judge_digest(const ch_evidence *evidence, ch_verdict *verdict)
{
	const ch_case *one = evidence->one;
	char hex[65];

	if (!evidence->sha256_hex) {
		ch_verdict_set(verdict, CH_SKIP, NULL, "built without libcrypto, so there is no SHA-256");
		return;
	}
	evidence->sha256_hex(evidence->output, (size_t)(one->rows * one->k) * sizeof(float), hex);
	if (memcmp(hex, one->given.expected, 64) != 0)
		ch_verdict_set(verdict, CH_FAIL, "WEIGHT", "the decoded weights have SHA-256 %s, expected %.64s", hex,
			       (const char *)one->given.expected);
}

/* Does what a file gives agree with the reference? A wrong answer file must not be taken for a wrong provider. */
static void blame_file(const ch_case *one, const float *reference, ch_verdict *verdict)
{
	size_t count = (size_t)(one->rows * one->k);
	float *given = malloc(count * sizeof(float));

	if (!given)
		return;
	memcpy(given, one->given.expected, count * sizeof(float));
	for (size_t i = 0; i < count; i++) {
		if (memcmp(&given[i], &reference[i], sizeof(float)) == 0)
			continue;
		size_t block = i / CH_BLOCK_WEIGHTS, weight = i % CH_BLOCK_WEIGHTS;
		ch_verdict_set(verdict, CH_FAIL, "WEIGHT",
			       "%s: %s, block %zu, half %zu, weight %zu (byte %zu of the file): the file says %.9g, "
			       "the contract %.9g",
			       one->given.file, one->given.array, block, weight / CH_HALF_WEIGHTS, weight,
			       one->given.file_offset + 4 * i, (double)given[i], (double)reference[i]);
		snprintf(verdict->explains, sizeof(verdict->explains),
			 "the answer or its blocks in the file differ from the contract");
		break;
	}
	free(given);
}

void ch_judge_decode(const ch_evidence *evidence, ch_verdict *verdict)
{
	const ch_case *one = evidence->one;
	size_t count = (size_t)(one->rows * one->k);
	float *expected = malloc((count ? count : 1) * sizeof(float));

	if (one->judge == CH_JUDGE_DIGEST) {
		judge_digest(evidence, verdict);
	} else if (!expected || ch_decode_plain(one->format, one->k, one->rows, evidence->inputs->w, expected)) {
		ch_verdict_set(verdict, CH_ERROR, NULL, "no memory for the expected output");
	} else {
		ch_decode_failure failure = {
			.format = one->format,
			.k = one->k,
			.rows = one->rows,
			.w = evidence->inputs->w,
			.got = evidence->output,
			.expected = expected,
			.prefill = &evidence->prefill,
			.any_invalid_scale = !(evidence->promises & CH_PROMISE_INVALID_SCALE_IS_ZERO),
		};

		if (!ch_diagnose_decode(&failure, verdict) && one->data == CH_DATA_GIVEN)
			blame_file(one, expected, verdict);
	}
	free(expected);
}

void ch_judge_validate(const ch_evidence *evidence, ch_verdict *verdict)
{
	const ch_case *one = evidence->one;
	ch_bad_scale expected = {0}, got;
	ch_status status = ch_validate(one->format, one->k, one->rows, evidence->inputs->w, &expected);

	if (evidence->status != status) {
		ch_verdict_set(verdict, CH_FAIL, "SCALE-VALID", "validate says '%s', expected '%s'%s",
			       ch_status_words(evidence->status), ch_status_words(status),
			       status ? "" : ": every scale byte is at most 0x7e");
		if (status)
			snprintf(verdict->explains, sizeof(verdict->explains),
				 "row %lld, block %lld, half %u has scale byte 0x%02x", (long long)expected.row,
				 (long long)expected.block, expected.half, expected.byte);
		return;
	}
	if (status == CH_OK)
		return;
	memcpy(&got, evidence->output, sizeof(got));
	if (got.row == expected.row && got.block == expected.block && got.half == expected.half &&
	    got.byte == expected.byte)
		return;
	ch_verdict_set(verdict, CH_FAIL, "SCALE-VALID",
		       "validate names row %lld, block %lld, half %u, byte 0x%02x; the first invalid scale is row "
		       "%lld, block %lld, half "
		       "%u, byte 0x%02x",
		       (long long)got.row, (long long)got.block, got.half, got.byte, (long long)expected.row,
		       (long long)expected.block, expected.half, expected.byte);
}
