/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of `checkhip probe`. */
#ifndef CHECKHIP_TOOLS_PROBE_H
#define CHECKHIP_TOOLS_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "checkhip/qsa.h"

enum {
	CH_PROBE_HEAD_DIM = 256,
	CH_PROBE_HEADS = 12, /* query heads to a KV head */
	CH_PROBE_KV_HEADS = 2,
	CH_PROBE_PAGE_SIZE = 64,
	CH_PROBE_SELECTED = 4096, /* cells a query, where the context has so many */
	CH_PROBE_MAX_CONTEXT = 1 << 22
};

/* What is asked for; everything else of the input follows from it and the seed. */
typedef struct ch_probe_shape {
	int32_t n_q, context, kv_heads, page_size;
	int32_t selected; /* 0: CH_PROBE_SELECTED or all there are */
	ch_pool pool;
	ch_qsa_entry entry;
	bool masked; /* every third page holds no cell that is selected, and queries differ in width */
	uint64_t seed;
} ch_probe_shape;

typedef struct ch_probe_input {
	ch_qsa_args args;
	void *memory; /* one allocation that all of args point into */
	size_t out_bytes;
	uint64_t digest; /* of everything that is read, so that two machines can compare */
} ch_probe_input;

/* The same bytes for the same shape and seed on every machine. Pages that are not selected and rows past the context hold extreme codes
 * and NaN scales (QSA-SELECT). False with a sentence in words. */
bool ch_probe_input_make(const ch_probe_shape *shape, ch_probe_input *input, char *words, size_t size);
void ch_probe_input_free(ch_probe_input *input);

/* 64-bit FNV-1a, going on from before. */
#define CH_PROBE_DIGEST UINT64_C(0xcbf29ce484222325)
uint64_t ch_probe_digest(uint64_t before, const void *data, size_t bytes);

typedef struct ch_probe_run {
	ch_probe_shape shape;
	const char *provider, *variant; /* NULL: the first GPU, what the guard says */
	const char *out;
	int32_t repetitions;
	bool json;
} ch_probe_run;

/* An exit code; says on standard error why it is not 0. */
int ch_probe_qsa(const ch_probe_run *run);

/* Two dumps of [query][heads][head_dim] floats. An exit code. */
int ch_probe_compare(const char *a, const char *b, int32_t heads, int32_t head_dim, bool json);

/* All of it under its name, or nothing: under another name first, then renamed. False with a sentence in words. */
bool ch_probe_dump_write(const char *path, const void *data, size_t bytes, char *words, size_t size);

#endif
