/* SPDX-License-Identifier: Apache-2.0
 *
 * A whole directory in memory: its files, one after another, each a byte that names it, two bytes of length (low byte first)
 * and its content. With the top bit of the first byte set, the file is one of answers to the rest. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "vectors/complain.h"
#include "vectors/verify.h"

static const char *const names[] = {
	"SHA256SUMS",	    "decode_fp3.json", "decode_fp3.bin",  "quant_input.json", "quant_input.bin",
	"quant_fp3.json",   "quant_fp3.bin",   "mulmat_fp3.json", "mulmat_fp3.bin",   "scale_tables.json",
	"scale_tables.bin", "decode_fp4.json", "decode_fp4.bin",  "mulmat_fp8.json",  "mulmat_fp8.bin",
};
enum { NAMES = sizeof(names) / sizeof(*names) };

static void read_folders(const uint8_t *data, size_t size, ch_folder folders[2])
{
	while (size >= 3) {
		const char *name = names[(data[0] & 127u) % NAMES];
		ch_folder *folder = &folders[data[0] >> 7];
		size_t length = (size_t)data[1] | (size_t)data[2] << 8;

		data += 3;
		size -= 3;
		length = length < size ? length : size;
		if (!ch_folder_find(folder, name) && !ch_folder_add(folder, name, data, length))
			abort();
		data += length;
		size -= length;
	}
}

static void look_at_verdict(void *context, const char *name, const ch_verdict *verdict)
{
	size_t *count = context;

	/* a failure says what failed, in one line */
	if (!name[0] || (verdict->result != CH_PASS && (!verdict->text[0] || strchr(verdict->text, '\n'))))
		abort();
	++*count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char error[CH_COMPLAINT] = "";
	ch_folder folders[2] = {0};
	size_t count = 0;

	read_folders(data, size, folders);
	ch_known *known = ch_known_from_folder(&folders[0], error, sizeof(error));

	if (!known) {
		ch_folder_free(&folders[1]);
		if (!error[0])
			abort();
		return 0;
	}
	if (!ch_verify_answers(known, known, look_at_verdict, &count) || count == 0)
		abort();
	ch_known *answers = ch_known_answers_from_folder(&folders[1], known, error, sizeof(error));

	if (answers && !ch_verify_answers(known, answers, look_at_verdict, &count))
		abort();
	ch_known_close(answers);
	ch_known_close(known);
	return 0;
}
