/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/walk.h"
#include "gcn/line.h"
#include "gcn/llvm.h"

#include <stdio.h>
#include <stdlib.h>

/* "gfx906" and "gfx90a" are 9, "gfx1151" 11, "gfx9-4-generic" 9, "gfx11-generic" 11. */
uint32_t ch_audit_arch_major(const char *arch)
{
	const char *digits = arch + 3;
	const size_t length = strcspn(digits, "-");
	char major[8] = "";
	const size_t keep = digits[length] == '-' ? length : length > 2 ? length - 2 : 0;
	memcpy(major, digits, keep < sizeof major ? keep : sizeof major - 1);
	return (uint32_t)strtoul(major, NULL, 10);
}

/* Source operands that announce another word or two: literals, SDWA, DPP16, DPP8 (with and without FI). */
static bool announces_more(uint32_t source)
{
	return source == 255 || source == 249 || source == 250 || source == 233 || source == 234;
}

bool ch_audit_fixed(const uint8_t *bytes, uint32_t size, uint32_t arch_major)
{
	const uint32_t word = ch_gcn_load32(bytes);
	switch (ch_gcn_form_of(word, arch_major)) {
	case CH_FORM_SOP1:
		return size == 4 && (word & 0xff) != 255;
	case CH_FORM_SOP2:
	case CH_FORM_SOPC:
		return size == 4 && (word & 0xff) != 255 && (word >> 8 & 0xff) != 255;
	case CH_FORM_SOPP:
		return size == 4;
	case CH_FORM_VOP1:
	case CH_FORM_VOP2:
	case CH_FORM_VOPC:
		return size == 4 && !announces_more(word & 0x1ff);
	case CH_FORM_VOP3:
	case CH_FORM_VOP3P: {
		const uint32_t sources = size == 8 ? ch_gcn_load32(bytes + 4) : 255;
		return !announces_more(sources & 0x1ff) && (sources >> 9 & 0x1ff) != 255 &&
		       (sources >> 18 & 0x1ff) != 255;
	}
	case CH_FORM_SMEM:
	case CH_FORM_DS:
	case CH_FORM_MUBUF:
	case CH_FORM_FLAT:
		return size == 8;
	default: /* SOPK has one with a literal, VOPD may have one, the rest is rare */
		return false;
	}
}

/* One instruction of the text at line->at. */
static void line_decode(ch_gcn_llvm *llvm, const ch_gcn_kernel *kernel, uint32_t major, ch_audit_line *line, char *text,
			size_t text_size)
{
	const uint64_t left = kernel->text_size - line->at;
	const uint32_t word = ch_gcn_load32(line->bytes);
	size_t size = 0;
	const ch_gcn_form form = ch_gcn_form_of(word, major);
	if (!ch_gcn_encoding_guard(form, line->bytes, left, major))
		size = ch_gcn_halves_decode(llvm, form, major, line->bytes, left, kernel->text_address + line->at, text,
					    text_size);
	line->decoded = size >= 4 && size % 4 == 0 && size <= left;
	line->size = line->decoded ? (uint32_t)size : 4;
	if (!line->decoded)
		snprintf(text, text_size, ".long 0x%08x", word);
	line->text = text;
}

ch_status ch_audit_walk(const ch_gcn_object *object, const ch_gcn_kernel *kernel, const ch_audit_visitor *visitor,
			ch_gcn_error *error)
{
	const uint32_t major = ch_audit_arch_major(object->target.arch);
	ch_gcn_llvm *llvm;
	ch_status status =
		ch_gcn_llvm_open(object->target.arch, major, kernel->descriptor.wave32 ? 32 : 64, &llvm, error);
	if (status)
		return status;
	ch_audit_line line = {.at = 0};
	for (bool on = true; on && line.at < kernel->text_size; line.at += line.size) {
		char text[512];
		line.bytes = object->image + kernel->text_address + line.at;
		line.size =
			visitor->known ? visitor->known(visitor->context, line.bytes, kernel->text_size - line.at) : 0;
		if (line.size)
			continue;
		line_decode(llvm, kernel, major, &line, text, sizeof text);
		on = visitor->visit(visitor->context, &line);
	}
	ch_gcn_llvm_close(llvm);
	return CH_OK;
}
