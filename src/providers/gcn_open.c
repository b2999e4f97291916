/* SPDX-License-Identifier: Apache-2.0 */
#include "providers/gcn_open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kernels/qsa_plan.h"
#include "providers/gcn.h"

static const char code_object_key[] = ",code-object=", binding_key[] = ",binding=";

/* What the argument says, in pieces that point into it. */
typedef struct ch_gcn_words {
	const char *where, *binding; /* NULL: not said */
	size_t arch_length, where_length;
} ch_gcn_words;

static bool is_folder(const char *path)
{
	struct stat about;

	return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool split(const char *argument, ch_gcn_words *words)
{
	*words = (ch_gcn_words){.arch_length = strcspn(argument, ":,")};
	const char *rest = argument + words->arch_length;

	if (*rest == ':') {
		words->where = rest + 1;
		words->where_length = strlen(rest + 1);
		return true;
	}
	if (!*rest)
		return true;
	if (strncmp(rest, code_object_key, strlen(code_object_key)) != 0)
		return false;
	words->where = rest + strlen(code_object_key);
	/* a path may hold a comma, so the last of these is the one meant */
	for (const char *at = words->where; (at = strstr(at, binding_key)) != NULL; at++)
		words->binding = at;
	if (!words->binding)
		return false;
	words->where_length = (size_t)(words->binding - words->where);
	words->binding += strlen(binding_key);
	return words->where_length && *words->binding;
}

static void fill_own_variants(ch_gcn_state *state)
{
	uint32_t count;
	const ch_kernel_row *rows = ch_kernel_rows(&count);

	for (uint32_t i = 0; i < count && state->variant_count < CH_GCN_MAX_VARIANTS; i++) {
		const uint32_t at = state->variant_count;

		state->ours[at].kernel = ch_binding_find(&state->binding, rows[i].variant.name);
		if (!(rows[i].wave_sizes & state->wave_size) || !state->ours[at].kernel)
			continue;
		state->ours[at].row = &rows[i];
		state->variants[at] = rows[i].variant;
		state->variants[at].order = ch_kernel_order(&rows[i], state->wave_size, rows[i].waves);
		state->variant_count++;
	}
	for (uint32_t i = 0; i < CH_QSA_VARIANTS && state->variant_count < CH_GCN_MAX_VARIANTS; i++)
		state->variants[state->variant_count++] = ch_qsa_variants[i];
}

/* lanes 0 where the binding states no order. */
static ch_status stated_order(const ch_gcn_state *state, const ch_binding_kernel *kernel, ch_format format,
			      ch_order *order, ch_gcn_error *error)
{
	const ch_binding_order *stated = &kernel->order;
	ch_binding_scope scope;
	int64_t number;
	const char *why = NULL;

	*order = (ch_order){0};
	if (!stated->line)
		return CH_OK;
	ch_binding_scope_fill(&state->binding, kernel, format, state->wave_size, kernel->default_waves,
			      CH_BLOCK_WEIGHTS, 1, kernel->least_ncols, &scope);
	*order = stated->order;
	if (stated->contract) {
		*order = ch_order_base(format, state->wave_size, 1);
	} else {
		const ch_status status = ch_binding_evaluate(&scope, stated->lanes, &number, error);

		if (status)
			return status;
		order->lanes = number > 0 && number <= 64 ? (uint32_t)number : 0;
	}
	order->waves = kernel->waves ? kernel->default_waves : 1;
	if (stated->waves.node) {
		const ch_status status = ch_binding_evaluate(&scope, stated->waves, &number, error);

		if (status)
			return status;
		order->waves = number > 0 && number <= 32 ? (uint32_t)number : 0;
	}
	if (ch_order_valid(order, &why))
		return CH_OK;
	snprintf(error->text, sizeof(error->text), "%s:%u: an impossible order of summation: %s", state->binding.path,
		 stated->line, why);
	return CH_BAD_ARGUMENT;
}

static ch_status add_variant(ch_gcn_state *state, const ch_binding_kernel *kernel, ch_format format,
			     ch_gcn_error *error)
{
	const bool one = (kernel->formats & (kernel->formats - 1)) == 0;

	if (state->variant_count == CH_GCN_MAX_VARIANTS) {
		snprintf(error->text, sizeof(error->text), "%s: more than %d kernels and formats", state->binding.path,
			 CH_GCN_MAX_VARIANTS);
		return CH_BAD_ARGUMENT;
	}
	ch_variant *variant = &state->variants[state->variant_count];
	ch_gcn_variant *ours = &state->ours[state->variant_count];
	*ours = (ch_gcn_variant){.kernel = kernel};
	snprintf(ours->name, sizeof(ours->name), "%s%s%s", kernel->name, one ? "" : "-",
		 one ? "" : ch_format_get(format)->name);
	*variant = (ch_variant){.struct_size = sizeof(*variant),
				.op = kernel->op,
				.name = ours->name,
				.formats = 1u << format,
				.max_ncols = kernel->most_ncols,
				.waves = kernel->waves};
	variant->flags = (kernel->order.reported ? CH_VARIANT_BYTES_REPORTED : 0) |
			 (kernel->float_activations ? CH_VARIANT_FLOAT_ACTIVATIONS : 0);
	const ch_status status = stated_order(state, kernel, format, &variant->order, error);
	state->variant_count += !status;
	return status;
}

static ch_status fill_foreign_variants(ch_gcn_state *state, ch_gcn_error *error)
{
	for (uint32_t i = 0; i < state->binding.kernel_count; i++) {
		const ch_binding_kernel *kernel = &state->binding.kernels[i];

		if (!ch_binding_kernel_fits(&state->binding, kernel, state->arch, state->wave_size))
			continue;
		if (kernel->file) {
			snprintf(error->text, sizeof(error->text),
				 "%s:%u: 'file' has no meaning where one code object is given", state->binding.path,
				 kernel->line);
			return CH_BAD_ARGUMENT;
		}
		for (unsigned f = 0; f < CH_FORMAT_COUNT; f++) {
			if (!(kernel->formats & 1u << f))
				continue;
			const ch_status status = add_variant(state, kernel, (ch_format)f, error);

			if (status)
				return status;
		}
	}
	return CH_OK;
}

static ch_status open_binding(ch_gcn_state *state, const char *path, ch_gcn_error *error)
{
	ch_status status;

	if (state->foreign)
		status = ch_binding_load(path, &state->binding, error);
	else
		status = ch_binding_parse("checkhip.binding", (const char *)ch_own_binding,
					  (size_t)(ch_own_binding_end - ch_own_binding), &state->binding, error);
	if (status)
		return status;
	if (!state->foreign) {
		fill_own_variants(state);
		return CH_OK;
	}
	status = ch_gcn_bound_verify(state->run, &state->binding, state->arch, state->wave_size, error);
	return status ? status : fill_foreign_variants(state, error);
}

ch_status ch_gcn_state_open(ch_gcn_state *state, const char *argument, ch_gcn_error *error)
{
	ch_gcn_words words;

	if (!split(argument, &words)) {
		snprintf(error->text, sizeof(error->text),
			 "expected gcn:ARCH, gcn:ARCH:FOLDER or gcn:ARCH,code-object=FILE,binding=FILE; got '%.80s'",
			 argument);
		return CH_BAD_ARGUMENT;
	}
	if (words.where_length >= sizeof(state->where)) {
		snprintf(error->text, sizeof(error->text), "a path of %zu characters: at most %zu", words.where_length,
			 sizeof(state->where) - 1);
		return CH_BAD_ARGUMENT;
	}
	snprintf(state->arch, sizeof(state->arch), "%.*s", (int)(words.arch_length > 31 ? 31 : words.arch_length),
		 argument);
	snprintf(state->where, sizeof(state->where), "%.*s", (int)words.where_length, words.where ? words.where : "");
	state->foreign = words.binding != NULL;
	const ch_architecture *architecture = ch_architecture_find(state->arch);
	if (!architecture || strncmp(state->arch, "gfx", 3) != 0) {
		snprintf(error->text, sizeof(error->text),
			 "gcn:ARCH with an AMD architecture, as in gcn:gfx1151; got '%.60s'", argument);
		return CH_BAD_ARGUMENT;
	}
	if (!ch_gcn_target_executed(state->arch)) {
		snprintf(error->text, sizeof(error->text),
			 "code for %s is not executed, only decoded (docs/kernels.md says which targets are)",
			 state->arch);
		return CH_UNSUPPORTED;
	}
	if (!state->where[0] && !ch_embedded_arch(state->arch)) {
		snprintf(error->text, sizeof(error->text),
			 "this build holds no kernels for %s; configure with CHECKHIP_AMD_OBJECTS, or name a folder: "
			 "gcn:%s:FOLDER",
			 state->arch, state->arch);
		return CH_NO_DEVICE;
	}
	if (state->where[0] && !state->foreign && !is_folder(state->where)) {
		snprintf(error->text, sizeof(error->text), "%.150s: no folder; expected one of compiled kernels",
			 state->where);
		return CH_BAD_ARGUMENT;
	}
	state->wave_size = architecture->wave_size;
	snprintf(state->device.arch, sizeof(state->device.arch), "%s", state->arch);
	state->device.wave_size = (int)state->wave_size;
	ch_qsa_guard_init(&state->guard, &ch_qsa_guard_fixed, &state->device, NULL);
	state->run = ch_gcn_run_new(state->arch,
				    state->foreign    ? CH_GCN_FROM_FILE
				    : state->where[0] ? CH_GCN_FROM_FOLDER
						      : CH_GCN_FROM_BUILD,
				    state->where);
	if (!state->run) {
		snprintf(error->text, sizeof(error->text), "out of memory");
		return CH_OUT_OF_MEMORY;
	}
	const ch_status status = open_binding(state, words.binding, error);
	if (status)
		ch_gcn_state_close(state);
	return status;
}

void ch_gcn_state_close(ch_gcn_state *state)
{
	ch_gcn_run_free(state->run);
	ch_binding_close(&state->binding);
	state->run = NULL;
}
