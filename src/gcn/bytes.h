/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading hostile bytes: ranges that cannot wrap, little-endian loads, one-line errors. Internal to src/gcn. */
#ifndef CHECKHIP_GCN_BYTES_H
#define CHECKHIP_GCN_BYTES_H

#include "gcn/object.h"

#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "code objects are read in place as little-endian");

/* length bytes at offset lie within size bytes */
static inline bool ch_gcn_within(uint64_t offset, uint64_t length, uint64_t size)
{
	return offset <= size && length <= size - offset;
}

static inline uint16_t ch_gcn_load16(const uint8_t *p)
{
	uint16_t v;
	memcpy(&v, p, sizeof v);
	return v;
}

static inline uint32_t ch_gcn_load32(const uint8_t *p)
{
	uint32_t v;
	memcpy(&v, p, sizeof v);
	return v;
}

static inline uint64_t ch_gcn_load64(const uint8_t *p)
{
	uint64_t v;
	memcpy(&v, p, sizeof v);
	return v;
}

/* Writes the error (which may be NULL; control characters of the input become '?') and returns the status, so that a
 * check is one statement. */
ch_status ch_gcn_fail(ch_gcn_error *error, ch_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
