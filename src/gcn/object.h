/* SPDX-License-Identifier: Apache-2.0
 *
 * What an AMD binary holds: code objects by target, kernels by name, their descriptor, metadata and image.
 *
 * Input is any of: a bare code object; a `__CLANG_OFFLOAD_BUNDLE__`; a compressed bundle (`CCOB`, versions 1 to 3, zlib or
 * zstd); an ELF executable or shared library with a `.hip_fatbin` section, several bundles one after another included.
 * Everything read is hostile: lengths are checked without wrapping, sizes are capped (CH_GCN_MAX_...), and an error is one
 * line with the offset and what was expected there.
 * Ownership. A file and an object copy what they need; nothing keeps a pointer into the caller's buffer after the call.
 * Threads. No global state; an opened object is read-only. */
#ifndef CHECKHIP_GCN_OBJECT_H
#define CHECKHIP_GCN_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "checkhip/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	CH_GCN_MAX_TARGETS = 4096,    /* code objects a file */
	CH_GCN_MAX_KERNELS = 1 << 16, /* a code object */
	CH_GCN_MAX_FUNCTIONS = 1 << 16,
	CH_GCN_MAX_ARGS = 1024, /* a kernel */
	CH_GCN_MAX_SEGMENTS = 64,
	CH_GCN_MAX_NAME = 1 << 14 /* bytes of a symbol; template names of real engines have hundreds */
};

#define CH_GCN_MAX_UNPACKED ((uint64_t)1 << 30) /* bytes of a decompressed bundle, and of a loaded image */
#define CH_GCN_MAX_TOTAL ((uint64_t)4 << 30)	/* bytes that one opened file may own */

/* One line, no newline: "metadata: offset 0x1c8: expected an array, found a string". */
typedef struct ch_gcn_error {
	char text[256];
} ch_gcn_error;

/* ---- targets ---------------------------------------------------------------------------------------------------- */

typedef enum ch_gcn_setting { CH_GCN_ANY, CH_GCN_MINUS, CH_GCN_PLUS } ch_gcn_setting;

typedef struct ch_gcn_target {
	char arch[32];		/* "gfx906", "gfx11-generic": as LLVM takes it for the processor */
	ch_gcn_setting xnack;	/* ":xnack+" */
	ch_gcn_setting sramecc; /* ":sramecc-" */
} ch_gcn_target;

/* "gfx906:sramecc+:xnack-", also with a triple and kind before it ("hipv4-amdgcn-amd-amdhsa--gfx906"). F48: the
 * architecture is compared whole, never by prefix. */
bool ch_gcn_target_parse(const char *text, ch_gcn_target *target);

/* True if an object built for `object` runs on `device`: same arch, and each setting any or the same. */
bool ch_gcn_target_fits(const ch_gcn_target *object, const ch_gcn_target *device);

/* "gfx906:sramecc+:xnack-". Truncated to size, always terminated. */
void ch_gcn_target_format(const ch_gcn_target *target, char *text, size_t size);

/* One code object inside a file. */
typedef struct ch_gcn_entry {
	ch_gcn_target target;
	char triple[128];     /* as the bundle names it; "" for a bare object */
	uint64_t file_offset; /* where the object, or its compressed bundle, starts in the file */
	bool compressed;
	const uint8_t *data; /* the ELF */
	size_t size;
} ch_gcn_entry;

typedef struct ch_gcn_file {
	ch_gcn_entry *entries; /* AMD device code only: host entries and empty ones are left out */
	uint32_t count;
	uint32_t skipped; /* entries of a bundle that hold no AMD ELF: host, empty, SPIR-V */
	uint8_t **blocks; /* owned memory behind entries[].data */
	uint32_t block_count;
	uint64_t bytes; /* in the blocks */
} ch_gcn_file;

/* CH_OK with at least one entry, CH_BAD_ARGUMENT and *error for broken input, CH_UNSUPPORTED where it is sound but holds
 * no AMD code, CH_OUT_OF_MEMORY. */
ch_status ch_gcn_file_open(const void *data, size_t size, ch_gcn_file *file, ch_gcn_error *error);
void ch_gcn_file_close(ch_gcn_file *file);

/* The same from a path; the error then starts with it. CH_FAILED if it cannot be read. */
ch_status ch_gcn_file_load(const char *path, ch_gcn_file *file, ch_gcn_error *error);

/* The first entry that fits the target text ("gfx1151", "gfx906:xnack-"); NULL if none. */
const ch_gcn_entry *ch_gcn_file_find(const ch_gcn_file *file, const char *target);

/* The next one after `entry`: a library made of several sources has a code object of each for every target. */
const ch_gcn_entry *ch_gcn_file_next(const ch_gcn_file *file, const ch_gcn_entry *entry, const char *target);

/* ---- kernels ---------------------------------------------------------------------------------------------------- */

/* The kernel descriptor, 64 bytes in .rodata, decoded. Raw words are kept beside what they mean. */
typedef struct ch_gcn_descriptor {
	uint32_t lds_bytes;	/* group_segment_fixed_size */
	uint32_t private_bytes; /* private_segment_fixed_size: scratch a work-item */
	uint32_t kernarg_bytes;
	int64_t entry_offset; /* from the descriptor's address to the first instruction */
	uint32_t rsrc1, rsrc2, rsrc3;
	uint16_t properties;
	uint16_t preload; /* kernarg preload, gfx90a and later: raw */

	/* from rsrc1 */
	uint32_t vgprs;		       /* allocated a work-item, granule applied */
	uint32_t sgprs;		       /* allocated a wave; gfx10 and later: always 128 */
	uint8_t round32, round16_64;   /* 0 nearest even, 1 up, 2 down, 3 toward zero */
	uint8_t denorm32, denorm16_64; /* bit 0: inputs kept, bit 1: outputs kept; 3 keeps subnormals, 0 flushes both */
	bool dx10_clamp, ieee_mode;    /* clamp gives 0 for a NaN; signalling NaNs are quieted */
	bool fp16_overflow;	       /* an overflowing binary16 becomes the largest finite value */
	bool wgp_mode;		       /* gfx10 and later */

	/* from rsrc2: what the hardware puts into registers after the user SGPRs, in this order */
	bool private_segment_wave_offset; /* gfx6..10: an SGPR after the workgroup ids; enable_private_segment */
	uint8_t user_sgprs;		  /* count, padding included */
	bool workgroup_id_x, workgroup_id_y, workgroup_id_z, workgroup_info;
	uint8_t workitem_id; /* 0: x, 1: x and y, 2: x, y and z */

	/* from properties: user SGPRs from s0 on, in this order, with their sizes in SGPRs */
	bool private_segment_buffer; /* 4 */
	bool dispatch_ptr;	     /* 2 */
	bool queue_ptr;		     /* 2 */
	bool kernarg_ptr;	     /* 2 */
	bool dispatch_id;	     /* 2 */
	bool flat_scratch_init;	     /* 2 */
	bool private_segment_size;   /* 1 */
	bool wave32;
	bool dynamic_stack;
} ch_gcn_descriptor;

typedef enum ch_gcn_arg_kind {
	CH_GCN_ARG_UNKNOWN, /* a kind this version does not know: value_kind text in the argument */
	CH_GCN_ARG_BY_VALUE,
	CH_GCN_ARG_GLOBAL_BUFFER,
	CH_GCN_ARG_DYNAMIC_SHARED_POINTER,
	CH_GCN_ARG_SAMPLER,
	CH_GCN_ARG_IMAGE,
	CH_GCN_ARG_PIPE,
	CH_GCN_ARG_QUEUE,
	CH_GCN_ARG_HIDDEN, /* the first hidden kind; all after it are hidden too */
	CH_GCN_ARG_HIDDEN_NONE = CH_GCN_ARG_HIDDEN,
	CH_GCN_ARG_HIDDEN_GLOBAL_OFFSET_X,
	CH_GCN_ARG_HIDDEN_GLOBAL_OFFSET_Y,
	CH_GCN_ARG_HIDDEN_GLOBAL_OFFSET_Z,
	CH_GCN_ARG_HIDDEN_BLOCK_COUNT_X,
	CH_GCN_ARG_HIDDEN_BLOCK_COUNT_Y,
	CH_GCN_ARG_HIDDEN_BLOCK_COUNT_Z,
	CH_GCN_ARG_HIDDEN_GROUP_SIZE_X,
	CH_GCN_ARG_HIDDEN_GROUP_SIZE_Y,
	CH_GCN_ARG_HIDDEN_GROUP_SIZE_Z,
	CH_GCN_ARG_HIDDEN_REMAINDER_X,
	CH_GCN_ARG_HIDDEN_REMAINDER_Y,
	CH_GCN_ARG_HIDDEN_REMAINDER_Z,
	CH_GCN_ARG_HIDDEN_GRID_DIMS,
	CH_GCN_ARG_HIDDEN_PRINTF_BUFFER,
	CH_GCN_ARG_HIDDEN_HOSTCALL_BUFFER,
	CH_GCN_ARG_HIDDEN_DEFAULT_QUEUE,
	CH_GCN_ARG_HIDDEN_COMPLETION_ACTION,
	CH_GCN_ARG_HIDDEN_MULTIGRID_SYNC_ARG,
	CH_GCN_ARG_HIDDEN_HEAP_V1,
	CH_GCN_ARG_HIDDEN_DYNAMIC_LDS_SIZE,
	CH_GCN_ARG_HIDDEN_PRIVATE_BASE,
	CH_GCN_ARG_HIDDEN_SHARED_BASE,
	CH_GCN_ARG_HIDDEN_QUEUE_PTR,
	CH_GCN_ARG_KIND_COUNT
} ch_gcn_arg_kind;

/* "by_value", "hidden_block_count_x": as the metadata spells it; "unknown" for the first and out of range. */
const char *ch_gcn_arg_kind_name(ch_gcn_arg_kind kind);

typedef struct ch_gcn_arg {
	ch_gcn_arg_kind kind;
	uint32_t offset, size;	/* in the kernarg segment; offset + size <= kernarg_bytes is checked */
	char kind_text[40];	/* as found */
	char address_space[16]; /* "global", "local", "constant", "generic"; "" if not said */
	char access[16];	/* "read_only", "write_only", "read_write"; "" if not said */
	char name[64];		/* HIP writes none; truncated */
	char type_name[64];
	bool is_const, is_restrict, is_volatile;
	uint32_t pointee_align; /* dynamic_shared_pointer; 0 if not said */
} ch_gcn_arg;

typedef struct ch_gcn_kernel {
	char *name;   /* metadata .name, or the symbol without ".kd" */
	char *symbol; /* the descriptor's: "NAME.kd" */
	bool in_dynsym_only;

	uint64_t descriptor_address; /* in the image */
	uint64_t text_address;	     /* in the image */
	uint64_t text_size;	     /* of the function's symbol; 0 < size, inside an executable segment */
	ch_gcn_descriptor descriptor;

	bool has_metadata; /* an `amdhsa.kernels` row was found; what follows is 0 without */
	ch_gcn_arg *args;
	uint32_t arg_count;
	uint32_t kernarg_bytes, kernarg_align;
	uint32_t lds_bytes, private_bytes;
	uint32_t vgprs, sgprs, agprs;
	uint32_t vgpr_spills, sgpr_spills;
	uint32_t wave_size;
	uint32_t max_flat_workgroup_size;
	uint32_t required_workgroup_size[3]; /* 0: not said */
	bool uses_dynamic_stack;
} ch_gcn_kernel;

typedef struct ch_gcn_segment {
	uint64_t address, size; /* in the image, memory size */
	bool readable, writable, executable;
} ch_gcn_segment;

/* A function that is no kernel, by its symbol; whole words in an executable segment. */
typedef struct ch_gcn_function {
	uint64_t address, size; /* in the image */
} ch_gcn_function;

/* A loaded code object. Virtual addresses run from 0; add a base of your own choice (a multiple of 4096) when you map it:
 * relocations that would need it are listed, not applied. */
typedef struct ch_gcn_object {
	ch_gcn_target target;
	uint32_t abi_version; /* e_ident[EI_ABIVERSION]: 1..4 is code object version 3..6 */
	uint8_t *image;	      /* image[address], zero where no segment is */
	uint64_t image_size;
	ch_gcn_segment segments[CH_GCN_MAX_SEGMENTS];
	uint32_t segment_count;
	ch_gcn_kernel *kernels; /* sorted by name */
	uint32_t kernel_count;
	ch_gcn_function *functions; /* by address, none overlaps another */
	uint32_t function_count;
	uint64_t *
		base_words; /* addresses of 64-bit words in the image to which the load base must be added, ascending */
	uint32_t base_word_count;
	/* File offset - address of the executable segment: adds to an address to give the offset in the ELF. */
	int64_t text_file_delta;
	uint8_t *debug; /* the ELF, where it has line tables and this build can read them; else NULL */
	size_t debug_size;
} ch_gcn_object;

/* Reads one ELF. CH_BAD_ARGUMENT and *error if it is broken, CH_UNSUPPORTED if it is sound but asks for something that is
 * not done (a relocation type, another machine), CH_OUT_OF_MEMORY. On failure *object is zeroed. */
ch_status ch_gcn_object_open(const void *data, size_t size, ch_gcn_object *object, ch_gcn_error *error);
void ch_gcn_object_close(ch_gcn_object *object);

/* By exact name, or by symbol with ".kd"; NULL if there is none. */
const ch_gcn_kernel *ch_gcn_object_find(const ch_gcn_object *object, const char *name);

/* The 64 bytes of a descriptor; arch decides the register granules. Pure, no checks on meaning. */
void ch_gcn_descriptor_decode(const uint8_t bytes[64], const char *arch, ch_gcn_descriptor *descriptor);

#ifdef __cplusplus
}
#endif
#endif
