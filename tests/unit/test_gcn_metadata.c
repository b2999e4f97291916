/* SPDX-License-Identifier: Apache-2.0
 *
 * MessagePack by hand: what a note can say wrongly, each with the offset in its error. First bytes are in octal, since a hex
 * escape would swallow the letters behind it: 0201 is a map of 1 pair, 0221 an array of 1, 0245 a string of 5, 0315 a 16-bit integer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "gcn/parts.h"

/* An object with a kernel "a", as kernels.c leaves it before the notes are read. */
static void object_make(ch_gcn_object *object)
{
	*object = (ch_gcn_object){.kernel_count = 1};
	object->kernels = calloc(1, sizeof *object->kernels);
	assert_non_null(object->kernels);
	object->kernels[0].symbol = strdup("a.kd");
	object->kernels[0].name = strdup("a");
}

static ch_status parse(const char *bytes, size_t size, ch_gcn_object *object, ch_gcn_error *error)
{
	uint8_t *copy = malloc(size ? size : 1); /* its end is watched by the sanitizer */
	assert_non_null(copy);
	memcpy(copy, bytes, size);
	object_make(object);
	error->text[0] = 0;
	ch_status status = ch_gcn_metadata_parse(copy, size, 0x200, object, error);
	free(copy);
	return status;
}

/* {"amdhsa.kernels": [ {...} ]}: up to the kernel's map */
#define HEAD "\201\256amdhsa.kernels"
#define SYMBOL            \
	"\247.symbol\244" \
	"a.kd"

static void a_kernel_is_read(void **state)
{
	(void)state;
	static const char bytes[] = HEAD "\221\205" SYMBOL "\245.name\243"
					 "abc"
					 "\265.kernarg_segment_size\020"
					 "\253.vgpr_count\315\001\002" /* 16-bit integer, big-endian */
					 "\245.args\222\203\247.offset\010\245.size\010\253.value_kind\255global_buffer"
					 "\202\247.offset\000\253.value_kind\254something_xx";
	ch_gcn_object object;
	ch_gcn_error error;
	ch_status status = parse(bytes, sizeof bytes - 1, &object, &error);
	assert_string_equal(error.text, "");
	assert_int_equal(status, CH_OK);
	const ch_gcn_kernel *k = &object.kernels[0];
	assert_true(k->has_metadata);
	assert_string_equal(k->name, "abc");
	assert_string_equal(k->symbol, "a.kd");
	assert_int_equal(k->kernarg_bytes, 16);
	assert_int_equal(k->vgprs, 0x102);
	assert_int_equal(k->arg_count, 2);
	assert_int_equal(k->args[0].kind, CH_GCN_ARG_GLOBAL_BUFFER);
	assert_int_equal(k->args[0].offset, 8);
	assert_int_equal(k->args[1].kind, CH_GCN_ARG_UNKNOWN); /* kept as text, for a message */
	assert_string_equal(k->args[1].kind_text, "something_xx");
	ch_gcn_object_close(&object);
}

typedef struct ch_row {
	const char *bytes;
	size_t size;
	const char *says;
} ch_row;

#define ROW(bytes, says)                       \
	{                                      \
		bytes, sizeof(bytes) - 1, says \
	}

static void wrong_documents_are_errors(void **state)
{
	static const ch_row rows[] = {
		ROW("", "offset 0x200: expected another element, found the end"),
		ROW("\301", "offset 0x200: expected a MessagePack element, found byte 0xc1"),
		ROW("\200\200", "offset 0x201: expected the end, found 1 more bytes"),
		ROW("\300", "expected a map"),
		ROW("\335\377\377\377\377", "offset 0x200: expected 4294967295 more bytes or elements, found 0 bytes"),
		ROW("\337\377\377\377\377\000\000", "expected 8589934590 more bytes or elements"),
		ROW("\333\377\377\377\377\000", "expected 4294967295 more bytes"),
		ROW("\306\000\000", "expected a length of 4 bytes"),
		ROW("\221\221\221\221\221\221\221\221\221\221\221\221\221\221\221\221\221\221\221\000",
		    "at most 16 levels"),
		ROW(HEAD "\005", "offset 0x202: 'amdhsa.kernels': expected an array"),
		ROW(HEAD "\221\005", "'amdhsa.kernels': expected a map for each kernel"),
		ROW(HEAD "\221\200", "expected a kernel's .symbol"),
		ROW(HEAD "\221\201\247.symbol\005", "'.symbol': expected a kernel's .symbol as a string"),
		ROW(HEAD "\221\201\247.symbol\244"
			 "b.kd",
		    "'b.kd': expected a descriptor with this symbol"),
		ROW(HEAD "\221\201\247.symbol\245"
			 "a.kd\0",
		    "expected a kernel's .symbol as a string"),
		ROW(HEAD "\222\201" SYMBOL "\201" SYMBOL, "one row a kernel"),
		ROW(HEAD "\221\202" SYMBOL "\245.name\240", "'.name': expected a string"),
		ROW(HEAD "\221\202" SYMBOL "\253.vgpr_count\377", "'.vgpr_count': expected an integer of 0..2^32-1"),
		ROW(HEAD "\221\202" SYMBOL "\253.vgpr_count\317\000\000\000\001\000\000\000\000", "0..2^32-1"),
		ROW(HEAD "\221\202" SYMBOL "\263.uses_dynamic_stack\002", "'.uses_dynamic_stack': expected a boolean"),
		ROW(HEAD "\221\202" SYMBOL "\245.args\005", "'.args': expected an array"),
		ROW(HEAD "\221\202" SYMBOL "\245.args\221\005", "'.args': expected a map for each argument"),
		ROW(HEAD "\221\202" SYMBOL "\245.args\221\201\247.offset\001", "end within .kernarg_segment_size"),
		ROW(HEAD "\221\202" SYMBOL
			 "\245.args\221\202\247.offset\316\377\377\377\377\245.size\316\377\377\377\377",
		    "end within .kernarg_segment_size"),
		ROW(HEAD "\221\202" SYMBOL "\264.reqd_workgroup_size\222\001\001", "an array of 3 integers"),
		ROW(HEAD "\221\202" SYMBOL "\264.reqd_workgroup_size\223\001\001\300", "an array of 3 integers"),
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		ch_gcn_object object;
		ch_gcn_error error;
		ch_status status = parse(rows[i].bytes, rows[i].size, &object, &error);
		if (status != CH_BAD_ARGUMENT || !strstr(error.text, rows[i].says))
			fail_msg("row %zu: status %d, '%s'; expected '%s'", i, (int)status, error.text, rows[i].says);
		ch_gcn_object_close(&object);
	}
}

static void control_characters_stay_out_of_errors(void **state)
{
	(void)state;
	static const char bytes[] = HEAD "\221\201\247.symbol\246"
					 "\033[2J\n\177";
	ch_gcn_object object;
	ch_gcn_error error;
	assert_int_equal(parse(bytes, sizeof bytes - 1, &object, &error), CH_BAD_ARGUMENT);
	assert_non_null(strstr(error.text, "'?[2J?"));
	ch_gcn_object_close(&object);
}

static void unknown_keys_are_skipped(void **state)
{
	(void)state;
	static const char bytes[] = HEAD "\221\203" SYMBOL "\244.new\222\001\307\001\005\000\005\303";
	ch_gcn_object object;
	ch_gcn_error error;
	assert_int_equal(parse(bytes, sizeof bytes - 1, &object, &error), CH_OK);
	assert_true(object.kernels[0].has_metadata);
	ch_gcn_object_close(&object);
}

static void each_kind_has_its_name(void **state)
{
	(void)state;
	assert_string_equal(ch_gcn_arg_kind_name(CH_GCN_ARG_HIDDEN_REMAINDER_Z), "hidden_remainder_z");
	assert_string_equal(ch_gcn_arg_kind_name(CH_GCN_ARG_BY_VALUE), "by_value");
	assert_string_equal(ch_gcn_arg_kind_name((ch_gcn_arg_kind)999), "unknown");
	for (unsigned kind = 0; kind < CH_GCN_ARG_KIND_COUNT; kind++) {
		const char *name = ch_gcn_arg_kind_name((ch_gcn_arg_kind)kind);
		assert_non_null(name);
		assert_int_equal(strncmp(name, "hidden_", 7) == 0, kind >= CH_GCN_ARG_HIDDEN);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_kernel_is_read),
		cmocka_unit_test(wrong_documents_are_errors),
		cmocka_unit_test(control_characters_stay_out_of_errors),
		cmocka_unit_test(unknown_keys_are_skipped),
		cmocka_unit_test(each_kind_has_its_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
