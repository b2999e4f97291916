/* SPDX-License-Identifier: Apache-2.0
 *
 * Where an instruction comes from, for a code object compiled with -g. Needs libdw; a build without it finds nothing. */
#ifndef CHECKHIP_GCN_SOURCE_H
#define CHECKHIP_GCN_SOURCE_H

#include "gcn/elf.h"

/* Keeps the ELF in the object where it has a line table and this build can read one: the image has no debug sections. */
ch_status ch_gcn_source_keep(const ch_gcn_elf *elf, ch_gcn_object *object, ch_gcn_error *error);

/* "add.hip:4 in load, inlined at add.hip:10 in add", file names without folders; false and "" if it is not known. The
 * address is one of the image. Whatever is wrong with the debug information only makes the place unknown. */
bool ch_gcn_source_format(const ch_gcn_object *object, uint64_t address, char *text, size_t size);

#endif
