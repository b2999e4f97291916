# SPDX-License-Identifier: Apache-2.0
"""The instructions: text, sources, and what each does, in Python. The pseudocode is that of the ISA documents' entries."""
import edge_atomics
import edge_lanes
import edge_masks
import edge_memory
import edge_modifiers
import edge_more
import edge_real
import edge_scalar
import edge_short
from edge_floats import (DOWN, F16, F32, NEAREST, UP, ZERO, add, compare, convert, flushed, fma, is_inf, is_nan, is_signaling,
                         is_subnormal, is_zero, ldexp, mad, minus, mul, nan_of, pick, rounded, sub, to_integer, value, whole)
from fractions import Fraction
from math import ceil, floor

M32, M64 = 0xffffffff, 0xffffffffffffffff
INTS = [0, 1, M32, 0x80000000, 0x7fffffff, 0x80000001, 31, 32, 33, 0x00ffffff, 0x01000000, 0xff800000, 0x12345678, 0xfedcba98]
SHIFTS = [0, 1, 31, 32, 33, 63, M32, 0x80000010]
LONGS = [0, 1, M64, 1 << 63, (1 << 63) - 1, M32, 1 << 32, 0x123456789abcdef0]
FLOATS = [0, 0x80000000, 1, 0x807fffff, 0x00800000, 0x3f800000, 0xbf800000, 0x3f800001, 0x7f7fffff, 0xff7fffff, 0x7f800000,
          0xff800000, 0x7fc00123, 0xffa00001, 0xffc04567, 0x3effffff, 0xc0200000]
HALVES = [0, 0x8000, 1, 0x83ff, 0x0400, 0x3c00, 0xbc00, 0x3c01, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e12, 0xfd01, 0xfe34, 0x37ff, 0xc100]
SHORTS = [0, 1, 0xffff, 0x8000, 0x7fff, 15, 16, 17, 0x1234, 0xfedc]


def s32(a):
    return (a & M32) - ((a & 0x80000000) << 1)


def s64(a):
    return (a & M64) - ((a & (1 << 63)) << 1)


def s16(a):
    return (a & 0xffff) - ((a & 0x8000) << 1)


def s24(a):
    return (a & 0xffffff) - ((a & 0x800000) << 1)


def u24(a):
    return a & 0xffffff


def rows_of(writer, kinds, edges=2, others=8):
    """Each kind's edge values against each other at several distances, then random ones."""
    longest = max(len(kind) for kind in kinds)
    rows = []
    for step in range(edges):
        for i in range(longest):
            rows.append(tuple(kind[(i * (1 + 2 * k * step) + k * step) % len(kind)] for k, kind in enumerate(kinds)))
    for _ in range(others):
        rows.append(tuple(random_like(writer.random, kind) for kind in kinds))
    return list(dict.fromkeys(rows))


def random_like(source, kind):
    if kind is FLOATS:  # near each other, so that sums lose bits and products neither vanish nor overflow
        return source.getrandbits(1) << 31 | source.randrange(90, 160) << 23 | source.getrandbits(23)
    if kind is HALVES:
        return source.getrandbits(16)
    if len(kind) == 2:
        return source.choice(kind)
    return source.getrandbits(64 if kind is LONGS else 16 if kind is SHORTS else 6 if kind is SHIFTS else 32)


SOURCES = ("v0", "v1", "v3")
PAIRS = ("v[8:9]", "v[10:11]", "v[12:13]")


def spread(writer, text, kinds, function, result="v2", entry=None, section="VOP2", before="", names=None, masks=()):
    """Edge values and random ones in the lanes, then EXEC with no lane, one, two."""
    writer.cite(entry or base(text), section)
    names = names or [PAIRS[i] if kind is LONGS else SOURCES[i] for i, kind in enumerate(kinds)]
    rows = rows_of(writer, kinds)
    writer.lanes(text, names, rows, result, function, before, masks)
    if not masks:
        writer.exec_cases(text, names, rows[len(rows) // 2], result, function, before)


def base(text):
    name = text.split()[0]
    for suffix in ("_e32", "_e64", "_dpp", "_sdwa"):
        name = name.removesuffix(suffix)
    return name


# ---- integers
def perm(a, b, c):
    whole_word = a << 32 | b
    out = 0
    for i in range(4):
        sel = c >> 8 * i & 0xff
        if sel < 8:
            byte = whole_word >> 8 * sel & 0xff
        elif sel < 12:
            byte = 0xff * (whole_word >> (16 * (sel - 8) + 15) & 1)
        else:
            byte = 0 if sel == 12 else 0xff
        out |= byte << 8 * i
    return out


def bfe_i32(a, b, c):
    width = c & 31
    field = s32(a) >> (b & 31) & ((1 << width) - 1)
    return (field - (1 << width) if width and field >> (width - 1) else field) & M32


SELECTORS = [0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c, 0x0c00ff08, 0x00040804, 0x090b0a07, 0x0d0c0102]
TWO = {  # VOP2 of both architectures
    "v_and_b32_e32": lambda a, b: a & b, "v_or_b32_e32": lambda a, b: a | b, "v_xor_b32_e32": lambda a, b: a ^ b,
    "v_min_u32_e32": min, "v_max_u32_e32": max,
    "v_min_i32_e32": lambda a, b: min(s32(a), s32(b)) & M32, "v_max_i32_e32": lambda a, b: max(s32(a), s32(b)) & M32,
    "v_mul_u32_u24_e32": lambda a, b: u24(a) * u24(b) & M32, "v_mul_hi_u32_u24_e32": lambda a, b: u24(a) * u24(b) >> 32,
    "v_mul_i32_i24_e32": lambda a, b: s24(a) * s24(b) & M32,
    "v_mul_hi_i32_i24_e32": lambda a, b: s24(a) * s24(b) >> 32 & M32,
}
TWO_VOP3 = {
    "v_mul_lo_u32": lambda a, b: a * b & M32, "v_mul_hi_u32": lambda a, b: a * b >> 32,
    "v_mul_hi_i32": lambda a, b: s32(a) * s32(b) >> 32 & M32, "v_bcnt_u32_b32": lambda a, b: bin(a).count("1") + b & M32,
}
SHIFT_FIRST = {"v_lshlrev_b32_e32": lambda a, b: b << (a & 31) & M32, "v_lshrrev_b32_e32": lambda a, b: b >> (a & 31),
               "v_ashrrev_i32_e32": lambda a, b: s32(b) >> (a & 31) & M32}
THREE = {  # name: kinds, function
    "v_bfe_u32": ((INTS, SHIFTS, SHIFTS), lambda a, b, c: a >> (b & 31) & ((1 << (c & 31)) - 1)),
    "v_bfe_i32": ((INTS, SHIFTS, SHIFTS), bfe_i32),
    "v_bfi_b32": ((INTS, INTS, INTS), lambda a, b, c: a & b | ~a & M32 & c),
    "v_alignbit_b32": ((INTS, INTS, SHIFTS), lambda a, b, c: (a << 32 | b) >> (c & 31) & M32),
    "v_alignbyte_b32": ((INTS, INTS, SHIFTS), lambda a, b, c: (a << 32 | b) >> 8 * (c & 3) & M32),
    "v_perm_b32": ((INTS, INTS, SELECTORS), perm),
    "v_add3_u32": ((INTS, INTS, INTS), lambda a, b, c: a + b + c & M32),
    "v_add_lshl_u32": ((INTS, INTS, SHIFTS), lambda a, b, c: (a + b & M32) << (c & 31) & M32),
    "v_lshl_add_u32": ((INTS, SHIFTS, INTS), lambda a, b, c: (a << (b & 31)) + c & M32),
    "v_lshl_or_b32": ((INTS, SHIFTS, INTS), lambda a, b, c: a << (b & 31) & M32 | c),
    "v_and_or_b32": ((INTS, INTS, INTS), lambda a, b, c: a & b | c),
    "v_or3_b32": ((INTS, INTS, INTS), lambda a, b, c: a | b | c),
    "v_xad_u32": ((INTS, INTS, INTS), lambda a, b, c: (a ^ b) + c & M32),
    "v_mad_u32_u24": ((INTS, INTS, INTS), lambda a, b, c: u24(a) * u24(b) + c & M32),
    "v_mad_i32_i24": ((INTS, INTS, INTS), lambda a, b, c: s24(a) * s24(b) + c & M32),
    "v_min3_i32": ((INTS, INTS, INTS), lambda a, b, c: min(s32(a), s32(b), s32(c)) & M32),
    "v_max3_u32": ((INTS, INTS, INTS), max), "v_med3_u32": ((INTS, INTS, INTS), lambda a, b, c: sorted((a, b, c))[1]),
    "v_med3_i32": ((INTS, INTS, INTS), lambda a, b, c: sorted((s32(a), s32(b), s32(c)))[1] & M32),
}


def integers(w):
    spread(w, "v_mov_b32_e32 v2, v0", (INTS,), lambda a: a, section="VOP1")
    spread(w, "v_not_b32_e32 v2, v0", (INTS,), lambda a: ~a & M32, section="VOP1")
    spread(w, "v_bfrev_b32_e32 v2, v0", (INTS,), lambda a: int(f"{a:032b}"[::-1], 2), section="VOP1")
    for name, f in TWO.items():
        spread(w, f"{name} v2, v0, v1", (INTS, INTS), f)
    for name, f in SHIFT_FIRST.items():
        spread(w, f"{name} v2, v0, v1", (SHIFTS, INTS), f)
    for name, f in TWO_VOP3.items():
        spread(w, f"{name} v2, v0, v1", (INTS, INTS), f, section="VOP3")
    for name, (kinds, f) in THREE.items():
        spread(w, f"{name} v2, v0, v1, v3", kinds, f, section="VOP3")
    for name, f in (("v_lshlrev_b64", lambda a, b: b << (a & 63) & M64), ("v_lshrrev_b64", lambda a, b: b >> (a & 63)),
                    ("v_ashrrev_i64", lambda a, b: s64(b) >> (a & 63) & M64)):
        spread(w, f"{name} v[4:5], v0, v[10:11]", (SHIFTS, LONGS), f, "v[4:5]", section="VOP3")


# ---- floats
def med3(a, b, c, gfx11):
    if is_nan(F32, a) or is_nan(F32, b) or is_nan(F32, c):
        return pick(F32, pick(F32, a, b, False, gfx11), c, False, gfx11)
    most = pick(F32, pick(F32, a, b, True, gfx11), c, True, gfx11)
    if compare(F32, most, a) == 0:
        return pick(F32, b, c, True, gfx11)
    if compare(F32, most, b) == 0:
        return pick(F32, a, c, True, gfx11)
    return pick(F32, a, b, True, gfx11)


def exponent(f, a):
    return a >> f.m & f.infinity >> f.m


def fixup(a, b, c, f=F32, least=-150):
    """V_DIV_FIXUP. A NaN as quotient where denominator and numerator are neither zero nor special comes from a quotient past
    the largest number: infinity, which the document's last line does not say."""
    sign = (b ^ c) & f.sign
    if is_nan(f, c) or is_nan(f, b):
        return (c if is_nan(f, c) else b) | f.quiet
    if (is_zero(f, b) and is_zero(f, c)) or (is_inf(f, b) and is_inf(f, c)):
        return f.sign | f.default_nan
    if is_zero(f, b) or is_inf(f, c):
        return sign | f.infinity
    if is_inf(f, b) or is_zero(f, c):
        return sign
    if exponent(f, c) - exponent(f, b) < least:
        return sign
    return sign | (f.infinity if is_nan(f, a) else a & ~f.sign)


def scale_of(a, b, c, f=F32, far=96, power=64, low=23):
    """V_DIV_SCALE: (result, VCC). "1/S1 is a denormal" is meant of the reciprocal in the same precision, as the hardware has it, which
    also says VCC for a zero and looks at exponents where the document says "S2/S1 is a denormal"."""
    if is_zero(f, c) or is_zero(f, b):
        return f.default_nan, 1
    if is_nan(f, c) or is_nan(f, b):
        return a, 0
    apart = exponent(f, c) - exponent(f, b)
    if apart >= far:
        return (ldexp(f, a, power) if a == b else a), 1
    if is_subnormal(f, b):
        return ldexp(f, a, power), 0
    small = Fraction(1, 1 << f.bias - 1)
    inverse = not is_inf(f, b) and abs(1 / value(f, b)) < small
    quotient = not is_inf(f, b) and not is_inf(f, c) and (abs(value(f, c) / value(f, b)) < small or apart <= 1 - f.bias)
    if inverse and quotient:
        return (ldexp(f, a, -power) if a == b else a), 1
    if inverse:
        return ldexp(f, a, -power), 0
    if quotient:
        return (ldexp(f, a, power) if a == c else a), 1
    return (ldexp(f, a, power) if exponent(f, c) <= low else a), 0


def fmas(vcc, a, b, c, f=F32, power=64):
    if vcc and not any(is_nan(f, v) or is_inf(f, v) for v in (a, b, c)):
        exact = value(f, a) * value(f, b) + value(f, c)
        if exact:
            return rounded(f, exact * Fraction(2) ** (power if exponent(f, c) > f.bias else -power))
    return fma(f, a, b, c)


def frexp_exp(a):
    if is_nan(F32, a) or is_inf(F32, a) or is_zero(F32, a):
        return 0
    size, power = abs(value(F32, a)), 0
    while size >= 1:
        size, power = size / 2, power + 1
    while size < Fraction(1, 2):
        size, power = size * 2, power - 1
    return power & M32


def frexp_mant(a):
    if is_nan(F32, a):
        return a | F32.quiet
    return a if is_inf(F32, a) or is_zero(F32, a) else ldexp(F32, a, -s32(frexp_exp(a)))


def even(x):
    return round(x)  # Python rounds a fraction's half to even


def floats(w, gfx11):
    two, three = (FLOATS, FLOATS), (FLOATS, FLOATS, FLOATS)
    if w.where == "common":
        for name, f in (("v_add_f32_e32", lambda a, b: add(F32, a, b)), ("v_sub_f32_e32", lambda a, b: sub(F32, a, b)),
                        ("v_subrev_f32_e32", lambda a, b: reverse_sub(a, b)), ("v_mul_f32_e32", lambda a, b: mul(F32, a, b))):
            spread(w, f"{name} v2, v0, v1", two, f)
        for name, how in (("trunc", int), ("floor", floor), ("ceil", ceil), ("rndne", even)):
            spread(w, f"v_{name}_f32_e32 v2, v0", (FLOATS,), lambda a, how=how: whole(F32, a, how), section="VOP1")
        spread(w, "v_frexp_exp_i32_f32_e32 v2, v0", (FLOATS,), frexp_exp, section="VOP1")
        spread(w, "v_frexp_mant_f32_e32 v2, v0", (FLOATS,), frexp_mant, section="VOP1")
        spread(w, "v_fma_f32 v2, v0, v1, v3", three, lambda a, b, c: fma(F32, a, b, c), section="VOP3")
        spread(w, "v_fmac_f32_e32 v2, v0, v1", three, lambda a, b, c: fma(F32, a, b, c), names=("v0", "v1", "v2"))
        spread(w, "v_fma_mix_f32 v2, v0, v1, v3", three, lambda a, b, c: fma(F32, a, b, c), section="VOP3P")
        powers = [0, 1, M32, 149, M32 - 148, M32 - 149, 127, 128, 277, 0x7fffffff, 0x80000000, 24]
        spread(w, "v_ldexp_f32 v2, v0, v1", (FLOATS, powers), lambda a, b: ldexp(F32, a, s32(b)), section="VOP3")
        tops = [0, 1, 0x80000001, 0x007fffff, 0x3f800000, 0xbf800000, 0x7f7fffff, 0x7e800000, 0x7f000000, 0x0b800000, 0x00800000,
                0x5f800000, 0xff800000, 0x7f800000, 0x7fc00000]
        for which, name in (("v1", "denominator"), ("v3", "numerator")):
            w.cite("v_div_scale_f32", "VOP3")
            rows = rows_of(w, (tops, tops), 6, 16)
            first = 0 if name == "denominator" else 1
            w.lanes(f"v_div_scale_f32 v2, VCC, {which}, v1, v3", ("v1", "v3"), rows, "v2",
                    lambda b, c, first=first: scale_of((b, c)[first], b, c), masks=("vcc",))
        w.case("v_div_scale_f32 v2, VCC, v0, v0, v1", "v0=1 v1=1.0f exec=0 vcc=-1", "v2=0 vcc=0")
        w.case("v_div_scale_f32 v2, VCC, v0, v0, v1", "v0=1 v1=1.0f exec=2 vcc=-1", "v2=0x15000000 vcc=2")
        spread(w, "v_div_fmas_f32 v2, v0, v1, v3", ([0, 1], *three), fmas, section="VOP3", names=("vcc", *SOURCES))
        spread(w, "v_div_fixup_f32 v2, v0, v1, v3", three, fixup, section="VOP3")
        conversions(w)
        comparisons(w)
    for name, greater in (("min", False), ("max", True)) if w.where in ("gfx9", "gfx11") else ():
        p = lambda a, b, g=greater, ieee=True: pick(F32, a, b, g, gfx11, ieee)
        spread(w, f"v_{name}_f32_e32 v2, v0, v1", two, p)
        spread(w, f"v_{name}_f32_e32 v2, v0, v1", two, lambda a, b, p=p: p(a, b, ieee=False), before="ieee=0")
        spread(w, f"v_{name}3_f32 v2, v0, v1, v3", three, lambda a, b, c, p=p: p(p(a, b), c), section="VOP3")
        h = lambda a, b, g=greater: pick(F16, a, b, g, gfx11)
        keep = {"before": "v2=0"} if gfx11 else {}
        spread(w, f"v_{name}_f16_e32 v2, v0, v1", (HALVES, HALVES), h, **keep)
        spread(w, f"v_{name}_f64 v[4:5], v[8:9], v[10:11]", (DOUBLES, DOUBLES),
               lambda a, b, g=greater: pick(F64, a, b, g, gfx11), "v[4:5]", section="VOP3", names=PAIRS[:2])
    if w.where in ("gfx9", "gfx11"):
        spread(w, "v_med3_f32 v2, v0, v1, v3", three, lambda a, b, c: med3(a, b, c, gfx11), section="VOP3")
        halves(w, gfx11)


def reverse_sub(a, b):
    return nan_of(F32, a, b) if is_nan(F32, a) or is_nan(F32, b) else sub(F32, b, a)


from edge_floats import F64  # noqa: E402
DOUBLES = [convert(F64, F32, a) for a in FLOATS if not is_nan(F32, a)] + [1, 0x8000000000000001, 0x7ff8000000000012, 0xfff8000000000034, 0xfff4000000000001]


def halves(w, gfx11):
    """16-bit results: the other half stays on gfx11, is cleared on gfx9."""
    two = (HALVES, HALVES)
    keep = {"before": "v2=0xabcd0000"}
    high = 0xabcd0000 if gfx11 else 0
    e = "" if gfx11 else "_e32"
    for name, f in (("v_add_f16_e32", lambda a, b: add(F16, a, b)), ("v_mul_f16_e32", lambda a, b: mul(F16, a, b))):
        spread(w, f"{name} v2, v0, v1", two, lambda a, b, f=f: high | f(a, b), **keep)
    for name, f in (("v_lshlrev_b16", lambda a, b: b << (a & 15) & 0xffff), ("v_lshrrev_b16", lambda a, b: b >> (a & 15)),
                    ("v_ashrrev_i16", lambda a, b: s16(b) >> (a & 15) & 0xffff)):
        spread(w, f"{name}{e} v2, v0, v1", (SHORTS, SHORTS), lambda a, b, f=f: high | f(a, b), section="VOP3" if gfx11 else "VOP2",
               **keep)
    nc = "_nc" if gfx11 else ""
    for op, f in (("add", lambda a, b: a + b), ("sub", lambda a, b: a - b)):
        spread(w, f"v_{op}{nc}_u16{'' if gfx11 else '_e32'} v2, v0, v1", (SHORTS, SHORTS), lambda a, b, f=f: high | f(a, b) & 0xffff,
               section="VOP3" if gfx11 else "VOP2", **keep)
        held = lambda a, b, f=f: high | max(-32768, min(32767, f(s16(a), s16(b)))) & 0xffff
        spread(w, f"v_{op}{nc}_i16 v2, v0, v1 clamp", (SHORTS, SHORTS), held, section="VOP3", **keep)
        held_u = lambda a, b, f=f: high | max(0, min(0xffff, f(a, b)))
        spread(w, f"v_{op}{nc}_u16{'' if gfx11 else '_e64'} v2, v0, v1 clamp", (SHORTS, SHORTS), held_u,
               section="VOP3" if gfx11 else "VOP2", **keep)
    spread(w, "v_cvt_f16_f32_e32 v2, v0", (FLOATS + TO_HALF,), lambda a: high | convert(F16, F32, a), section="VOP1", **keep)


TO_HALF = [0x477fefff, 0x477ff000, 0x38800000, 0x387fffff, 0x33000000, 0x33000001, 0x33800000, 0x3fffefff, 0x3ffff000, 0x3f801000,
           0x3f803000, 0xb3c00000]


def conversions(w):
    integers_in = [0, 1, M32, 0x80000000, 0x7fffffff, 0x01000001, 0x01000002, 0x01000003, 0x7fffffbf, 0x7fffffc0, 0xffffff7f, 0xffffff80]
    spread(w, "v_cvt_f32_i32_e32 v2, v0", (integers_in,), lambda a: rounded(F32, Fraction(s32(a))), section="VOP1")
    spread(w, "v_cvt_f32_u32_e32 v2, v0", (integers_in,), lambda a: rounded(F32, Fraction(a)), section="VOP1")
    for byte in range(4):
        spread(w, f"v_cvt_f32_ubyte{byte}_e32 v2, v0", (INTS,), lambda a, n=8 * byte: rounded(F32, Fraction(a >> n & 255)),
               section="VOP1")
    more = FLOATS + [0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x4f7fffff, 0x4f800000, 0xbf7fffff, 0x3f7fffff, 0xbfc00000]
    spread(w, "v_cvt_i32_f32_e32 v2, v0", (more,), lambda a: to_integer(F32, a, -1 << 31, (1 << 31) - 1) & M32, section="VOP1")
    spread(w, "v_cvt_u32_f32_e32 v2, v0", (more,), lambda a: to_integer(F32, a, 0, M32), section="VOP1")
    spread(w, "v_cvt_f32_f16_e32 v2, v0", (HALVES,), lambda a: convert(F32, F16, a), section="VOP1")
    spread(w, "v_pack_b32_f16 v2, v0, v1", (HALVES, HALVES), lambda a, b: a | b << 16, section="VOP3")


RELATIONS = {"lt": {-1}, "eq": {0}, "le": {-1, 0}, "gt": {1}, "ge": {0, 1}, "ne": {-1, 1}}
FLOAT_RELATIONS = {"lt": {-1}, "eq": {0}, "le": {-1, 0}, "gt": {1}, "lg": {-1, 1}, "ge": {0, 1}, "o": {-1, 0, 1}, "u": {None},
                   "nge": {-1, None}, "nlg": {0, None}, "ngt": {-1, 0, None}, "nle": {1, None}, "neq": {-1, 1, None},
                   "nlt": {0, 1, None}}


def relation(wanted, f):
    return lambda a, b: int(f(a, b) in wanted)


def compare_lines(w, name, kinds, f, names, sources):
    text = f"{name}_e32 VCC, {sources}"
    w.cite(name, "VOPC")
    rows = rows_of(w, kinds, 3, 8)
    w.lanes(text, names, rows, "vcc", f, "vcc=-1")
    true = next(row for row in rows if f(*row))
    held = " ".join(f"{n}={hex(v)}" for n, v in zip(names, true))
    w.case(text, f"{held} exec=0 vcc=-1", "vcc=0")
    w.case(text, f"{held} exec=0x20 vcc=0", "vcc=0x20")


def comparisons(w):
    order = lambda a, b: (a > b) - (a < b)
    for rel, wanted in RELATIONS.items():
        for kind, f in (("i32", lambda a, b: order(s32(a), s32(b))), ("u32", order)):
            compare_lines(w, f"v_cmp_{rel}_{kind}", (INTS, INTS), relation(wanted, f), ("v0", "v1"), "v0, v1")
        for kind, f in (("i16", lambda a, b: order(s16(a), s16(b))), ("u16", lambda a, b: order(a & 0xffff, b & 0xffff))):
            wide = [0x50000 | a for a in SHORTS]  # what lies above is anything
            compare_lines(w, f"v_cmp_{rel}_{kind}", (wide, SHORTS), relation(wanted, f), ("v0", "v1"), "v0, v1")
        for kind, f in (("i64", lambda a, b: order(s64(a), s64(b))), ("u64", order)):
            compare_lines(w, f"v_cmp_{rel}_{kind}", (LONGS, LONGS), relation(wanted, f), PAIRS[:2], "v[8:9], v[10:11]")
    for rel, wanted in FLOAT_RELATIONS.items():
        compare_lines(w, f"v_cmp_{rel}_f32", (FLOATS, FLOATS), relation(wanted, lambda a, b: compare(F32, a, b)), ("v0", "v1"), "v0, v1")
        compare_lines(w, f"v_cmp_{rel}_f16", (HALVES, HALVES), relation(wanted, lambda a, b: compare(F16, a, b)), ("v0", "v1"), "v0, v1")
    bits = [1 << i for i in range(10)] + [0x3ff, 0, 0x3fc, 0xfffffc00]
    w.cite("v_cmp_class_f32", "VOPC")
    for one in bits:
        w.lanes("v_cmp_class_f32_e32 VCC, v0, v1", ("v0", "v1"), [(a, one) for a in FLOATS], "vcc", class_of, "vcc=-1")
    w.case("v_cmp_class_f32_e32 VCC, v0, v1", "v0=1 v1=0x80 exec=0 vcc=-1", "vcc=0")
    w.case("v_cmp_class_f32_e32 VCC, v0, v1", "v0=1 v1=0x80 exec=0x20 vcc=0", "vcc=0x20")
    w.case("v_cmp_class_f32_e32 VCC, v0, v1", "v0=1 v1=0x80 exec=0x20 denorm32=0", "vcc=0x20")


def class_of(a, mask):
    if is_nan(F32, a):
        bit = 0 if is_signaling(F32, a) else 1
    else:
        size = 3 if is_inf(F32, a) else 0 if is_zero(F32, a) else 1 if is_subnormal(F32, a) else 2
        bit = 5 - size if minus(F32, a) else 6 + size
    return mask >> bit & 1


def write(w, where):
    if where == "common":
        integers(w)
    floats(w, where == "gfx11")
    edge_scalar.write(w, where)
    edge_lanes.write(w, where)
    edge_memory.write(w, where)
    edge_modifiers.write(w, where)
    edge_more.write(w, where)
    edge_real.write(w, where)
    edge_short.write(w, where)
    edge_masks.write(w, where)
    edge_atomics.write(w, where)
