/* SPDX-License-Identifier: Apache-2.0
 *
 * The compiled kernels of attention over selected cells, executed: the bytes of ch_qsa_model for every pool, entry, geometry and form, and no
 * word from a checker of the executor. Kernels broken in one line (src/kernels/qsa_objects.cmake) must not get by. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "qsa_call.h"
#include "providers/gcn.h"

static uint32_t variant_index(void *state, const char *name)
{
	uint32_t count;
	const ch_variant *variants = ch_provider_gcn()->variants(state, &count);

	for (uint32_t i = 0; i < count; i++)
		if (strcmp(variants[i].name, name) == 0)
			return i;
	fail_msg("no variant %s", name);
	return 0;
}

/* Whether the kernels give the model's bytes; words say what they gave instead. */
static bool gives_model(void *state, const qsa_call *call, const char *variant, char words[320])
{
	ch_qsa_args args = call->args;
	ch_outcome outcome = {.struct_size = sizeof(outcome)};
	float *expected = malloc(call->out_count * sizeof(float)), *got = malloc(call->out_count * sizeof(float));
	size_t at = 0;

	assert_true(expected && got);
	args.out = expected;
	assert_int_equal(ch_qsa_model(&args, expected), CH_OK);
	memset(got, 0xa5, call->out_count * sizeof(float));
	args.out = got;
	args.variant = variant_index(state, variant);
	const ch_status status = ch_provider_gcn()->qsa(state, &args, &outcome);
	while (at < call->out_count && memcmp(&got[at], &expected[at], sizeof(float)) == 0)
		at++;
	if (status)
		snprintf(words, 320, "%s", outcome.message);
	else if (at < call->out_count)
		snprintf(words, 320, "value %zu is %a, the model has %a", at, (double)got[at], (double)expected[at]);
	free(got);
	free(expected);
	/* the note tells of approximate instructions and misaligned accesses; here there are none, and the merge divides */
	if (!status && (!strstr(outcome.note, "every instruction exact (IEEE divisions included)") ||
			strstr(outcome.note, "approximate") || strstr(outcome.note, "misaligned"))) {
		snprintf(words, 320, "%.300s", outcome.note);
		return false;
	}
	if (!status)
		assert_string_equal(outcome.variant,
				    args.pool == CH_POOL_INT8 && args.entry == CH_QSA_BATCH ? variant : "qsa-linear");
	return !status && at == call->out_count;
}

static void *open_or_skip(const char *argument)
{
	void *state = NULL;
	ch_outcome outcome = {.struct_size = sizeof(outcome)};

	if (ch_provider_gcn()->open(argument, &state, &outcome))
		skip(); /* this build has no objects */
	return state;
}

static void check(void *state, const qsa_call *call, const char *variant)
{
	char words[320] = "";

	if (!gives_model(state, call, variant, words))
		fail_msg("%s, pool %d, entry %d, %d x %d, width %d: %s", variant, (int)call->args.pool,
			 (int)call->args.entry, (int)call->args.head_dim, (int)call->args.n_head,
			 (int)call->args.width[0], words);
}

static void kernels_give_the_bytes_of_the_model(void **arch)
{
	void *state = open_or_skip(*arch);
	uint32_t count;
	const ch_qsa_geometry *geometries = ch_qsa_geometries(&count);

	for (uint32_t g = 0; g < count; g++)
		for (int pool = 0; pool < CH_POOL_COUNT; pool++) {
			qsa_call call;
			qsa_call_make(&call, (ch_pool)pool, CH_QSA_BATCH, geometries[g], qsa_call_widths,
				      QSA_CALL_WIDTHS, 1);
			check(state, &call, "qsa-linear");
			check(state, &call, "qsa-swizzle");
			qsa_call_free(&call);
			for (int w = 0; w < QSA_CALL_WIDTHS; w++) {
				qsa_call_make(&call, (ch_pool)pool, CH_QSA_STEP, geometries[g], &qsa_call_widths[w], 1,
					      2 + (uint64_t)w);
				check(state, &call, "qsa-swizzle");
				qsa_call_free(&call);
			}
		}
	ch_provider_gcn()->close(state);
}

typedef struct broken_kernels {
	const char *folder, *expect; /* of what must be said */
	bool linear_too;
} broken_kernels;

/* The call has a wrong form for every fault: both forms, widths at the borders of a chunk, more room than width, several pages. */
static void broken_kernels_are_caught(void **row)
{
	const broken_kernels *broken = *row;
	char argument[1024], words[320] = "";
	uint32_t count;
	qsa_call call;

	snprintf(argument, sizeof(argument), "gfx906:" CHECKHIP_BROKEN_KERNELS "/%s", broken->folder);
	void *state = open_or_skip(argument);
	qsa_call_make(&call, CH_POOL_INT8, CH_QSA_BATCH, ch_qsa_geometries(&count)[0], qsa_call_widths, QSA_CALL_WIDTHS,
		      1);
	assert_int_equal(gives_model(state, &call, "qsa-linear", words), !broken->linear_too);
	if (broken->linear_too)
		assert_non_null(strstr(words, broken->expect));
	assert_false(gives_model(state, &call, "qsa-swizzle", words));
	print_message("%s: %s\n", broken->folder, words);
	assert_non_null(strstr(words, broken->expect));
	qsa_call_free(&call);
	ch_provider_gcn()->close(state);
}

int main(void)
{
	static char gfx906[] = "gfx906", gfx1100[] = "gfx1100", gfx1151[] = "gfx1151", gfx1201[] = "gfx1201";
	static broken_kernels broken[] = {
		{"f36_no_barrier_before_scores", "LDS race", true},
		{"f38_written_straight", "the model has", false},
		{"f40_takes_empty_chunks", "nan, the model has", true},
		{"f42_whole_chunk", "out of bounds", true},
		{"f44_first_page", "the model has", true},
	};
	const struct CMUnitTest tests[] = {
		{"gfx906", kernels_give_the_bytes_of_the_model, NULL, NULL, gfx906},
		{"gfx1100", kernels_give_the_bytes_of_the_model, NULL, NULL, gfx1100},
		{"gfx1151", kernels_give_the_bytes_of_the_model, NULL, NULL, gfx1151},
		{"gfx1201", kernels_give_the_bytes_of_the_model, NULL, NULL, gfx1201},
		{"f36", broken_kernels_are_caught, NULL, NULL, &broken[0]},
		{"f38", broken_kernels_are_caught, NULL, NULL, &broken[1]},
		{"f40", broken_kernels_are_caught, NULL, NULL, &broken[2]},
		{"f42", broken_kernels_are_caught, NULL, NULL, &broken[3]},
		{"f44", broken_kernels_are_caught, NULL, NULL, &broken[4]},
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
