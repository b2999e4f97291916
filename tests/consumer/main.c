/* SPDX-License-Identifier: Apache-2.0
 *
 * What a project that takes checkhip in does first: decode one block, and see the table that belongs to it (F07). */
#include <stdio.h>
#include <string.h>

#include "checkhip/formats.h"
#include "checkhip/provider.h"
#include "checkhip/reference.h"
#include "checkhip/version.h"

int main(void)
{
	static const float expected[4] = {-0.5f, 0.0f, 0.5f, 1.0f};
	unsigned char block[10];
	float y[CH_BLOCK_WEIGHTS];

	memset(block, 0xe4, 8);
	block[8] = 0x38;
	block[9] = 0x40;
	if (ch_decode_plain(CH_FP2, CH_BLOCK_WEIGHTS, 1, block, y)) {
		fputs("decode failed\n", stderr);
		return 1;
	}
	for (int i = 0; i < CH_BLOCK_WEIGHTS; i++) {
		if (y[i] != expected[i % 4] * (i < 16 ? 1.0f : 2.0f)) {
			fprintf(stderr, "weight %d is %g\n", i, (double)y[i]);
			return 1;
		}
	}
	printf("checkhip %s: %s\n", CHECKHIP_VERSION, ch_op_name(CH_OP_DECODE));
	return 0;
}
