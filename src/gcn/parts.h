/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps that ch_gcn_object_open takes, one file each. Internal to src/gcn. */
#ifndef CHECKHIP_GCN_PARTS_H
#define CHECKHIP_GCN_PARTS_H

#include "gcn/elf.h"

/* image.c: lays the PT_LOAD segments out; fills image, segments, text_file_delta. */
ch_status ch_gcn_image_load(const ch_gcn_elf *elf, ch_gcn_object *object, ch_gcn_error *error);

/* True if the range lies in one segment with (at least) these rights. */
bool ch_gcn_image_holds(const ch_gcn_object *object, uint64_t address, uint64_t size, bool executable);

/* relocate.c: applies the dynamic relocations; fills base_words. */
ch_status ch_gcn_image_relocate(const ch_gcn_elf *elf, ch_gcn_object *object, ch_gcn_error *error);

/* kernels.c: finds descriptors and functions by symbol; fills kernels, sorted by name. */
ch_status ch_gcn_kernels_find(const ch_gcn_elf *elf, ch_gcn_object *object, ch_gcn_error *error);
void ch_gcn_kernels_close(ch_gcn_object *object);

/* note.c: finds the metadata note and has it read. */
ch_status ch_gcn_metadata_read(const ch_gcn_elf *elf, ch_gcn_object *object, ch_gcn_error *error);

/* metadata.c: one MessagePack document at a file offset (for messages), joined to the object's kernels. */
ch_status ch_gcn_metadata_parse(const uint8_t *data, size_t size, uint64_t offset, ch_gcn_object *object,
				ch_gcn_error *error);

/* scan.c: the document is whole, within limits, and nothing follows it; before that no parser may see it. */
ch_status ch_gcn_msgpack_scan(const uint8_t *data, size_t size, uint64_t offset, ch_gcn_error *error);

/* target.c: e_flags of an ELF with this ABI version; false if the machine is unknown. */
bool ch_gcn_target_from_flags(uint32_t flags, uint32_t abi_version, ch_gcn_target *target);

/* unpack.c: a compressed bundle at `data`. *used is the length of it in the file. *unpacked is owned by the caller. */
ch_status ch_gcn_unpack(const uint8_t *data, size_t size, uint64_t offset, uint8_t **unpacked, size_t *unpacked_size,
			size_t *used, ch_gcn_error *error);

#endif
