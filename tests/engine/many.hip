/* SPDX-License-Identifier: Apache-2.0
 *
 * The stand-in engine among 4096 other kernels: what is decoded must not depend on what else a binary holds. */
#include "engine.hip"

template <int number, class... configuration> __global__ void filler(float *out)
{
	out[threadIdx.x] = out[threadIdx.x + 64] * (float)number + (float)(threadIdx.x % (number + 1));
}

#define FILL_1(n)                                                                                            \
	template __global__ void                                                                             \
	filler<n, a_stand_in_for_an_engine::activations_are_blocks_of_thirty_two_with_a_scale_and_a_sum,     \
	       a_stand_in_for_an_engine::reduction_across_waves_by_shared_memory_and_within_one_by_shuffles, \
	       a_stand_in_for_an_engine::no_expert_is_chosen_and_all_channels_are_the_same>(float *);
#define FILL_8(n)         \
	FILL_1(8 * n)     \
	FILL_1(8 * n + 1) \
	FILL_1(8 * n + 2) \
	FILL_1(8 * n + 3) \
	FILL_1(8 * n + 4) \
	FILL_1(8 * n + 5) \
	FILL_1(8 * n + 6) \
	FILL_1(8 * n + 7)
#define FILL_64(n)          \
	FILL_8((8 * n))     \
	FILL_8((8 * n + 1)) \
	FILL_8((8 * n + 2)) \
	FILL_8((8 * n + 3)) \
	FILL_8((8 * n + 4)) \
	FILL_8((8 * n + 5)) \
	FILL_8((8 * n + 6)) \
	FILL_8((8 * n + 7))
#define FILL_512(n)          \
	FILL_64((8 * n))     \
	FILL_64((8 * n + 1)) \
	FILL_64((8 * n + 2)) \
	FILL_64((8 * n + 3)) \
	FILL_64((8 * n + 4)) \
	FILL_64((8 * n + 5)) \
	FILL_64((8 * n + 6)) \
	FILL_64((8 * n + 7))

FILL_512(0)
FILL_512(1)
FILL_512(2)
FILL_512(3)
FILL_512(4)
FILL_512(5)
FILL_512(6)
FILL_512(7)
