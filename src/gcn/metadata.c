/* SPDX-License-Identifier: Apache-2.0
 *
 * `amdhsa.kernels`: MessagePack in an ELF note. Keys and types are in LLVM's "User Guide for AMDGPU Backend", section "Code
 * Object V3 Metadata" and later; unknown keys are skipped, since each version adds some. */
#include "gcn/parts.h"

#include <stdlib.h>
#include <msgpack.h>

static const char *const arg_kind_names[CH_GCN_ARG_KIND_COUNT] = {
	[CH_GCN_ARG_UNKNOWN] = "unknown",
	[CH_GCN_ARG_BY_VALUE] = "by_value",
	[CH_GCN_ARG_GLOBAL_BUFFER] = "global_buffer",
	[CH_GCN_ARG_DYNAMIC_SHARED_POINTER] = "dynamic_shared_pointer",
	[CH_GCN_ARG_SAMPLER] = "sampler",
	[CH_GCN_ARG_IMAGE] = "image",
	[CH_GCN_ARG_PIPE] = "pipe",
	[CH_GCN_ARG_QUEUE] = "queue",
	[CH_GCN_ARG_HIDDEN_NONE] = "hidden_none",
	[CH_GCN_ARG_HIDDEN_GLOBAL_OFFSET_X] = "hidden_global_offset_x",
	[CH_GCN_ARG_HIDDEN_GLOBAL_OFFSET_Y] = "hidden_global_offset_y",
	[CH_GCN_ARG_HIDDEN_GLOBAL_OFFSET_Z] = "hidden_global_offset_z",
	[CH_GCN_ARG_HIDDEN_BLOCK_COUNT_X] = "hidden_block_count_x",
	[CH_GCN_ARG_HIDDEN_BLOCK_COUNT_Y] = "hidden_block_count_y",
	[CH_GCN_ARG_HIDDEN_BLOCK_COUNT_Z] = "hidden_block_count_z",
	[CH_GCN_ARG_HIDDEN_GROUP_SIZE_X] = "hidden_group_size_x",
	[CH_GCN_ARG_HIDDEN_GROUP_SIZE_Y] = "hidden_group_size_y",
	[CH_GCN_ARG_HIDDEN_GROUP_SIZE_Z] = "hidden_group_size_z",
	[CH_GCN_ARG_HIDDEN_REMAINDER_X] = "hidden_remainder_x",
	[CH_GCN_ARG_HIDDEN_REMAINDER_Y] = "hidden_remainder_y",
	[CH_GCN_ARG_HIDDEN_REMAINDER_Z] = "hidden_remainder_z",
	[CH_GCN_ARG_HIDDEN_GRID_DIMS] = "hidden_grid_dims",
	[CH_GCN_ARG_HIDDEN_PRINTF_BUFFER] = "hidden_printf_buffer",
	[CH_GCN_ARG_HIDDEN_HOSTCALL_BUFFER] = "hidden_hostcall_buffer",
	[CH_GCN_ARG_HIDDEN_DEFAULT_QUEUE] = "hidden_default_queue",
	[CH_GCN_ARG_HIDDEN_COMPLETION_ACTION] = "hidden_completion_action",
	[CH_GCN_ARG_HIDDEN_MULTIGRID_SYNC_ARG] = "hidden_multigrid_sync_arg",
	[CH_GCN_ARG_HIDDEN_HEAP_V1] = "hidden_heap_v1",
	[CH_GCN_ARG_HIDDEN_DYNAMIC_LDS_SIZE] = "hidden_dynamic_lds_size",
	[CH_GCN_ARG_HIDDEN_PRIVATE_BASE] = "hidden_private_base",
	[CH_GCN_ARG_HIDDEN_SHARED_BASE] = "hidden_shared_base",
	[CH_GCN_ARG_HIDDEN_QUEUE_PTR] = "hidden_queue_ptr",
};

const char *ch_gcn_arg_kind_name(ch_gcn_arg_kind kind)
{
	return (unsigned)kind < CH_GCN_ARG_KIND_COUNT ? arg_kind_names[kind] : arg_kind_names[CH_GCN_ARG_UNKNOWN];
}

typedef struct ch_document {
	const uint8_t *data;
	uint64_t offset; /* of data in the file */
	ch_gcn_object *object;
	ch_gcn_error *error;
} ch_document;

typedef enum ch_value_type { V_U32, V_BOOL, V_TEXT } ch_value_type;

/* Where a key's value goes in a row. */
typedef struct ch_key {
	const char *name;
	ch_value_type type;
	size_t place, size;
} ch_key;

#define ARG(name, type, member)                                                           \
	{                                                                                 \
		name, type, offsetof(ch_gcn_arg, member), sizeof((ch_gcn_arg *)0)->member \
	}
#define KERNEL(name, type, member)                                                              \
	{                                                                                       \
		name, type, offsetof(ch_gcn_kernel, member), sizeof((ch_gcn_kernel *)0)->member \
	}

static const ch_key arg_keys[] = {
	ARG(".offset", V_U32, offset),
	ARG(".size", V_U32, size),
	ARG(".value_kind", V_TEXT, kind_text),
	ARG(".address_space", V_TEXT, address_space),
	ARG(".access", V_TEXT, access),
	ARG(".name", V_TEXT, name),
	ARG(".type_name", V_TEXT, type_name),
	ARG(".is_const", V_BOOL, is_const),
	ARG(".is_restrict", V_BOOL, is_restrict),
	ARG(".is_volatile", V_BOOL, is_volatile),
	ARG(".pointee_align", V_U32, pointee_align),
	{NULL, V_U32, 0, 0},
};

static const ch_key kernel_keys[] = {
	KERNEL(".kernarg_segment_size", V_U32, kernarg_bytes),
	KERNEL(".kernarg_segment_align", V_U32, kernarg_align),
	KERNEL(".group_segment_fixed_size", V_U32, lds_bytes),
	KERNEL(".private_segment_fixed_size", V_U32, private_bytes),
	KERNEL(".vgpr_count", V_U32, vgprs),
	KERNEL(".sgpr_count", V_U32, sgprs),
	KERNEL(".agpr_count", V_U32, agprs),
	KERNEL(".vgpr_spill_count", V_U32, vgpr_spills),
	KERNEL(".sgpr_spill_count", V_U32, sgpr_spills),
	KERNEL(".wavefront_size", V_U32, wave_size),
	KERNEL(".max_flat_workgroup_size", V_U32, max_flat_workgroup_size),
	KERNEL(".uses_dynamic_stack", V_BOOL, uses_dynamic_stack),
	{NULL, V_U32, 0, 0},
};

/* "0x1c8 (.args)": msgpack-c leaves strings where they are in the document, so a key says where it stands. */
static ch_status wrong(const ch_document *d, const msgpack_object *key, const char *expected)
{
	uint64_t at = d->offset;
	int length = 0;
	const char *text = "";
	if (key && key->type == MSGPACK_OBJECT_STR && key->via.str.size) {
		at += (uint64_t)((const uint8_t *)key->via.str.ptr - d->data);
		length = key->via.str.size > 40 ? 40 : (int)key->via.str.size;
		text = key->via.str.ptr;
	}
	return ch_gcn_fail(d->error, CH_BAD_ARGUMENT, "metadata: offset 0x%llx: '%.*s': expected %s",
			   (unsigned long long)at, length, text, expected);
}

static bool text_is(const msgpack_object *value, const char *text)
{
	return value->type == MSGPACK_OBJECT_STR && value->via.str.size == strlen(text) &&
	       memcmp(value->via.str.ptr, text, value->via.str.size) == 0;
}

/* The value of a key in a map; *key_found is the key itself, for messages. */
static const msgpack_object *map_find(const msgpack_object_map *map, const char *name, const msgpack_object **key_found)
{
	for (uint32_t i = 0; i < map->size; i++)
		if (text_is(&map->ptr[i].key, name)) {
			*key_found = &map->ptr[i].key;
			return &map->ptr[i].val;
		}
	return NULL;
}

static void text_copy(const msgpack_object_str *from, char *to, size_t size)
{
	size_t length = from->size < size - 1 ? from->size : size - 1;
	memcpy(to, from->ptr, length);
	to[length] = 0;
}

static ch_status value_store(const ch_document *d, const msgpack_object_kv *pair, const ch_key *key, uint8_t *row)
{
	const msgpack_object *value = &pair->val;
	switch (key->type) {
	case V_U32:
		if (value->type != MSGPACK_OBJECT_POSITIVE_INTEGER || value->via.u64 > UINT32_MAX)
			return wrong(d, &pair->key, "an integer of 0..2^32-1");
		memcpy(row + key->place, &(uint32_t){(uint32_t)value->via.u64}, sizeof(uint32_t));
		return CH_OK;
	case V_BOOL:
		/* the assembler writes them as booleans, older compilers as 0 and 1 */
		if (value->type != MSGPACK_OBJECT_BOOLEAN &&
		    !(value->type == MSGPACK_OBJECT_POSITIVE_INTEGER && value->via.u64 <= 1))
			return wrong(d, &pair->key, "a boolean");
		*(bool *)(row + key->place) =
			value->type == MSGPACK_OBJECT_BOOLEAN ? value->via.boolean : value->via.u64 == 1;
		return CH_OK;
	case V_TEXT:
		if (value->type != MSGPACK_OBJECT_STR)
			return wrong(d, &pair->key, "a string");
		text_copy(&value->via.str, (char *)row + key->place, key->size);
		return CH_OK;
	}
	return CH_OK;
}

static ch_status row_read(const ch_document *d, const msgpack_object_map *map, const ch_key *keys, uint8_t *row)
{
	for (uint32_t i = 0; i < map->size; i++)
		for (const ch_key *key = keys; key->name; key++)
			if (text_is(&map->ptr[i].key, key->name)) {
				ch_status status = value_store(d, &map->ptr[i], key, row);
				if (status)
					return status;
			}
	return CH_OK;
}

static ch_gcn_arg_kind arg_kind_find(const char *text)
{
	for (unsigned i = CH_GCN_ARG_BY_VALUE; i < CH_GCN_ARG_KIND_COUNT; i++)
		if (strcmp(text, arg_kind_names[i]) == 0)
			return (ch_gcn_arg_kind)i;
	return CH_GCN_ARG_UNKNOWN;
}

static ch_status args_read(const ch_document *d, const msgpack_object_map *map, ch_gcn_kernel *kernel)
{
	const msgpack_object *key = NULL;
	const msgpack_object *args = map_find(map, ".args", &key);
	if (!args)
		return CH_OK;
	if (args->type != MSGPACK_OBJECT_ARRAY || args->via.array.size > CH_GCN_MAX_ARGS)
		return wrong(d, key, "an array of at most 1024 arguments");
	kernel->args = calloc((size_t)args->via.array.size + 1, sizeof *kernel->args);
	if (!kernel->args)
		return ch_gcn_fail(d->error, CH_OUT_OF_MEMORY, "metadata: no memory for %u arguments",
				   args->via.array.size);
	for (uint32_t i = 0; i < args->via.array.size; i++) {
		const msgpack_object *row = &args->via.array.ptr[i];
		ch_gcn_arg *arg = &kernel->args[i];
		if (row->type != MSGPACK_OBJECT_MAP)
			return wrong(d, key, "a map for each argument");
		ch_status status = row_read(d, &row->via.map, arg_keys, (uint8_t *)arg);
		if (status)
			return status;
		arg->kind = arg_kind_find(arg->kind_text);
		if (!ch_gcn_within(arg->offset, arg->size, kernel->kernarg_bytes))
			return wrong(d, key, "arguments that end within .kernarg_segment_size");
		kernel->arg_count++;
	}
	return CH_OK;
}

static ch_status workgroup_read(const ch_document *d, const msgpack_object_map *map, ch_gcn_kernel *kernel)
{
	const msgpack_object *key = NULL;
	const msgpack_object *sizes = map_find(map, ".reqd_workgroup_size", &key);
	if (!sizes)
		return CH_OK;
	if (sizes->type != MSGPACK_OBJECT_ARRAY || sizes->via.array.size != 3)
		return wrong(d, key, "an array of 3 integers");
	for (uint32_t i = 0; i < 3; i++) {
		const msgpack_object *size = &sizes->via.array.ptr[i];
		if (size->type != MSGPACK_OBJECT_POSITIVE_INTEGER || size->via.u64 > UINT32_MAX)
			return wrong(d, key, "an array of 3 integers");
		kernel->required_workgroup_size[i] = (uint32_t)size->via.u64;
	}
	return CH_OK;
}

/* kernels are still in the order of their symbols here */
static ch_gcn_kernel *kernel_find(const ch_gcn_object *object, const msgpack_object_str *symbol)
{
	size_t low = 0, high = object->kernel_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		ch_gcn_kernel *kernel = &object->kernels[middle];
		int order = strncmp(kernel->symbol, symbol->ptr, symbol->size);
		if (order == 0 && kernel->symbol[symbol->size] == 0)
			return kernel;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

static ch_status kernel_read(const ch_document *d, const msgpack_object_map *map)
{
	const msgpack_object *symbol_key = NULL, *name_key = NULL;
	const msgpack_object *symbol = map_find(map, ".symbol", &symbol_key);
	const msgpack_object *name = map_find(map, ".name", &name_key);
	if (!symbol || symbol->type != MSGPACK_OBJECT_STR || memchr(symbol->via.str.ptr, 0, symbol->via.str.size))
		return wrong(d, symbol_key, "a kernel's .symbol as a string");
	ch_gcn_kernel *kernel = kernel_find(d->object, &symbol->via.str);
	if (!kernel)
		return wrong(d, symbol, "a descriptor with this symbol");
	if (kernel->has_metadata)
		return wrong(d, symbol, "one row a kernel");
	kernel->has_metadata = true;
	if (name &&
	    (name->type != MSGPACK_OBJECT_STR || name->via.str.size == 0 || name->via.str.size >= CH_GCN_MAX_NAME))
		return wrong(d, name_key, "a string");
	if (name) {
		char *copy = strndup(name->via.str.ptr, name->via.str.size);
		if (!copy)
			return ch_gcn_fail(d->error, CH_OUT_OF_MEMORY, "metadata: no memory for a name");
		free(kernel->name);
		kernel->name = copy;
	}
	ch_status status = row_read(d, map, kernel_keys, (uint8_t *)kernel);
	if (!status)
		status = args_read(d, map, kernel);
	return status ? status : workgroup_read(d, map, kernel);
}

static ch_status root_read(const ch_document *d, const msgpack_object *root)
{
	const msgpack_object *key = NULL;
	if (root->type != MSGPACK_OBJECT_MAP)
		return wrong(d, NULL, "a map");
	const msgpack_object *kernels = map_find(&root->via.map, "amdhsa.kernels", &key);
	if (!kernels)
		return CH_OK;
	if (kernels->type != MSGPACK_OBJECT_ARRAY)
		return wrong(d, key, "an array");
	for (uint32_t i = 0; i < kernels->via.array.size; i++) {
		const msgpack_object *kernel = &kernels->via.array.ptr[i];
		if (kernel->type != MSGPACK_OBJECT_MAP)
			return wrong(d, key, "a map for each kernel");
		ch_status status = kernel_read(d, &kernel->via.map);
		if (status)
			return status;
	}
	return CH_OK;
}

ch_status ch_gcn_metadata_parse(const uint8_t *data, size_t size, uint64_t offset, ch_gcn_object *object,
				ch_gcn_error *error)
{
	ch_document d = {data, offset, object, error};
	ch_status status = ch_gcn_msgpack_scan(data, size, offset, error);
	if (status)
		return status;
	msgpack_unpacked unpacked;
	msgpack_unpacked_init(&unpacked);
	size_t at = 0;
	msgpack_unpack_return got = msgpack_unpack_next(&unpacked, (const char *)data, size, &at);
	if (got != MSGPACK_UNPACK_SUCCESS)
		status = ch_gcn_fail(error, got == MSGPACK_UNPACK_NOMEM_ERROR ? CH_OUT_OF_MEMORY : CH_BAD_ARGUMENT,
				     "metadata: offset 0x%llx: expected MessagePack, msgpack-c says %d",
				     (unsigned long long)(offset + at), (int)got);
	else
		status = root_read(&d, &unpacked.data);
	msgpack_unpacked_destroy(&unpacked);
	return status;
}
