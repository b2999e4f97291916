/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip decode: blocks of a file, readable. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "checkhip/formats.h"
#include "command.h"
#include "options.h"

static const char help[] =
	"example: checkhip decode weights.bin --type fp3 --block 7\n"
	"\n"
	"usage: checkhip decode FILE --type TYPE [--offset BYTES] [--block N] [--count N]\n"
	"Prints blocks: bytes, scales, and for each weight its code, table value and decoded value.\n"
	"\n"
	"  --type TYPE     fp2, fp3, fp4, fp4-fast, fp6, fp8, or the ggml name or id\n"
	"  --offset BYTES  where the first block begins in the file (default 0)\n"
	"  --block N       the first block to print (default 0)\n"
	"  --count N       how many (default 1)\n";

enum { OPT_TYPE = 256, OPT_OFFSET, OPT_BLOCK, OPT_COUNT };

static const struct option long_options[] = {
	{"type", required_argument, NULL, OPT_TYPE},
	{"offset", required_argument, NULL, OPT_OFFSET},
	{"block", required_argument, NULL, OPT_BLOCK},
	{"count", required_argument, NULL, OPT_COUNT},
	{NULL, 0, NULL, 0},
};

static void print_scale(ch_format format, const uint8_t *block, uint32_t half)
{
	uint8_t e = ch_block_scale(format, block, half * CH_HALF_WEIGHTS);

	printf("  e[%u] = 0x%02x: %s%.9g\n", half, e, ch_scale_valid(e) ? "" : "invalid (SCALE-VALID), decodes as ",
	       (double)ch_scale_value(e));
}

static void print_block(ch_format format, int64_t index, int64_t offset, const uint8_t *block)
{
	const ch_format_info *info = ch_format_get(format);
	float y[CH_BLOCK_WEIGHTS];

	printf("block %lld at byte %lld, %s (%s)\n  bytes", (long long)index, (long long)offset, info->name,
	       info->ggml_name);
	for (uint32_t i = 0; i < info->block_bytes; i++)
		printf("%s%02x", i == info->payload_bytes ? " | " : " ", block[i]);
	putchar('\n');
	for (uint32_t half = 0; half < info->scale_count; half++)
		print_scale(format, block, half);
	ch_decode_plain(format, CH_BLOCK_WEIGHTS, 1, block, y);
	printf("  %6s %6s %6s %14s\n", "weight", "code", "value", "decoded");
	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++) {
		uint32_t code = ch_block_code(format, block, i);

		printf("  %6u %6u %6d %14.9g\n", i, code, ch_code_value(format, code), (double)y[i]);
	}
}

static int print_blocks(const char *path, ch_format format, int64_t offset, int64_t first, int64_t count)
{
	const int64_t size = ch_format_get(format)->block_bytes;
	int64_t position;
	FILE *file = fopen(path, "rb");

	if (!file) {
		fprintf(stderr, "checkhip decode: %s: %s\n", path, strerror(errno));
		return CH_EXIT_CANNOT;
	}
	if (__builtin_mul_overflow(first, size, &position) || __builtin_add_overflow(position, offset, &position) ||
	    fseeko(file, (off_t)position, SEEK_SET)) {
		fprintf(stderr, "checkhip decode: %s: block %lld lies beyond any file\n", path, (long long)first);
		fclose(file);
		return CH_EXIT_CANNOT;
	}
	int code = CH_EXIT_PASS;

	for (int64_t i = 0; i < count && code == CH_EXIT_PASS; i++, position += size) {
		uint8_t block[CH_MAX_BLOCK_BYTES];
		size_t got = fread(block, 1, (size_t)size, file);

		if (got == (size_t)size) {
			print_block(format, first + i, position, block);
			continue;
		}
		if (ferror(file))
			fprintf(stderr, "checkhip decode: %s: %s\n", path, strerror(errno));
		else
			fprintf(stderr, "checkhip decode: %s: ends at byte %lld; block %lld needs bytes %lld to %lld\n",
				path, (long long)position + (long long)got, (long long)(first + i), (long long)position,
				(long long)(position + size - 1));
		code = CH_EXIT_CANNOT;
	}
	fclose(file);
	return code;
}

static int run(int argc, char **argv)
{
	int64_t offset = 0, first = 0, count = 1;
	const char *type = NULL;
	ch_format format;
	int option;

	optind = 1;
	opterr = 0;
	while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		int64_t *number = option == OPT_OFFSET	? &offset
				  : option == OPT_BLOCK ? &first
				  : option == OPT_COUNT ? &count
							: NULL;

		if (option == OPT_TYPE)
			type = optarg;
		else if (!number)
			return ch_usage_error(&ch_command_decode, "wrong option or missing value: '%s'",
					      argv[optind - 1]);
		else if (!ch_parse_i64(optarg, 0, INT64_MAX, number))
			return ch_usage_error(&ch_command_decode, "expected a number from 0 up, not '%s'", optarg);
	}
	if (optind + 1 != argc)
		return ch_usage_error(&ch_command_decode, "expected one FILE");
	if (!type || !ch_format_find(type, &format))
		return ch_usage_error(&ch_command_decode, "--type must be one of fp2, fp3, fp4, fp4-fast, fp6, fp8%s%s",
				      type ? ", not " : "", type ? type : "");
	return print_blocks(argv[optind], format, offset, first, count);
}

const ch_command ch_command_decode = {"decode", "print blocks of a file", help, run};
