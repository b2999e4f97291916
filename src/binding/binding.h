/* SPDX-License-Identifier: Apache-2.0
 *
 * Binding files (docs/bindings.md): which kernel of somebody's binary answers for which operation, what its arguments are and
 * how it is launched. A file is read whole and refused with a line number at the first thing that is not as documented;
 * what it says is then held against the kernel's metadata (bound.h) before anything runs.
 *
 * Everything read is hostile: sizes, depth and counts are capped, and arithmetic is in 64 bits with overflow told. */
#ifndef CHECKHIP_BINDING_H
#define CHECKHIP_BINDING_H

#include "checkhip/provider.h"
#include "gcn/object.h"

enum {
	CH_BINDING_MAX_BYTES = 1 << 20, /* a file */
	CH_BINDING_MAX_LINE = 8192,
	CH_BINDING_MAX_KERNELS = 256,
	CH_BINDING_MAX_LETS = 256,
	CH_BINDING_MAX_NODES = 1 << 16,
	CH_BINDING_MAX_DEPTH = 100, /* of an expression, the named ones in it included */
	CH_BINDING_MAX_ARGS = 64,
	CH_BINDING_MAX_PIECES = 64, /* of a symbol pattern */
	CH_BINDING_MAX_ARCHES = 16,
	CH_BINDING_NAME = 48
};

/* What an expression can name. Bytes are those of the suite's buffers. */
typedef enum ch_binding_variable {
	CH_BIND_K,
	CH_BIND_ROWS,
	CH_BIND_NCOLS,
	CH_BIND_BLOCKS, /* k / 32 */
	CH_BIND_WAVE,	/* lanes */
	CH_BIND_WAVES,	/* of a workgroup, where the caller chooses them */
	CH_BIND_BLOCK_BYTES,
	CH_BIND_GGML_ID,
	CH_BIND_W_BYTES,
	CH_BIND_X_BYTES,
	CH_BIND_Y_BYTES,
	CH_BIND_VARIABLES
} ch_binding_variable;

typedef struct ch_binding_node {
	uint8_t kind;	/* expression.c */
	uint8_t depth;	/* of the tree under it */
	uint16_t index; /* of a variable or a let */
	uint32_t uses;	/* bit 1u << ch_binding_variable, through lets too */
	uint32_t children[3];
	int64_t value;
} ch_binding_node;

typedef struct ch_binding_expression {
	uint32_t node; /* 0: absent */
	uint32_t line;
} ch_binding_expression;

typedef struct ch_binding_let {
	char name[CH_BINDING_NAME];
	ch_binding_expression value;
	bool in_kernel; /* forgotten at the kernel's end */
} ch_binding_let;

typedef enum ch_binding_buffer {
	CH_BIND_NULL,
	CH_BIND_W,
	CH_BIND_X_Q8_1,
	CH_BIND_X, /* binary32 */
	CH_BIND_Y,
	CH_BIND_SCRATCH,
	CH_BIND_BUFFERS
} ch_binding_buffer;

typedef enum ch_binding_type {
	CH_BIND_PTR,
	CH_BIND_I32,
	CH_BIND_U32,
	CH_BIND_I64,
	CH_BIND_U64,
	CH_BIND_F32,
	CH_BIND_BOOL,
	CH_BIND_BYTES, /* as written, in hexadecimal */
	CH_BIND_ZERO,  /* so many zero bytes */
	CH_BIND_TYPES
} ch_binding_type;

typedef struct ch_binding_arg {
	uint32_t line, offset, bytes;
	ch_binding_type type;
	ch_binding_buffer buffer;    /* of a pointer */
	ch_binding_expression value; /* of a number; of a pointer: bytes into its buffer, or absent */
	uint32_t literal;	     /* CH_BIND_F32 without an expression: its bits */
	uint32_t digits;	     /* CH_BIND_BYTES: where its digits are in the text */
} ch_binding_arg;

/* A symbol pattern: text as it stands, then a number, and so on. '*' and '?' in the text are wildcards. */
typedef struct ch_binding_piece {
	uint32_t text, length;	      /* in the file's text */
	ch_binding_expression number; /* behind it; absent in the last one */
} ch_binding_piece;

typedef struct ch_binding_order {
	uint32_t line;	/* 0: not stated */
	bool contract;	/* the format's order of the contract: ch_order_base */
	ch_order order; /* else this, with lanes from the expression */
	ch_binding_expression lanes;
	ch_binding_expression
		waves; /* that share a row; absent: 1, or those of the workgroup where the caller chooses */
	bool reported; /* other bytes within the bound are told, not failed */
} ch_binding_order;

typedef struct ch_binding_kernel {
	char name[CH_BINDING_NAME]; /* of the variant */
	uint32_t line;
	ch_op op;
	uint32_t formats;				    /* bit 1u << ch_format; 0 where the operation has none */
	uint32_t wave_sizes;				    /* 32 and 64, or-ed */
	uint32_t arches[CH_BINDING_MAX_ARCHES], arch_count; /* patterns, in the text; none: any */
	uint32_t file;					    /* of the build, in the text; 0: not said */
	ch_binding_piece pieces[CH_BINDING_MAX_PIECES];
	uint32_t piece_count, symbol_line;
	uint32_t least_ncols, most_ncols;
	uint32_t waves, default_waves; /* as in ch_variant; 0: no choice */
	bool float_activations;
	ch_binding_expression grid[3], block[3], lds;
	uint32_t grid_line, block_line;
	ch_binding_arg args[CH_BINDING_MAX_ARGS]; /* by rising offset */
	uint32_t arg_count;
	ch_binding_expression buffer_bytes[CH_BIND_BUFFERS]; /* absent: the suite's */
	ch_binding_order order;
} ch_binding_kernel;

typedef struct ch_binding {
	char path[112];	  /* for messages; shortened */
	char engine[128]; /* words; "" if not said */
	char *text;	  /* the file, every line ended by a NUL */
	ch_binding_kernel *kernels;
	uint32_t kernel_count;
	ch_binding_let *lets;
	uint32_t let_count;
	ch_binding_node *nodes;
	uint32_t node_count;
} ch_binding;

/* Reads a binding. CH_BAD_ARGUMENT and "PATH:LINE: what was expected" in *error; on failure *binding is closed. */
ch_status ch_binding_parse(const char *path, const char *text, size_t size, ch_binding *binding, ch_gcn_error *error);
/* The same from a file; CH_FAILED if it cannot be read. */
ch_status ch_binding_load(const char *path, ch_binding *binding, ch_gcn_error *error);
void ch_binding_close(ch_binding *binding);

const ch_binding_kernel *ch_binding_find(const ch_binding *binding, const char *name);

/* Whether the kernel is for this architecture, by its pattern and the size of its waves. */
bool ch_binding_kernel_fits(const ch_binding *binding, const ch_binding_kernel *kernel, const char *arch,
			    uint32_t wave_size);

/* The values of a call. */
typedef struct ch_binding_scope {
	const ch_binding *binding;
	int64_t values[CH_BIND_VARIABLES];
	/* kept by ch_binding_evaluate: named expressions are computed once */
	int64_t let_values[CH_BINDING_MAX_LETS];
	bool let_known[CH_BINDING_MAX_LETS];
} ch_binding_scope;

/* format is not looked at where the operation has none. wave_size, waves: of the launch. */
void ch_binding_scope_fill(const ch_binding *binding, const ch_binding_kernel *kernel, ch_format format,
			   uint32_t wave_size, uint32_t waves, int64_t k, int64_t rows, int64_t ncols,
			   ch_binding_scope *scope);

/* CH_BAD_ARGUMENT and "PATH:LINE: ..." for an overflow or a division by zero. The expression must be present. */
ch_status ch_binding_evaluate(ch_binding_scope *scope, ch_binding_expression expression, int64_t *value,
			      ch_gcn_error *error);

/* The symbol pattern with its numbers put in, always terminated. CH_BAD_ARGUMENT as above, or where it is too long. */
ch_status ch_binding_render(const ch_binding_kernel *kernel, ch_binding_scope *scope, char *pattern, size_t size,
			    ch_gcn_error *error);

/* A long name as its beginning and its end with "..." between; control characters become '?'. */
void ch_binding_shorten(const char *name, char *text, size_t size);

/* "offset 8", ...: how the parts of a binding are called. */
const char *ch_binding_type_name(ch_binding_type type);
const char *ch_binding_buffer_name(ch_binding_buffer buffer);

#endif
