# SPDX-License-Identifier: Apache-2.0
"""Less usual scalars: masks of quads, EXEC, signs; halves packed and flushed."""
import edge_scalar as s
import edge_tables as t
from edge_floats import F16, F32, convert, flushed, is_nan, pick

M32, M64 = 0xffffffff, 0xffffffffffffffff
QUADS = [0, 1, 0x80000000, 0x11111111, 0x08040201, 0xf0f0f0f0, 0x0000f00f, M32, 0x10000000, 0x00000008]


def quads(a):
    return sum(1 << i for i in range(16) if a >> 4 * i & 15)


def whole_quads(a):
    return sum(15 << 4 * i for i in range(16) if a >> 4 * i & 15)


def doubled(a):
    return sum(3 << 2 * i for i in range(32) if a >> i & 1)


def signs(a, bits):
    """How many bits from the top are like the sign; all of them: -1."""
    same = next((i for i in range(1, bits) if (a >> bits - 1 - i ^ a >> bits - 1) & 1), M32)
    return same


def first_zero(a, bits):
    return next((i for i in range(bits) if not a >> i & 1), M32)


def copies(w, bits, names):
    """As saves(), but the destination gets the new EXEC."""
    on = (1 << bits) - 1
    d, source = ("s4", "s6") if bits == 32 else ("s[4:5]", "s[6:7]")
    for name, f in names.items():
        w.cite(name, "SOP1")
        for a, old in ((3, 6), (0, on), (on, 0), (on, on), (1 << (bits - 1), on), (5, 5), (2, 4)):
            new = f(a, old) & on
            w.case(f"{name} {d}, {source}", f"{source}={hex(a)} exec={hex(old)}", f"{d}={hex(new)} exec={hex(new)} scc={int(new != 0)}")


def common(w):
    wide = QUADS + [q << 32 for q in QUADS[1:]] + [M64, 0x8000000000000001]
    for bits, values, d, a in ((32, QUADS, "s4", "s6"), (64, wide, "s[4:5]", "s[6:7]")):
        for name, f in (("quadmask", quads), ("wqm", whole_quads)):
            s.scalar(w, f"s_{name}_b{bits} {d}, {a}", "SOP1", [(v,) for v in values], (a,), d, lambda v, c, f=f: s.flag(f(v)), (0, 1))
    s.scalar(w, "s_bitreplicate_b64_b32 s[4:5], s6", "SOP1", [(v,) for v in QUADS + t.INTS], ("s6",), "s[4:5]", lambda v, c: (doubled(v), None))
    for number in (0, 0x7fff, -32768, -1):
        s.scalar(w, f"s_cmovk_i32 s4, {hex(number & 0xffff)}", "SOPK", [(5,), (M32,)], ("s4",), "s4",
                 lambda v, c, n=number: (n & M32 if c else v, None), (0, 1))


def write(w, where):
    if where == "common":
        common(w)
    elif where == "gfx1151":
        two = s.thin(w, (t.FLOATS, t.FLOATS), 40)
        converted(w)
        for name, greater in (("min", False), ("max", True)):
            s.scalar(w, f"s_{name}_f32 s4, s5, s6", "SOP2", two, ("s5", "s6"), "s4", lambda a, b, c, g=greater: (pick(F32, a, b, g, True), None))
            w.case(f"s_{name}_f32 s4, s5, s6", "s5=0x7fa00001 s6=1.0f ieee=0", "s4=1.0f")
            w.case(f"s_{name}_f32 s4, s5, s6", "s5=0x7fa00001 s6=0x7fa00002 ieee=0", "s4=0x7fa00001")
            w.case(f"s_{name}_f32 s4, s5, s6", "s5=0x80000001 s6=0x80000002 denorm32=2", "s4=0x80000000")
            low = 0x80000002 if not greater else 0x80000001
            w.case(f"s_{name}_f32 s4, s5, s6", "s5=0x80000001 s6=0x80000002 denorm32=1", f"s4={hex(low)}")
    else:
        gfx9 = where == "gfx9"
        for name, bits in (("s_flbit_i32", 32), ("s_flbit_i32_i64", 64)) if gfx9 else (("s_cls_i32", 32), ("s_cls_i32_i64", 64)):
            values = t.INTS + [M32 << 31 & M32, 0x3fffffff] if bits == 32 else t.LONGS + [M64 << 33 & M64, 0x3fffffffffffffff]
            a = "s6" if bits == 32 else "s[6:7]"
            s.scalar(w, f"{name} s4, {a}", "SOP1", [(v,) for v in values], (a,), "s4", lambda v, c, bits=bits: (signs(v, bits), None))
        saves = {"nand": lambda a, e: ~(a & e), "nor": lambda a, e: ~(a | e), "xnor": lambda a, e: ~(a ^ e),
                 "orn1" if gfx9 else "or_not0": lambda a, e: ~a | e}
        bits = 64 if gfx9 else 32
        s.saves(w, bits, {f"s_{name}_saveexec_b{bits}": f for name, f in saves.items()})
        copy = {"andn1" if gfx9 else "and_not0": lambda a, e: ~a & e, "andn2" if gfx9 else "and_not1": lambda a, e: a & ~e}
        copies(w, bits, {f"s_{name}_wrexec_b{bits}": f for name, f in copy.items()})
        halves(w, gfx9)


def converted(w):
    rows = s.thin(w, (t.TO_HALF + t.FLOATS, t.FLOATS + t.TO_HALF), 40)
    rtz = lambda a: convert(F16, F32, a, 3)
    s.scalar(w, "s_cvt_pk_rtz_f16_f32 s4, s5, s6", "SOP2", rows, ("s5", "s6"), "s4", lambda a, b, c: (rtz(a) | rtz(b) << 16, None))
    w.case("s_cvt_pk_rtz_f16_f32 s4, s5, s6", "s5=0x33800000 s6=0xb8000000 denorm16=1", "s4=0x80000000")
    s.scalar(w, "s_cvt_hi_f32_f16 s4, s5", "SOP1", [(a << 16 | 0x3c00,) for a in t.HALVES], ("s5",), "s4",
             lambda a, c: (convert(F32, F16, a >> 16), None))
    w.case("s_cvt_hi_f32_f16 s4, s5", "s5=0x80010000 denorm16=2", "s4=0x80000000")


def halves(w, gfx9):
    """f32_to_f16 is the same function in V_CVT_F16_F32 and here, so that subnormal results are flushed here, too."""
    pack = "v_cvt_pkrtz_f16_f32" if gfx9 else "v_cvt_pk_rtz_f16_f32_e64"
    w.cite("v_cvt_pkrtz_f16_f32" if gfx9 else "v_cvt_pk_rtz_f16_f32", "VOP3")
    tiny = [(0x33800000, 0xb8000000), (0x387fe000, 0x38800000), (0xb3ffffff, 0x3f800000), (0x80000001, 0x33000000)]
    for bits in range(4):
        go = (lambda a: a) if bits & 2 else (lambda a: flushed(F16, a))
        w.lanes(f"{pack} v2, v0, v1", ("v0", "v1"), tiny, "v2",
                lambda a, b, go=go: go(convert(F16, F32, a, 3)) | go(convert(F16, F32, b, 3)) << 16, f"denorm16={bits}")
    held = lambda a: 0 if is_nan(F16, a) or a & 0x8000 else min(a, 0x3c00)
    rows = [(a, b) for a, b in zip(t.FLOATS, t.FLOATS[7:] + t.FLOATS[:7])]
    w.lanes(f"{pack} v2, v0, v1 clamp", ("v0", "v1"), rows, "v2",
            lambda a, b: held(convert(F16, F32, a, 3)) | held(convert(F16, F32, b, 3)) << 16)
    if gfx9:
        for name, bits in (("b32", 32), ("b64", 64)):
            a = "s6" if bits == 32 else "s[6:7]"
            values = t.INTS if bits == 32 else t.LONGS + [M64 >> 1, M32]
            s.scalar(w, f"s_ff0_i32_{name} s4, {a}", "SOP1", [(v,) for v in values], (a,), "s4", lambda v, c, bits=bits: (first_zero(v, bits), None))
        w.cite("v_mad_f16", "VOP3")  # zeros for subnormals, whatever the mode says
        w.case("v_mad_f16 v2, v0, v1, v3", "v0={1,0x3c00,0x3800,0x8001} v1={0x3c00,0x3c00,0x0400,0x7bff} v3={0,0x8001,0,0x3c00} v2=0xabcd0000",
               "v2={0xabcd0000,0xabcd3c00,0xabcd0000,0xabcd3c00}")
