/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-GUARD on the runtime that is here: on a gfx906 it lets the swizzle on, on every other device and without one it keeps it off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/qsa_guard_hip.h"
#include "kernels/runtime.h"

static int devices(void)
{
	int count = 0;

	if (hipGetDeviceCount(&count) != hipSuccess) {
		(void)hipGetLastError();
		return 0;
	}
	return count;
}

/* Read here once more, and by other means than the guard's: gfx906 with or without a feature. */
static bool is_qualified(int device)
{
	hipDeviceProp_t properties;
	char arch[64];

	assert_int_equal(hipGetDeviceProperties(&properties, device), hipSuccess);
	ch_runtime_architecture(&properties, arch, sizeof(arch));
	print_message("device %d: %s, waves of %d\n", device, arch, properties.warpSize);
	return strcspn(arch, ":") == 6 && strncmp(arch, "gfx906", 6) == 0 && properties.warpSize == 64;
}

static void each_device_in_both_orders(void **state)
{
	const int count = devices();
	ch_qsa_guard guard;

	(void)state;
	ch_qsa_guard_init(&guard, &ch_qsa_guard_hip, NULL, NULL);
	for (int i = 0; i < 2 * count; i++) {
		int device = i < count ? i : 2 * count - 1 - i;

		assert_int_equal(hipSetDevice(device), hipSuccess);
		ch_qsa_guard_answer answer = ch_qsa_guard_ask(&guard, CH_POOL_INT8, CH_QSA_BATCH);

		print_message("%s\n", answer.words);
		assert_int_equal(answer.swizzle, is_qualified(device));
		assert_false(ch_qsa_guard_ask(&guard, CH_POOL_FP16, CH_QSA_BATCH).swizzle);
		assert_false(ch_qsa_guard_ask(&guard, CH_POOL_INT8, CH_QSA_STEP).swizzle);
	}
	/* a guard that asks leaves no error behind for the next call */
	if (count)
		assert_int_equal(hipGetLastError(), hipSuccess);
}

static void no_device_is_off(void **state)
{
	ch_qsa_guard guard;

	(void)state;
	if (devices())
		skip();
	ch_qsa_guard_init(&guard, &ch_qsa_guard_hip, NULL, NULL);
	ch_qsa_guard_answer answer = ch_qsa_guard_ask(&guard, CH_POOL_INT8, CH_QSA_BATCH);

	assert_false(answer.swizzle);
	assert_non_null(strstr(answer.words, "could not be read"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_device_in_both_orders),
		cmocka_unit_test(no_device_is_off),
	};

	if (setenv("CHECKHIP_QSA_QUERY_SWIZZLE", "1", 1) || unsetenv("STRATA_GFX906_ATTN_QUERY_SWIZZLE"))
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
