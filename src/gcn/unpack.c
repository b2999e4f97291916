/* SPDX-License-Identifier: Apache-2.0
 *
 * Compressed bundles: clang-offload-bundler's `CCOB`. A header says how much comes out, so the output is one buffer of that
 * size, capped, and anything more or less is an error: a bomb cannot grow past what it declared. */
#include "gcn/parts.h"

#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

enum { METHOD_ZLIB = 0, METHOD_ZSTD = 1 };

/* clang's "Compressed Offload Bundle" header: magic, version, method, [file size,] unpacked size, 8 bytes of hash. */
static const struct {
	uint16_t version;
	uint8_t size, field_bytes;
	uint8_t file_size_at; /* 0: version 1 does not say how long it is in the file */
	uint8_t unpacked_size_at;
} layouts[] = {
	{1, 20, 4, 0, 8},
	{2, 24, 4, 8, 12},
	{3, 32, 8, 8, 16},
};

typedef struct ch_packed {
	const uint8_t *data; /* after the header */
	size_t size;
	uint64_t offset; /* of data in the file */
	uint8_t *out;
	size_t out_size;
} ch_packed;

static ch_status zlib_unpack(const ch_packed *p, size_t *used, ch_gcn_error *error)
{
	z_stream z = {.next_in = NULL};
	if (p->size > UINT32_MAX || p->out_size > UINT32_MAX)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT, "bundle: offset 0x%llx: expected less than 4 GiB",
				   (unsigned long long)p->offset);
	if (inflateInit(&z) != Z_OK)
		return ch_gcn_fail(error, CH_OUT_OF_MEMORY, "bundle: zlib found no memory");
	union {
		const uint8_t *in;
		uint8_t *out;
	} input = {p->data}; /* next_in is not const unless zlib is built so */
	z.next_in = input.out;
	z.avail_in = (uInt)p->size;
	z.next_out = p->out;
	z.avail_out = (uInt)p->out_size;
	int got = inflate(&z, Z_FINISH);
	size_t out = p->out_size - z.avail_out;
	*used = p->size - z.avail_in;
	inflateEnd(&z);
	if (got != Z_STREAM_END || out != p->out_size)
		return ch_gcn_fail(
			error, CH_BAD_ARGUMENT,
			"bundle: offset 0x%llx: expected a zlib stream of %zu bytes unpacked, found %zu (zlib: %d)",
			(unsigned long long)p->offset, p->out_size, out, got);
	return CH_OK;
}

static ch_status zstd_unpack(const ch_packed *p, size_t *used, ch_gcn_error *error)
{
	size_t frame = ZSTD_findFrameCompressedSize(p->data, p->size);
	if (ZSTD_isError(frame))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT, "bundle: offset 0x%llx: expected a zstd frame: %s",
				   (unsigned long long)p->offset, ZSTD_getErrorName(frame));
	size_t out = ZSTD_decompress(p->out, p->out_size, p->data, frame);
	if (ZSTD_isError(out))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "bundle: offset 0x%llx: expected a zstd frame of %zu bytes unpacked: %s",
				   (unsigned long long)p->offset, p->out_size, ZSTD_getErrorName(out));
	if (out != p->out_size)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "bundle: offset 0x%llx: expected %zu bytes unpacked, found %zu",
				   (unsigned long long)p->offset, p->out_size, out);
	*used = frame;
	return CH_OK;
}

static uint64_t field_load(const uint8_t *p, unsigned bytes)
{
	return bytes == 4 ? ch_gcn_load32(p) : ch_gcn_load64(p);
}

/* The header's row of `layouts`, or an error. */
static ch_status layout_find(const uint8_t *data, size_t size, uint64_t offset, size_t *row, ch_gcn_error *error)
{
	unsigned version = size >= 8 ? ch_gcn_load16(data + 4) : 0;
	for (*row = 0; *row < sizeof layouts / sizeof *layouts; ++*row)
		if (layouts[*row].version == version && size >= layouts[*row].size)
			return CH_OK;
	return ch_gcn_fail(
		error, version > 3 ? CH_UNSUPPORTED : CH_BAD_ARGUMENT,
		"bundle: offset 0x%llx: expected a whole CCOB header of version 1 to 3, found version %u in %zu bytes",
		(unsigned long long)offset + 4, version, size);
}

ch_status ch_gcn_unpack(const uint8_t *data, size_t size, uint64_t offset, uint8_t **unpacked, size_t *unpacked_size,
			size_t *used, ch_gcn_error *error)
{
	size_t row;
	ch_status status = layout_find(data, size, offset, &row, error);
	if (status)
		return status;
	size_t header = layouts[row].size;
	unsigned bytes = layouts[row].field_bytes, method = ch_gcn_load16(data + 6);
	uint64_t file_size = layouts[row].file_size_at ? field_load(data + layouts[row].file_size_at, bytes) : size;
	uint64_t out_size = field_load(data + layouts[row].unpacked_size_at, bytes);
	if (file_size < header || file_size > size)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "bundle: offset 0x%llx: expected a file size of %zu..%zu, found 0x%llx",
				   (unsigned long long)offset + 8, header, size, (unsigned long long)file_size);
	if (out_size == 0 || out_size > CH_GCN_MAX_UNPACKED)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "bundle: offset 0x%llx: expected 1..0x%llx bytes unpacked, found 0x%llx",
				   (unsigned long long)offset + layouts[row].unpacked_size_at,
				   (unsigned long long)CH_GCN_MAX_UNPACKED, (unsigned long long)out_size);
	if (method != METHOD_ZLIB && method != METHOD_ZSTD)
		return ch_gcn_fail(error, CH_UNSUPPORTED,
				   "bundle: offset 0x%llx: expected compression 0 (zlib) or 1 (zstd), found %u",
				   (unsigned long long)offset + 6, method);
	ch_packed p = {data + header, (size_t)file_size - header, offset + header, malloc((size_t)out_size),
		       (size_t)out_size};
	if (!p.out)
		return ch_gcn_fail(error, CH_OUT_OF_MEMORY, "bundle: no memory for %zu bytes unpacked", p.out_size);
	size_t stream = 0;
	status = method == METHOD_ZLIB ? zlib_unpack(&p, &stream, error) : zstd_unpack(&p, &stream, error);
	if (status) {
		free(p.out);
		return status;
	}
	*unpacked = p.out;
	*unpacked_size = p.out_size;
	*used = layouts[row].file_size_at ? (size_t)file_size : header + stream;
	return CH_OK;
}
