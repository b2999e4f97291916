/* SPDX-License-Identifier: Apache-2.0 */
#include "exec_list.h"
#include "command.h"
#include "gcn/object.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool entry_wanted(const ch_gcn_entry *entry, const char *target)
{
	ch_gcn_target device;
	return !target || (ch_gcn_target_parse(target, &device) && ch_gcn_target_fits(&entry->target, &device));
}

static int cannot(const ch_gcn_error *error)
{
	fprintf(stderr, "checkhip: %s\n", error->text);
	return CH_EXIT_CANNOT;
}

/* Names come from the file: no control character reaches the terminal. */
static void name_print(const char *name)
{
	for (; *name; name++)
		putchar((unsigned char)*name < 0x20 || *name == 0x7f ? '?' : *name);
}

static void kernel_print(const ch_gcn_kernel *k)
{
	printf("  ");
	name_print(k->name);
	putchar('\n');
	printf("    text 0x%" PRIx64 " + %" PRIu64 " bytes, wave%u, %u VGPRs, %u SGPRs, %u bytes LDS, %u bytes scratch",
	       k->text_address, k->text_size, k->descriptor.wave32 ? 32u : 64u,
	       k->has_metadata ? k->vgprs : k->descriptor.vgprs, k->has_metadata ? k->sgprs : k->descriptor.sgprs,
	       k->descriptor.lds_bytes, k->descriptor.private_bytes);
	if (k->vgpr_spills || k->sgpr_spills)
		printf(", spills %u VGPRs %u SGPRs", k->vgpr_spills, k->sgpr_spills);
	if (k->max_flat_workgroup_size)
		printf(", workgroup up to %u", k->max_flat_workgroup_size);
	printf(", arguments %u bytes%s\n", k->descriptor.kernarg_bytes, k->has_metadata ? "" : ", no metadata");
}

static int object_print(const ch_gcn_entry *entry)
{
	ch_gcn_object object;
	ch_gcn_error error;
	char target[64];
	ch_gcn_target_format(&entry->target, target, sizeof target);
	ch_status status = ch_gcn_object_open(entry->data, entry->size, &object, &error);
	if (status) {
		fprintf(stderr, "checkhip: %s at 0x%" PRIx64 ": %s\n", target, entry->file_offset, error.text);
		return CH_EXIT_CANNOT;
	}
	printf("%s: %u kernels, %zu bytes at 0x%" PRIx64 "%s, code object version %u\n", target, object.kernel_count,
	       entry->size, entry->file_offset, entry->compressed ? " (compressed)" : "", object.abi_version + 2);
	for (uint32_t i = 0; i < object.kernel_count; i++)
		kernel_print(&object.kernels[i]);
	ch_gcn_object_close(&object);
	return CH_EXIT_PASS;
}

int ch_exec_list(const char *path, const char *target)
{
	ch_gcn_file file;
	ch_gcn_error error;
	if (ch_gcn_file_load(path, &file, &error))
		return cannot(&error);
	int code = CH_EXIT_PASS;
	uint32_t wanted = 0;
	for (uint32_t i = 0; i < file.count; i++) {
		if (!entry_wanted(&file.entries[i], target))
			continue;
		wanted++;
		int got = object_print(&file.entries[i]);
		code = code ? code : got;
	}
	if (!wanted) {
		fprintf(stderr, "checkhip: %s: no code object for %s\n", path, target);
		code = CH_EXIT_CANNOT;
	}
	ch_gcn_file_close(&file);
	return code;
}

/* A placeholder by kind and size: what `--arg` takes. */
static void arg_print(const ch_gcn_arg *arg)
{
	if (arg->kind == CH_GCN_ARG_GLOBAL_BUFFER) {
		bool input = arg->is_const || strcmp(arg->access, "read_only") == 0;
		printf("  --arg %s", input ? "in:FILE" : "inout:FILE");
	} else if (arg->kind == CH_GCN_ARG_BY_VALUE && arg->size == 4) {
		printf("  --arg i32:0");
	} else if (arg->kind == CH_GCN_ARG_BY_VALUE && arg->size == 8) {
		printf("  --arg i64:0");
	} else if (arg->kind == CH_GCN_ARG_BY_VALUE) {
		printf("  --arg hex:");
		for (uint32_t i = 0; i < arg->size; i++)
			printf("00");
	} else {
		printf("  --arg hex:?");
	}
	printf(" \\\n");
}

static void template_print(const char *path, const ch_gcn_entry *entry, const ch_gcn_kernel *k)
{
	char target[64];
	ch_gcn_target_format(&entry->target, target, sizeof target);
	printf("# ");
	name_print(k->name);
	printf(" for %s: %u bytes of arguments\n", target, k->descriptor.kernarg_bytes);
	if (!k->has_metadata)
		printf("# no metadata: the arguments are not known\n");
	for (uint32_t i = 0; i < k->arg_count; i++) {
		const ch_gcn_arg *a = &k->args[i];
		if (a->kind >= CH_GCN_ARG_HIDDEN)
			continue;
		printf("# %u: offset %u, %u bytes, ", i, a->offset, a->size);
		name_print(a->kind_text);
		fputs(a->address_space[0] ? " " : "", stdout);
		name_print(a->address_space);
		fputs(a->name[0] ? ", " : "", stdout);
		name_print(a->name);
		putchar('\n');
	}
	printf("checkhip exec --code-object '%s' --target '%s' \\\n  --kernel '", path, target);
	name_print(k->name);
	printf("' \\\n");
	for (uint32_t i = 0; i < k->arg_count; i++)
		if (k->args[i].kind < CH_GCN_ARG_HIDDEN)
			arg_print(&k->args[i]);
	const uint32_t *required = k->required_workgroup_size;
	uint32_t wave = k->descriptor.wave32 ? 32 : 64;
	printf("  --grid 1,1,1 --block %u,%u,%u\n", required[0] ? required[0] : wave, required[1] ? required[1] : 1,
	       required[2] ? required[2] : 1);
}

/* CH_EXIT_PASS if the entry holds the kernel, CH_EXIT_FAIL if it does not. */
static int entry_template(const char *path, const ch_gcn_entry *entry, const char *name)
{
	ch_gcn_object object;
	ch_gcn_error error;
	if (ch_gcn_object_open(entry->data, entry->size, &object, &error))
		return cannot(&error);
	const ch_gcn_kernel *kernel = ch_gcn_object_find(&object, name);
	if (kernel)
		template_print(path, entry, kernel);
	ch_gcn_object_close(&object);
	return kernel ? CH_EXIT_PASS : CH_EXIT_FAIL;
}

int ch_exec_list_args(const char *path, const char *target, const char *kernel)
{
	ch_gcn_file file;
	ch_gcn_error error;
	if (ch_gcn_file_load(path, &file, &error))
		return cannot(&error);
	int code = CH_EXIT_FAIL;
	for (uint32_t i = 0; code == CH_EXIT_FAIL && i < file.count; i++)
		if (entry_wanted(&file.entries[i], target))
			code = entry_template(path, &file.entries[i], kernel);
	if (code == CH_EXIT_FAIL) {
		fprintf(stderr, "checkhip: %s: no kernel '%s'; --list shows what there is\n", path, kernel);
		code = CH_EXIT_CANNOT;
	}
	ch_gcn_file_close(&file);
	return code;
}
