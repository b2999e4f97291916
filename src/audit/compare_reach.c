/* SPDX-License-Identifier: Apache-2.0
 *
 * What a kernel reaches by address: constants in .rodata, functions, and through the global offset table. Two builds whose text is the
 * same may still compute different things from different tables. */
#include "audit/compare_text.h"
#include "gcn/bytes.h"

#include <stdio.h>

/* NOLINTBEGIN(cert-err34-c): what is scanned has at most three digits, so that no conversion can overflow */

enum { MOST = 1 << 20 }; /* bytes that are compared where nothing says where they end */

/* SOP1 with the number of s_getpc_b64 on gfx9, gfx10 and gfx11 to gfx12: the ISA documents, "SOP1 Opcodes". */
bool ch_text_may_reach(const ch_compare_side *side)
{
	const uint8_t *text = side->entry->object.image + side->kernel->text_address;
	for (uint64_t at = 0; at + 4 <= side->kernel->text_size; at += 4) {
		const uint32_t word = ch_gcn_load32(text + at) & 0xff80ffff;
		if (word == 0xbe801c00 || word == 0xbe801f00 || word == 0xbe804700)
			return true;
	}
	return false;
}

/* "s_addc_u32 s5, s5, 0": the constant, whether it is a literal or not. */
static bool high_part(const ch_text_line *line, unsigned high, uint32_t *value)
{
	unsigned to, from;
	int constant;
	if (ch_text_addition(line) == (int)high) {
		*value = ch_gcn_load32(line->bytes + 4);
		return true;
	}
	if ((sscanf(line->text, "s_addc_u32 s%3u, s%3u, %3d", &to, &from, &constant) == 3 ||
	     sscanf(line->text, "s_add_co_ci_u32 s%3u, s%3u, %3d", &to, &from, &constant) == 3) &&
	    to == high && from == high) {
		*value = (uint32_t)constant;
		return true;
	}
	return false;
}

/* The address in the image that the s_getpc_b64 at `index` and the additions after it make. */
static bool address_formed(const ch_compare_side *side, const ch_text *text, uint32_t index, uint64_t *address)
{
	unsigned low, high;
	uint32_t parts[2] = {0, 0};
	bool found[2] = {false, false};
	const ch_text_line *line = &text->lines[index];
	if (sscanf(line->text, "s_getpc_b64 s[%3u:%3u]", &low, &high) != 2)
		return false;
	for (uint32_t i = index + 1; i < text->count && i <= index + CH_COMPARE_REACH; i++) {
		const ch_text_line *next = &text->lines[i];
		if (!found[0] && ch_text_addition(next) == (int)low) {
			parts[0] = ch_gcn_load32(next->bytes + 4);
			found[0] = true;
		} else if (found[0] && !found[1] && high_part(next, high, &parts[1])) {
			found[1] = true;
		}
	}
	*address = side->kernel->text_address + line->at + line->size + ((uint64_t)parts[1] << 32 | parts[0]);
	return found[0] && found[1];
}

static bool is_base_word(const ch_gcn_object *object, uint64_t address)
{
	uint32_t low = 0, high = object->base_word_count;
	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;
		if (object->base_words[middle] < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low < object->base_word_count && object->base_words[low] == address;
}

/* Bytes from an address to the end of what it lies in; to the next thing where nothing is known of it. 0: outside. */
static uint64_t extent_of(const ch_audit_entry *entry, uint64_t address)
{
	const ch_gcn_object *object = &entry->object;
	uint64_t end = 0;
	for (uint32_t i = 0; i < object->segment_count; i++)
		if (ch_gcn_within(address, 1, object->segments[i].address + object->segments[i].size) &&
		    address >= object->segments[i].address)
			end = object->segments[i].address + object->segments[i].size;
	if (end > object->image_size)
		end = object->image_size;
	if (end <= address)
		return 0;
	end = end - address > MOST ? address + MOST : end;
	for (uint32_t i = 0; i < entry->symbol_count; i++) {
		const ch_audit_symbol *s = &entry->symbols[i];
		if (s->address <= address && address - s->address < s->size)
			return s->size - (address - s->address) < end - address ? s->size - (address - s->address)
										: end - address;
		if (s->address > address && s->address < end)
			end = s->address;
	}
	return end - address;
}

/* An entry of the global offset table stands for what it leads to. */
static uint64_t followed(const ch_gcn_object *object, uint64_t address)
{
	return is_base_word(object, address) && ch_gcn_within(address, 8, object->image_size)
		       ? ch_gcn_load64(object->image + address)
		       : address;
}

static bool bytes_same(const ch_audit_entry *const entries[2], const uint64_t addresses[2], uint64_t size)
{
	const uint8_t *a = entries[0]->object.image + addresses[0], *b = entries[1]->object.image + addresses[1];
	for (uint64_t i = 0; i < size;) {
		if (is_base_word(&entries[0]->object, addresses[0] + i) &&
		    is_base_word(&entries[1]->object, addresses[1] + i)) {
			i += 8; /* addresses again */
			continue;
		}
		if (a[i] != b[i])
			return false;
		i++;
	}
	return true;
}

static bool reaches_same(const ch_audit_entry *const entries[2], uint64_t addresses[2])
{
	uint64_t sizes[2];
	for (uint32_t i = 0; i < 2; i++) {
		addresses[i] = followed(&entries[i]->object, addresses[i]);
		sizes[i] = extent_of(entries[i], addresses[i]);
	}
	/* the padding behind something without a size may differ in length */
	return bytes_same(entries, addresses, sizes[0] < sizes[1] ? sizes[0] : sizes[1]);
}

bool ch_text_reaches_same(const ch_compare_side sides[2], const ch_text texts[2])
{
	const ch_audit_entry *const entries[2] = {sides[0].entry, sides[1].entry};
	for (uint32_t i = 0; i < texts[0].count && i < texts[1].count; i++) {
		uint64_t addresses[2];
		if (address_formed(&sides[0], &texts[0], i, &addresses[0]) &&
		    address_formed(&sides[1], &texts[1], i, &addresses[1]) && !reaches_same(entries, addresses))
			return false;
	}
	return true;
}
/* NOLINTEND(cert-err34-c) */
