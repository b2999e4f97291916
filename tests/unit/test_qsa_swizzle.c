/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-SWIZZLE as data: a permutation that keeps what is read at once together, and what it does to bank conflicts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "checkhip/qsa.h"
#include "reference/lds_banks.h"

enum { MAX_DIM = 256, MAX_HEADS = 12, BANKS = 32, WAVE = 64 };

typedef uint32_t (*layout)(uint32_t d);

static uint32_t linear(uint32_t d)
{
	return d;
}

/* What a slip of the pen would make of it: the bit goes back to where it came from. */
static uint32_t wrong_bit(uint32_t d)
{
	return d ^ ((d >> 1) & 4u);
}

static void each_row_is_permuted(void **state)
{
	static const uint32_t dims[] = {256, 64};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		for (uint32_t head = 0; head < MAX_HEADS; head++) { /* rows do not mix if the whole tile is swizzled */
			bool taken[MAX_DIM] = {false};

			for (uint32_t d = 0; d < dims[i]; d++) {
				uint32_t at = ch_qsa_swizzle(head * dims[i] + d);

				assert_true(at >= head * dims[i] && at < (head + 1) * dims[i]);
				assert_int_equal(at, head * dims[i] + ch_qsa_swizzle(d));
				assert_false(taken[at - head * dims[i]]);
				taken[at - head * dims[i]] = true;
				assert_int_equal(ch_qsa_swizzle(at), head * dims[i] + d); /* undoes itself */
			}
		}
	}
}

static void sixteen_bytes_stay_whole(void **state)
{
	(void)state;
	for (uint32_t d = 0; d < MAX_DIM; d += 4) {
		assert_int_equal(ch_qsa_swizzle(d) % 4, 0);
		for (uint32_t i = 1; i < 4; i++)
			assert_int_equal(ch_qsa_swizzle(d + i), ch_qsa_swizzle(d) + i);
	}
}

/* Lane t of 32 accesses `width` elements from t * stride + offset on; wave64 has two cells, and both halves the same elements. */
static uint32_t cycles(layout place, uint32_t lanes, uint32_t stride, uint32_t offset, uint32_t width)
{
	uint32_t position[WAVE];
	ch_lds_access access = {lanes, width, BANKS, position};

	for (uint32_t t = 0; t < lanes; t++)
		position[t] = place(t % 32 * stride + offset);
	return ch_lds_cycles(&access);
}

static void conflicts_before_and_after(void **state)
{
	(void)state;
	for (uint32_t lanes = 32; lanes <= WAVE; lanes += 32) {
		uint32_t best = lanes * 4 / BANKS;

		for (uint32_t offset = 0; offset < 8; offset += 4) { /* first and second load of head_dim 256 */
			assert_int_equal(cycles(linear, lanes, 8, offset, 4), 2 * best);
			assert_int_equal(cycles(ch_qsa_swizzle, lanes, 8, offset, 4), best);
			assert_int_equal(cycles(wrong_bit, lanes, 8, offset, 4), 2 * best);
		}
		/* head_dim 64, two elements a lane: nothing to gain, nothing lost */
		assert_int_equal(cycles(linear, lanes, 2, 0, 2), lanes * 2 / BANKS);
		assert_int_equal(cycles(ch_qsa_swizzle, lanes, 2, 0, 2), lanes * 2 / BANKS);
		/* the tile is filled by consecutive 16-byte writes */
		assert_int_equal(cycles(linear, lanes, 4, 0, 4), best);
		assert_int_equal(cycles(ch_qsa_swizzle, lanes, 4, 0, 4), best);
	}
	/* the numbers themselves, for wave64 */
	assert_int_equal(cycles(linear, 64, 8, 0, 4), 16);
	assert_int_equal(cycles(ch_qsa_swizzle, 64, 8, 0, 4), 8);
}

/* The hardware may pair other quads of lanes than neighbours. Quads i and j conflict unless the swizzle moved one of them alone. */
static void other_groups_of_lanes(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < 8; i++) {
		for (uint32_t j = 0; j < 8; j++) {
			uint32_t before[8], after[8];
			ch_lds_access linear_access = {8, 4, BANKS, before}, swizzled_access = {8, 4, BANKS, after};

			for (uint32_t t = 0; t < 8; t++) {
				before[t] = ((t < 4 ? i : j) * 4 + t % 4) * 8;
				after[t] = ch_qsa_swizzle(before[t]);
			}
			assert_int_equal(ch_lds_cycles(&linear_access), i == j ? 1 : 2);
			assert_int_equal(ch_lds_cycles(&swizzled_access), i == j || (i ^ j) & 1 ? 1 : 2);
		}
	}
}

static void the_counter_counts(void **state)
{
	uint32_t position[WAVE] = {0};
	ch_lds_access access = {WAVE, 1, BANKS, position};

	(void)state;
	assert_int_equal(ch_lds_cycles(&access), 2); /* one dword for all: a cycle for each 32 lanes */
	for (uint32_t t = 0; t < WAVE; t++)
		position[t] = t * BANKS;
	assert_int_equal(ch_lds_cycles(&access), 64); /* one bank for all */
	for (uint32_t t = 0; t < WAVE; t++)
		position[t] = t * (BANKS + 1);
	assert_int_equal(ch_lds_cycles(&access), 2);
	access.width = 3;
	assert_int_equal(ch_lds_cycles(&access), 0);
	access.width = 0;
	assert_int_equal(ch_lds_cycles(&access), 0);
	access.width = 1;
	access.banks = 0;
	assert_int_equal(ch_lds_cycles(&access), 0);
	access.banks = 128;
	assert_int_equal(ch_lds_cycles(&access), 0);
	access.banks = BANKS;
	access.lanes = 33;
	assert_int_equal(ch_lds_cycles(&access), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_row_is_permuted),	      cmocka_unit_test(sixteen_bytes_stay_whole),
		cmocka_unit_test(conflicts_before_and_after), cmocka_unit_test(other_groups_of_lanes),
		cmocka_unit_test(the_counter_counts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
