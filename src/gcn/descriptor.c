/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernel descriptor: 64 bytes whose layout, and the bits of rsrc1..3, are in LLVM's "User Guide for AMDGPU Backend",
 * section "Kernel Descriptor". */
#include "gcn/bytes.h"

#include <stdlib.h>

static uint32_t field(uint32_t word, unsigned low, unsigned bits)
{
	return (word >> low) & ((1u << bits) - 1);
}

static bool bit(uint32_t word, unsigned at)
{
	return (word >> at & 1) != 0;
}

/* gfx90a and gfx940..950 allocate registers in eights and count the accumulation registers in. */
static bool unified_registers(const char *arch)
{
	return strcmp(arch, "gfx90a") == 0 || strncmp(arch, "gfx94", 5) == 0 || strcmp(arch, "gfx950") == 0 ||
	       strcmp(arch, "gfx9-4-generic") == 0;
}

static void registers_decode(const char *arch, ch_gcn_descriptor *d)
{
	bool gfx10 = strncmp(arch, "gfx1", 4) == 0; /* gfx10 to gfx12: no two-digit generation before */
	uint32_t granule = gfx10 ? (d->wave32 ? 8 : 4) : unified_registers(arch) ? 8 : 4;
	uint32_t sgpr_field = field(d->rsrc1, 6, 4);
	d->vgprs = (field(d->rsrc1, 0, 6) + 1) * granule;
	d->sgprs = gfx10 ? 128 : (sgpr_field / 2 + 1) * 16;
	d->wgp_mode = gfx10 && bit(d->rsrc1, 29);
}

void ch_gcn_descriptor_decode(const uint8_t bytes[64], const char *arch, ch_gcn_descriptor *descriptor)
{
	ch_gcn_descriptor d = {
		.lds_bytes = ch_gcn_load32(bytes),
		.private_bytes = ch_gcn_load32(bytes + 4),
		.kernarg_bytes = ch_gcn_load32(bytes + 8),
		.entry_offset = (int64_t)ch_gcn_load64(bytes + 16),
		.rsrc3 = ch_gcn_load32(bytes + 44),
		.rsrc1 = ch_gcn_load32(bytes + 48),
		.rsrc2 = ch_gcn_load32(bytes + 52),
		.properties = ch_gcn_load16(bytes + 56),
		.preload = ch_gcn_load16(bytes + 58),
	};
	bool gfx12 = strncmp(arch, "gfx12", 5) == 0;

	d.round32 = (uint8_t)field(d.rsrc1, 12, 2);
	d.round16_64 = (uint8_t)field(d.rsrc1, 14, 2);
	d.denorm32 = (uint8_t)field(d.rsrc1, 16, 2);
	d.denorm16_64 = (uint8_t)field(d.rsrc1, 18, 2);
	/* gfx12 has other meanings for these two bits and behaves as if both were set */
	d.dx10_clamp = gfx12 || bit(d.rsrc1, 21);
	d.ieee_mode = gfx12 || bit(d.rsrc1, 23);
	d.fp16_overflow = bit(d.rsrc1, 26);

	d.private_segment_wave_offset = bit(d.rsrc2, 0);
	d.user_sgprs = (uint8_t)field(d.rsrc2, 1, 5);
	d.workgroup_id_x = bit(d.rsrc2, 7);
	d.workgroup_id_y = bit(d.rsrc2, 8);
	d.workgroup_id_z = bit(d.rsrc2, 9);
	d.workgroup_info = bit(d.rsrc2, 10);
	d.workitem_id = (uint8_t)field(d.rsrc2, 11, 2);

	d.private_segment_buffer = bit(d.properties, 0);
	d.dispatch_ptr = bit(d.properties, 1);
	d.queue_ptr = bit(d.properties, 2);
	d.kernarg_ptr = bit(d.properties, 3);
	d.dispatch_id = bit(d.properties, 4);
	d.flat_scratch_init = bit(d.properties, 5);
	d.private_segment_size = bit(d.properties, 6);
	d.wave32 = bit(d.properties, 10);
	d.dynamic_stack = bit(d.properties, 11);
	registers_decode(arch, &d);
	*descriptor = d;
}
