/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn/calls.h"
#include "gcn/line.h"
#include "gcn/llvm.h"

#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 8192, MAX_NAMES = 4096 }; /* LLVM has some 3000 base mnemonics for AMD GPUs */

typedef struct ch_decoder {
	ch_gcn_code *code;
	const uint8_t *bytes;
	uint64_t address, size; /* of the bytes */
	uint64_t capacity;
	ch_gcn_llvm *llvm;
	uint16_t slots[SLOTS]; /* hash of base mnemonics: index into names + 1 */
	ch_gcn_error *error;
} ch_decoder;

/* One more instruction at the end of the table, zeroed. */
static ch_gcn_insn *insn_add(ch_decoder *d)
{
	ch_gcn_code *code = d->code;
	if (code->count == d->capacity) {
		/* A short text has at most one instruction a word. */
		uint64_t words = d->size / 4, first = words < 512 ? words : 512;
		uint64_t capacity = d->capacity ? d->capacity * 2 : first;
		ch_gcn_insn *grown = realloc(code->insns, (size_t)capacity * sizeof *grown);
		if (!grown)
			return NULL;
		code->insns = grown;
		d->capacity = capacity;
	}
	ch_gcn_insn *insn = &code->insns[code->count++];
	*insn = (ch_gcn_insn){.address = 0};
	return insn;
}

static uint32_t hash_of(const char *text)
{
	uint32_t hash = 2166136261u; /* FNV-1a */
	for (; *text; text++)
		hash = (hash ^ (uint8_t)*text) * 16777619u;
	return hash;
}

/* Room for one more name: the array doubles at each power of two from 32 on. */
static bool names_grow(ch_gcn_code *code)
{
	uint32_t count = code->name_count;
	if (count && (count < 32 || (count & (count - 1))))
		return true;
	ch_gcn_name *grown = realloc(code->names, (count ? 2 * count : 32) * sizeof *grown);
	if (grown)
		code->names = grown;
	return grown != NULL;
}

static ch_status name_count(ch_decoder *d, const char *mnemonic, uint16_t *index)
{
	ch_gcn_code *code = d->code;
	uint32_t at = hash_of(mnemonic) % SLOTS;
	while (d->slots[at] && strcmp(code->names[d->slots[at] - 1].name, mnemonic) != 0)
		at = (at + 1) % SLOTS;
	if (!d->slots[at]) {
		if (code->name_count == MAX_NAMES)
			return ch_gcn_fail(d->error, CH_BAD_ARGUMENT, "decode: expected at most %d mnemonics",
					   MAX_NAMES);
		const char *kept = ch_gcn_strings_keep(&code->strings, mnemonic, strlen(mnemonic));
		if (!kept || !names_grow(code))
			return ch_gcn_fail(d->error, CH_OUT_OF_MEMORY, "decode: no memory for a name");
		code->names[code->name_count] = (ch_gcn_name){kept, 0};
		d->slots[at] = (uint16_t)++code->name_count;
	}
	*index = (uint16_t)(d->slots[at] - 1);
	code->names[*index].count++;
	return CH_OK;
}

/* One half of a line into one entry of the table. */
static ch_status half_decode(ch_decoder *d, ch_gcn_line *line, uint64_t at, uint32_t size, const char *text)
{
	ch_gcn_code *code = d->code;
	ch_gcn_insn *insn = insn_add(d);
	if (!insn)
		return ch_gcn_fail(d->error, CH_OUT_OF_MEMORY, "decode: no memory for %u instructions", code->count);
	insn->address = d->address + at;
	insn->size = line->second_half ? 0 : (uint8_t)size;
	insn->text = text;
	memcpy(insn->bytes, d->bytes + at, size);
	if (line->form == CH_FORM_VOPD)
		insn->flags |= line->second_half ? CH_GCN_VOPD_Y : CH_GCN_VOPD_X;
	ch_status status = ch_gcn_line_parse(line, code, insn);
	if (!status && !insn->refused)
		insn->refused = ch_gcn_encoding_apply(insn, line->mnemonic, line->form, size, code);
	code->refused_count += insn->refused != NULL;
	int64_t distance;
	if (ch_gcn_branch_distance(insn, line->mnemonic, line->form, &distance))
		insn->flags |= CH_GCN_BRANCH;
	if (status)
		return ch_gcn_fail(d->error, status, "decode: no memory for text");
	return name_count(d, line->mnemonic, &insn->name);
}

static ch_status insn_decode(ch_decoder *d, uint64_t at, uint32_t *size)
{
	ch_gcn_code *code = d->code;
	char text[512];
	uint64_t left = d->size - at;
	ch_gcn_line line = {.form = ch_gcn_form_of(ch_gcn_load32(d->bytes + at), code->arch_major)};
	const char *expected = ch_gcn_encoding_guard(line.form, d->bytes + at, left, code->arch_major);
	if (expected)
		return ch_gcn_fail(d->error, CH_BAD_ARGUMENT, "decode: address 0x%llx: expected %s, found %08x",
				   (unsigned long long)(d->address + at), expected, ch_gcn_load32(d->bytes + at));
	size_t got = ch_gcn_halves_decode(d->llvm, line.form, code->arch_major, d->bytes + at, left, d->address + at,
					  text, sizeof text);
	if (got == 0 || got > left || got > CH_GCN_MAX_BYTES || got % 4)
		return ch_gcn_fail(
			d->error, CH_BAD_ARGUMENT, "decode: address 0x%llx: expected an instruction of %s, found %08x",
			(unsigned long long)(d->address + at), code->target.arch, ch_gcn_load32(d->bytes + at));
	size_t length = strlen(text);
	if (length + 1 >= sizeof text)
		return ch_gcn_fail(d->error, CH_BAD_ARGUMENT,
				   "decode: address 0x%llx: expected a line of at most %zu characters",
				   (unsigned long long)(d->address + at), sizeof text - 2);
	const char *kept = ch_gcn_strings_keep(&code->strings, text, length);
	if (!kept)
		return ch_gcn_fail(d->error, CH_OUT_OF_MEMORY, "decode: no memory for text");
	*size = (uint32_t)got;

	line.text = (ch_slice){kept, length};
	const char *second = strstr(kept, " :: ");
	if (!second)
		return half_decode(d, &line, at, *size, kept);
	line.text.length = (size_t)(second - kept);
	ch_status status = half_decode(d, &line, at, *size, kept);
	line = (ch_gcn_line){.text = {second + 4, strlen(second + 4)}, .form = line.form, .second_half = true};
	return status ? status : half_decode(d, &line, at, *size, kept);
}

static uint32_t find_from(const ch_gcn_code *code, uint32_t low, uint32_t high, uint64_t address)
{
	const uint32_t end = high;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (code->insns[middle].address < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low < end && code->insns[low].address == address ? low : CH_GCN_NO_TARGET;
}

/* Of the text that begins with instruction `first`. */
static ch_status branches_resolve(ch_decoder *d, uint32_t first)
{
	ch_gcn_code *code = d->code;
	if (code->count > first)
		code->insns[first].flags |= CH_GCN_BLOCK_START;
	for (uint32_t i = first; i < code->count; i++) {
		ch_gcn_insn *insn = &code->insns[i];
		if (!(insn->flags & CH_GCN_BRANCH))
			continue;
		uint64_t target = insn->address + 4 + (uint64_t)(4 * (int64_t)(int16_t)insn->simm16);
		insn->target = find_from(code, first, code->count, target);
		if (insn->target == CH_GCN_NO_TARGET)
			return ch_gcn_fail(d->error, CH_BAD_ARGUMENT,
					   "decode: address 0x%llx: expected a branch to an instruction in 0x%llx + "
					   "0x%llx, found 0x%llx",
					   (unsigned long long)insn->address, (unsigned long long)d->address,
					   (unsigned long long)d->size, (unsigned long long)target);
		code->insns[insn->target].flags |= CH_GCN_BLOCK_START;
	}
	return CH_OK;
}

static ch_status text_decode(ch_decoder *d)
{
	ch_status status = CH_OK;
	const uint32_t first = d->code->count;
	uint32_t size = 0;
	for (uint64_t at = 0; !status && at < d->size; at += size) {
		if (d->code->count >= CH_GCN_MAX_INSNS)
			return ch_gcn_fail(d->error, CH_BAD_ARGUMENT, "decode: expected at most %d instructions",
					   CH_GCN_MAX_INSNS);
		status = insn_decode(d, at, &size);
	}
	return status ? status : branches_resolve(d, first);
}

/* "gfx1151" is 11, 5, 1; "gfx90a" 9, 0, 10; "gfx11-generic" 11, 0, 0; "gfx10-3-generic" 10, 3, 0. */
static void arch_split(ch_gcn_code *code)
{
	const char *digits = code->target.arch + 3;
	size_t length = strcspn(digits, "-");
	if (digits[length] == '-') {
		code->arch_major = (uint32_t)strtoul(digits, NULL, 10);
		code->arch_minor = digits[length + 1] >= '0' && digits[length + 1] <= '9'
					   ? (uint32_t)(digits[length + 1] - '0')
					   : 0;
		return;
	}
	char last[2] = {length ? digits[length - 1] : '0', 0};
	code->arch_stepping = (uint32_t)strtoul(last, NULL, 16);
	if (length >= 2 && digits[length - 2] >= '0' && digits[length - 2] <= '9')
		code->arch_minor = (uint32_t)(digits[length - 2] - '0');
	for (size_t i = 0; i + 2 < length && digits[i] >= '0' && digits[i] <= '9'; i++)
		code->arch_major = code->arch_major * 10 + (uint32_t)(digits[i] - '0');
}

/* Instructions that never run on into what lies behind them. */
static bool ends_firmly(const ch_gcn_code *code)
{
	static const char *const ends[] = {"s_endpgm", "s_branch", "s_setpc_b64"};
	const char *last = code->count ? code->names[code->insns[code->count - 1].name].name : "";
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (strcmp(last, ends[i]) == 0)
			return true;
	return false;
}

static bool calls(const ch_gcn_code *code)
{
	for (uint32_t i = 0; i < code->name_count; i++)
		if (strcmp(code->names[i].name, "s_swappc_b64") == 0 || strcmp(code->names[i].name, "s_setpc_b64") == 0)
			return true;
	return false;
}

/* Takes instructions off the end again. */
static void forget_from(ch_gcn_code *code, uint32_t first)
{
	for (uint32_t i = first; i < code->count; i++) {
		code->names[code->insns[i].name].count--;
		code->refused_count -= code->insns[i].refused != NULL;
	}
	code->count = first;
}

/* A function that cannot be decoded is left out: a call of it is a jump to where nothing is. */
static ch_status function_decode(ch_decoder *d, const ch_gcn_object *object, uint32_t number)
{
	ch_gcn_code *code = d->code;
	const uint32_t first = code->count;
	d->address = object->functions[number].address;
	d->size = object->functions[number].size;
	d->bytes = object->image + d->address;
	const ch_status status = text_decode(d);
	if (status || !ends_firmly(code))
		forget_from(code, first);
	else
		code->called[code->called_count++] =
			(ch_gcn_called){object->functions[number], first, code->count - first};
	return status == CH_OUT_OF_MEMORY ? status : CH_OK;
}

static int by_called_address(const void *a, const void *b)
{
	const ch_gcn_called *x = a, *y = b;
	return x->text.address < y->text.address ? -1 : x->text.address > y->text.address;
}

/* What the kernel calls, what that calls, and so on: each function once. */
static ch_status functions_decode(ch_decoder *d, const ch_gcn_object *object)
{
	ch_gcn_error ignored, *const error = d->error;
	bool *wanted = calloc(2, (size_t)object->function_count + 1), *done = wanted + object->function_count;
	d->code->called = calloc((size_t)object->function_count + 1, sizeof *d->code->called);
	ch_status status = wanted && d->code->called ? CH_OK : CH_OUT_OF_MEMORY;
	if (!status) {
		ch_gcn_calls_mark_pointers(object, wanted);
		ch_gcn_calls_mark(object, d->code, 0, wanted);
	}
	d->error = &ignored;
	for (bool more = true; more && !status;) {
		more = false;
		for (uint32_t i = 0; i < object->function_count && !status; i++) {
			if (!wanted[i] || done[i])
				continue;
			const uint32_t first = d->code->count;
			done[i] = more = true;
			status = function_decode(d, object, i);
			if (!status)
				ch_gcn_calls_mark(object, d->code, first, wanted);
		}
	}
	d->error = error;
	free(wanted);
	if (status)
		return ch_gcn_fail(error, status, "decode: no memory for the functions that the kernel calls");
	qsort(d->code->called, d->code->called_count, sizeof *d->code->called, by_called_address);
	return CH_OK;
}

/* `object` NULL: without the functions that are called. */
static ch_status bytes_decode(const ch_gcn_target *target, uint32_t wave_size, const uint8_t *bytes, uint64_t size,
			      uint64_t address, const ch_gcn_object *object, ch_gcn_code *code, ch_gcn_error *error)
{
	*code = (ch_gcn_code){.address = address, .size = size, .wave_size = wave_size, .target = *target};
	arch_split(code);
	if (size == 0 || size % 4 || size > CH_GCN_MAX_TEXT || address > UINT64_MAX - size)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "decode: expected 1 to %d bytes of text in whole words, found 0x%llx at 0x%llx",
				   CH_GCN_MAX_TEXT, (unsigned long long)size, (unsigned long long)address);
	ch_decoder d = {.code = code, .bytes = bytes, .address = address, .size = size, .error = error};
	ch_status status = ch_gcn_llvm_open(code->target.arch, code->arch_major, wave_size, &d.llvm, error);
	if (status)
		return status;
	status = text_decode(&d);
	code->own_count = code->count;
	if (!status && object && calls(code) && ends_firmly(code))
		status = functions_decode(&d, object);
	ch_gcn_llvm_close(d.llvm);
	if (status)
		ch_gcn_code_close(code);
	return status;
}

ch_status ch_gcn_decode_bytes(const char *target, uint32_t wave_size, const uint8_t *bytes, uint64_t size,
			      uint64_t address, ch_gcn_code *code, ch_gcn_error *error)
{
	ch_gcn_target parsed;
	*code = (ch_gcn_code){.insns = NULL};
	if (!ch_gcn_target_parse(target, &parsed))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "decode: expected a target like gfx906:xnack-, found '%.64s'", target);
	return bytes_decode(&parsed, wave_size, bytes, size, address, NULL, code, error);
}

static ch_status kernel_decode(const ch_gcn_object *object, const ch_gcn_kernel *kernel, const ch_gcn_object *functions,
			       ch_gcn_code *code, ch_gcn_error *error)
{
	uint32_t wave_size = kernel->descriptor.wave32 ? 32 : 64;
	return bytes_decode(&object->target, wave_size, object->image + kernel->text_address, kernel->text_size,
			    kernel->text_address, functions, code, error);
}

ch_status ch_gcn_decode_kernel(const ch_gcn_object *object, const ch_gcn_kernel *kernel, ch_gcn_code *code,
			       ch_gcn_error *error)
{
	return kernel_decode(object, kernel, NULL, code, error);
}

ch_status ch_gcn_decode_with_calls(const ch_gcn_object *object, const ch_gcn_kernel *kernel, ch_gcn_code *code,
				   ch_gcn_error *error)
{
	return kernel_decode(object, kernel, object, code, error);
}

void ch_gcn_code_close(ch_gcn_code *code)
{
	free(code->insns);
	free(code->names);
	free(code->called);
	ch_gcn_strings_close(code->strings);
	*code = (ch_gcn_code){.insns = NULL};
}

uint32_t ch_gcn_code_find(const ch_gcn_code *code, uint64_t address)
{
	const uint32_t own = find_from(code, 0, code->own_count, address);
	const ch_gcn_called *called = NULL;
	if (own == CH_GCN_NO_TARGET && code->called_count)
		called =
			bsearch(&address, code->called, code->called_count, sizeof *code->called, ch_gcn_calls_compare);
	return called ? find_from(code, called->first, called->first + called->count, address) : own;
}

uint64_t ch_gcn_code_offset(const ch_gcn_code *code, uint32_t index)
{
	return code->insns[index].address - (index < code->own_count ? code->address : 0);
}

void ch_gcn_insn_format(const ch_gcn_code *code, uint32_t index, char *text, size_t size)
{
	char words[CH_GCN_MAX_BYTES * 3 + 1] = "";
	if (index >= code->count) {
		snprintf(text, size, "no instruction %u", index);
		return;
	}
	/* the Y half of a VOPD has size 0 and the bytes of its X */
	const ch_gcn_insn *insn = &code->insns[index];
	uint32_t bytes = insn->size || index == 0 ? insn->size : code->insns[index - 1].size;
	for (uint32_t i = 0; i < bytes; i++)
		snprintf(words + 3 * i, sizeof words - 3 * i, "%02x ", insn->bytes[i]);
	if (bytes)
		words[3 * bytes - 1] = 0;
	snprintf(text, size, "0x%llx %s [%s]", (unsigned long long)insn->address, insn->text, words);
}
