# SPDX-License-Identifier: Apache-2.0
"""Instructions that binaries from elsewhere were found to use."""
import edge_scalar as s
import edge_tables as t
from edge_floats import F16, F32, F64, add, convert, fma, is_inf, is_nan, is_zero, mul, value, whole
from fractions import Fraction

M32 = 0xffffffff


def frexp_exp_64(a):
    if is_nan(F64, a) or is_inf(F64, a) or is_zero(F64, a):
        return 0
    size, power = abs(value(F64, a)), 0
    while size >= 1:
        size, power = size / 2, power + 1
    while size < Fraction(1, 2):
        size, power = size * 2, power - 1
    return power & M32


def dot2(a, b, c, widened):
    """The addend first, then the product of the low parts, then that of the high ones; each sum rounded."""
    total = c
    for shift in (0, 16):
        total = add(F32, total, mul(F32, widened(a >> shift & 0xffff), widened(b >> shift & 0xffff)))
    return F32.default_nan if is_nan(F32, total) else total


def dots(w, gfx11):
    pairs = [lo | t.HALVES[(3 * i + 5) % 17] << 16 for i, lo in enumerate(t.HALVES)]
    small = [0x3c003800, 0x40004200, 0xbc003555, 0x34003666, 0, 0x7bff0001]
    of_half = lambda a, b, c: dot2(a, b, c, lambda x: convert(F32, F16, x))
    t.spread(w, "v_dot2_f32_f16 v2, v0, v1, v3", (pairs, pairs, t.FLOATS), of_half, section="VOP3P")
    t.spread(w, "v_dot2_f32_f16 v2, v0, v1, v3", (small, small, [0, 0x3f800000, 0xbf99999a]), of_half, section="VOP3P")
    t.spread(w, "v_dot2_f32_f16 v2, v0, v1, 0 clamp", (small, small),
             lambda a, b: 0 if of_half(a, b, 0) > F32.infinity else min(of_half(a, b, 0), 0x3f800000), section="VOP3P")
    if gfx11:
        top = [a >> 16 | b & 0xffff0000 for a, b in zip(t.FLOATS, t.FLOATS[5:] + t.FLOATS[:5])]
        t.spread(w, "v_dot2_f32_bf16 v2, v0, v1, v3", (top, top, t.FLOATS), lambda a, b, c: dot2(a, b, c, lambda x: x << 16), section="VOP3P")


def halves(w):
    w.cite("v_cndmask_b16", "VOP3")
    rows = [(a, b, c) for a, b in ((1, 2), (0xffff8000, 0x7fff), (0x7d01, 0xfe00), (0x12340001, 0x43218001)) for c in (0, 1)]
    for mask in ("s14", "vcc_lo"):
        w.lanes(f"v_cndmask_b16 v2, v0, v1, {mask}", ("v0", "v1", mask.removesuffix("_lo")), rows, "v2",
                lambda a, b, c: 0xabcd0000 | (b if c else a) & 0xffff, "v2=0xabcd0000")
    for on in ("0", "0x20", "0x80000001"):
        w.case("v_cndmask_b16 v2, v0, v1, s14", f"v0=1 v1=2 v2=0xabcd0000 s14=-1 exec={on}", "v2=0xabcd0002")
    keep = {"before": "v2=0xabcd0000"}
    for k in (0x4248, 0xfbff):
        t.spread(w, f"v_fmamk_f16 v2, v0, {hex(k)}, v1", (t.HALVES, t.HALVES), lambda a, b, k=k: 0xabcd0000 | fma(F16, a, k, b), **keep)
        t.spread(w, f"v_fmaak_f16 v2, v0, v1, {hex(k)}", (t.HALVES, t.HALVES), lambda a, b, k=k: 0xabcd0000 | fma(F16, a, b, k), **keep)


def write(w, where):
    even = lambda x: round(x)
    if where == "common":
        a = t.PAIRS[0]
        halves_64 = [0x3fe0000000000000, 0xbfe0000000000000, 0x3ff8000000000000, 0xc004000000000000, 0x3fdfffffffffffff, 0x4330000000000001]
        t.spread(w, f"v_rndne_f64_e32 v[4:5], {a}", (t.DOUBLES + halves_64,), lambda x: whole(F64, x, even), "v[4:5]", section="VOP1", names=(a,))
        t.spread(w, f"v_frexp_exp_i32_f64_e32 v2, {a}", (t.DOUBLES,), frexp_exp_64, section="VOP1", names=(a,))
    elif where == "gfx1151":
        more = t.FLOATS + [0x3f000000, 0xbf000000, 0x3fc00000, 0xc0200000, 0x4affffff, 0x4b000001]
        s.scalar(w, "s_rndne_f32 s4, s5", "SOP1", [(a,) for a in more], ("s5",), "s4", lambda a, c: (whole(F32, a, even), None))
        s.scalar(w, "s_cvt_f16_f32 s4, s5", "SOP1", [(a,) for a in t.FLOATS + t.TO_HALF], ("s5",), "s4", lambda a, c: (convert(F16, F32, a), None))
        s.scalar(w, "s_cvt_f32_f16 s4, s5", "SOP1", [(0x50000 | a,) for a in t.HALVES], ("s5",), "s4",
                 lambda a, c: (convert(F32, F16, a & 0xffff), None))
    else:
        gfx11 = where == "gfx11"
        dots(w, gfx11)
        high = 0xabcd0000 if gfx11 else 0
        t.spread(w, "v_rndne_f16_e32 v2, v0", (t.HALVES,), lambda a: high | whole(F16, a, even), section="VOP1", before="v2=0xabcd0000")
        ties = [0x3800, 0xb800, 0x3e00, 0xc100, 0x6401, 0x63ff]
        w.lanes("v_rndne_f16_e32 v2, v0", ("v0",), [(a,) for a in ties], "v2", lambda a: high | whole(F16, a, even), "v2=0xabcd0000")
        if gfx11:
            halves(w)
