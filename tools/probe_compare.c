/* SPDX-License-Identifier: Apache-2.0
 *
 * Two dumps, bit by bit, read in pieces: they may be larger than memory. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "probe.h"
#include "suite/report.h"

enum { PIECE_VALUES = 1 << 15 };

typedef struct dump {
	const char *path;
	FILE *file;
	uint64_t bytes;
} dump;

typedef struct difference {
	uint64_t values, differing, first;
	uint32_t bits[2];     /* of the first */
	double largest;	      /* |a - b| where both are numbers */
	uint64_t not_numbers; /* differing values of which one is not finite */
} difference;

static bool dump_open(const char *path, dump *opened)
{
	struct stat there;
	/* a pipe would wait for its other end */
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	*opened = (dump){.path = path};
	if (file < 0 || fstat(file, &there)) {
		fprintf(stderr, "checkhip probe: %s: %s\n", path, strerror(errno));
	} else if (!S_ISREG(there.st_mode)) {
		fprintf(stderr, "checkhip probe: %s: %s; expected a dump of `checkhip probe qsa`\n", path,
			S_ISDIR(there.st_mode) ? "a folder" : "no plain file");
	} else {
		opened->bytes = (uint64_t)there.st_size;
		opened->file = fdopen(file, "rb");
	}
	if (file >= 0 && !opened->file)
		close(file);
	return opened->file != NULL;
}

static bool whole_queries(const dump *one, int32_t heads, int32_t head_dim)
{
	const uint64_t query = (uint64_t)heads * (uint64_t)head_dim * sizeof(float);

	if (one->bytes && one->bytes % query == 0)
		return true;
	fprintf(stderr,
		"checkhip probe: %s: %" PRIu64 " bytes are %s; a query of %d heads of %d has %" PRIu64
		" (--heads, --head-dim)\n",
		one->path, one->bytes, one->bytes ? "no whole number of queries" : "no query", heads, head_dim, query);
	return false;
}

static float from_bits(uint32_t bits)
{
	float value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

static void take_values(const uint32_t *a, const uint32_t *b, size_t count, difference *found)
{
	for (size_t i = 0; i < count; i++, found->values++) {
		if (a[i] == b[i])
			continue;
		double x = (double)from_bits(a[i]), y = (double)from_bits(b[i]);

		if (!found->differing++) {
			found->first = found->values;
			found->bits[0] = a[i];
			found->bits[1] = b[i];
		}
		if (!isfinite(x) || !isfinite(y))
			found->not_numbers++;
		else if (fabs(x - y) > found->largest)
			found->largest = fabs(x - y);
	}
}

/* As much of a piece as the file was said to hold; it may have been cut since. */
static bool read_piece(const dump *one, uint32_t *values, size_t count, uint64_t at)
{
	size_t got = fread(values, sizeof(uint32_t), count, one->file);

	if (got == count)
		return true;
	fprintf(stderr, "checkhip probe: %s: %s at byte %" PRIu64 "; expected %" PRIu64 "\n", one->path,
		ferror(one->file) ? "cannot be read" : "ends", (at + got) * sizeof(uint32_t), one->bytes);
	return false;
}

static bool compare_values(const dump *a, const dump *b, difference *found)
{
	static uint32_t pieces[2][PIECE_VALUES];
	uint64_t left = a->bytes / sizeof(uint32_t);

	while (left) {
		size_t count = left < PIECE_VALUES ? (size_t)left : PIECE_VALUES;

		if (!read_piece(a, pieces[0], count, found->values) || !read_piece(b, pieces[1], count, found->values))
			return false;
		take_values(pieces[0], pieces[1], count, found);
		left -= count;
	}
	return true;
}

static void print_text(const difference *found, int32_t heads, int32_t head_dim)
{
	const uint64_t dim = (uint64_t)head_dim, query = dim * (uint64_t)heads;

	if (!found->differing) {
		printf("same      %" PRIu64 " values, %" PRIu64 " queries of %d heads of %d\n", found->values,
		       found->values / query, heads, head_dim);
		return;
	}
	printf("DIFFERENT %" PRIu64 " of %" PRIu64 " values, first: query %" PRIu64 ", head %" PRIu64
	       ", dimension %" PRIu64 ": %.9g (0x%08" PRIx32 ") and %.9g (0x%08" PRIx32 ")\n",
	       found->differing, found->values, found->first / query, found->first % query / dim, found->first % dim,
	       (double)from_bits(found->bits[0]), found->bits[0], (double)from_bits(found->bits[1]), found->bits[1]);
	printf("          largest difference %.9g", found->largest);
	if (found->not_numbers)
		printf(", and %" PRIu64 " where one is not finite", found->not_numbers);
	putchar('\n');
}

static void print_json(const difference *found, int32_t heads, int32_t head_dim)
{
	const uint64_t dim = (uint64_t)head_dim, query = dim * (uint64_t)heads;

	printf("{\"type\":\"compare\",\"same\":%s,\"values\":%" PRIu64 ",\"differing\":%" PRIu64,
	       found->differing ? "false" : "true", found->values, found->differing);
	if (found->differing)
		printf(",\"query\":%" PRIu64 ",\"head\":%" PRIu64 ",\"dimension\":%" PRIu64 ",\"a_bits\":\"0x%08" PRIx32
		       "\",\"b_bits\":\"0x%08" PRIx32 "\",\"largest\":%.9g,\"not_finite\":%" PRIu64,
		       found->first / query, found->first % query / dim, found->first % dim, found->bits[0],
		       found->bits[1], found->largest, found->not_numbers);
	printf("}\n");
}

static int print_sizes(const dump *a, const dump *b, bool json)
{
	if (json)
		printf("{\"type\":\"compare\",\"same\":false,\"a_bytes\":%" PRIu64 ",\"b_bytes\":%" PRIu64 "}\n",
		       a->bytes, b->bytes);
	else
		printf("DIFFERENT sizes: %s has %" PRIu64 " bytes, %s %" PRIu64 "\n", a->path, a->bytes, b->path,
		       b->bytes);
	return CH_EXIT_FAIL;
}

int ch_probe_compare(const char *path_a, const char *path_b, int32_t heads, int32_t head_dim, bool json)
{
	dump a = {.file = NULL}, b = {.file = NULL};
	difference found = {.values = 0};
	int code = CH_EXIT_CANNOT;

	if (!dump_open(path_a, &a) || !dump_open(path_b, &b) || !whole_queries(&a, heads, head_dim) ||
	    !whole_queries(&b, heads, head_dim)) {
		code = CH_EXIT_CANNOT;
	} else if (a.bytes != b.bytes) {
		code = print_sizes(&a, &b, json);
	} else if (compare_values(&a, &b, &found)) {
		(json ? print_json : print_text)(&found, heads, head_dim);
		code = found.differing ? CH_EXIT_FAIL : CH_EXIT_PASS;
	}
	if (a.file)
		fclose(a.file);
	if (b.file)
		fclose(b.file);
	return code;
}
