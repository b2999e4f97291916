/* SPDX-License-Identifier: Apache-2.0
 *
 * The inner loops of the quantizer's search. They work on four floats at once by the compilers' vector types (plain C on
 * any machine, lowered to single floats where there are no vectors). Every operation on a vector is the contract's
 * operation on each of its floats, rounded by itself, and what belongs to one candidate keeps its order. `format` and
 * `weighted` are constants where these are called, so the branches fold away. */
#ifndef CH_REFERENCE_QUANTIZE_WINDOW_H
#define CH_REFERENCE_QUANTIZE_WINDOW_H

#include <float.h>

#include "checkhip/formats.h"

typedef float ch_float4 __attribute__((vector_size(16)));
typedef int32_t ch_int4 __attribute__((vector_size(16)));

enum {
	CH_LANES = 4,
	CH_WINDOW_VECTORS = 2, /* so that the additions of one hide the latency of the other's */
	CH_WINDOW = CH_LANES * CH_WINDOW_VECTORS,
	CH_SPAN_VECTORS = CH_BLOCK_WEIGHTS / CH_LANES
};

/* The elements that share a scale. Where the table is symmetric x is |x|: the sign changes neither |x - y| nor a weight. An
 * x that is not finite stands as 0: its y is 0, and adding 0.0 to a sum that started from 0.0 leaves its bits. */
typedef struct ch_span {
	ch_float4 x[CH_SPAN_VECTORS];
	ch_float4 weight[CH_SPAN_VECTORS]; /* read only where there is an importance */
	float largest;
} ch_span;

#define CH_INLINE static inline __attribute__((always_inline))

CH_INLINE ch_float4 ch_spread(float value)
{
	return (ch_float4){value, value, value, value};
}

/* value where the mask is all ones, +0.0 where it is 0 */
CH_INLINE ch_float4 ch_masked(ch_int4 mask, float value)
{
	return (ch_float4)(mask & (ch_int4)ch_spread(value));
}

CH_INLINE ch_float4 ch_select(ch_int4 mask, ch_float4 yes, ch_float4 no)
{
	return (ch_float4)((mask & (ch_int4)yes) | (~mask & (ch_int4)no));
}

/* q cut to an integer, and back: exact for |q| < 2^23, as is the difference to it. */
CH_INLINE ch_float4 ch_whole(ch_float4 q)
{
	return __builtin_convertvector(__builtin_convertvector(q, ch_int4), ch_float4);
}

/* Step 3 for 0 <= q < 2^23, or |q| < 2^23 for fp2: the value that q takes. For fp2 by thresholds: that they are where the
 * contract's rounded |q - value| change places was tried for every float below 2^23. */
CH_INLINE ch_float4 ch_window_value(ch_format format, ch_float4 q)
{
	ch_float4 whole, top;
	ch_int4 upper;

	switch (format) {
	case CH_FP2:
		return ch_masked(q > -0.5f, 1.0f) + ch_masked(q > 0.5f, 1.0f) + ch_masked(q > 1.5f, 1.0f) - 1.0f;
	case CH_FP3:
		return ch_masked(q > 0.5f, 1.0f) + ch_masked(q > 1.5f, 1.0f) + ch_masked(q > 3.0f, 2.0f);
	case CH_FP4:
	case CH_FP4_FAST:
		/* 0 1 2 3, then 2 * (2 3 4 5): half down of q, and of q / 2 above 3.5 */
		upper = q > 3.5f;
		q = q - ch_select(upper, q * 0.5f, ch_spread(0.0f)); /* exact: q / 2, or q */
		top = ch_spread(5.0f);
		q = ch_select(q < top, q, top);
		whole = ch_whole(q);
		whole += ch_masked(q - whole > 0.5f, 1.0f);
		return whole + (ch_float4)(upper & (ch_int4)whole);
	default:
		top = ch_spread(format == CH_FP6 ? 31.0f : 127.0f);
		q = ch_select(q < top, q, top);
		whole = ch_whole(q);
		return whole + ch_masked(q - whole >= 0.5f, 1.0f);
	}
}

/* The errors of CH_WINDOW candidates, each summed in order of index. */
CH_INLINE void ch_window_errors(ch_format format, bool weighted, uint32_t n, const ch_span *span, const float *scales,
				const float *inverses, float errors[CH_WINDOW])
{
	ch_float4 scale[CH_WINDOW_VECTORS], inverse[CH_WINDOW_VECTORS], sum[CH_WINDOW_VECTORS];

	__builtin_memcpy(scale, scales, sizeof(scale));
	__builtin_memcpy(inverse, inverses, sizeof(inverse));
	__builtin_memset(sum, 0, sizeof(sum));
	for (uint32_t i = 0; i < n; i++) {
		ch_float4 x = ch_spread(((const float *)span->x)[i]);
		ch_float4 weight = ch_spread(weighted ? ((const float *)span->weight)[i] : 1.0f);

		for (uint32_t v = 0; v < CH_WINDOW_VECTORS; v++) {
			ch_float4 difference = x - ch_window_value(format, x * inverse[v]) * scale[v];

			sum[v] += (weighted ? weight * difference : difference) * difference;
		}
	}
	__builtin_memcpy(errors, sum, sizeof(sum));
}

/* The elements as the search wants them, and the largest of them. */
CH_INLINE void ch_window_load(ch_format format, uint32_t n, const float *x, const float *weights, ch_span *span)
{
	ch_float4 largest = ch_spread(0.0f);

	for (uint32_t v = 0; v < n / CH_LANES; v++) {
		ch_float4 value;

		__builtin_memcpy(&value, x + CH_LANES * v, sizeof(value));
		ch_float4 magnitude = (ch_float4)((ch_int4)value & INT32_MAX);
		ch_int4 is_finite = magnitude <= FLT_MAX;

		magnitude = (ch_float4)((ch_int4)magnitude & is_finite);
		span->x[v] = format == CH_FP2 ? (ch_float4)((ch_int4)value & is_finite) : magnitude;
		largest = ch_select(magnitude > largest, magnitude, largest);
	}
	if (weights)
		__builtin_memcpy(span->weight, weights, n * sizeof(float));
	span->largest = 0.0f;
	for (uint32_t lane = 0; lane < CH_LANES; lane++)
		span->largest = largest[lane] > span->largest ? largest[lane] : span->largest;
}

/* The codes of the elements: CODE-TABLE backwards. x is what the span was loaded from; it has the signs. */
CH_INLINE void ch_window_codes(ch_format format, uint32_t n, const ch_span *span, const float *x, float inverse,
			       int32_t *codes)
{
	const int32_t sign_bit = format == CH_FP3 ? 4 : format == CH_FP6 ? 32 : 8;

	for (uint32_t v = 0; v < n / CH_LANES; v++) {
		ch_float4 value;
		ch_int4 code = __builtin_convertvector(ch_window_value(format, span->x[v] * inverse), ch_int4);

		__builtin_memcpy(&value, x + CH_LANES * v, sizeof(value));
		ch_int4 is_negative = (value < 0.0f) & (code != 0);

		if (format == CH_FP2) {
			code += 1; /* -1 0 1 2 */
		} else if (format == CH_FP8) {
			code = (code ^ is_negative) - is_negative;
		} else {
			if (format == CH_FP3)
				code -= code >> 2; /* 0 1 2 4 */
			if (format == CH_FP4 || format == CH_FP4_FAST)
				code -= (code > 4) & ((code >> 1) - 2); /* 0 1 2 3 4 6 8 10 */
			code |= is_negative & sign_bit;
		}
		__builtin_memcpy(codes + CH_LANES * v, &code, sizeof(code));
	}
}

#endif
