/* SPDX-License-Identifier: Apache-2.0
 *
 * What every function that can fail returns. CH_OK is zero, so `if (status)` reads as "if it failed". */
#ifndef CHECKHIP_STATUS_H
#define CHECKHIP_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ch_status {
	CH_OK = 0,
	CH_BAD_SHAPE,	  /* k no multiple of 32, a negative count, a size that overflows: ROW-WHOLE-BLOCKS */
	CH_BAD_ARGUMENT,  /* a null pointer, an unknown format, a misaligned pointer */
	CH_BAD_SCALE,	  /* a scale byte that SCALE-VALID refuses */
	CH_UNSUPPORTED,	  /* this provider has no such operation, format, variant or width */
	CH_NO_DEVICE,	  /* nothing to run on */
	CH_OUT_OF_MEMORY, /* host or device memory */
	CH_DEVICE_LOST,	  /* the device stopped answering; the provider must be opened again */
	CH_FAULT,	  /* the kernel broke a rule that the provider watches: a race, a read out of bounds */
	CH_FAILED,	  /* anything else; the message says what */
	CH_STATUS_COUNT
} ch_status;

/* A few words for a status ("unsupported"); never NULL, also for a value out of range. */
const char *ch_status_words(ch_status status);

#ifdef __cplusplus
}
#endif
#endif
