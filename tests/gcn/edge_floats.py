# SPDX-License-Identifier: Apache-2.0
"""Exact float arithmetic on bit patterns: Python's fractions, one rounding, no floating-point unit of this machine. It shares
nothing with src/gcn, whose results it judges. Sources: IEEE 754, and for what that leaves open the ISA documents, named at each rule."""
from fractions import Fraction


class Format:
    def __init__(self, bits, exponent_bits, fraction_bits):
        self.bits, self.m = bits, fraction_bits
        self.bias = (1 << (exponent_bits - 1)) - 1
        self.infinity = ((1 << exponent_bits) - 1) << fraction_bits
        self.sign = 1 << (bits - 1)
        self.quiet = 1 << (fraction_bits - 1)
        self.default_nan = self.infinity | self.quiet


F16, F32, F64 = Format(16, 5, 10), Format(32, 8, 23), Format(64, 11, 52)
NEAREST, UP, DOWN, ZERO = range(4)


def is_nan(f, a):
    return (a & ~f.sign) > f.infinity


def is_signaling(f, a):
    return is_nan(f, a) and not a & f.quiet


def is_inf(f, a):
    return (a & ~f.sign) == f.infinity


def is_zero(f, a):
    return not a & ~f.sign


def is_subnormal(f, a):
    return not a & f.infinity and not is_zero(f, a)


def minus(f, a):
    return bool(a & f.sign)


def value(f, a):
    exponent, fraction = (a & f.infinity) >> f.m, a & ((1 << f.m) - 1)
    if exponent:
        fraction |= 1 << f.m
    size = Fraction(fraction) * Fraction(2) ** (max(exponent, 1) - f.bias - f.m)
    return -size if minus(f, a) else size


def rounded(f, number, mode=NEAREST, zero_is_minus=False):
    """The bits of a rational number."""
    if number == 0:
        return f.sign if zero_is_minus else 0
    sign, size = number < 0, abs(number)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    exponent = max(exponent, 1 - f.bias)
    quantum = Fraction(2) ** (exponent - f.m)
    count, rest = divmod(size, quantum)
    half = quantum / 2
    if mode == NEAREST:
        count += rest > half or (rest == half and count & 1)
    elif rest and ((mode == UP and not sign) or (mode == DOWN and sign)):
        count += 1
    bits = int(count)
    if bits >= 1 << f.m:
        bits += (exponent + f.bias - 1) << f.m
    if bits >= f.infinity:
        inward = mode == ZERO or (mode == UP and sign) or (mode == DOWN and not sign)
        bits = f.infinity - 1 if inward else f.infinity
    return bits | (f.sign if sign else 0)


def flushed(f, a):
    return a & f.sign if is_subnormal(f, a) else a


def nan_of(f, *sources):
    """The first NaN among the sources, quieted; with none the default one. From memory: no document says it in words."""
    for a in sources:
        if is_nan(f, a):
            return a | f.quiet
    return f.default_nan


def fma(f, a, b, c, mode=NEAREST):
    if is_nan(f, a) or is_nan(f, b) or is_nan(f, c):
        return nan_of(f, a, b, c)
    if (is_inf(f, a) and is_zero(f, b)) or (is_zero(f, a) and is_inf(f, b)):
        return f.default_nan
    sign = minus(f, a) != minus(f, b)
    if is_inf(f, a) or is_inf(f, b):
        if is_inf(f, c) and minus(f, c) != sign:
            return f.default_nan
        return f.infinity | (f.sign if sign else 0)
    if is_inf(f, c):
        return c
    product, addend = value(f, a) * value(f, b), value(f, c)
    total = product + addend
    if total == 0:
        same = product == 0 and sign == minus(f, c)
        zero = sign if same else mode == DOWN
        return f.sign if zero else 0
    return rounded(f, total, mode)


def negated(f, a):
    return a ^ f.sign


def add(f, a, b, mode=NEAREST):
    return nan_of(f, a, b) if is_nan(f, a) or is_nan(f, b) else fma(f, a, rounded(f, Fraction(1)), b, mode)


def sub(f, a, b, mode=NEAREST):
    """With a NaN as second source its payload and sign come through as they are."""
    return nan_of(f, a, b) if is_nan(f, a) or is_nan(f, b) else add(f, a, negated(f, b), mode)


def mul(f, a, b, mode=NEAREST):
    if is_nan(f, a) or is_nan(f, b):
        return nan_of(f, a, b)
    zero = f.sign if minus(f, a) != minus(f, b) else 0
    if (is_inf(f, a) and is_zero(f, b)) or (is_zero(f, a) and is_inf(f, b)):
        return f.default_nan
    if is_inf(f, a) or is_inf(f, b):
        return f.infinity | zero
    product = value(f, a) * value(f, b)
    return rounded(f, product, mode, bool(zero)) if product else zero


def mad(f, a, b, c):
    """v_mad_f32 and its kin of gfx9: not fused, and subnormals are zeros whatever the mode says."""
    a, b, c = flushed(f, a), flushed(f, b), flushed(f, c)
    if is_nan(f, a) or is_nan(f, b) or is_nan(f, c):
        return nan_of(f, a, b, c)
    product = mul(f, a, b)
    return flushed(f, add(f, product, c))


def less(f, a, b):
    """-0 is less than +0: V_MIN_F32, V_MAX_F32."""
    x, y = order(f, a), order(f, b)
    return x < y


def order(f, a):
    return -(a & ~f.sign) - 1 if minus(f, a) else a


def pick(f, a, b, greater, gfx11, ieee=True):
    """V_MIN and V_MAX. With two quiet NaNs the Vega text gives the second, the RDNA3 texts the first."""
    if ieee and is_signaling(f, a):
        return a | f.quiet
    if ieee and is_signaling(f, b):
        return b | f.quiet
    if is_nan(f, a) and is_nan(f, b):
        return a if gfx11 else b
    if is_nan(f, a):
        return b
    if is_nan(f, b):
        return a
    return a if less(f, b, a) == greater else b


def compare(f, a, b):
    """-1, 0, 1, or None: unordered."""
    if is_nan(f, a) or is_nan(f, b):
        return None
    x, y = (order(f, v) if not is_zero(f, v) else 0 for v in (a, b))
    return (x > y) - (x < y)


def whole(f, a, how):
    """how: a function from Fraction to int; zeros keep the sign."""
    if is_nan(f, a):
        return a | f.quiet
    if is_inf(f, a) or is_zero(f, a):
        return a
    return rounded(f, Fraction(how(value(f, a))), NEAREST, minus(f, a))


def to_integer(f, a, least, most, how=int):
    if is_nan(f, a):
        return 0
    if is_inf(f, a):
        return least if minus(f, a) else most
    return max(least, min(most, how(value(f, a))))


def convert(to, come, a, mode=NEAREST):
    """Another format; a NaN keeps the top of its payload and is quiet."""
    sign = to.sign if minus(come, a) else 0
    if is_nan(come, a):
        fraction = a & ((1 << come.m) - 1)
        moved = fraction << (to.m - come.m) if to.m > come.m else fraction >> (come.m - to.m)
        return sign | to.infinity | to.quiet | moved
    if is_inf(come, a):
        return sign | to.infinity
    return rounded(to, value(come, a), mode, bool(sign))


def ldexp(f, a, power):
    if is_nan(f, a):
        return a | f.quiet
    if is_inf(f, a) or is_zero(f, a):
        return a
    return rounded(f, value(f, a) * Fraction(2) ** max(-2200, min(2200, power)))
