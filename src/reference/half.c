/* SPDX-License-Identifier: Apache-2.0
 *
 * binary16 <-> binary32 by integer arithmetic, so that neither the compiler nor the machine has a say in it. */
#include <string.h>

#include "checkhip/formats.h"

float ch_half_to_float(uint16_t half)
{
	uint32_t sign = (uint32_t)(half & 0x8000u) << 16;
	uint32_t exponent = (half >> 10) & 0x1fu;
	uint32_t fraction = half & 0x3ffu;
	uint32_t bits;
	float value;

	if (exponent == 0x1fu) {
		bits = sign | 0x7f800000u | fraction << 13;
	} else if (exponent != 0) {
		bits = sign | (exponent + 112u) << 23 | fraction << 13;
	} else if (fraction == 0) {
		bits = sign;
	} else {
		/* subnormal: shift up until the leading one is at bit 10 */
		exponent = 113u;
		while (!(fraction & 0x400u)) {
			fraction <<= 1;
			exponent--;
		}
		bits = sign | exponent << 23 | (fraction & 0x3ffu) << 13;
	}
	memcpy(&value, &bits, sizeof(value));
	return value;
}

uint16_t ch_float_to_half(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof(bits));
	uint32_t sign = bits >> 16 & 0x8000u;
	uint32_t magnitude = bits & 0x7fffffffu;

	if (magnitude > 0x7f800000u) /* NaN: keep the top of the payload, and keep it a NaN */
		return (uint16_t)(sign | 0x7c00u | 0x200u | (magnitude >> 13 & 0x3ffu));
	if (magnitude >= 0x477ff000u) /* 65520 and above round to infinity */
		return (uint16_t)(sign | 0x7c00u);
	if (magnitude < 0x33000000u) /* below half of the smallest subnormal */
		return (uint16_t)sign;

	uint32_t exponent = magnitude >> 23;
	uint32_t significand = (magnitude & 0x7fffffu) | 0x800000u;
	/* 13 bits go for a normal result, more as it becomes subnormal */
	uint32_t drop = exponent >= 113u ? 13u : 126u - exponent;
	uint32_t kept = significand >> drop;
	uint32_t rest = significand & ((1u << drop) - 1u);
	uint32_t tie = 1u << (drop - 1u);

	if (rest > tie || (rest == tie && (kept & 1u)))
		kept++;
	/* kept still holds the leading one of a normal: adding it bumps the exponent, which is why it starts one lower */
	if (exponent >= 113u)
		kept += (exponent - 113u) << 10;
	return (uint16_t)(sign | kept);
}
