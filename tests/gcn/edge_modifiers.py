# SPDX-License-Identifier: Apache-2.0
"""What the text carries around an instruction: neg, abs, clamp, omod, op_sel, op_sel_hi, neg_lo, neg_hi, SDWA, DPP, MODE."""
import edge_tables as t
from edge_floats import (DOWN, F16, F32, NEAREST, UP, ZERO, add, convert, flushed, fma, is_nan, is_subnormal, is_zero, minus, mul, pick,
                         rounded, sub, value)
from fractions import Fraction

M32 = 0xffffffff
ONE = 0x3f800000


def signs(text):
    """-|v0|: what it does to a binary32."""
    name = text.strip("-|")
    return name, lambda a, f=F32: (a & ~f.sign if "|" in text else a) ^ (f.sign if "-" in text else 0)


def clamped(f, a, dx10=True):
    if is_nan(f, a):
        return 0 if dx10 else a
    one = rounded(f, Fraction(1))
    return 0 if minus(f, a) else min(a, one)


def omod(f, a, factor):
    """-0 becomes +0, subnormals are flushed."""
    a = flushed(f, a)
    if is_nan(f, a) or (a & ~f.sign) == f.infinity:
        return a
    return flushed(f, rounded(f, value(f, a) * factor))


def source_modifiers(w):
    two = t.rows_of(w, (t.FLOATS, t.FLOATS), 2, 4)
    ops = {"v_add_f32": lambda a, b: add(F32, a, b), "v_mul_f32": lambda a, b: mul(F32, a, b), "v_sub_f32": lambda a, b: sub(F32, a, b)}
    for name, f in ops.items():
        w.cite(name, "VOP3")
        for left, right in (("-v0", "v1"), ("|v0|", "v1"), ("-|v0|", "-v1"), ("v0", "-|v1|"), ("v0", "|v1|")):
            g, h = signs(left)[1], signs(right)[1]
            w.lanes(f"{name}_e64 v2, {left}, {right}", ("v0", "v1"), two, "v2", lambda a, b, f=f, g=g, h=h: f(g(a), h(b)))
        for dx10 in (1, 0):
            w.lanes(f"{name}_e64 v2, v0, -v1 clamp", ("v0", "v1"), two, "v2",
                    lambda a, b, f=f, dx10=dx10: clamped(F32, f(a, b ^ F32.sign), dx10), f"dx10={dx10}")
        for text, factor in (("mul:2", 2), ("mul:4", 4), ("div:2", Fraction(1, 2))):
            w.lanes(f"{name}_e64 v2, v0, v1 {text}", ("v0", "v1"), two, "v2",
                    lambda a, b, f=f, k=factor: omod(F32, flushed(F32, f(flushed(F32, a), flushed(F32, b))), k), "ieee=0 denorm32=0")
            # ignored where subnormal results are kept, and in IEEE mode
            w.lanes(f"{name}_e64 v2, v0, v1 {text}", ("v0", "v1"), two[:16], "v2", f, "ieee=0")
            w.lanes(f"{name}_e64 v2, v0, v1 {text}", ("v0", "v1"), two[:16], "v2",
                    lambda a, b, f=f: flushed(F32, f(flushed(F32, a), flushed(F32, b))), "denorm32=0")
        w.lanes(f"{name}_e64 v2, v0, v1 clamp mul:4", ("v0", "v1"), two, "v2",
                lambda a, b, f=f: clamped(F32, omod(F32, flushed(F32, f(flushed(F32, a), flushed(F32, b))), 4)), "ieee=0 denorm32=0")
    three = t.rows_of(w, (t.FLOATS, t.FLOATS, t.FLOATS), 2, 4)
    w.cite("v_fma_f32", "VOP3")
    for texts in (("-v0", "v1", "v3"), ("v0", "|v1|", "-v3"), ("-|v0|", "-v1", "|v3|")):
        g = [signs(x)[1] for x in texts]
        w.lanes(f"v_fma_f32 v2, {', '.join(texts)}", t.SOURCES, three, "v2", lambda a, b, c, g=g: fma(F32, g[0](a), g[1](b), g[2](c)))
    w.lanes("v_fma_f32 v2, v0, v1, v3 clamp", t.SOURCES, three, "v2", lambda a, b, c: clamped(F32, fma(F32, a, b, c)))
    w.cite("v_cndmask_b32", "VOP3")
    w.case("v_cndmask_b32_e64 v2, -v0, |v1|, VCC", "v0=0x7fa00001 v1=0x80000001 vcc=2", "v2[0]=0xffa00001 v2[1]=1 v2[2]=0xffa00001")
    w.cite("v_cvt_i32_f32", "VOP3")
    w.case("v_cvt_i32_f32_e64 v2, -|v0|", "v0={1.5f,-1.5f,0x7f800000,0x7fc00000}", "v2={-1,-1,0x80000000,0}")
    w.cite("v_cmp_lt_f32", "VOP3")
    mask = "VCC"
    w.case(f"v_cmp_lt_f32_e64 {mask}, -v0, |v1|", "v0={1.0f,-1.0f,0,0x7fc00000} v1={-2.0f,-2.0f,0x80000000,1.0f}", "vcc={1,1,0,0}")
    w.cite("v_ldexp_f32", "VOP3")
    w.case("v_ldexp_f32 v2, -|v0|, v1 clamp", "v0=-1.0f v1=3", "v2=0")
    w.case("v_ldexp_f32 v2, |v0|, v1 clamp", "v0=-1.0f v1=3", "v2=1.0f")


def modes(w):
    """Rounding, subnormals by bit: 1 of sources, 2 of results."""
    two = [(ONE, 0x33000000), (ONE, 0xb3000000), (0xbf800000, 0x33000000), (0x3f800001, 0x33800000), (0x7f7fffff, 0x73000000),
           (0x7f7fffff, 0x7f7fffff), (0xff7fffff, 0xff7fffff), (ONE, 0xbf800000), (0, 0x80000000), (3, 0x80000002)]
    for mode in (NEAREST, UP, DOWN, ZERO):
        w.cite("v_add_f32", "VOP2")
        w.lanes("v_add_f32_e32 v2, v0, v1", ("v0", "v1"), two, "v2", lambda a, b, m=mode: add(F32, a, b, m), f"round32={mode}")
        w.cite("v_mul_f32", "VOP2")
        rows = [(0x3f800001, 0x3f800001), (0xbf800001, 0x3f800001), (1, 0x3f000000), (0x80000001, 0x3f000000), (0x7f000000, 0x7f000000), (5, 0)]
        w.lanes("v_mul_f32_e32 v2, v0, v1", ("v0", "v1"), rows, "v2", lambda a, b, m=mode: mul(F32, a, b, m), f"round32={mode}")
        w.cite("v_fma_f32", "VOP3")
        rows = [(0x3f800001, 0x3f800001, 0x33000000), (0x3f800001, 0xbf800001, 1), (0x3f800800, 0x3f800800, 0xbf801000), (3, 0x3f000000, 0)]
        w.lanes("v_fma_f32 v2, v0, v1, v3", t.SOURCES, rows, "v2", lambda a, b, c, m=mode: fma(F32, a, b, c, m), f"round32={mode}")
        w.cite("v_cvt_f32_u32", "VOP1")
        w.lanes("v_cvt_f32_u32_e32 v2, v0", ("v0",), [(0x01000001,), (M32,), (0x01000003,)], "v2",
                lambda a, m=mode: rounded(F32, Fraction(a), m), f"round32={mode}")
        high = 0xabcd0000 if w.where == "gfx11" else 0
        w.cite("v_cvt_f16_f32", "VOP1")
        w.lanes("v_cvt_f16_f32_e32 v2, v0", ("v0",), [(a,) for a in t.TO_HALF + [0x80000001, 1, 0x7f7fffff, 0xff7fffff]], "v2",
                lambda a, m=mode: high | convert(F16, F32, a, m), f"v2=0xabcd0000 round16={mode}")
        w.cite("v_add_f16", "VOP2")
        halves = [(0x3c00, 1), (0xbc00, 1), (0x3c00, 0x8001), (0x7bff, 0x7bff), (0x7bff, 1), (0x3c00, 0xbc00), (0x4400, 0x8001)]
        w.lanes("v_add_f16_e32 v2, v0, v1", ("v0", "v1"), halves, "v2", lambda a, b, m=mode: high | add(F16, a, b, m),
                f"v2=0xabcd0000 round16={mode}")
        w.cite("v_fma_f16", "VOP3")
        rows = [(0x3c01, 0x3c01, 1), (0x3c01, 0xbc01, 1), (0x0001, 0x3800, 0x3c00), (0x7bff, 0x4000, 0x8001), (0x3c00, 0x3c00, 0xbc00), (0, 0xbc00, 0x8000), (0, 0x3c00, 0x8000)]
        w.lanes("v_fma_f16 v2, v0, v1, v3", t.SOURCES, rows, "v2", lambda a, b, c, m=mode: 0xabcd0000 | fma(F16, a, b, c, m),
                f"v2=0xabcd0000 round16={mode}")
        for name, how in (("trunc", int), ("rndne", round)):  # these have their own rounding
            w.cite(f"v_{name}_f32", "VOP1")
            w.lanes(f"v_{name}_f32_e32 v2, v0", ("v0",), [(a,) for a in t.FLOATS + [0x40200000, 0x40600000]], "v2",
                    lambda a, how=how: t.whole(F32, a, how), f"round32={mode}")
    rows = t.rows_of(w, ([1, 0x807fffff, 0x00800000, 0x00ffffff, ONE, 0, 0x80000000], [1, 0x80000001, 0x3f000000, 0x80800001, ONE, 0x7f000000]), 3, 0)
    for bits in range(4):
        come = (lambda a: a) if bits & 1 else (lambda a: flushed(F32, a))
        go = (lambda a: a) if bits & 2 else (lambda a: flushed(F32, a))
        for name, f in (("v_add_f32", add), ("v_mul_f32", mul), ("v_sub_f32", sub)):
            w.cite(name, "VOP2")
            w.lanes(f"{name}_e32 v2, v0, v1", ("v0", "v1"), rows, "v2", lambda a, b, f=f, i=come, o=go: o(f(F32, i(a), i(b))), f"denorm32={bits}")
        gfx11 = w.where == "gfx11"
        w.cite("v_max_f32", "VOP2")  # the result is never flushed: only the sources count
        w.lanes("v_max_f32_e32 v2, v0, v1", ("v0", "v1"), rows, "v2", lambda a, b, i=come: pick(F32, i(a), i(b), True, gfx11), f"denorm32={bits}")
        w.cite("v_cmp_lt_f32", "VOPC")
        w.lanes("v_cmp_lt_f32_e32 VCC, v0, v1", ("v0", "v1"), rows, "vcc", lambda a, b, i=come: int(t.compare(F32, i(a), i(b)) == -1), f"denorm32={bits}")
        w.cite("v_cvt_f32_f16", "VOP1")
        w.lanes("v_cvt_f32_f16_e32 v2, v0", ("v0",), [(a,) for a in t.HALVES], "v2",
                lambda a, b=bits: convert(F32, F16, a if b & 1 else flushed(F16, a)), f"denorm16={bits}")
        high = 0xabcd0000 if gfx11 else 0
        w.cite("v_cvt_f16_f32", "VOP1")
        w.lanes("v_cvt_f16_f32_e32 v2, v0", ("v0",), [(a,) for a in t.TO_HALF], "v2",
                lambda a, b=bits: high | (convert(F16, F32, a) if b & 2 else flushed(F16, convert(F16, F32, a))), f"v2=0xabcd0000 denorm16={bits}")
        w.cite("v_mov_b32", "VOP1")
        w.lanes("v_mov_b32_e32 v2, v0", ("v0",), [(1,), (0x807fffff,)], "v2", lambda a: a, f"denorm32={bits}")
        w.cite("v_cndmask_b32", "VOP2")
        w.lanes("v_cndmask_b32_e32 v2, v0, v1, VCC", ("v0", "v1", "vcc"), [(1, 0x80000002, 0), (1, 0x80000002, 1)], "v2",
                lambda a, b, c: b if c else a, f"denorm32={bits}")


def packed(w):
    """op_sel, op_sel_hi, neg_lo, neg_hi of VOP3P; op_sel of VOP3."""
    rows = [(0x40003c00, 0x4200c400), (0x7e018001, 0x3c000001), (0xfc007c00, 0x3c00bc00), (0x7bff0400, 0x40003800)]
    w.cite("v_pk_mul_f16", "VOP3P")
    for sel in ((0, 0), (1, 0), (1, 1)):
        for high in ((1, 1), (0, 1), (0, 0)):
            for low_sign, high_sign in (((0, 0), (0, 0)), ((1, 0), (0, 1))):
                text = (f" op_sel:[{sel[0]},{sel[1]}]" if any(sel) else "") + (f" op_sel_hi:[{high[0]},{high[1]}]" if not all(high) else "") + \
                    (f" neg_lo:[{low_sign[0]},{low_sign[1]}] neg_hi:[{high_sign[0]},{high_sign[1]}]" if any(low_sign) else "")
                def f(a, b, sel=sel, high=high, ls=low_sign, hs=high_sign):
                    part = lambda v, up, minus_it: (v >> 16 if up else v & 0xffff) ^ (0x8000 if minus_it else 0)
                    return mul(F16, part(a, sel[0], ls[0]), part(b, sel[1], ls[1])) | mul(F16, part(a, high[0], hs[0]), part(b, high[1], hs[1])) << 16
                w.lanes(f"v_pk_mul_f16 v2, v0, v1{text}", ("v0", "v1"), rows, "v2", f)
    one = 0x3c00
    w.lanes("v_pk_mul_f16 v2, v0, v1 clamp", ("v0", "v1"), rows, "v2",
            lambda a, b: clamped(F16, mul(F16, a & 0xffff, b & 0xffff)) | clamped(F16, mul(F16, a >> 16, b >> 16)) << 16)
    w.cite("v_pk_add_u16", "VOP3P")
    w.case("v_pk_add_u16 v2, v0, v1 clamp", "v0=0xffff0001 v1=0x00010002", "v2=0xffff0003")
    w.case("v_pk_add_u16 v2, v0, v1 op_sel:[1,0] op_sel_hi:[0,1]", "v0=0x00050007 v1=0x01000200", "v2=0x01070205")
    w.case("v_pk_add_u16 v2, v0, 2.0", "v0=0x00030005", "v2=0x40030005")  # the binary32's halves
    w.case("v_pk_add_u16 v2, v0, 3 op_sel_hi:[1,0]", "v0=0x00030005", "v2=0x00060008")
    w.cite("v_pk_mul_f16", "VOP3P")
    w.case("v_pk_mul_f16 v2, v0, 2.0 op_sel_hi:[1,0]", "v0=0x3c004000", "v2=0x40004400")
    w.case("v_pk_mul_f16 v2, v0, 2.0", "v0=0x3c004000", "v2=0x00004400")
    w.cite("v_mul_lo_u16", "VOP3")
    w.case("v_mul_lo_u16_e64 v2, v0, 3", "v0=3 v2=0", "v2=9")
    w.cite("v_pk_add_i16", "VOP3P")
    w.case("v_pk_add_i16 v2, v0, v1 clamp", "v0=0x7fff8000 v1=0x0001ffff", "v2=0x7fff8000")
    w.cite("v_pk_sub_u16", "VOP3P")
    w.case("v_pk_sub_u16 v2, v0, v1 clamp", "v0=0x00010005 v1=0x00020001", "v2=0x00000004")
    w.cite("v_fma_mix_f32", "VOP3P")
    rows = [(0x40003c00, 0x4200c400, 0x3f800000), (0x7e018001, 0x3c000001, 0xbf800000), (0xfc007c00, 0x3c00bc00, 0x00000001)]
    for halves in ((1, 0, 0), (0, 1, 0), (1, 1, 0)):
        for sel in ((0, 0, 0), (1, 1, 0)):
            picked = [f"op_sel_hi:[{halves[0]},{halves[1]},{halves[2]}]"]
            sel = tuple(s & h for s, h in zip(sel, halves))
            if any(sel):
                picked.insert(0, f"op_sel:[{sel[0]},{sel[1]},{sel[2]}]")
            for texts in (("v0", "v1", "v3"), ("-v0", "|v1|", "-|v3|")):
                def f(*v, halves=halves, sel=sel, texts=texts):
                    read = lambda x, h, s: widen(x >> 16 if s else x & 0xffff) if h else x
                    return fma(F32, *(signs(texts[i])[1](read(v[i], halves[i], sel[i])) for i in range(3)))
                w.lanes(f"v_fma_mix_f32 v2, {', '.join(texts)} {' '.join(picked)}", t.SOURCES, rows, "v2", f)
    w.case("v_fma_mix_f32 v2, v0, v1, v3 clamp", "v0=2.0f v1=3.0f v3=1.0f", "v2=1.0f")
    w.cite("v_fma_mixlo_f16", "VOP3P")
    w.case("v_fma_mixlo_f16 v2, v0, v1, v3", "v0=1.0f v1=0x3f803000 v3=0 v2=0xabcd1234", "v2=0xabcd3c02")
    w.cite("v_fma_mixhi_f16", "VOP3P")
    w.case("v_fma_mixhi_f16 v2, v0, v1, v3", "v0=1.0f v1=0x3f801000 v3=0x33000000 v2=0xabcd1234", "v2=0x3c011234")
    for entry, old, after in (("v_fma_mixlo_f16", 0xabcd1234, 0xabcd4700), ("v_fma_mixhi_f16", 0xabcd1234, 0x47001234)):
        w.cite(entry, "VOP3P")
        for on in ("0", "0x20", "-1"):
            w.case(f"{entry} v2, v0, v1, v3", f"v0=2.0f v1=3.0f v3=1.0f v2={hex(old)} exec={on}", f"v2={hex(after)}")
        w.case(f"{entry} v2, v0, v1, v3 clamp", f"v0=2.0f v1=3.0f v3=1.0f v2={hex(old)}", f"v2={'0xabcd3c00' if 'lo' in entry else '0x3c001234'}")
    w.cite("v_pack_b32_f16", "VOP3")
    w.case("v_pack_b32_f16 v2, v0, v1 op_sel:[1,0,0]", "v0=0x11112222 v1=0x33334444", "v2=0x44441111")
    w.case("v_pack_b32_f16 v2, v0, v1 op_sel:[1,1,0]", "v0=0x11112222 v1=0x33334444", "v2=0x33331111")
    w.case("v_pack_b32_f16 v2, -v0, |v1|", "v0=0x11112222 v1=0x3333c444", "v2=0x4444a222")
    for text, after in (("op_sel:[1,0,0,0]", "0xabcd4700"), ("op_sel:[0,0,0,1]", "0x47005678"), ("op_sel:[0,1,1,1]", "0x50005678")):
        w.cite("v_fma_f16", "VOP3")
        values = {"op_sel:[1,0,0,0]": "v0=0x40000000 v1=0x4200 v3=0x3c00", "op_sel:[0,0,0,1]": "v0=0x4000 v1=0x4200 v3=0x3c00",
                  "op_sel:[0,1,1,1]": "v0=0x4000 v1=0x4c000000 v3=0x00010000"}[text]
        w.case(f"v_fma_f16 v2, v0, v1, v3 {text}", f"{values} v2=0xabcd5678", f"v2={after}")


def widen(half):
    return convert(F32, F16, half) if not is_nan(F16, half) else convert(F32, F16, half)


SELECTS = {"BYTE_0": (0, 8), "BYTE_1": (8, 8), "BYTE_2": (16, 8), "BYTE_3": (24, 8), "WORD_0": (0, 16), "WORD_1": (16, 16), "DWORD": (0, 32)}


def selected(v, name, sign=False):
    shift, bits = SELECTS[name]
    part = v >> shift & ((1 << bits) - 1)
    return (part - (1 << bits) if sign and part >> (bits - 1) else part) & M32


def placed(v, old, name, unused):
    shift, bits = SELECTS[name]
    mask = ((1 << bits) - 1) << shift
    part = v << shift & mask
    if unused == "UNUSED_PRESERVE":
        return part | old & ~mask
    if unused == "UNUSED_SEXT" and part >> (shift + bits - 1) & 1:
        return part | M32 << (shift + bits) & M32
    return part


def sdwa(w):
    rows = [(0x81927fa3, 0xf1028004), (0x00ff8080, 0x7f80ff01), (0, M32), (M32, 0x80000000)]
    w.cite("v_add_u32", "SDWA")
    for left in SELECTS:
        for sign in (False, True):
            texts = (f"sext(v0)" if sign else "v0", "v1")
            w.lanes(f"v_add_u32_sdwa v2, {texts[0]}, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:{left} src1_sel:WORD_1", ("v0", "v1"), rows, "v2",
                    lambda a, b, left=left, sign=sign: selected(a, left, sign) + selected(b, "WORD_1") & M32)
    for where in SELECTS:
        for unused in ("UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"):
            w.lanes(f"v_add_u32_sdwa v2, v0, sext(v1) dst_sel:{where} dst_unused:{unused} src0_sel:DWORD src1_sel:BYTE_3", ("v0", "v1"), rows, "v2",
                    lambda a, b, where=where, unused=unused: placed(a + selected(b, "BYTE_3", True) & M32, 0x11223344, where, unused), "v2=0x11223344")
    for mask in ("0", "0x20"):
        w.case("v_add_u32_sdwa v2, v0, v1 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0 src1_sel:BYTE_0",
               f"v0=1 v1=2 v2=0x11223344 exec={mask}", "v2=0x11220344")
    w.cite("v_add_f16", "SDWA")
    rows = [(0x40003c00, 0xc2004400), (0x00018001, 0x7e010001), (0x7c00fc00, 0xfc007c00)]
    for texts in (("v0", "v1"), ("-v0", "|v1|"), ("-|v0|", "-v1")):
        w.lanes(f"v_add_f16_sdwa v2, {texts[0]}, {texts[1]} dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:WORD_0",
                ("v0", "v1"), rows, "v2",
                lambda a, b, x=texts: placed(add(F16, signs(x[0])[1](a >> 16, F16), signs(x[1])[1](b & 0xffff, F16)), 0x11223344, "WORD_1",
                                             "UNUSED_PRESERVE"), "v2=0x11223344")
    w.cite("v_cvt_f32_f16", "SDWA")
    w.lanes("v_cvt_f32_f16_sdwa v2, -|v0| dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1", ("v0",), [(0xbc000001,), (0x3c008000,), (0x00010000,)],
            "v2", lambda a: convert(F32, F16, a >> 16 | 0x8000))
    w.cite("v_add_f32", "SDWA")
    w.case("v_add_f32_sdwa v2, -v0, v1 clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD", "v0=1.0f v1=3.0f", "v2=1.0f")
    w.case("v_add_f32_sdwa v2, v0, v1 mul:2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD",
           "v0=1.0f v1=3.0f ieee=0 denorm32=0", "v2=8.0f")
    w.cite("v_cmp_eq_u32", "SDWA")
    w.case("v_cmp_eq_u32_sdwa vcc, v0, v1 src0_sel:BYTE_3 src1_sel:WORD_0", "v0={0x7f000000,0x80000000} v1=0x1234007f", "vcc={1,0}")
    w.case("v_cmp_eq_u32_sdwa s[14:15], sext(v0), v1 src0_sel:BYTE_3 src1_sel:DWORD", "v0={0x7f000000,0x80000000} v1=0xffffff80", "s[14:15]={0,1}")
    w.cite("v_cndmask_b32", "SDWA")
    w.case("v_cndmask_b32_sdwa v2, v0, v1, vcc dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:WORD_1",
           "v0=0x1234 v1=0x56789abc vcc=1", "v2[0]=0x5678 v2[1]=0x12 v2[63]=0x12")


def dpp_sources(gfx11):
    """text: the lane read for lane i of `lanes`, or None."""
    row = lambda i: i & ~15
    table = {"quad_perm:[3,1,0,2]": lambda i, n: i & ~3 | (3, 1, 0, 2)[i & 3], "quad_perm:[0,0,0,0]": lambda i, n: i & ~3,
             "row_mirror": lambda i, n: row(i) + 15 - i % 16, "row_half_mirror": lambda i, n: i & ~7 | 7 - i % 8}
    for k in (1, 7, 15):
        table[f"row_shl:{k}"] = lambda i, n, k=k: i + k if i % 16 + k < 16 else None
        table[f"row_shr:{k}"] = lambda i, n, k=k: i - k if i % 16 >= k else None
        table[f"row_ror:{k}"] = lambda i, n, k=k: row(i) + (i - k) % 16
    if gfx11:
        for k in (0, 5, 15):
            table[f"row_share:{k}"] = lambda i, n, k=k: row(i) + k
            table[f"row_xmask:{k}"] = lambda i, n, k=k: row(i) + (i % 16 ^ k)
    else:
        table["wave_shl:1"] = lambda i, n: i + 1 if i + 1 < n else None
        table["wave_rol:1"] = lambda i, n: (i + 1) % n
        table["wave_shr:1"] = lambda i, n: i - 1 if i else None
        table["wave_ror:1"] = lambda i, n: (i - 1) % n
        table["row_bcast:15"] = lambda i, n: row(i) - 1 if i >= 16 else None
        table["row_bcast:31"] = lambda i, n: 31 if i >= 32 else None
    return table


def dpp(w, gfx11):
    n = 32 if gfx11 else 64
    values = [0x80000100 + i for i in range(n)]
    def line(text, control, f, masks, on, extra="", fi=False):
        rows, banks = masks
        after = []
        for i in range(n):
            source = f(i, n)
            there = source is not None and (on >> source & 1 or fi)
            enabled = rows >> (i // 16) & 1 and banks >> (i // 4 % 4) & 1
            value = 5
            if on >> i & 1 and enabled:
                value = values[source] if there else 0 if "bound_ctrl" in extra else 5
            after.append(f"v2[{i}]={hex(value)}" if False else value)
        listed = "{" + ",".join(hex(v) for v in after) + "}"
        w.case(f"{text} {control} row_mask:{hex(rows)} bank_mask:{hex(banks)}{extra}", f"v0={{{','.join(map(hex, values))}}} v2=5 exec={hex(on)}", f"v2={listed}")
    everything = (1 << n) - 1
    off = everything & ~0x0000840200010020
    bound = " bound_ctrl:1" if gfx11 else " bound_ctrl:0"
    w.cite("v_mov_b32", "DPP")
    for control, f in dpp_sources(gfx11).items():
        line("v_mov_b32_dpp v2, v0", control, f, (15, 15), everything)
        line("v_mov_b32_dpp v2, v0", control, f, (15, 15), off)
        line("v_mov_b32_dpp v2, v0", control, f, (15, 15), off, bound)
        line("v_mov_b32_dpp v2, v0", control, f, (10, 5), everything)
        if gfx11:
            line("v_mov_b32_dpp v2, v0", control, f, (15, 15), off, " fi:1", True)
    w.cite("v_add_f32", "DPP")
    w.case(f"v_add_f32_dpp v2, -v0, |v1| row_shr:1 row_mask:0xf bank_mask:0xf{bound}", "v0={1.0f,2.0f,3.0f,4.0f} v1=-8.0f",
           "v2={8.0f,7.0f,6.0f,5.0f,4.0f,7.0f,6.0f,5.0f,4.0f,7.0f,6.0f,5.0f,4.0f,7.0f,6.0f,5.0f}")
    if not gfx11:
        return
    w.cite("v_mov_b32", "DPP8")
    for order in ((7, 6, 5, 4, 3, 2, 1, 0), (0, 0, 0, 0, 7, 7, 7, 7), (1, 0, 3, 2, 5, 4, 7, 6)):
        for on in (everything, off):
            for fi in (False, True):
                after = [values[i & ~7 | order[i & 7]] if fi or on >> (i & ~7 | order[i & 7]) & 1 else 0 for i in range(n)]
                w.case(f"v_mov_b32_dpp v2, v0 dpp8:[{','.join(map(str, order))}]{' fi:1' if fi else ''}",
                       f"v0={{{','.join(map(hex, values))}}} v2=5 exec={hex(on)}", f"v2={{{','.join(map(hex, after))}}}")
    w.cite("v_add3_u32", "DPP")
    w.case("v_add3_u32_e64_dpp v2, v0, v1, v3 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf", "v0={1,2,3,4} v1=10 v3=100", "v2={112,111,114,113}")


def vopd(w):
    w.cite("v_mul_f32", "VOPD")
    w.case("v_dual_mul_f32 v2, v0, v1 :: v_dual_add_f32 v3, v5, v6", "v0=0x00800000 v1=0.5f v5=0x7f800000 v6=0xff800000", "v2=0x00400000 v3=0x7fc00000")
    w.cite("v_mov_b32", "VOPD")
    w.case("v_dual_mov_b32 v2, v3 :: v_dual_mov_b32 v3, v2", "v2=1 v3=0x80000000 exec=0x20", "v2=0x80000000 v3=1")
    w.case("v_dual_mov_b32 v2, v3 :: v_dual_mov_b32 v3, v2", "v2=1 v3=2 exec=0", "v2=1 v3=2")
    w.cite("v_max_f32", "VOPD")
    w.case("v_dual_max_f32 v2, v0, v1 :: v_dual_min_f32 v3, v5, v6", "v0=0x80000000 v1=0 v5=0x7fc00000 v6=1.0f", "v2=0 v3=1.0f")
    w.cite("v_and_b32", "VOPD")
    w.case("v_dual_fmac_f32 v2, v0, v1 :: v_dual_and_b32 v3, v2, v4", "v0=2.0f v1=3.0f v2=1.0f v4=0xff800000", "v2=7.0f v3=0x3f800000")
    w.cite("v_fmamk_f32", "VOPD")
    w.case("v_dual_fmamk_f32 v2, v0, 0x3f800800, v1 :: v_dual_fmaak_f32 v3, v5, v6, 0x3f800800", "v0=0x3f800800 v1=0xbf801000 v5=0 v6=0",
           "v2=0x33800000 v3=0x3f800800")


def lane_ops(w):
    """v_permlane16 and v_permlanex16: each lane of a row reads the lane that a nibble of the scalars names."""
    n, values = 32, [0x80000100 + i for i in range(32)]
    for name, cross in (("v_permlane16_b32", 0), ("v_permlanex16_b32", 16)):
        w.cite(name, "VOP3")
        for low, high in ((0x76543210, 0xfedcba98), (0x01234567, 0x89abcdef), (0, 0xffffffff)):
            nibbles = low | high << 32
            source = [(i & 16 ^ cross) | nibbles >> 4 * (i & 15) & 15 for i in range(n)]
            before = f"v0={{{','.join(map(hex, values))}}} s4={hex(low)} s5={hex(high)} v2=5"
            for text, on, f in (("", M32, None), (" op_sel:[1,0]", 0xfffeffdf, "fi"), (" op_sel:[0,1]", 0xfffeffdf, "bound"), ("", 0xfffeffdf, "")):
                after = [values[s] if on >> s & 1 or f == "fi" else 0 if f == "bound" else 5 for s in source]
                after = [a if on >> i & 1 else 5 for i, a in enumerate(after)]
                w.case(f"{name} v2, v0, s4, s5{text}", f"{before} exec={hex(on)}", f"v2={{{','.join(map(hex, after))}}}")


def write(w, where):
    if where == "common":
        source_modifiers(w)
        packed(w)
    elif where == "gfx9":
        modes(w)
        sdwa(w)
        dpp(w, False)
    elif where == "gfx11":
        modes(w)
        dpp(w, True)
        vopd(w)
        lane_ops(w)
