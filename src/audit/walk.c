/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/walk.h"
#include "gcn/line.h"
#include "gcn/llvm.h"

#include <stdio.h>
#include <stdlib.h>

/* "gfx906" and "gfx90a" are 9, "gfx1151" 11, "gfx9-4-generic" 9, "gfx11-generic" 11. */
static uint32_t arch_major(const char *arch)
{
	const char *digits = arch + 3;
	const size_t length = strcspn(digits, "-");
	char major[8] = "";
	const size_t keep = digits[length] == '-' ? length : length > 2 ? length - 2 : 0;
	memcpy(major, digits, keep < sizeof major ? keep : sizeof major - 1);
	return (uint32_t)strtoul(major, NULL, 10);
}

/* Tabs and runs of blanks become one blank. */
static void blanks_squeeze(char *text)
{
	size_t to = 0;
	for (const char *from = text; *from; from++) {
		const bool blank = *from == ' ' || *from == '\t';
		if (blank && (to == 0 || text[to - 1] == ' '))
			continue;
		text[to++] = blank ? ' ' : *from;
	}
	while (to && text[to - 1] == ' ')
		to--;
	text[to] = 0;
}

ch_status ch_audit_walk(const ch_gcn_object *object, const ch_gcn_kernel *kernel, ch_audit_visit visit, void *context,
			ch_gcn_error *error)
{
	const uint32_t major = arch_major(object->target.arch);
	const uint8_t *bytes = object->image + kernel->text_address;
	ch_gcn_llvm *llvm;
	ch_status status =
		ch_gcn_llvm_open(object->target.arch, major, kernel->descriptor.wave32 ? 32 : 64, &llvm, error);
	if (status)
		return status;
	ch_audit_line line = {.size = 4};
	for (bool on = true; on && line.at < kernel->text_size; line.at += line.size) {
		char text[512];
		const uint64_t left = kernel->text_size - line.at;
		line.bytes = bytes + line.at;
		const uint32_t word = ch_gcn_load32(line.bytes);
		const ch_gcn_form form = ch_gcn_form_of(word, major);
		size_t size = 0;
		if (!ch_gcn_encoding_guard(form, line.bytes, left, major))
			size = ch_gcn_llvm_decode(llvm, line.bytes, left, kernel->text_address + line.at, text,
						  sizeof text);
		line.decoded = size >= 4 && size % 4 == 0 && size <= left;
		line.size = line.decoded ? (uint32_t)size : 4;
		if (line.decoded)
			blanks_squeeze(text);
		else
			snprintf(text, sizeof text, ".long 0x%08x", word);
		line.text = text;
		on = visit(context, &line);
	}
	ch_gcn_llvm_close(llvm);
	return CH_OK;
}
