/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading binding files: what is taken, what is computed, and what is refused with which words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "binding/bound.h"

static const char whole[] = "checkhip-binding 1\n"
			    "# a comment\n"
			    "engine  words of it # and a comment\n"
			    "let half = blocks / 2\n"
			    "\n"
			    "kernel one\r\n"
			    "  op mmvq\n"
			    "  format fp3 fp8\n"
			    "  arch gfx906 gfx11*\n"
			    "  symbol _Z1fILi{ggml_id}ELi{ncols}E*_{0 - ncols}x\n"
			    "  ncols 1 8\n"
			    "  let own = ncols > 4 ? 1 : 2\n"
			    "  grid ceil_div(rows, own), 2\n"
			    "  block wave, own\n"
			    "  lds half * 4\n"
			    "  order contract\n"
			    "  order-waves own\n"
			    "  same-bytes reported\n"
			    "  buffer w w_bytes + 128\n"
			    "  buffer scratch rows * 4\n"
			    "  arg 0 ptr w\n"
			    "  arg 8 ptr x_q8_1\n"
			    "  arg 16 ptr null\n"
			    "  arg 24 ptr scratch + 4\n"
			    "  arg 32 ptr y\n"
			    "  arg 40 i32 -rows\n"
			    "  arg 44 f32 0.5\n"
			    "  arg 48 f32 ncols\n"
			    "  arg 52 bytes 00ffA1\n"
			    "  arg 55 bool ncols == 3 || rows / (ncols - 3) > 0\n"
			    "  arg 56 zero 8\n"
			    "  arg 64 u64 k * rows\n"
			    "end\n"
			    "kernel two\n"
			    "  op quantize_q8_1\n"
			    "  symbol q\n"
			    "  let own = 3\n"
			    "  grid own * k\n"
			    "  block 1\n"
			    "  arg 0 ptr x\n"
			    "  arg 8 ptr x_q8_1\n"
			    "end"; /* no newline */

static void open_text(const char *text, ch_binding *binding)
{
	ch_gcn_error error = {""};
	const ch_status status = ch_binding_parse("b", text, strlen(text), binding, &error);

	if (status)
		print_error("%s\n", error.text);
	assert_int_equal(status, CH_OK);
}

static void a_whole_file_is_read(void **state)
{
	ch_binding binding;
	ch_binding_scope scope;
	static ch_bound_launch launch;
	ch_gcn_error error;
	/* offset 40 on: -5, 0.5f, 3.0f, 00 ff a1, true, zeros, 64 * 5 */
	static const uint8_t segment[] = {0xfb, 0xff, 0xff, 0xff, 0, 0, 0, 0x3f, 0,  0, 0x40, 0x40, 0, 0xff, 0xa1, 1,
					  0,	0,    0,    0,	  0, 0, 0, 0,	 64, 1, 0,    0,    0, 0,    0,	   0};

	(void)state;
	open_text(whole, &binding);
	assert_string_equal(binding.engine, "words of it");
	assert_int_equal(binding.kernel_count, 2);
	const ch_binding_kernel *one = ch_binding_find(&binding, "one");
	assert_int_equal(one->formats, 1u << CH_FP3 | 1u << CH_FP8);
	assert_true(one->order.contract && one->order.reported);
	assert_true(ch_binding_kernel_fits(&binding, one, "gfx1151", 32));
	assert_true(ch_binding_kernel_fits(&binding, one, "gfx906", 64));
	assert_false(ch_binding_kernel_fits(&binding, one, "gfx9060", 64)); /* F48: never by prefix */
	assert_null(ch_binding_find(&binding, "three"));

	ch_binding_scope_fill(&binding, one, CH_FP3, 32, 0, 64, 5, 3, &scope);
	assert_int_equal(ch_bound_plan(one, &scope, &launch, &error), CH_OK);
	char symbol[64];
	snprintf(symbol, sizeof(symbol), "_Z1fILi%uELi3E*_n3x", ch_format_get(CH_FP3)->ggml_id);
	assert_string_equal(launch.symbol, symbol);
	assert_int_equal(launch.grid[0], 3);
	assert_int_equal(launch.grid[1], 2);
	assert_int_equal(launch.block[0], 32);
	assert_int_equal(launch.block[1], 2);
	assert_int_equal(launch.lds, 4);
	assert_int_equal(launch.row_waves, 2);
	assert_int_equal(launch.buffer_bytes[CH_BIND_W], 5 * 2 * 14 + 128);
	assert_int_equal(launch.buffer_bytes[CH_BIND_X_Q8_1], 3 * 2 * 36);
	assert_int_equal(launch.buffer_bytes[CH_BIND_Y], 3 * 5 * 4);
	assert_int_equal(launch.pointer_offsets[3], 4);
	assert_memory_equal(launch.segment + 40, segment, sizeof(segment));

	const ch_binding_kernel *two = ch_binding_find(&binding, "two");
	ch_binding_scope_fill(&binding, two, CH_FP2, 32, 0, 64, 0, 1, &scope);
	assert_int_equal(ch_bound_plan(two, &scope, &launch, &error), CH_OK);
	assert_int_equal(launch.grid[0], 3 * 64);
	ch_binding_close(&binding);
}

/* ---- files ---- */

/* A line of `whole` exchanged for another. */
static const struct {
	const char *from, *to, *words;
} changes[] = {
	{"checkhip-binding 1", "checkhip-binding 2", "b:1: expected the first line 'checkhip-binding 1', found"},
	{"  op mmvq", "  op mmv", "b:7: expected mmvq, mmq or quantize_q8_1, found 'mmv'"},
	{"  op mmvq", "", "b:6: missing in this kernel: op"},
	{"  op mmvq", "  op mmvq\n  op mmvq", "b:8: a second 'op'"},
	{"  op mmvq", "  op mmvq mmq", "b:7: expected the end of the line, found 'mmq'"},
	{"  op mmvq", "  oper mmvq", "b:7: no key 'oper'; a kernel has: op, format, arch"},
	{"  format fp3 fp8", "  format fp3 fp9", "b:8: no format 'fp9'"},
	{"  format fp3 fp8", "", "b:6: missing in this kernel: format"},
	{"  arch gfx906 gfx11*", "  arch sm_90", "b:9: expected an architecture"},
	{"  symbol _Z1f", "  symbol _Z1{rows ]", "b:10: expected '}'"},
	{"  ncols 1 8", "  ncols 1 9", "b:6: mmvq has up to 8 columns"},
	{"  ncols 1 8", "  ncols 0 8", "b:11: 0 to 8 columns"},
	{"  grid ceil_div(rows, own), 2", "  grid 1, 2, 3, 4", "b:13: more than three"},
	{"  block wave, own", "", "b:6: missing in this kernel: block"},
	{"  order contract", "", "b:6: missing in this kernel: order (order-waves is there)"},
	{"  order contract", "  order qi 8", "b:16: expected 'order contract', or at least"},
	{"  order contract", "  order qi 8, vdr 2, lanes rows, term one-scale", "b:16: 'rows' means nothing here"},
	{"  order contract", "  order qi 8, dvr 2", "b:16: no part 'dvr' of an order"},
	{"  same-bytes reported", "  same-bytes no", "b:18: expected required or reported, found 'no'"},
	{"  buffer scratch rows * 4", "", "b:24: scratch needs its size"},
	{"  buffer scratch rows * 4", "  buffer w 4", "b:20: a second size of w"},
	{"  arg 0 ptr w", "", "b:6: missing: an argument that points to w"},
	{"  arg 0 ptr w", "  arg 0 ptr x", "b:21: the operation has no buffer x"},
	{"  arg 0 ptr w", "  arg 0 ptr v", "b:21: no buffer 'v'"},
	{"  arg 0 ptr w", "  arg 4 ptr w", "b:21: offset 4 is no multiple of the 8 bytes of ptr"},
	{"  arg 0 ptr w", "  arg -8 ptr w", "b:21: expected an offset, found '-8"},
	{"  arg 8 ptr x_q8_1", "  arg 0 ptr x_q8_1", "b:22: offset 0: the argument of line 21 goes on to 8"},
	{"  arg 40 i32 -rows", "  arg 40 int -rows", "b:26: no type 'int'"},
	{"  arg 40 i32 -rows", "  arg 99999 i32 1", "b:26: an offset of at most 4096"},
	{"  arg 52 bytes 00ffA1", "  arg 52 bytes 00f", "b:29: expected two hexadecimal digits a byte"},
	{"  arg 56 zero 8", "  arg 56 zero 0", "b:31: zero of no bytes"},
	{"end\nkernel two", "end\nend", "b:34: no key 'end'; expected outside a kernel: engine, let, kernel"},
	{"end\nkernel two", "kernel two", "b:33: no key 'kernel'; a kernel has"},
	{"kernel two", "kernel one", "b:34: a second kernel one"},
	{"kernel two", "kernel t/w", "b:34: a kernel's name is letters"},
	{"  grid own * k", "  grid rows", "b:38: 'rows' means nothing here"},
	{"  arg 0 ptr x\n  arg 8 ptr x_q8_1\nend", "  arg 0 ptr x", "the file ends inside kernel two (line 34)"},
};

static void wrong_files_are_refused(void **state)
{
	static char text[4096];

	(void)state;
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		const char *at = strstr(whole, changes[i].from);
		ch_binding binding;
		ch_gcn_error error = {""};

		assert_non_null(at);
		snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - whole), whole, changes[i].to,
			 at + strlen(changes[i].from));
		if (ch_binding_parse("b", text, strlen(text), &binding, &error) == CH_OK ||
		    !strstr(error.text, changes[i].words))
			fail_msg("'%s': '%s' does not say '%s'", changes[i].to, error.text, changes[i].words);
	}
}

static void broken_texts_are_refused(void **state)
{
	static char long_line[CH_BINDING_MAX_LINE + 64];
	ch_binding binding;
	ch_gcn_error error;

	(void)state;
	assert_int_equal(ch_binding_parse("b", "", 0, &binding, &error), CH_BAD_ARGUMENT);
	assert_non_null(strstr(error.text, "the file is empty"));
	assert_int_equal(ch_binding_parse("b", "checkhip-binding 1\n", 19, &binding, &error), CH_BAD_ARGUMENT);
	assert_non_null(strstr(error.text, "binds no kernel"));
	assert_int_equal(ch_binding_parse("b", "checkhip-binding 1\nlet\0 a = 1\n", 30, &binding, &error),
			 CH_BAD_ARGUMENT);
	assert_non_null(strstr(error.text, "b:2: a NUL byte"));
	memset(long_line, '#', sizeof(long_line));
	memcpy(long_line, "checkhip-binding 1\n", 19);
	assert_int_equal(ch_binding_parse("b", long_line, sizeof(long_line), &binding, &error), CH_BAD_ARGUMENT);
	assert_non_null(strstr(error.text, "b:2: a line of more than"));
	assert_int_equal(ch_binding_load("/nonexistent/of.binding", &binding, &error), CH_FAILED);
	assert_non_null(strstr(error.text, "/nonexistent/of.binding: "));
	/* cut anywhere: never a crash, and taken only where the first kernel ends */
	const size_t first_end = (size_t)(strstr(whole, "\nend\n") - whole) + 4;
	for (size_t size = 0; size < sizeof(whole) - 3; size++) {
		const bool complete = size == first_end || size == first_end + 1;
		const bool taken = ch_binding_parse("b", whole, size, &binding, &error) == CH_OK;

		assert_int_equal(taken, complete);
		if (taken)
			ch_binding_close(&binding);
	}
}

static void numbers_that_do_not_fit_are_refused(void **state)
{
	static const struct {
		const char *from, *to, *words;
	} rows[] = {
		{"  arg 40 i32 -rows", "  arg 40 i32 rows * 4294967296",
		 "b:26: i32 is 21474836480, expected -2147483648"},
		{"  arg 40 i32 -rows", "  arg 40 u32 -rows", "b:26: u32 is -5, expected 0 to 4294967295"},
		{"  arg 64 u64 k * rows", "  arg 64 bool k", "b:32: bool is 64, expected 0 to 1"},
		{"  arg 24 ptr scratch + 4", "  arg 24 ptr scratch + 24", "b:24: 24 bytes into scratch, which has 20"},
		{"  buffer w w_bytes + 128", "  buffer w w_bytes - 1", "b:19: a buffer's size is 139, expected 140"},
		{"  grid ceil_div(rows, own), 2", "  grid -1", "b:13: a grid's dimension is -1, expected 0"},
		{"  grid ceil_div(rows, own), 2", "  grid 2147483647", "b:13: more work-items than a grid holds"},
		{"  grid ceil_div(rows, own), 2", "  grid 1, 65536", "b:13: a grid's dimension is 65536"},
		{"  block wave, own", "  block wave, 33",
		 "b:14: a workgroup of 1056 work-items, expected at most 1024"},
		{"  block wave, own", "  block 0", "b:14: a workgroup's dimension is 0, expected 1"},
		{"  lds half * 4", "  lds -1", "b:15: the dynamic LDS is -1"},
		{"  order-waves own", "  order-waves 0", "b:17: the waves that share a row is 0"},
	};
	static char text[4096];
	static ch_bound_launch launch;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *at = strstr(whole, rows[i].from);
		ch_binding binding;
		ch_binding_scope scope;
		ch_gcn_error error = {""};

		snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - whole), whole, rows[i].to,
			 at + strlen(rows[i].from));
		open_text(text, &binding);
		ch_binding_scope_fill(&binding, &binding.kernels[0], CH_FP3, 32, 0, 64, 5, 3, &scope);
		if (ch_bound_plan(&binding.kernels[0], &scope, &launch, &error) == CH_OK ||
		    !strstr(error.text, rows[i].words))
			fail_msg("'%s': '%s' does not say '%s'", rows[i].to, error.text, rows[i].words);
		ch_binding_close(&binding);
	}
}

/* ---- against metadata ---- */

/* What a kernel of `plain` below would be compiled to. */
static const ch_gcn_arg plain_args[] = {
	{.kind = CH_GCN_ARG_GLOBAL_BUFFER, .offset = 0, .size = 8},
	{.kind = CH_GCN_ARG_GLOBAL_BUFFER, .offset = 8, .size = 8},
	{.kind = CH_GCN_ARG_GLOBAL_BUFFER, .offset = 16, .size = 8},
	{.kind = CH_GCN_ARG_BY_VALUE, .offset = 24, .size = 12, .kind_text = "by_value"},
	{.kind = CH_GCN_ARG_DYNAMIC_SHARED_POINTER, .offset = 36, .size = 4},
	{.kind = CH_GCN_ARG_HIDDEN_BLOCK_COUNT_X, .offset = 40, .size = 4},
};

static const char plain[] =
	"checkhip-binding 1\nkernel p\n  op mmvq\n  format fp3\n  symbol p\n  ncols 1 8\n  grid rows\n"
	"  block 64, 2\n  arg 0 ptr w\n  arg 8 ptr x_q8_1\n  arg 16 ptr y\n  arg 24 u32 k\n"
	"  arg 28 bytes 0102030405060708\nend\n";

static ch_gcn_kernel plain_kernel(ch_gcn_arg args[6])
{
	memcpy(args, plain_args, sizeof(plain_args));
	return (ch_gcn_kernel){.has_metadata = true,
			       .args = args,
			       .arg_count = 6,
			       .max_flat_workgroup_size = 128,
			       .required_workgroup_size = {64, 2, 1}};
}

static ch_status check_plain(const ch_gcn_kernel *kernel, ch_gcn_error *error)
{
	static ch_bound_launch launch;
	ch_binding binding;
	ch_binding_scope scope;

	open_text(plain, &binding);
	ch_binding_scope_fill(&binding, &binding.kernels[0], CH_FP3, 64, 0, 64, 5, 3, &scope);
	assert_int_equal(ch_bound_plan(&binding.kernels[0], &scope, &launch, error), CH_OK);
	const ch_status status = ch_bound_check(&launch, kernel, error);
	if (status == CH_OK) {
		const int32_t buffers[CH_BIND_BUFFERS] = {[CH_BIND_W] = 2, [CH_BIND_X_Q8_1] = 1, [CH_BIND_Y] = 0};
		static const uint8_t value[] = {64, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8};
		ch_gcn_argument arguments[CH_BINDING_MAX_ARGS];

		assert_int_equal(ch_bound_arguments(&launch, kernel, buffers, arguments, CH_BINDING_MAX_ARGS), 4);
		assert_int_equal(arguments[0].buffer, 2);
		assert_int_equal(arguments[1].buffer, 1);
		assert_int_equal(arguments[2].buffer, 0);
		assert_int_equal(arguments[3].buffer, -1);
		assert_int_equal(arguments[3].bytes, 12);
		assert_memory_equal(arguments[3].value, value, sizeof(value));
	}
	ch_binding_close(&binding);
	return status;
}

static void refused_by_metadata(const ch_gcn_kernel *kernel, const char *words)
{
	ch_gcn_error error = {""};

	if (check_plain(kernel, &error) == CH_OK || !strstr(error.text, words))
		fail_msg("'%s' does not say '%s'", error.text, words);
}

static void metadata_decides(void **state)
{
	ch_gcn_arg args[6];
	ch_gcn_kernel kernel = plain_kernel(args);
	ch_gcn_error error = {""};

	(void)state;
	assert_int_equal(check_plain(&kernel, &error), CH_OK);
	kernel.required_workgroup_size[1] = 1;
	refused_by_metadata(&kernel, "b:8: a workgroup of 64,2,1; the kernel is compiled for 64,1,1 and no other");
	kernel = plain_kernel(args);
	kernel.max_flat_workgroup_size = 127;
	refused_by_metadata(&kernel, "b:8: a workgroup of 128 work-items; the kernel is compiled for at most 127");
	kernel = plain_kernel(args);
	kernel.descriptor.lds_bytes = 65537;
	refused_by_metadata(&kernel, "b:2: 65537 bytes of LDS and 0 more; a workgroup has 65536");
	kernel = plain_kernel(args);
	kernel.has_metadata = false;
	refused_by_metadata(&kernel, "b:5: the kernel has no metadata");
	kernel = plain_kernel(args);
	args[1].kind = CH_GCN_ARG_BY_VALUE;
	refused_by_metadata(&kernel,
			    "b:10: the kernel has 8 bytes by value at offset 8, the binding a pointer to x_q8_1");
	kernel = plain_kernel(args);
	args[3].size = 8;
	refused_by_metadata(&kernel, "b:13: bytes of 8 bytes at offset 28: the kernel's argument at 24 has 8 bytes");
	kernel = plain_kernel(args);
	args[3].kind = CH_GCN_ARG_IMAGE;
	refused_by_metadata(&kernel, "b:12: the kernel's argument at offset 24 is of kind by_value, which is not done");
	kernel = plain_kernel(args);
	args[4].kind = CH_GCN_ARG_BY_VALUE;
	refused_by_metadata(&kernel, "b:2: missing: the kernel's argument at offset 36 has 4 bytes");
	kernel = plain_kernel(args);
	kernel.arg_count = 3;
	refused_by_metadata(&kernel, "b:12: the kernel has no argument at offset 24; they lie at 0 8 16");
}

/* ---- names ---- */

static void long_names_keep_both_ends(void **state)
{
	char name[700], text[24], *same = text;

	(void)state;
	memset(name, 'm', sizeof(name));
	memcpy(name, "_Z13mul", 7);
	memcpy(name + 690, "i4\nEvPKvj", 10);
	ch_binding_shorten(name, text, sizeof(text));
	assert_string_equal(same, "_Z13mulmmm...mi4?EvPKvj");
	ch_binding_shorten("short", text, sizeof(text));
	assert_string_equal(same, "short");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_file_is_read),	    cmocka_unit_test(wrong_files_are_refused),
		cmocka_unit_test(broken_texts_are_refused), cmocka_unit_test(numbers_that_do_not_fit_are_refused),
		cmocka_unit_test(metadata_decides),	    cmocka_unit_test(long_names_keep_both_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
