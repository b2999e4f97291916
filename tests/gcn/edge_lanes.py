# SPDX-License-Identifier: Apache-2.0
"""What is between a lane and a mask, another lane, or a scalar: carries, selection, counting, moving."""
import edge_tables as t
from edge_floats import F16, F32, mad, mul, pick

M32, M64 = 0xffffffff, 0xffffffffffffffff


def carries(w, name, text, f, mask_in):
    """f(a, b, carry in) before it is cut to 32 bits."""
    w.cite(name, "VOP2")
    rows = [row + (i & 1 if mask_in else 0,) for i, row in enumerate(t.rows_of(w, (t.INTS, t.INTS)))]
    rows += [(M32, 0, 1), (M32, M32, 1), (0, 0, 1), (0, M32, 1), (5, 5, 1), (5, 5, 0)] if mask_in else []
    names = ("v0", "v1", "vcc") if mask_in else ("v0", "v1")
    w.lanes(text, names, [r[:len(names)] for r in rows], "v2",
            lambda a, b, c=0: (f(a, b, c) & M32, int(not 0 <= f(a, b, c) <= M32)), "" if mask_in else "vcc=-1", masks=("vcc",))
    w.case(text, "v0=0xffffffff v1=0xffffffff exec=0 vcc=-1", "v2=0 vcc=0")
    value = f(M32, 2, 1 if mask_in else 0)
    w.case(text, "v0=0xffffffff v1=2 exec=0x20 vcc=-1", f"v2={hex(value & M32)} vcc={0x20 if not 0 <= value <= M32 else 0}")


def clamped_carries(w, name, text, f, mask_in, mask):
    """clamp holds the sum within 32 bits; carry or borrow are those without it."""
    w.cite(name, "VOP3")
    rows = [(a, b, c) for a, b in ((M32, M32), (0, M32), (M32, 0), (5, 5), (0x80000000, 0x80000000), (3, 0x7fffffff)) for c in (0, 1)[:1 + mask_in]]
    names = ("v0", "v1", mask) if mask_in else ("v0", "v1")
    w.lanes(text, names, [r[:len(names)] for r in rows], "v2",
            lambda a, b, c=0: (max(0, min(M32, f(a, b, c))), int(not 0 <= f(a, b, c) <= M32)), masks=(mask,))


ADD = lambda a, b, c: a + b + c
SUB = lambda a, b, c: a - b - c
REV = lambda a, b, c: b - a - c


def mad_wide(w, name, pair, f):
    w.cite(name, "VOP3")
    rows = [(a, b, c) for a, b in ((M32, M32), (0, M32), (0x80000000, 0x80000000), (0x80000000, 1), (3, 0xfffffffe), (0x12345678, 0x9abcdef0))
            for c in (0, 1, M64, 1 << 63, M64 - M32, (1 << 63) - 1)]
    mask = "s[14:15]" if pair else "s14"
    w.lanes(f"{name} v[4:5], {mask}, v0, v1, v[12:13]", ("v0", "v1", "v[12:13]"), rows, "v[4:5]", f, masks=(mask,))
    for exec_mask in (0, 0x20):
        value, bit = f(M32, M32, M64)
        w.case(f"{name} v[4:5], {mask}, v0, v1, v[12:13]", f"v0={hex(M32)} v1={hex(M32)} v[12:13]={hex(M64)} exec={exec_mask}",
               f"v[4:5]={hex(value)} {mask}={exec_mask if bit else 0}")


def unsigned_mad(a, b, c):
    total = a * b + c
    return total & M64, total >> 64


def signed_mad(a, b, c):
    total = t.s32(a) * t.s32(b) + t.s64(c)
    return total & M64, total >> 64 & 1


def cndmask(w, text, mask):
    w.cite("v_cndmask_b32", "VOP2")
    rows = [(a, b, c) for a, b in ((1, 2), (0x80000000, 0x7fffffff), (0x7fa00001, 0xffc00001), (1, 0x807fffff)) for c in (0, 1)]
    w.lanes(text, ("v0", "v1", mask), rows, "v2", lambda a, b, c: b if c else a)
    for exec_mask in ("0", "0x20", "0x80000001"):
        w.case(text, f"v0=1 v1=2 {mask}=-1 exec={exec_mask}", "v2=2")


def common(w):
    cndmask(w, "v_cndmask_b32_e32 v2, v0, v1, VCC", "vcc")
    for a in (0, M32, 0x80000000, 0x55555555, 1):
        count = [bin(a & ((1 << lane) - 1)).count("1") for lane in range(32)]
        w.cite("v_mbcnt_lo_u32_b32", "VOP3")
        after = " ".join(f"v2[{lane}]={hex(count[lane] + 7)}" for lane in (0, 1, 2, 15, 30, 31))
        w.case("v_mbcnt_lo_u32_b32 v2, v0, v1", f"v0={hex(a)} v1=7", after)
        w.case("v_mbcnt_lo_u32_b32 v2, v0, v1", f"v0={hex(a)} v1=0xffffffff exec=0x80000000", f"v2={hex(count[31] - 1 & M32)}")
    w.case("v_mbcnt_lo_u32_b32 v2, v0, v1", "v0=-1 v1=1 exec=0", "v2=0")
    w.cite("v_readfirstlane_b32", "VOP1")
    for exec_mask, lane in ((0, 0), (0xffffffff, 0), (0x80000000, 31), (0x30, 4)):
        w.case("v_readfirstlane_b32 s4, v0", f"v0=1 v0[{lane}]=0x80000009 exec={hex(exec_mask)}", "s4=0x80000009")
    w.cite("v_readlane_b32", "VOP3")
    for exec_mask in (0, -1, 1):
        w.case("v_readlane_b32 s4, v0, 31", f"v0=1 v0[31]=0xffffffff exec={exec_mask}", "s4=0xffffffff")
        w.case("v_readlane_b32 s4, v0, s5", f"v0=1 v0[5]=0x80000000 s5=5 exec={exec_mask}", "s4=0x80000000")
        w.case("v_readlane_b32 s4, v0, s5", f"v0=1 v0[0]=7 s5=64 exec={exec_mask}", "s4=7")
    w.cite("v_writelane_b32", "VOP3")
    for exec_mask in (0, -1, 1):
        w.case("v_writelane_b32 v2, s4, 31", f"v2=1 s4=0xffffffff exec={exec_mask}", "v2[31]=0xffffffff v2[30]=1 v2[0]=1")
        w.case("v_writelane_b32 v2, -1, s5", f"v2=1 s5=64 exec={exec_mask}", "v2[0]=0xffffffff v2[1]=1")
    approximate(w)
    t.spread(w, "v_pk_lshrrev_b16 v2, v0, v1", (t.INTS, t.INTS), lambda a, b: packed(a, b, lambda x, y: y >> (x & 15)), section="VOP3P")
    t.spread(w, "v_pk_lshlrev_b16 v2, v0, v1", (t.INTS, t.INTS), lambda a, b: packed(a, b, lambda x, y: y << (x & 15)), section="VOP3P")
    t.spread(w, "v_pk_add_u16 v2, v0, v1", (t.INTS, t.INTS), lambda a, b: packed(a, b, lambda x, y: x + y), section="VOP3P")
    t.spread(w, "v_pk_mul_lo_u16 v2, v0, v1", (t.INTS, t.INTS), lambda a, b: packed(a, b, lambda x, y: x * y), section="VOP3P")
    pairs = [lo | t.HALVES[(3 * i + 5) % 16] << 16 for i, lo in enumerate(t.HALVES)]
    t.spread(w, "v_pk_mul_f16 v2, v0, v1", (pairs, pairs), lambda a, b: packed(a, b, lambda x, y: mul(F16, x, y)), section="VOP3P")


def packed(a, b, f):
    return f(a & 0xffff, b & 0xffff) & 0xffff | (f(a >> 16, b >> 16) & 0xffff) << 16


def approximate(w):
    """Only what the documents fix: their functional examples, and subnormals, which they say are flushed."""
    table = {
        "v_exp_f32": ((0xff800000, 0), (0x80000000, 0x3f800000), (0, 0x3f800000), (0x7f800000, 0x7f800000), (0x40400000, 0x41000000),
                      (0xc3020000, 0), (1, 0x3f800000), (0x7fc00001, 0x7fc00001), (0x43000000, 0x7f800000)),
        "v_log_f32": ((0xff800000, 0xffc00000), (0xbf800000, 0xffc00000), (0x80000000, 0xff800000), (0, 0xff800000), (0x3f800000, 0),
                      (0x7f800000, 0x7f800000), (1, 0xff800000), (0x41000000, 0x40400000), (0x7fa00001, 0x7fe00001)),
        "v_rcp_f32": ((0xff800000, 0x80000000), (0xc0000000, 0xbf000000), (0x80000000, 0xff800000), (0, 0x7f800000), (0x7f800000, 0),
                      (1, 0x7f800000), (0x7f000000, 0), (0xffc00001, 0xffc00001)),
        "v_rcp_iflag_f32": ((0, 0x7f800000), (0x4f800000, 0x2f800000), (0x40000000, 0x3f000000), (0x80000000, 0xff800000)),
        "v_rsq_f32": ((0xff800000, 0xffc00000), (0x80000000, 0xff800000), (0, 0x7f800000), (0x40800000, 0x3f000000), (0x7f800000, 0)),
        "v_sqrt_f32": ((0xff800000, 0xffc00000), (0x80000000, 0x80000000), (0, 0), (0x40800000, 0x40000000), (0x7f800000, 0x7f800000),
                       (0x807fffff, 0x80000000)),
        "v_sin_f32": ((0xff800000, 0xffc00000), (0xff7fffff, 0), (0x80000000, 0x80000000), (0x3e800000, 0x3f800000),
                      (0x7f800000, 0xffc00000)),
        "v_cos_f32": ((0xff800000, 0xffc00000), (0xff7fffff, 0x3f800000), (0x80000000, 0x3f800000), (0x7f800000, 0xffc00000)),
    }
    for name, rows in table.items():
        w.cite(name, "VOP1")
        known = dict(rows)
        w.lanes(f"{name}_e32 v2, v0", ("v0",), [(a,) for a in known], "v2", lambda a, known=known: known[a])
        w.exec_cases(f"{name}_e32 v2, v0", ("v0",), rows[0][:1], "v2", lambda a, known=known: known[a])


def dot4(a, b, c, signed_a, signed_b, clamp):
    byte = lambda v, i, s: (v >> 8 * i & 255) - (256 if s and v >> (8 * i + 7) & 1 else 0)
    total = sum(byte(a, i, signed_a) * byte(b, i, signed_b) for i in range(4))
    if not clamp:
        return total + c & M32
    return max(-(1 << 31), min((1 << 31) - 1, total + t.s32(c))) & M32


BYTES = [0, M32, 0x80808080, 0x7f7f7f7f, 0x807f01ff, 0xff008001]
TOPS = [0, 1, 0x7fffffff, 0x80000000, M32, 0x7fff0000, 0x80000100]


def write(w, where):
    three = (t.FLOATS, t.FLOATS, t.FLOATS)
    if where == "common":
        common(w)
    elif where == "gfx9":
        for name, f in (("add", ADD), ("sub", SUB), ("subrev", REV)):
            carries(w, f"v_{name}_co_u32", f"v_{name}_co_u32_e32 v2, vcc, v0, v1", f, False)
            clamped_carries(w, f"v_{name}_co_u32", f"v_{name}_co_u32_e64 v2, s[14:15], v0, v1 clamp", f, False, "s[14:15]")
            t.spread(w, f"v_{name}_u32_e32 v2, v0, v1", (t.INTS, t.INTS), lambda a, b, f=f: f(a, b, 0) & M32)
            t.spread(w, f"v_{name}_u32_e64 v2, v0, v1 clamp", (t.INTS, t.INTS), lambda a, b, f=f: max(0, min(M32, f(a, b, 0))))
        for name, f in (("addc", ADD), ("subb", SUB), ("subbrev", REV)):
            carries(w, f"v_{name}_co_u32", f"v_{name}_co_u32_e32 v2, vcc, v0, v1, vcc", f, True)
            clamped_carries(w, f"v_{name}_co_u32", f"v_{name}_co_u32_e64 v2, s[14:15], v0, v1, s[14:15] clamp", f, True, "s[14:15]")
        for op, f in (("add", ADD), ("sub", SUB)):
            t.spread(w, f"v_{op}_i32 v2, v0, v1 clamp", (t.INTS, t.INTS),
                     lambda a, b, f=f: max(-(1 << 31), min((1 << 31) - 1, f(t.s32(a), t.s32(b), 0))) & M32, section="VOP3")
        mad_wide(w, "v_mad_u64_u32", True, unsigned_mad)
        mad_wide(w, "v_mad_i64_i32", True, signed_mad)
        cndmask(w, "v_cndmask_b32_e64 v2, v0, v1, s[14:15]", "s[14:15]")
        t.spread(w, "v_mad_f32 v2, v0, v1, v3", three, lambda a, b, c: mad(F32, a, b, c), section="VOP3")
        t.spread(w, "v_mac_f32_e32 v2, v0, v1", three, lambda a, b, c: mad(F32, a, b, c), names=("v0", "v1", "v2"))
        t.spread(w, "v_madmk_f32 v2, v0, 0x3f800800, v1", three[:2], lambda a, b: mad(F32, a, 0x3f800800, b))
        t.spread(w, "v_madak_f32 v2, v0, v1, 0xbf801000", three[:2], lambda a, b: mad(F32, a, b, 0xbf801000))
        t.spread(w, "v_mul_legacy_f32_e32 v2, v0, v1", three[:2], legacy)
        for clamp in ("", " clamp"):
            t.spread(w, f"v_dot4_i32_i8 v2, v0, v1, v3{clamp}", (BYTES, BYTES, TOPS),
                     lambda a, b, c, clamp=clamp: dot4(a, b, c, True, True, clamp), section="VOP3P")
        w.cite("v_mbcnt_hi_u32_b32", "VOP3")
        for a in (0, M32, 0x80000001):
            after = " ".join(f"v2[{lane}]={hex(bin(a & ((1 << max(0, lane - 32)) - 1)).count('1') + 7)}" for lane in (0, 31, 32, 33, 63))
            w.case("v_mbcnt_hi_u32_b32 v2, v0, v1", f"v0={hex(a)} v1=7", after)
        w.case("v_mbcnt_hi_u32_b32 v2, v0, v1", "v0=-1 v1=0 exec=0x8000000000000000", "v2=31")
        w.case("v_mbcnt_hi_u32_b32 v2, v0, v1", "v0=-1 v1=0 exec=0", "v2=0")
        w.case("v_readfirstlane_b32 s4, v0", "v0=1 v0[63]=9 exec=0x8000000000000000", "s4=9")
        w.case("v_readlane_b32 s4, v0, s5", "v0=1 v0[63]=9 s5=0xffffffff", "s4=9")
    elif where == "gfx11":
        for name, f in (("add", ADD), ("sub", SUB), ("subrev", REV)):
            carries(w, f"v_{name}_co_u32", f"v_{name}_co_u32 v2, vcc_lo, v0, v1", f, False)
            carries(w, f"v_{name}_co_ci_u32", f"v_{name}_co_ci_u32_e32 v2, vcc_lo, v0, v1, vcc_lo", f, True)
            clamped_carries(w, f"v_{name}_co_u32", f"v_{name}_co_u32 v2, s14, v0, v1 clamp", f, False, "s14")
            clamped_carries(w, f"v_{name}_co_ci_u32", f"v_{name}_co_ci_u32_e64 v2, s14, v0, v1, s14 clamp", f, True, "s14")
            t.spread(w, f"v_{name}_nc_u32_e32 v2, v0, v1", (t.INTS, t.INTS), lambda a, b, f=f: f(a, b, 0) & M32)
            t.spread(w, f"v_{name}_nc_u32_e64 v2, v0, v1 clamp", (t.INTS, t.INTS), lambda a, b, f=f: max(0, min(M32, f(a, b, 0))))
        mad_wide(w, "v_mad_u64_u32", False, unsigned_mad)
        mad_wide(w, "v_mad_i64_i32", False, signed_mad)
        cndmask(w, "v_cndmask_b32_e64 v2, v0, v1, s14", "s14")
        t.spread(w, "v_fmamk_f32 v2, v0, 0x3f800800, v1", three[:2], lambda a, b: t.fma(F32, a, 0x3f800800, b))
        t.spread(w, "v_fmaak_f32 v2, v0, v1, 0xbf801000", three[:2], lambda a, b: t.fma(F32, a, b, 0xbf801000))
        t.spread(w, "v_mul_dx9_zero_f32_e32 v2, v0, v1", three[:2], legacy)
        low, high = (lambda a, b: pick(F32, a, b, False, True)), (lambda a, b: pick(F32, a, b, True, True))
        t.spread(w, "v_minmax_f32 v2, v0, v1, v3", three, lambda a, b, c: high(low(a, b), c), section="VOP3")
        t.spread(w, "v_maxmin_f32 v2, v0, v1, v3", three, lambda a, b, c: low(high(a, b), c), section="VOP3")
        for signs in ((0, 0), (1, 0), (0, 1), (1, 1)):
            for clamp in ("", " clamp"):
                mods = (f" neg_lo:[{signs[0]},{signs[1]},0]" if any(signs) else "") + clamp
                t.spread(w, f"v_dot4_i32_iu8 v2, v0, v1, v3{mods}", (BYTES, BYTES, TOPS),
                         lambda a, b, c, s=signs, clamp=clamp: dot4(a, b, c, s[0], s[1], clamp), section="VOP3P")
        for rel, kind, true, false in (("eq", "u32", (5, 5), (5, 4)), ("ge", "i32", (M32, M32), (M32, 0)), ("gt", "u16", (0x18000, 0x7fff), (0x10001, 1)),
                                       ("gt", "u32", (M32, 1), (1, M32)), ("lt", "f32", (0x80000001, 0), (0x7fc00000, 0)),
                                       ("lt", "i16", (0x8000, 0x7fff), (0x7fff, 0x8000)), ("lt", "i32", (0x80000000, 0), (0, 0x80000000)),
                                       ("lt", "u16", (0x7fff, 0x8000), (1, 0x10001)), ("lt", "u32", (0, 0x80000000), (0, 0)),
                                       ("ne", "u32", (0, 0x80000000), (M32, M32)), ("nge", "f32", (0x7fc00000, 0), (0, 0x80000000))):
            cmpx(w, f"v_cmpx_{rel}_{kind}", "v0, v1", ("v0", "v1"), true, false)
        cmpx(w, "v_cmpx_gt_i64", "v[8:9], v[10:11]", ("v[8:9]", "v[10:11]"), (0, 1 << 63), (1 << 63, 0))


def cmpx(w, name, sources, places, true, false):
    w.cite(name, "VOPC")
    for exec_mask in (M32, 0, 0x20, 0x80000001):
        for row, held in ((true, 1), (false, 0)):
            before = " ".join(f"{p}={hex(v)}" for p, v in zip(places, row))
            w.case(f"{name}_e32 {sources}", f"{before} exec={hex(exec_mask)}", f"exec={hex(exec_mask if held else 0)}")


def legacy(a, b):
    return 0 if not a & 0x7fffffff or not b & 0x7fffffff else mul(F32, a, b)
