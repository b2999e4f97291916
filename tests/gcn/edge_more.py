# SPDX-License-Identifier: Apache-2.0
"""Instructions that the list of mnemonics does not ask for and src/gcn has all the same: what is executed is tested."""
import edge_lanes as lanes
import edge_scalar as s
import edge_tables as t
from edge_floats import (F16, F32, F64, add, compare, convert, fma, is_inf, is_nan, is_signaling, is_subnormal, is_zero, ldexp, mad, minus, mul, nan_of,
                         pick, rounded, sub, to_integer, value, whole)
from fractions import Fraction
from math import ceil, floor

M32, M64 = 0xffffffff, 0xffffffffffffffff


def scalars(w):
    ints, longs, shifts = t.INTS, t.LONGS, t.SHIFTS
    one, wide = [(a,) for a in ints], [(a,) for a in longs]
    for name, f in (("s_nand_b32", lambda a, b: ~(a & b)), ("s_nor_b32", lambda a, b: ~(a | b)), ("s_xnor_b32", lambda a, b: ~(a ^ b))):
        s.scalar(w, f"{name} s4, s5, s6", "SOP2", s.thin(w, (ints, ints), 8), ("s5", "s6"), "s4", lambda a, b, c, f=f: s.flag(f(a, b) & M32))
    for name, f in (("s_and_b64", lambda a, b: a & b), ("s_or_b64", lambda a, b: a | b), ("s_xor_b64", lambda a, b: a ^ b),
                    ("s_nand_b64", lambda a, b: ~(a & b)), ("s_nor_b64", lambda a, b: ~(a | b)), ("s_xnor_b64", lambda a, b: ~(a ^ b))):
        s.scalar(w, f"{name} s[4:5], s[6:7], s[8:9]", "SOP2", s.thin(w, (longs, longs), 8), ("s[6:7]", "s[8:9]"), "s[4:5]",
                 lambda a, b, c, f=f: s.flag(f(a, b) & M64))
    s.scalar(w, "s_cselect_b64 s[4:5], s[6:7], s[8:9]", "SOP2", s.thin(w, (longs, longs), 4), ("s[6:7]", "s[8:9]"), "s[4:5]",
             lambda a, b, c: (a if c else b, None), (0, 1))
    s.scalar(w, "s_bfm_b64 s[4:5], s6, s7", "SOP2", s.thin(w, (shifts, shifts)), ("s6", "s7"), "s[4:5]",
             lambda a, b, c: (((1 << (a & 63)) - 1) << (b & 63) & M64, None))
    s.scalar(w, "s_max_i32 s4, s5, s6", "SOP2", s.thin(w, (ints, ints)), ("s5", "s6"), "s4",
             lambda a, b, c: (max(t.s32(a), t.s32(b)) & M32, int(t.s32(a) >= t.s32(b))))
    s.scalar(w, "s_min_u32 s4, s5, s6", "SOP2", s.thin(w, (ints, ints)), ("s5", "s6"), "s4", lambda a, b, c: (min(a, b), int(a < b)))
    for n in (1, 2, 3, 4):
        s.scalar(w, f"s_lshl{n}_add_u32 s4, s5, s6", "SOP2", s.thin(w, (ints, ints), 10), ("s5", "s6"), "s4",
                 lambda a, b, c, n=n: ((a << n) + b & M32, int((a << n) + b > M32)))
    for name, f in (("ll", lambda a, b: a & 0xffff | b << 16), ("lh", lambda a, b: a & 0xffff | b & 0xffff0000), ("hh", lambda a, b: a >> 16 | b & 0xffff0000)):
        s.scalar(w, f"s_pack_{name}_b32_b16 s4, s5, s6", "SOP2", s.thin(w, (ints, ints), 8), ("s5", "s6"), "s4", lambda a, b, c, f=f: (f(a, b) & M32, None))
    s.scalar(w, "s_bcnt0_i32_b32 s4, s5", "SOP1", one, ("s5",), "s4", lambda a, c: s.flag(32 - bin(a).count("1")))
    s.scalar(w, "s_bcnt0_i32_b64 s4, s[6:7]", "SOP1", wide, ("s[6:7]",), "s4", lambda a, c: s.flag(64 - bin(a).count("1")))
    s.scalar(w, "s_bcnt1_i32_b64 s4, s[6:7]", "SOP1", wide, ("s[6:7]",), "s4", lambda a, c: s.flag(bin(a).count("1")))
    s.scalar(w, "s_brev_b64 s[4:5], s[6:7]", "SOP1", wide, ("s[6:7]",), "s[4:5]", lambda a, c: (int(f"{a:064b}"[::-1], 2), None))
    s.scalar(w, "s_not_b64 s[4:5], s[6:7]", "SOP1", wide, ("s[6:7]",), "s[4:5]", lambda a, c: s.flag(~a & M64))
    s.scalar(w, "s_sext_i32_i16 s4, s5", "SOP1", one, ("s5",), "s4", lambda a, c: (t.s16(a & 0xffff) & M32, None))
    s.scalar(w, "s_cmov_b64 s[4:5], s[6:7]", "SOP1", [(5, M64), (1 << 63, 0)], ("s[4:5]", "s[6:7]"), "s[4:5]", lambda o, a, c: (a if c else o, None), (0, 1))
    for bits, d, m in ((32, "s4", 31), (64, "s[4:5]", 63)):
        ones = (1 << bits) - 1
        s.scalar(w, f"s_bitset0_b{bits} {d}, s7", "SOP1", [(ones, 0), (ones, 31), (ones, 32), (0, 5), (ones, M32)], (d, "s7"), d,
                 lambda o, a, c, m=m: (o & ~(1 << (a & m)), None))
        s.scalar(w, f"s_bitset1_b{bits} {d}, s7", "SOP1", [(0, 0), (0, 31), (0, 32), (ones, 5), (0, M32)], (d, "s7"), d,
                 lambda o, a, c, m=m: (o | 1 << (a & m), None))
    for bit in (0, 1):
        s.scalar(w, f"s_bitcmp{bit}_b64 s[4:5], s6", "SOPC", s.thin(w, (longs, shifts)), ("s[4:5]", "s6"), "",
                 lambda a, b, c, bit=bit: (0, int((a >> (b & 63) & 1) == bit)), (0, 1))
    for rel, f in s.COMPARES.items():
        for kind in ("i32", "u32"):
            w.cite(f"s_cmpk_{rel}_{kind}", "SOPK")
            for k in (0, 1, 0x7fff, 0x8000, 0xffff):
                for a in (0, 1, M32, 0x8000, 0xffff8000, 0xffff):
                    x, y = (t.s32(a), t.s16(k)) if kind == "i32" else (a, k)
                    w.case(f"s_cmpk_{rel}_{kind} s4, {hex(k)}", f"s4={hex(a)} scc={int(not f(x, y))}", f"scc={int(f(x, y))}")


def scalar_floats(w):
    more = t.FLOATS + [0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001]
    one = [(a,) for a in t.FLOATS]
    for name, how in (("ceil", ceil), ("floor", floor)):
        s.scalar(w, f"s_{name}_f32 s4, s5", "SOP1", one, ("s5",), "s4", lambda a, c, how=how: (whole(F32, a, how), None))
    s.scalar(w, "s_cvt_f32_i32 s4, s5", "SOP1", [(a,) for a in t.INTS], ("s5",), "s4", lambda a, c: (rounded(F32, Fraction(t.s32(a))), None))
    s.scalar(w, "s_cvt_i32_f32 s4, s5", "SOP1", [(a,) for a in more], ("s5",), "s4",
             lambda a, c: (to_integer(F32, a, -1 << 31, (1 << 31) - 1) & M32, None))
    three = s.thin(w, (t.FLOATS, t.FLOATS, t.FLOATS), 16)
    s.scalar(w, "s_fmac_f32 s4, s5, s6", "SOP2", three, ("s5", "s6", "s4"), "s4", lambda a, b, c, d: (fma(F32, a, b, c), None))
    s.scalar(w, "s_fmaak_f32 s4, s5, s6, 0xbf801000", "SOP2", [r[:2] for r in three], ("s5", "s6"), "s4",
             lambda a, b, d: (fma(F32, a, b, 0xbf801000), None))
    for rel, wanted in t.FLOAT_RELATIONS.items():
        s.scalar(w, f"s_cmp_{rel}_f32 s5, s6", "SOPC", s.thin(w, (t.FLOATS, t.FLOATS), 16), ("s5", "s6"), "",
                 lambda a, b, c, wanted=wanted: (0, int(compare(F32, a, b) in wanted)), (0, 1))


def doubles(w):
    two, three = (t.DOUBLES, t.DOUBLES), (t.DOUBLES, t.DOUBLES, t.DOUBLES)
    a, b, c = t.PAIRS
    for name, f in (("add", lambda x, y: add(F64, x, y)), ("mul", lambda x, y: mul(F64, x, y))):
        t.spread(w, f"v_{name}_f64 v[4:5], {a}, {b}", two, f, "v[4:5]", section="VOP3", names=(a, b))
    t.spread(w, f"v_fma_f64 v[4:5], {a}, {b}, {c}", three, lambda x, y, z: fma(F64, x, y, z), "v[4:5]", section="VOP3", names=(a, b, c))
    for name, how in (("trunc", int), ("floor", floor), ("ceil", ceil)):
        t.spread(w, f"v_{name}_f64_e32 v[4:5], {a}", (t.DOUBLES,), lambda x, how=how: whole(F64, x, how), "v[4:5]", section="VOP1", names=(a,))
    tops = [0, 1, 0x8000000000000001, 0xfffffffffffff, 0x3ff0000000000000, 0xbff0000000000000, 0x7fefffffffffffff, 0x7fd0000000000000,
            0x7fe0000000000000, 0x0350000000000000, 0x0010000000000000, 0x5fe0000000000000, 0xfff0000000000000, 0x7ff0000000000000, 0x7ff8000000000000]
    for first, which in enumerate((b, c)):
        w.cite("v_div_scale_f64", "VOP3")
        w.lanes(f"v_div_scale_f64 v[4:5], VCC, {which}, {b}, {c}", (b, c), t.rows_of(w, (tops, tops), 6, 16), "v[4:5]",
                lambda y, z, first=first: t.scale_of((y, z)[first], y, z, F64, 768, 128, 53), masks=("vcc",))
    w.case(f"v_div_scale_f64 v[4:5], VCC, {a}, {a}, {b}", f"{a}=1 {b}=0x3ff0000000000000 exec=0 vcc=-1", "v[4:5]=0 vcc=0")
    w.case(f"v_div_scale_f64 v[4:5], VCC, {a}, {a}, {b}", f"{a}=1 {b}=0x3ff0000000000000 exec=2 vcc=-1", "v[4:5]=0x04d0000000000000 vcc=2")
    t.spread(w, f"v_div_fmas_f64 v[4:5], {a}, {b}, {c}", ([0, 1], *three), lambda k, *v: t.fmas(k, *v, F64, 128), "v[4:5]", section="VOP3",
             names=("vcc", a, b, c))
    t.spread(w, f"v_div_fixup_f64 v[4:5], {a}, {b}, {c}", three, lambda *v: t.fixup(*v, F64, -1075), "v[4:5]", section="VOP3", names=(a, b, c))
    powers = [0, 1, M32, 1023, 1024, M32 - 1073, M32 - 1074, 2000, 0x80000000, 0x7fffffff]
    t.spread(w, f"v_ldexp_f64 v[4:5], {a}, v1", (t.DOUBLES, powers), lambda x, n: ldexp(F64, x, t.s32(n)), "v[4:5]", section="VOP3", names=(a, "v1"))
    t.spread(w, "v_cvt_f64_f32_e32 v[4:5], v0", (t.FLOATS,), lambda x: convert(F64, F32, x), "v[4:5]", section="VOP1")
    odd = t.DOUBLES + [0x3ff0000010000000, 0x3ff0000030000000, 0x3ff0000010000001, 0x47effffff0000000, 0x36a0000000000000, 0x3690000000000000]
    t.spread(w, f"v_cvt_f32_f64_e32 v2, {a}", (odd,), lambda x: convert(F32, F64, x), section="VOP1", names=(a,))
    for kind, low, high in (("i32", -1 << 31, (1 << 31) - 1), ("u32", 0, M32)):
        t.spread(w, f"v_cvt_f64_{kind}_e32 v[4:5], v0", (t.INTS,), lambda x, k=kind: rounded(F64, Fraction(t.s32(x) if k == "i32" else x)), "v[4:5]",
                 section="VOP1")
        edge = t.DOUBLES + [0x41dfffffffc00000, 0x41e0000000000000, 0xc1e0000000000000, 0xc1e0000000200000, 0x41efffffffffffff, 0x41f0000000000000]
        t.spread(w, f"v_cvt_{kind}_f64_e32 v2, {a}", (edge,), lambda x, l=low, h=high: to_integer(F64, x, l, h) & M32, section="VOP1", names=(a,))
    for rel, wanted in t.FLOAT_RELATIONS.items():
        t.compare_lines(w, f"v_cmp_{rel}_f64", two, t.relation(wanted, lambda x, y: compare(F64, x, y)), t.PAIRS[:2], f"{a}, {b}")
    known = {0x7ff0000000000000: 0, 0xfff0000000000000: 1 << 63, 0x4000000000000000: 0x3fe0000000000000, 0: 0x7ff0000000000000}
    lines(w, "v_rcp_f64_e32 v[4:5], v[8:9]", "v[8:9]", "v[4:5]", known)
    lines(w, "v_sqrt_f64_e32 v[4:5], v[8:9]", "v[8:9]", "v[4:5]", {0: 0, 1 << 63: 1 << 63, 0x4010000000000000: 1 << 62, F64.infinity: F64.infinity})
    lines(w, "v_rsq_f64_e32 v[4:5], v[8:9]", "v[8:9]", "v[4:5]", {0: F64.infinity, 0x4010000000000000: 0x3fe0000000000000, F64.infinity: 0})


def lines(w, text, place, result, known, before=""):
    """Only values that are known."""
    w.cite(t.base(text), "VOP1")
    w.lanes(text, (place,), [(a,) for a in known], result, lambda a: known[a], before)
    first = next(iter(known))
    w.exec_cases(text, (place,), (first,), result, lambda a: known[a], before)


def classes(w):
    for f, kind, values, place in ((F16, "f16", t.HALVES, "v0"), (F64, "f64", t.DOUBLES, "v[8:9]")):
        w.cite(f"v_cmp_class_{kind}", "VOPC")
        def class_of(a, mask, f=f):
            if is_nan(f, a):
                bit = 0 if is_signaling(f, a) else 1
            else:
                size = 3 if is_inf(f, a) else 0 if is_zero(f, a) else 1 if is_subnormal(f, a) else 2
                bit = 5 - size if minus(f, a) else 6 + size
            return mask >> bit & 1
        for mask in [1 << i for i in range(10)] + [0x3ff, 0]:
            w.lanes(f"v_cmp_class_{kind}_e32 VCC, {place}, v1", (place, "v1"), [(a, mask) for a in values], "vcc", class_of, "vcc=-1")
        for on in ("0", "0x20"):
            w.case(f"v_cmp_class_{kind}_e32 VCC, {place}, v1", f"{place}=0 v1=0x40 exec={on} vcc=-1", f"vcc={on}")


def constant_compares(w, kinds, true):
    for kind in kinds:
        wide = kind[1:] == "64"
        sources = "v[8:9], v[10:11]" if wide else "v0, v1"
        for rel, result in (("f", 0), (true, -1)):
            w.cite(f"v_cmp_{rel}_{kind}", "VOPC")
            before = "v[8:9]=0x7ff8000000000000 v[10:11]=0" if wide else "v0=0x7fc00000 v1=0"
            w.case(f"v_cmp_{rel}_{kind}_e32 VCC, {sources}", f"{before} vcc={-1 - result}", f"vcc={result}")
            for on in ("0", "0x20"):
                w.case(f"v_cmp_{rel}_{kind}_e32 VCC, {sources}", f"{before} vcc=-1 exec={on}", f"vcc={on if result else 0}")


def fract(a):
    if is_nan(F32, a):
        return a | F32.quiet
    if is_inf(F32, a):
        return F32.default_nan
    rest = value(F32, a) - floor(value(F32, a))
    return min(rounded(F32, rest), 0x3f7fffff)


def bytes_of(a):
    return [a >> n & 255 for n in (0, 8, 16, 24)]


def vectors(w):
    ints, shifts, halves, shorts = t.INTS, t.SHIFTS, t.HALVES, t.SHORTS
    t.spread(w, "v_fract_f32_e32 v2, v0", (t.FLOATS,), fract, section="VOP1")
    t.spread(w, "v_sad_u8 v2, v0, v1, v3", (ints, ints, ints), lambda a, b, c: sum(abs(x - y) for x, y in zip(bytes_of(a), bytes_of(b))) + c & M32,
             section="VOP3")
    t.spread(w, "v_min3_u32 v2, v0, v1, v3", (ints, ints, ints), min, section="VOP3")
    t.spread(w, "v_max3_i32 v2, v0, v1, v3", (ints, ints, ints), lambda a, b, c: max(map(t.s32, (a, b, c))) & M32, section="VOP3")
    t.spread(w, "v_xnor_b32_e32 v2, v0, v1", (ints, ints), lambda a, b: ~(a ^ b) & M32)
    t.spread(w, "v_bfm_b32 v2, v0, v1", (shifts, shifts), lambda a, b: ((1 << (a & 31)) - 1) << (b & 31) & M32, section="VOP3")
    t.spread(w, "v_cvt_pk_i16_i32 v2, v0, v1", (ints, ints), lambda a, b: held16(a) | held16(b) << 16, section="VOP3")
    t.spread(w, "v_cvt_pk_u16_u32 v2, v0, v1", (ints, ints), lambda a, b: min(a, 0xffff) | min(b, 0xffff) << 16, section="VOP3")
    w.cite("v_swap_b32", "VOP1")
    for on in ("-1", "0", "0x20"):
        w.case("v_swap_b32 v2, v0", f"v2=1 v0=0x80000000 exec={on}", "v2=0x80000000 v0=1")
    pk = lambda f: lambda a, b: lanes.packed(a, b, f)
    pairs = [lo | halves[(3 * i + 5) % 17] << 16 for i, lo in enumerate(halves)]
    for name, f in (("sub_u16", lambda x, y: x - y), ("add_i16", lambda x, y: x + y), ("sub_i16", lambda x, y: x - y),
                    ("ashrrev_i16", lambda x, y: t.s16(y) >> (x & 15)), ("min_i16", lambda x, y: min(t.s16(x), t.s16(y))),
                    ("max_i16", lambda x, y: max(t.s16(x), t.s16(y))), ("min_u16", min), ("max_u16", max)):
        t.spread(w, f"v_pk_{name} v2, v0, v1", (ints, ints), pk(f), section="VOP3P")
    for name in ("u16", "i16"):
        t.spread(w, f"v_pk_mad_{name} v2, v0, v1, v3", (ints, ints, ints),
                 lambda a, b, c: (a & 0xffff) * (b & 0xffff) + c & 0xffff | ((a >> 16) * (b >> 16) + (c >> 16) & 0xffff) << 16, section="VOP3P")
    t.spread(w, "v_pk_add_f16 v2, v0, v1", (pairs, pairs), pk(lambda x, y: add(F16, x, y)), section="VOP3P")
    t.spread(w, "v_pk_fma_f16 v2, v0, v1, v3", (pairs, pairs, pairs),
             lambda a, b, c: fma(F16, a & 0xffff, b & 0xffff, c & 0xffff) | fma(F16, a >> 16, b >> 16, c >> 16) << 16, section="VOP3P")
    for clamp in ("", " clamp"):
        t.spread(w, f"v_dot8_u32_u4 v2, v0, v1, v3{clamp}", (ints, ints, lanes.TOPS), lambda a, b, c, k=clamp: dot8(a, b, c, False, False, k, False), section="VOP3P")
        t.spread(w, f"v_dot4_u32_u8 v2, v0, v1, v3{clamp}", (lanes.BYTES, lanes.BYTES, lanes.TOPS),
                 lambda a, b, c, k=clamp: min(M32, sum(x * y for x, y in zip(bytes_of(a), bytes_of(b))) + c) if k else
                 sum(x * y for x, y in zip(bytes_of(a), bytes_of(b))) + c & M32, section="VOP3P")


def held16(a):
    return max(-32768, min(32767, t.s32(a))) & 0xffff


def dot8(a, b, c, signed_a, signed_b, clamp, signed=True):
    part = lambda v, i, sign: (v >> 4 * i & 15) - (16 if sign and v >> (4 * i + 3) & 1 else 0)
    total = sum(part(a, i, signed_a) * part(b, i, signed_b) for i in range(8)) + (t.s32(c) if signed else c)
    if clamp:
        total = max(-(1 << 31), min((1 << 31) - 1, total)) if signed else max(0, min(M32, total))
    return total & M32


def sixteen(w, gfx11):
    """16-bit results: the other half stays on gfx11, is cleared on gfx9 but for the VOP3 forms of v_fma, v_mad, v_min3, v_max3."""
    halves, shorts = t.HALVES, t.SHORTS
    high, keep, e = (0xabcd0000 if gfx11 else 0), {"before": "v2=0xabcd0000"}, "" if gfx11 else "_e32"
    form = "VOP3" if gfx11 else "VOP2"
    two, three = (halves, halves), (halves, halves, halves)
    kept = lambda f: lambda *v: 0xabcd0000 | f(*v)
    other = lambda f: lambda *v: high | f(*v)
    for name, f in (("sub", lambda a, b: sub(F16, a, b)), ("subrev", lambda a, b: nan_of(F16, a, b) if is_nan(F16, a) or is_nan(F16, b) else sub(F16, b, a))):
        t.spread(w, f"v_{name}_f16_e32 v2, v0, v1", two, other(f), **keep)
    for name, how in (("trunc", int), ("floor", floor), ("ceil", ceil)):
        t.spread(w, f"v_{name}_f16_e32 v2, v0", (halves,), other(lambda a, how=how: whole(F16, a, how)), section="VOP1", **keep)
    t.spread(w, "v_fma_f16 v2, v0, v1, v3", three, kept(lambda a, b, c: fma(F16, a, b, c)), section="VOP3", **keep)
    for name, g in (("min", False), ("max", True)):
        p = lambda a, b, g=g: pick(F16, a, b, g, gfx11)
        t.spread(w, f"v_{name}3_f16 v2, v0, v1, v3", three, kept(lambda a, b, c, p=p: p(p(a, b), c)), section="VOP3", **keep)
        t.spread(w, f"v_pk_{name}_f16 v2, v0, v1", two, lambda a, b, p=p: p(a, b) | p(0, 0) << 16, section="VOP3P")
        for kind, f in (("i16", t.s16), ("u16", lambda a: a)):
            how = (min, max)[g]
            t.spread(w, f"v_{name}_{kind}{e} v2, v0, v1", (shorts, shorts), other(lambda a, b, f=f, how=how: how(f(a), f(b)) & 0xffff), section=form, **keep)
    t.spread(w, f"v_mul_lo_u16{e} v2, v0, v1", (shorts, shorts), other(lambda a, b: a * b & 0xffff), section=form, **keep)
    t.spread(w, "v_mad_u16 v2, v0, v1, v3", (shorts, shorts, shorts), kept(lambda a, b, c: a * b + c & 0xffff), section="VOP3", **keep)
    t.spread(w, "v_mad_u16 v2, v0, v1, v3 clamp", (shorts, shorts, shorts), kept(lambda a, b, c: min(0xffff, a * b + c)), section="VOP3", **keep)
    t.spread(w, "v_cvt_f16_i16_e32 v2, v0", (shorts,), other(lambda a: rounded(F16, Fraction(t.s16(a)))), section="VOP1", **keep)
    t.spread(w, "v_cvt_f16_u16_e32 v2, v0", (shorts,), other(lambda a: rounded(F16, Fraction(a))), section="VOP1", **keep)
    t.spread(w, "v_cvt_i16_f16_e32 v2, v0", (halves,), other(lambda a: to_integer(F16, a, -32768, 32767) & 0xffff), section="VOP1", **keep)
    t.spread(w, "v_cvt_u16_f16_e32 v2, v0", (halves,), other(lambda a: to_integer(F16, a, 0, 65535)), section="VOP1", **keep)
    pack = "v_cvt_pk_rtz_f16_f32_e32" if gfx11 else "v_cvt_pkrtz_f16_f32"
    t.spread(w, f"{pack} v2, v0, v1", (t.FLOATS + t.TO_HALF, t.FLOATS), lambda a, b: convert(F16, F32, a, 3) | convert(F16, F32, b, 3) << 16,
             section="VOP2" if gfx11 else "VOP3")
    known = {0x7c00: 0, 0xc000: 0xb800, 0x8000: 0xfc00, 0: 0x7c00, 0xfc00: 0x8000}
    lines(w, "v_rcp_f16_e32 v2, v0", "v0", "v2", {a: high | b for a, b in known.items()}, "v2=0xabcd0000")
    known = {0xfc00: 0xfe00, 0x8000: 0x8000, 0: 0, 0x4400: 0x4000, 0x7c00: 0x7c00}
    lines(w, "v_sqrt_f16_e32 v2, v0", "v0", "v2", {a: high | b for a, b in known.items()}, "v2=0xabcd0000")
    old, new = ("v_ffbh_u32", "v_ffbl_b32", "v_ffbh_i32"), ("v_clz_i32_u32", "v_ctz_i32_b32", "v_cls_i32")
    first = lambda a: 32 - a.bit_length() if a else M32
    for name, f in zip(new if gfx11 else old, (first, lambda a: (a & -a).bit_length() - 1 & M32, lambda a: first(a ^ (M32 if a >> 31 else 0)))):
        t.spread(w, f"{name}_e32 v2, v0", (t.INTS,), f, section="VOP1")
    near, down = ("v_cvt_nearest_i32_f32", "v_cvt_floor_i32_f32") if gfx11 else ("v_cvt_rpi_i32_f32", "v_cvt_flr_i32_f32")
    more = t.FLOATS + [0x3f000000, 0xbf000000, 0x3fc00000, 0xbfc00000, 0x4effffff, 0xcf000001, 0x4b000001, 0x3effffff]
    t.spread(w, f"{near}_e32 v2, v0", (more,), lambda a: to_integer(F32, add(F32, a, 0x3f000000), -1 << 31, (1 << 31) - 1, floor) & M32, section="VOP1")
    t.spread(w, f"{down}_e32 v2, v0", (more,), lambda a: to_integer(F32, a, -1 << 31, (1 << 31) - 1, floor) & M32, section="VOP1")


def only_gfx9(w):
    halves, shorts, keep = t.HALVES, t.SHORTS, {"before": "v2=0xabcd0000"}
    for clamp in ("", " clamp"):
        unsigned = lambda a, b, c, k=clamp: min(0xffff, a * b + c) if k else a * b + c & 0xffff
        signed = lambda v, k=clamp: (max(-32768, min(32767, v)) if k else v) & 0xffff
        t.spread(w, f"v_mad_legacy_u16 v2, v0, v1, v3{clamp}", (shorts, shorts, shorts), unsigned, section="VOP3", **keep)
        t.spread(w, f"v_mad_legacy_i16 v2, v0, v1, v3{clamp}", (shorts, shorts, shorts),
                 lambda a, b, c, f=signed: f(t.s16(a) * t.s16(b) + t.s16(c)), section="VOP3", **keep)
    t.spread(w, "v_mad_legacy_f16 v2, v0, v1, v3", (halves, halves, halves), mad16, section="VOP3", **keep)
    t.spread(w, "v_fma_legacy_f16 v2, v0, v1, v3", (halves, halves, halves), lambda a, b, c: fma(F16, a, b, c), section="VOP3", **keep)
    t.spread(w, "v_subrev_u16_e32 v2, v0, v1", (shorts, shorts), lambda a, b: b - a & 0xffff, **keep)
    t.spread(w, "v_mad_f16 v2, v0, v1, v3", (halves, halves, halves), lambda a, b, c: 0xabcd0000 | mad16(a, b, c), section="VOP3", **keep)
    for clamp in ("", " clamp"):
        t.spread(w, f"v_dot8_i32_i4 v2, v0, v1, v3{clamp}", (t.INTS, t.INTS, lanes.TOPS), lambda a, b, c, k=clamp: dot8(a, b, c, True, True, k), section="VOP3P")
    for name, f in (("andn2", lambda a, b: a & ~b), ("orn2", lambda a, b: a | ~b)):
        s.scalar(w, f"s_{name}_b32 s4, s5, s6", "SOP2", s.thin(w, (t.INTS, t.INTS), 8), ("s5", "s6"), "s4", lambda a, b, c, f=f: s.flag(f(a, b) & M32))
    s.scalar(w, "s_ff1_i32_b64 s4, s[6:7]", "SOP1", [(a,) for a in t.LONGS], ("s[6:7]",), "s4", lambda a, c: ((a & -a).bit_length() - 1 & M32, None))
    s.saves(w, 64, {"s_andn1_saveexec_b64": lambda a, e: ~a & e})
    constant_compares(w, ("i16", "u16", "i32", "u32", "i64", "u64"), "t")
    constant_compares(w, ("f16", "f32", "f64"), "tru")


def mad16(a, b, c):
    if is_nan(F16, a) or is_nan(F16, b) or is_nan(F16, c):
        return nan_of(F16, a, b, c)
    return mad(F16, a, b, c)


def only_gfx11(w):
    w.cite("v_mbcnt_hi_u32_b32", "VOP3")
    for on in ("-1", "0", "0x80000000"):  # no lane of 32 is above lane 31
        w.case("v_mbcnt_hi_u32_b32 v2, v0, v1", f"v0=-1 v1=7 exec={on}", "v2=7")
    halves, shorts, ints, longs = t.HALVES, t.SHORTS, t.INTS, t.LONGS
    keep = {"before": "v2=0xabcd0000"}
    t.spread(w, "v_xor3_b32 v2, v0, v1, v3", (ints, ints, ints), lambda a, b, c: a ^ b ^ c, section="VOP3")
    for op, f in (("add", lambda a, b: a + b), ("sub", lambda a, b: a - b)):
        t.spread(w, f"v_{op}_nc_i32 v2, v0, v1", (ints, ints), lambda a, b, f=f: f(a, b) & M32, section="VOP3")
        t.spread(w, f"v_{op}_nc_i32 v2, v0, v1 clamp", (ints, ints), lambda a, b, f=f: max(-(1 << 31), min((1 << 31) - 1, f(t.s32(a), t.s32(b)))) & M32,
                 section="VOP3")
    for kind, f in (("i32", t.s32), ("u32", lambda a: a)):
        t.spread(w, f"v_maxmin_{kind} v2, v0, v1, v3", (ints, ints, ints), lambda a, b, c, f=f: min(max(f(a), f(b)), f(c)) & M32, section="VOP3")
        t.spread(w, f"v_minmax_{kind} v2, v0, v1, v3", (ints, ints, ints), lambda a, b, c, f=f: max(min(f(a), f(b)), f(c)) & M32, section="VOP3")
    for name, f in (("and", lambda a, b: a & b), ("or", lambda a, b: a | b), ("xor", lambda a, b: a ^ b)):
        t.spread(w, f"v_{name}_b16 v2, v0, v1", (shorts, shorts), lambda a, b, f=f: 0xabcd0000 | f(a, b), section="VOP3", **keep)
    t.spread(w, "v_not_b16_e32 v2, v0", (shorts,), lambda a: 0xabcd0000 | ~a & 0xffff, section="VOP1", **keep)
    w.cite("v_fmac_f16", "VOP2")
    rows = [r for r in t.rows_of(w, (halves, halves, halves), 3, 8)]
    w.lanes("v_fmac_f16_e32 v2, v0, v1", ("v0", "v1", "v2"), [(a, b, 0xabcd0000 | c) for a, b, c in rows], "v2",
            lambda a, b, c: 0xabcd0000 | fma(F16, a, b, c & 0xffff))
    w.exec_cases("v_fmac_f16_e32 v2, v0, v1", ("v0", "v1", "v2"), (0x4000, 0x4200, 0xabcd3c00), "v2", lambda a, b, c: 0xabcd4700)
    t.spread(w, "v_cvt_i32_i16_e32 v2, v0", ([0xabcd0000 | a for a in shorts],), lambda a: t.s16(a & 0xffff) & M32, section="VOP1")
    t.spread(w, "v_cvt_u32_u16_e32 v2, v0", ([0xabcd0000 | a for a in shorts],), lambda a: a & 0xffff, section="VOP1")
    for signs in ((0, 0), (1, 0), (0, 1), (1, 1)):
        for clamp in ("", " clamp"):
            mods = (f" neg_lo:[{signs[0]},{signs[1]},0]" if any(signs) else "") + clamp
            t.spread(w, f"v_dot8_i32_iu4 v2, v0, v1, v3{mods}", (ints, ints, lanes.TOPS), lambda a, b, c, g=signs, k=clamp: dot8(a, b, c, g[0], g[1], k),
                     section="VOP3P")
    for name, f in (("and_not1", lambda a, b: a & ~b), ("or_not1", lambda a, b: a | ~b)):
        s.scalar(w, f"s_{name}_b64 s[4:5], s[6:7], s[8:9]", "SOP2", s.thin(w, (longs, longs), 8), ("s[6:7]", "s[8:9]"), "s[4:5]",
                 lambda a, b, c, f=f: s.flag(f(a, b) & M64))
    s.scalar(w, "s_pack_hl_b32_b16 s4, s5, s6", "SOP2", s.thin(w, (ints, ints), 8), ("s5", "s6"), "s4", lambda a, b, c: (a >> 16 | (b & 0xffff) << 16, None))
    s.scalar(w, "s_ctz_i32_b64 s4, s[6:7]", "SOP1", [(a,) for a in longs], ("s[6:7]",), "s4", lambda a, c: ((a & -a).bit_length() - 1 & M32, None))
    s.scalar(w, "s_clz_i32_u64 s4, s[6:7]", "SOP1", [(a,) for a in longs], ("s[6:7]",), "s4", lambda a, c: (64 - a.bit_length() if a else M32, None))
    constant_compares(w, ("i32", "u32", "i64", "u64", "f16", "f32", "f64"), "t")
    w.cite("v_movrels_b32", "VOP1")
    for on in ("-1", "0", "0x20"):
        w.case("v_movrels_b32_e32 v2, v0", f"v5=0x80000000 m0=5 exec={on}", "v2=0x80000000")
    w.cite("v_movreld_b32", "VOP1")
    for on in ("-1", "0", "0x20"):
        w.case("v_movreld_b32_e32 v2, v0", f"v0=0x80000000 m0=31 exec={on}", "v33=0x80000000")


def write(w, where):
    if where == "common":
        scalars(w)
        doubles(w)
        classes(w)
        vectors(w)
    elif where == "gfx1151":
        scalar_floats(w)
    else:
        sixteen(w, where == "gfx11")
        (only_gfx11 if where == "gfx11" else only_gfx9)(w)
