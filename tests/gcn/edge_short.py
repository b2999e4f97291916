# SPDX-License-Identifier: Apache-2.0
"""Less usual instructions: of 16 bits, sums of differences, dot products of pairs."""
import edge_lanes as lanes
import edge_more as more
import edge_tables as t
from edge_floats import F16, F32, compare, convert, fma, is_inf, is_nan, is_zero, ldexp, pick, rounded, to_integer, value, whole
from fractions import Fraction
from math import floor

M32 = 0xffffffff
KEEP = {"before": "v2=0xabcd0000"}


def kept(f):
    return lambda *v: 0xabcd0000 | f(*v)


def words(a):
    return a & 0xffff, a >> 16


def held(v, least, most):
    return max(least, min(most, v)) & M32


def common(w):
    ints, shorts = t.INTS, t.SHORTS
    three = (ints, ints, ints)
    bytes_of = more.bytes_of
    sad = lambda a, b, parts: sum(abs(x - y) for x, y in zip(parts(a), parts(b)))
    t.spread(w, "v_sad_hi_u8 v2, v0, v1, v3", three, lambda a, b, c: (sad(a, b, bytes_of) << 16) + c & M32, section="VOP3")
    t.spread(w, "v_sad_u16 v2, v0, v1, v3", three, lambda a, b, c: sad(a, b, words) + c & M32, section="VOP3")
    t.spread(w, "v_sad_u32 v2, v0, v1, v3", three, lambda a, b, c: abs(a - b) + c & M32, section="VOP3")
    t.spread(w, "v_msad_u8 v2, v0, v1, v3", three, lambda a, b, c: sum(abs(x - y) for x, y in zip(bytes_of(a), bytes_of(b)) if y) + c & M32, section="VOP3")
    t.spread(w, "v_lerp_u8 v2, v0, v1, v3", three,
             lambda a, b, c: sum(x + y + (z & 1) >> 1 << 8 * i for i, (x, y, z) in enumerate(zip(bytes_of(a), bytes_of(b), bytes_of(c)))), section="VOP3")
    for clamp in ("", " clamp"):
        t.spread(w, f"v_mad_u32_u16 v2, v0, v1, v3{clamp}", three,
                 lambda a, b, c, k=clamp: held((a & 0xffff) * (b & 0xffff) + c, 0, M32) if k else (a & 0xffff) * (b & 0xffff) + c & M32, section="VOP3")
        t.spread(w, f"v_mad_i32_i16 v2, v0, v1, v3{clamp}", three,
                 lambda a, b, c, k=clamp: held(t.s16(a & 0xffff) * t.s16(b & 0xffff) + t.s32(c), -1 << 31, (1 << 31) - 1) if k else
                 t.s16(a & 0xffff) * t.s16(b & 0xffff) + c & M32, section="VOP3")
        hold = lambda v, k=clamp: (held(v, -32768, 32767) if k else v) & 0xffff
        t.spread(w, f"v_mad_i16 v2, v0, v1, v3{clamp}", (shorts, shorts, shorts),
                 kept(lambda a, b, c, hold=hold: hold(t.s16(a) * t.s16(b) + t.s16(c))), section="VOP3", **KEEP)
    w.case("v_mad_u32_u16 v2, v0, v1, v3 op_sel:[1,0,0,0]", "v0=0x00030007 v1=5 v3=1", "v2=16")
    for kind, f in (("i16", t.s16), ("u16", lambda a: a)):
        for name, how in (("min3", min), ("max3", max), ("med3", lambda *v: sorted(v)[1])):
            t.spread(w, f"v_{name}_{kind} v2, v0, v1, v3", (shorts, shorts, shorts),
                     kept(lambda a, b, c, f=f, how=how: how(f(a), f(b), f(c)) & 0xffff), section="VOP3", **KEEP)
    t.spread(w, "v_div_fixup_f16 v2, v0, v1, v3", ([a for a in t.HALVES if not is_nan(F16, a)], t.HALVES, t.HALVES), kept(fixup), section="VOP3", **KEEP)
    t.spread(w, "v_cvt_off_f32_i4_e32 v2, v0", (list(range(17)) + t.INTS,), lambda a: rounded(F32, Fraction((a & 7) - (a & 8), 16)), section="VOP1")
    w.cite("v_dot2_f32_f16", "VOP3P")
    w.case("v_dot2_f32_f16 v2, v0, v1, v3 neg_lo:[1,0,0] neg_hi:[0,1,0]", "v0=0x40003c00 v1=0x42004400 v3=1.0f", "v2=-9.0f")
    w.case("v_dot2_f32_f16 v2, v0, v1, v3 op_sel:[1,0,0] op_sel_hi:[0,1,1]", "v0=0x40003c00 v1=0x42004400 v3=1.0f", "v2=12.0f")


def dots(w, entry, text, place, section):
    """Sums that every order of rounding gives."""
    rows = [(0x3c003c00, 0x40004200, 0x3f800000), (0xc0003c00, 0x40004200, 0x80000000), (0x00010001, 0x00010001, 0), (0x7c003c00, 0x3c003c00, 0x3f800000),
            (0x3c003c00, 0x3c00bc00, 0xff800000), (0, 0x80000000, 0x80000000), (0x7bff7bff, 0x3c003c00, 0), (0x83ff0400, 0, 0x7f7fffff)]
    wide = lambda half: convert(F32, F16, half)
    total = lambda a, b, c: fma(F32, wide(a & 0xffff), wide(b & 0xffff), fma(F32, wide(a >> 16), wide(b >> 16), c))
    w.cite(entry, section)
    w.lanes(text, ("v0", "v1", place), rows, "v2", total)
    w.exec_cases(text, ("v0", "v1", place), rows[0], "v2", total)


def fixup(a, b, c):
    sign = (b ^ c) & F16.sign
    if is_nan(F16, c) or is_nan(F16, b):
        return (c if is_nan(F16, c) else b) | F16.quiet
    if (is_zero(F16, b) and is_zero(F16, c)) or (is_inf(F16, b) and is_inf(F16, c)):
        return 0xfe00
    if is_zero(F16, b) or is_inf(F16, c):
        return sign | F16.infinity
    return sign if is_inf(F16, b) or is_zero(F16, c) else sign | a & 0x7fff


def power_of(a):
    """The exponent that V_FREXP_EXP gives."""
    if is_nan(F16, a) or is_inf(F16, a) or is_zero(F16, a):
        return 0
    size, power = abs(value(F16, a)), 0
    while size >= 1:
        size, power = size / 2, power + 1
    while size < Fraction(1, 2):
        size, power = size * 2, power - 1
    return power


def mantissa(a):
    if is_nan(F16, a):
        return a | F16.quiet
    return a if is_inf(F16, a) or is_zero(F16, a) else ldexp(F16, a, -power_of(a))


def fract(a):
    if is_nan(F16, a):
        return a | F16.quiet
    if is_inf(F16, a):
        return F16.default_nan
    return min(rounded(F16, value(F16, a) - floor(value(F16, a))), 0x3bff)


def med3(a, b, c, gfx11):
    p = lambda x, y, g: pick(F16, x, y, g, gfx11)
    if is_nan(F16, a) or is_nan(F16, b) or is_nan(F16, c):
        return p(p(a, b, False), c, False)
    most = p(p(a, b, True), c, True)
    if compare(F16, most, a) == 0:
        return p(b, c, True)
    return p(a, c, True) if compare(F16, most, b) == 0 else p(a, b, True)


def sixteen(w, gfx11):
    halves = t.HALVES
    high = 0xabcd0000 if gfx11 else 0
    other = lambda f: lambda *v: high | f(*v)
    three = (halves, halves, halves)
    powers = [0, 1, 0xffff, 15, 24, 0xffe8, 0xffe7, 40, 0x7fff, 0x8000, 0xfff2]
    t.spread(w, "v_ldexp_f16_e32 v2, v0, v1", (halves, powers), other(lambda a, b: ldexp(F16, a, t.s16(b))), **KEEP)
    t.spread(w, "v_fract_f16_e32 v2, v0", (halves + [0x8400, 0xb801],), other(lambda a: fract(a & 0xffff)), section="VOP1", **KEEP)
    t.spread(w, "v_frexp_mant_f16_e32 v2, v0", (halves,), other(mantissa), section="VOP1", **KEEP)
    t.spread(w, "v_frexp_exp_i16_f16_e32 v2, v0", (halves,), other(lambda a: power_of(a) & 0xffff), section="VOP1", **KEEP)
    t.spread(w, "v_med3_f16 v2, v0, v1, v3", three, kept(lambda a, b, c: med3(a, b, c, gfx11)), section="VOP3", **KEEP)
    table = {"v_rsq_f16": ((0xfc00, 0xfe00), (0x8000, 0xfc00), (0, 0x7c00), (0x4400, 0x3800), (0x7c00, 0)),
             "v_log_f16": ((0xfc00, 0xfe00), (0xbc00, 0xfe00), (0x8000, 0xfc00), (0, 0xfc00), (0x3c00, 0), (0x7c00, 0x7c00)),
             "v_exp_f16": ((0xfc00, 0), (0x8000, 0x3c00), (0, 0x3c00), (0x7c00, 0x7c00), (0x4200, 0x4800)),
             "v_sin_f16": ((0xfc00, 0xfe00), (0xfbff, 0), (0x8000, 0x8000), (0x3400, 0x3c00), (0x7bff, 0), (0x7c00, 0xfe00)),
             "v_cos_f16": ((0xfc00, 0xfe00), (0xfbff, 0x3c00), (0x8000, 0x3c00), (0x7bff, 0x3c00), (0x7c00, 0xfe00))}
    for name, rows in table.items():
        more.lines(w, f"{name}_e32 v2, v0", "v0", "v2", {a: high | b for a, b in rows}, KEEP["before"])


def only_gfx9(w):
    t.spread(w, "v_div_fixup_legacy_f16 v2, v0, v1, v3", ([a for a in t.HALVES if not is_nan(F16, a)], t.HALVES, t.HALVES), fixup, section="VOP3", **KEEP)
    halves = t.HALVES
    for clamp in ("", " clamp"):
        for kind, f, least, most in (("i32_i16", t.s16, -1 << 31, (1 << 31) - 1), ("u32_u16", lambda a: a, 0, M32)):
            def total(a, b, c, f=f, k=clamp, signed=kind == "i32_i16", least=least, most=most):
                v = sum(f(x) * f(y) for x, y in zip(words(a), words(b))) + (t.s32(c) if signed else c)
                return held(v, least, most) if k else v & M32
            t.spread(w, f"v_dot2_{kind} v2, v0, v1, v3{clamp}", (t.INTS + [0x80008000, 0xffff8000], t.INTS + [0x80008000], lanes.TOPS), total, section="VOP3P")
    w.cite("v_mac_f16", "VOP2")
    rows = t.rows_of(w, (halves, halves, halves), 3, 8)
    w.lanes("v_mac_f16_e32 v2, v0, v1", ("v0", "v1", "v2"), [(a, b, 0xabcd0000 | c) for a, b, c in rows], "v2", lambda a, b, c: more.mad16(a, b, c & 0xffff))
    w.exec_cases("v_mac_f16_e32 v2, v0, v1", ("v0", "v1", "v2"), (0x4000, 0x4200, 0xabcd3c00), "v2", lambda a, b, c: 0x4700)
    t.spread(w, "v_madmk_f16 v2, v0, 0x3c01, v1", (halves, halves), lambda a, b: more.mad16(a, 0x3c01, b), **KEEP)
    t.spread(w, "v_madak_f16 v2, v0, v1, 0xbc01", (halves, halves), lambda a, b: more.mad16(a, b, 0xbc01), **KEEP)


def only_gfx11(w):
    halves, shorts = t.HALVES, t.SHORTS
    byte = lambda a: max(0, min(255, t.s16(a)))
    t.spread(w, "v_sat_pk_u8_i16_e32 v2, v0", (t.INTS + [0x00ff0100, 0x010000ff, 0x80007fff],), kept(lambda a: byte(a & 0xffff) | byte(a >> 16) << 8),
             section="VOP1", **KEEP)
    low, high = (lambda a, b: pick(F16, a, b, False, True)), (lambda a, b: pick(F16, a, b, True, True))
    t.spread(w, "v_minmax_f16 v2, v0, v1, v3", (halves, halves, halves), kept(lambda a, b, c: high(low(a, b), c)), section="VOP3", **KEEP)
    t.spread(w, "v_maxmin_f16 v2, v0, v1, v3", (halves, halves, halves), kept(lambda a, b, c: low(high(a, b), c)), section="VOP3", **KEEP)
    floats = t.FLOATS + [0x46fffe00, 0x47000000, 0xc7000000, 0xc7000100, 0x477fff00, 0x47800000, 0xbf7fffff]
    for kind, least, most in (("i16", -32768, 32767), ("u16", 0, 65535)):
        t.spread(w, f"v_cvt_pk_{kind}_f32 v2, v0, v1", (floats, floats[::-1]),
                 lambda a, b, l=least, m=most: to_integer(F32, a, l, m) & 0xffff | (to_integer(F32, b, l, m) & 0xffff) << 16, section="VOP3")
    dots(w, "v_dot2acc_f32_f16", "v_dot2acc_f32_f16 v2, v0, v1", "v2", "VOP2")
    w.cite("v_dot2acc_f32_f16", "VOPD")
    w.case("v_dual_dot2acc_f32_f16 v2, v0, v1 :: v_dual_mov_b32 v3, v5", "v0=0x40003c00 v1=0x42004400 v2=1.0f v5=0x80000000", "v2=11.0f v3=0x80000000")


def write(w, where):
    if where == "common":
        common(w)
    elif where in ("gfx9", "gfx11"):
        sixteen(w, where == "gfx11")
        (only_gfx11 if where == "gfx11" else only_gfx9)(w)
