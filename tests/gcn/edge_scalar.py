# SPDX-License-Identifier: Apache-2.0
"""Scalar instructions: arithmetic with SCC, moves of EXEC, branches, waits."""
import edge_tables as t
from edge_floats import F32, add, fma, mul, sub, to_integer, whole, rounded
from fractions import Fraction

M32, M64 = 0xffffffff, 0xffffffffffffffff


def scalar(w, text, section, rows, names, result, function, scc_in=(0,)):
    """function(*row, scc) gives (value, SCC); SCC None: stays."""
    entry = text.split()[0]
    w.cite(entry, section)
    for row in rows:
        for scc in scc_in:
            value, out = function(*row, scc)
            before = " ".join(f"{n}={hex(v)}" for n, v in zip(names, row)) + f" scc={scc}"
            after = (f"{result}={hex(value)} " if result else "") + f"scc={scc if out is None else out}"
            w.case(text, before, after)


def thin(writer, kinds, count=14):
    rows = t.rows_of(writer, kinds, 2, 6)
    return rows[::max(1, len(rows) // count)][:count]


def carry(v, limit=1 << 32):
    return v & M32, int(not 0 <= v < limit)


def overflow(v):
    return v & M32, int(not -(1 << 31) <= v < 1 << 31)


def flag(v):
    return v, int(v != 0)


TWO = {
    "s_add_u32": lambda a, b, s: carry(a + b), "s_sub_u32": lambda a, b, s: carry(a - b),
    "s_addc_u32": lambda a, b, s: carry(a + b + s), "s_subb_u32": lambda a, b, s: carry(a - b - s),
    "s_add_i32": lambda a, b, s: overflow(t.s32(a) + t.s32(b)), "s_sub_i32": lambda a, b, s: overflow(t.s32(a) - t.s32(b)),
    "s_and_b32": lambda a, b, s: flag(a & b), "s_or_b32": lambda a, b, s: flag(a | b), "s_xor_b32": lambda a, b, s: flag(a ^ b),
    "s_mul_i32": lambda a, b, s: (a * b & M32, None), "s_mul_hi_u32": lambda a, b, s: (a * b >> 32, None),
    "s_mul_hi_i32": lambda a, b, s: (t.s32(a) * t.s32(b) >> 32 & M32, None),
    "s_cselect_b32": lambda a, b, s: (a if s else b, None),
    "s_absdiff_i32": lambda a, b, s: flag(abs(t.s32(a - b)) & M32),
    "s_min_i32": lambda a, b, s: (min(t.s32(a), t.s32(b)) & M32, int(t.s32(a) < t.s32(b))),
    "s_max_u32": lambda a, b, s: (max(a, b), int(a >= b)),
}
SHIFTS = {"s_lshl_b32": lambda a, b, s: flag(a << (b & 31) & M32), "s_lshr_b32": lambda a, b, s: flag(a >> (b & 31)),
          "s_ashr_i32": lambda a, b, s: flag(t.s32(a) >> (b & 31) & M32),
          "s_bfm_b32": lambda a, b, s: (((1 << (a & 31)) - 1) << (b & 31) & M32, None)}
LOGIC = {"and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b, "andn2": lambda a, b: a & ~b,
         "orn2": lambda a, b: a | ~b, "nand": lambda a, b: ~(a & b), "nor": lambda a, b: ~(a | b), "xnor": lambda a, b: ~(a ^ b)}
COMPARES = {"eq": lambda a, b: a == b, "lg": lambda a, b: a != b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
            "lt": lambda a, b: a < b, "le": lambda a, b: a <= b}


def field(a, b, bits, sign):
    offset, width = b & (bits - 1), b >> 16 & 127
    taken = (a - (1 << bits) if sign and a >> (bits - 1) else a) >> offset & ((1 << width) - 1)
    if sign and width and taken >> (width - 1) & 1:
        taken -= 1 << width
    return flag(taken & ((1 << bits) - 1))


def common(w):
    ints, shifts, longs = t.INTS, t.SHIFTS, t.LONGS
    for name, f in TWO.items():
        scalar(w, f"{name} s4, s5, s6", "SOP2", thin(w, (ints, ints)), ("s5", "s6"), "s4", f, (0, 1))
    for name, f in SHIFTS.items():
        scalar(w, f"{name} s4, s5, s6", "SOP2", thin(w, (ints, shifts)), ("s5", "s6"), "s4", f, (1,))
    for name, f in (("s_lshl_b64", lambda a, b, s: flag(a << (b & 63) & M64)), ("s_lshr_b64", lambda a, b, s: flag(a >> (b & 63))),
                    ("s_ashr_i64", lambda a, b, s: flag(t.s64(a) >> (b & 63) & M64))):
        scalar(w, f"{name} s[4:5], s[6:7], s8", "SOP2", thin(w, (longs, shifts)), ("s[6:7]", "s8"), "s[4:5]", f)
    fields = [0, 0x100000, 0x200000, 0x08001f, 0x01001f, 0x1f0001, 0x210003, 0x7f0000, 0x080008, 0x10003f]
    for name, sign in (("s_bfe_u32", False), ("s_bfe_i32", True)):
        scalar(w, f"{name} s4, s5, s6", "SOP2", thin(w, (ints, fields), 20), ("s5", "s6"), "s4",
               lambda a, b, s, sign=sign: field(a, b, 32, sign))
    for name, sign in (("s_bfe_u64", False), ("s_bfe_i64", True)):
        scalar(w, f"{name} s[4:5], s[6:7], s8", "SOP2", thin(w, (longs, fields + [0x400000, 0x20003f]), 20), ("s[6:7]", "s8"),
               "s[4:5]", lambda a, b, s, sign=sign: field(a, b, 64, sign))
    one = [(a,) for a in ints]
    scalar(w, "s_abs_i32 s4, s5", "SOP1", one, ("s5",), "s4", lambda a, s: flag(abs(t.s32(a)) & M32))
    scalar(w, "s_mov_b32 s4, s5", "SOP1", one, ("s5",), "s4", lambda a, s: (a, None), (0, 1))
    scalar(w, "s_mov_b64 s[4:5], s[6:7]", "SOP1", [(a,) for a in longs], ("s[6:7]",), "s[4:5]", lambda a, s: (a, None))
    scalar(w, "s_cmov_b32 s4, s5", "SOP1", [(5, 6), (0, M32)], ("s4", "s5"), "s4", lambda old, a, s: (a if s else old, None), (0, 1))
    scalar(w, "s_not_b32 s4, s5", "SOP1", one, ("s5",), "s4", lambda a, s: flag(~a & M32))
    scalar(w, "s_brev_b32 s4, s5", "SOP1", one, ("s5",), "s4", lambda a, s: (int(f"{a:032b}"[::-1], 2), None))
    scalar(w, "s_bcnt1_i32_b32 s4, s5", "SOP1", one, ("s5",), "s4", lambda a, s: flag(bin(a).count("1")))
    scalar(w, "s_sext_i32_i8 s4, s5", "SOP1", one, ("s5",), "s4", lambda a, s: ((a & 255) - ((a & 128) << 1) & M32, None))
    scalar(w, "s_bitset1_b32 s4, s5", "SOP1", [(0, 31), (0, 32), (M32, 0)], ("s4", "s5"), "s4",
           lambda old, a, s: (old | 1 << (a & 31), None))
    for rel, f in COMPARES.items():
        scalar(w, f"s_cmp_{rel}_u32 s5, s6", "SOPC", thin(w, (ints, ints), 10), ("s5", "s6"), "", lambda a, b, s, f=f: (0, int(f(a, b))), (0, 1))
        scalar(w, f"s_cmp_{rel}_i32 s5, s6", "SOPC", thin(w, (ints, ints), 10), ("s5", "s6"), "",
               lambda a, b, s, f=f: (0, int(f(t.s32(a), t.s32(b)))), (0, 1))
    for rel in ("eq", "lg"):
        scalar(w, f"s_cmp_{rel}_u64 s[4:5], s[6:7]", "SOPC", thin(w, (longs, longs)) + [(1 << 32, 2 << 32), (5, 5)], ("s[4:5]", "s[6:7]"),
               "", lambda a, b, s, f=COMPARES[rel]: (0, int(f(a, b))), (0, 1))
    for bit in (0, 1):
        scalar(w, f"s_bitcmp{bit}_b32 s5, s6", "SOPC", thin(w, (ints, shifts)), ("s5", "s6"), "",
               lambda a, b, s, bit=bit: (0, int((a >> (b & 31) & 1) == bit)), (0, 1))
    w.cite("s_movk_i32", "SOPK")
    for k in (0, 1, 0x7fff, 0x8000, 0xffff):
        w.case(f"s_movk_i32 s4, {hex(k)}", "", f"s4={hex(t.s16(k) & M32)}")
    w.cite("s_mulk_i32", "SOPK")
    for k in (0, 0x7fff, 0x8000, 0xffff):
        for a in (3, 0x80000000, 0x12345678):
            w.case(f"s_mulk_i32 s4, {hex(k)}", f"s4={hex(a)} scc=1", f"s4={hex(a * t.s16(k) & M32)}")
    w.cite("s_addk_i32", "SOPK")
    for k, a in ((1, 0x7fffffff), (0x8000, 0x80000000), (0xffff, 0), (0x7fff, 1)):
        value, scc = overflow(t.s32(a) + t.s16(k))
        w.case(f"s_addk_i32 s4, {hex(k)}", f"s4={hex(a)}", f"s4={hex(value)} scc={scc}")
    control(w)


def control(w):
    """A branch over one instruction, taken and not; the waits leave what their counts allow; the rest changes nothing."""
    def branch(name, taken, not_taken):
        w.cite(name, "SOPP")
        for before, jump in ((taken, 1), (not_taken, 0)):
            if before is not None:
                w.case(f"{name} 1", before, f"jump={jump}")
                w.case("s_nop 0")
        w.case(f"{name} -1", taken, "jump=-1")
    branch("s_branch", "", None)
    branch("s_cbranch_scc0", "scc=0", "scc=1")
    branch("s_cbranch_scc1", "scc=1", "scc=0")
    branch("s_cbranch_vccz", "vcc=0", "vcc=0x80000000")
    branch("s_cbranch_vccnz", "vcc=0x80000000", "vcc=0")
    branch("s_cbranch_execz", "exec=0", "exec=0x80000000")
    branch("s_cbranch_execnz", "exec=1", "exec=0")
    w.cite("s_nop", "SOPP")
    w.case("s_nop 15", "scc=1 vcc=-1 exec=0", "")
    w.cite("s_endpgm", "SOPP")
    w.case("s_endpgm", "", "state=2")
    w.case("s_endpgm", "exec=0", "state=2")
    w.cite("s_barrier", "SOPP")
    w.case("s_barrier", "", "state=1")
    w.case("s_barrier", "loads=1", "state=1 loads=1")
    w.cite("s_sendmsg", "SOPP")
    w.case("s_sendmsg sendmsg(MSG_INTERRUPT)", "scc=1", "")
    w.cite("s_waitcnt", "SOPP")
    w.case("s_waitcnt vmcnt(0)", "loads=3 ldsops=1", "loads=0 ldsops=1")
    w.case("s_waitcnt vmcnt(2)", "loads=3 ldsops=1", "loads=2 ldsops=1")
    w.case("s_waitcnt vmcnt(63)", "loads=3", "loads=3")
    w.case("s_waitcnt lgkmcnt(0)", "loads=1 ldsops=2 scalars=2", "loads=1 ldsops=0 scalars=0")
    w.case("s_waitcnt lgkmcnt(1)", "ldsops=3 scalars=2", "ldsops=1 scalars=2")
    w.case("s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)", "loads=5 ldsops=2 scalars=2", "loads=0 ldsops=0 scalars=0")
    w.cite("s_getpc_b64", "SOP1")
    # the instruction's own address is a label; what the wave gets is the next one's, by the image's window
    w.case("s_getpc_b64 s[4:5]", "", "s[4:5]=next")


def saves(w, bits, names):
    """names: mnemonic and the new EXEC from the source and the old one."""
    on = (1 << bits) - 1
    d, s = ("s4", "s6") if bits == 32 else ("s[4:5]", "s[6:7]")
    for name, f in names.items():
        w.cite(name, "SOP1")
        for source, old in ((3, 6), (0, on), (on, 0), (on, on), (1 << (bits - 1), on), (5, 5), (2, 4)):
            new = f(source, old) & on
            w.case(f"{name} {d}, {s}", f"{s}={hex(source)} exec={hex(old)}", f"{d}={hex(old)} exec={hex(new)} scc={int(new != 0)}")
        w.case(f"{name} {d}, {'exec_lo' if bits == 32 else 'exec'}", "exec=9",
               f"{d}=9 exec={hex(f(9, 9) & on)} scc={int(f(9, 9) & on != 0)}")


def write(w, where):
    ints, longs = t.INTS, t.LONGS
    if where == "common":
        common(w)
    elif where == "gfx9":
        for name, f in LOGIC.items():
            scalar(w, f"s_{name}_b64 s[4:5], s[6:7], s[8:9]", "SOP2", thin(w, (longs, longs), 10), ("s[6:7]", "s[8:9]"), "s[4:5]",
                   lambda a, b, s, f=f: flag(f(a, b) & M64))
        scalar(w, "s_cselect_b64 s[4:5], s[6:7], s[8:9]", "SOP2", thin(w, (longs, longs), 5), ("s[6:7]", "s[8:9]"), "s[4:5]",
               lambda a, b, s: (a if s else b, None), (0, 1))
        scalar(w, "s_ff1_i32_b32 s4, s5", "SOP1", [(a,) for a in ints], ("s5",), "s4",
               lambda a, s: ((a & -a).bit_length() - 1 & M32, None))
        scalar(w, "s_flbit_i32_b32 s4, s5", "SOP1", [(a,) for a in ints], ("s5",), "s4",
               lambda a, s: (32 - a.bit_length() if a else M32, None))
        scalar(w, "s_flbit_i32_b64 s4, s[6:7]", "SOP1", [(a,) for a in longs], ("s[6:7]",), "s4",
               lambda a, s: (64 - a.bit_length() if a else M32, None))
        saves(w, 64, {"s_and_saveexec_b64": lambda a, e: a & e, "s_or_saveexec_b64": lambda a, e: a | e,
                      "s_xor_saveexec_b64": lambda a, e: a ^ e, "s_andn2_saveexec_b64": lambda a, e: a & ~e,
                      "s_orn2_saveexec_b64": lambda a, e: a | ~e})
        w.case("s_waitcnt vmcnt(0)", "loads=1 stores=2", "loads=0 stores=0")
    elif where == "gfx11":
        for name, f in (("s_and_not1_b32", LOGIC["andn2"]), ("s_or_not1_b32", LOGIC["orn2"]), ("s_nand_b32", LOGIC["nand"])):
            scalar(w, f"{name} s4, s5, s6", "SOP2", thin(w, (ints, ints), 12), ("s5", "s6"), "s4", lambda a, b, s, f=f: flag(f(a, b) & M32))
        scalar(w, "s_ctz_i32_b32 s4, s5", "SOP1", [(a,) for a in ints], ("s5",), "s4",
               lambda a, s: ((a & -a).bit_length() - 1 & M32, None))
        scalar(w, "s_clz_i32_u32 s4, s5", "SOP1", [(a,) for a in ints], ("s5",), "s4",
               lambda a, s: (32 - a.bit_length() if a else M32, None))
        saves(w, 32, {"s_and_saveexec_b32": lambda a, e: a & e, "s_or_saveexec_b32": lambda a, e: a | e,
                      "s_xor_saveexec_b32": lambda a, e: a ^ e, "s_and_not1_saveexec_b32": lambda a, e: a & ~e,
                      "s_or_not1_saveexec_b32": lambda a, e: a | ~e, "s_and_not0_saveexec_b32": lambda a, e: ~a & e})
        w.cite("s_waitcnt_vscnt", "SOPK")
        w.case("s_waitcnt_vscnt null, 0x0", "stores=2 loads=1", "stores=0 loads=1")
        w.case("s_waitcnt_vscnt null, 0x1", "stores=2", "stores=1")
        w.case("s_waitcnt vmcnt(0)", "loads=1 stores=2", "loads=0 stores=2")
        for text, section in (("s_clause 0x3", "SOPP"), ("s_delay_alu instid0(VALU_DEP_1)", "SOPP"),
                              ("s_waitcnt_depctr 0xfffe", "SOPP"), ("s_set_inst_prefetch_distance 0x2", "SOPP"),
                              ("buffer_gl0_inv", "MUBUF")):
            w.cite(text.split()[0], section)
            w.case(text, "exec=0 scc=1 vcc=-1", "")
            w.case(text, "loads=2", "loads=2")
    else:
        scalar_floats(w)


def scalar_floats(w):
    two = thin(w, (t.FLOATS, t.FLOATS), 24)
    for name, f in (("s_add_f32", add), ("s_sub_f32", sub), ("s_mul_f32", mul)):
        scalar(w, f"{name} s4, s5, s6", "SOP2", two, ("s5", "s6"), "s4", lambda a, b, s, f=f: (f(F32, a, b), None))
    for k in (0x3f800800, 0x7f800000, 0x00000001):
        scalar(w, f"s_fmamk_f32 s4, s5, {hex(k)}, s6", "SOP2", two, ("s5", "s6"), "s4",
               lambda a, b, s, k=k: (fma(F32, a, k, b), None))
    scalar(w, "s_trunc_f32 s4, s5", "SOP1", [(a,) for a in t.FLOATS], ("s5",), "s4", lambda a, s: (whole(F32, a, int), None))
    scalar(w, "s_cvt_f32_u32 s4, s5", "SOP1", [(a,) for a in t.INTS], ("s5",), "s4", lambda a, s: (rounded(F32, Fraction(a)), None))
    more = t.FLOATS + [0x4f7fffff, 0x4f800000, 0xbf7fffff, 0x3f7fffff]
    scalar(w, "s_cvt_u32_f32 s4, s5", "SOP1", [(a,) for a in more], ("s5",), "s4", lambda a, s: (to_integer(F32, a, 0, M32), None))
    w.cite("s_mul_f32", "SOP2")
    w.case("s_mul_f32 s4, s5, s6", "s5=0x00800000 s6=0.5f denorm32=0", "s4=0")
    w.case("s_mul_f32 s4, s5, s6", "s5=1 s6=0x7f000000 denorm32=2", "s4=0")
    w.case("s_mul_f32 s4, s5, s6", "s5=0x00800000 s6=0.5f denorm32=1", "s4=0")
    w.cite("s_add_f32", "SOP2")
    w.case("s_add_f32 s4, s5, s6", "s5=1.0f s6=0x33000000 round32=1", "s4=0x3f800001")
    w.case("s_add_f32 s4, s5, s6", "s5=1.0f s6=0xb3000000 round32=3", "s4=0x3f7fffff")
    w.cite("s_cvt_f32_u32", "SOP1")
    w.case("s_cvt_f32_u32 s4, s5", "s5=-1 round32=3", "s4=0x4f7fffff")
