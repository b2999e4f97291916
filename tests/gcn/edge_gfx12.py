# SPDX-License-Identifier: Apache-2.0
"""What gfx12 has under a name or with a rule of its own. The pseudocode is that of the "RDNA4 ISA" document."""
import edge_atomics
import edge_lanes as lanes
import edge_memory as memory
import edge_scalar as s
import edge_tables as t
from edge_floats import F16, F32, F64, flushed, is_nan, is_signaling, less

M32, M64 = 0xffffffff, 0xffffffffffffffff


def number(f, a, b, greater):
    """V_MIN_NUM, V_MAX_NUM: a number wins over any NaN, signaling or not; of two NaNs the first, quieted."""
    if is_nan(f, a) and is_nan(f, b):
        return a | f.quiet
    if is_nan(f, a) or is_nan(f, b):
        return b if is_nan(f, a) else a
    return a if less(f, b, a) == greater else b


def extreme(f, a, b, greater):
    """V_MINIMUM, V_MAXIMUM: any NaN wins over a number, a signaling one over a quiet one."""
    for nan in (is_signaling, is_nan):
        for v in (a, b):
            if nan(f, v):
                return v | f.quiet
    return a if less(f, b, a) == greater else b


def median(f, a, b, c):
    low, high = (lambda x, y: number(f, x, y, False)), (lambda x, y: number(f, x, y, True))
    if is_nan(f, a) or is_nan(f, b) or is_nan(f, c):
        return low(low(a, b), c)
    most = high(high(a, b), c)
    same = lambda x: t.compare(f, most, x) == 0
    return high(b, c) if same(a) else high(a, c) if same(b) else high(a, b)


def picks(w):
    floats, halves = (t.FLOATS,) * 3, (t.HALVES,) * 3
    pairs = [lo | t.HALVES[(3 * i + 5) % 17] << 16 for i, lo in enumerate(t.HALVES)]
    keep = {"before": "v2=0xabcd0000"}
    high = lambda f: lambda *v: 0xabcd0000 | f(*v)
    rules = (("min", "max", "_num", number, "VOP2"), ("minimum", "maximum", "", extreme, "VOP3"))
    for low_name, high_name, end, rule, section in rules:
        form = "_e32" if section == "VOP2" else ""
        for name, greater in ((low_name, False), (high_name, True)):
            f32, f16, f64 = (lambda a, b, f=f, g=greater: rule(f, a, b, g) for f in (F32, F16, F64))
            t.spread(w, f"v_{name}{end}_f32{form} v2, v0, v1", floats[:2], f32, section=section)
            t.spread(w, f"v_{name}{end}_f16{form} v2, v0, v1", halves[:2], high(f16), section=section, **keep)
            t.spread(w, f"v_{name}{end}_f64{form} v[4:5], v[8:9], v[10:11]", (t.DOUBLES, t.DOUBLES), f64, "v[4:5]", section=section,
                     names=t.PAIRS[:2])
            t.spread(w, f"v_{name}3{end}_f32 v2, v0, v1, v3", floats, lambda a, b, c, p=f32: p(p(a, b), c), section="VOP3")
            t.spread(w, f"v_{name}3{end}_f16 v2, v0, v1, v3", halves, high(lambda a, b, c, p=f16: p(p(a, b), c)), section="VOP3", **keep)
            t.spread(w, f"v_pk_{name}{end}_f16 v2, v0, v1", (pairs, pairs),
                     lambda a, b, p=f16: p(a & 0xffff, b & 0xffff) | p(a >> 16, b >> 16) << 16, section="VOP3P")
        for f, kind, values, more in ((F32, "f32", floats, {}), (F16, "f16", halves, keep)):
            low, top = (lambda a, b, f=f, g=g: rule(f, a, b, g) for g in (False, True))
            kept = high if f is F16 else lambda g: g
            t.spread(w, f"v_{low_name}{high_name}{end}_{kind} v2, v0, v1, v3", values, kept(lambda a, b, c, p=low, q=top: q(p(a, b), c)),
                     section="VOP3", **more)
            t.spread(w, f"v_{high_name}{low_name}{end}_{kind} v2, v0, v1, v3", values, kept(lambda a, b, c, p=low, q=top: p(q(a, b), c)),
                     section="VOP3", **more)
    t.spread(w, "v_med3_num_f32 v2, v0, v1, v3", floats, lambda a, b, c: median(F32, a, b, c), section="VOP3")
    t.spread(w, "v_med3_num_f16 v2, v0, v1, v3", halves, high(lambda a, b, c: median(F16, a, b, c)), section="VOP3", **keep)
    w.cite("v_max_num_f32", "VOP2")  # the result is never flushed: only the sources count
    rows = t.rows_of(w, ([1, 0x807fffff, 0x00800000, 0, 0x80000000], [1, 0x80000001, 0x3f000000, 0x80800001, 0x7f000000]), 3, 0)
    for bits in range(4):
        come = (lambda a: a) if bits & 1 else (lambda a: flushed(F32, a))
        w.lanes("v_max_num_f32_e32 v2, v0, v1", ("v0", "v1"), rows, "v2", lambda a, b, i=come: number(F32, i(a), i(b), True), f"denorm32={bits}")
    w.cite("v_max_num_f32", "VOPD")
    w.case("v_dual_max_num_f32 v2, v0, v1 :: v_dual_min_num_f32 v3, v5, v6", "v0=0x80000000 v1=0 v5=0x7fa00000 v6=1.0f", "v2=0 v3=1.0f")


def scalars(w):
    ints, longs = t.INTS, t.LONGS
    for new, old in (("s_add_co_u32", "s_add_u32"), ("s_sub_co_u32", "s_sub_u32"), ("s_add_co_ci_u32", "s_addc_u32"),
                     ("s_sub_co_ci_u32", "s_subb_u32"), ("s_add_co_i32", "s_add_i32"), ("s_sub_co_i32", "s_sub_i32")):
        s.scalar(w, f"{new} s4, s5, s6", "SOP2", s.thin(w, (ints, ints)), ("s5", "s6"), "s4", s.TWO[old], (0, 1))
    two = s.thin(w, (t.FLOATS, t.FLOATS), 40)
    for name, rule, greater in (("min_num", number, False), ("max_num", number, True), ("minimum", extreme, False), ("maximum", extreme, True)):
        s.scalar(w, f"s_{name}_f32 s4, s5, s6", "SOP2", two, ("s5", "s6"), "s4", lambda a, b, c, r=rule, g=greater: (r(F32, a, b, g), None))
        w.case(f"s_{name}_f32 s4, s5, s6", "s5=0x80000001 s6=0x80000002 denorm32=2", "s4=0x80000000")
    for name, f in (("s_add_nc_u64", lambda a, b: a + b), ("s_sub_nc_u64", lambda a, b: a - b), ("s_mul_u64", lambda a, b: a * b)):
        s.scalar(w, f"{name} s[4:5], s[6:7], s[8:9]", "SOP2", s.thin(w, (longs, longs), 24), ("s[6:7]", "s[8:9]"), "s[4:5]",
                 lambda a, b, scc, f=f: (f(a, b) & M64, None), (0, 1))
    w.cite("s_addk_co_i32", "SOPK")
    for k, a in ((1, 0x7fffffff), (0x8000, 0x80000000), (0xffff, 0), (0x7fff, 1)):
        value, scc = s.overflow(t.s32(a) + t.s16(k))
        w.case(f"s_addk_co_i32 s4, {hex(k)}", f"s4={hex(a)}", f"s4={hex(value)} scc={scc}")


def waits(w):
    """Each counter leaves the others alone; scalar loads are done only when none is left."""
    all_of = "loads=4 stores=4 ldsops=4 scalars=4"
    for name, kind in (("loadcnt", "loads"), ("storecnt", "stores"), ("dscnt", "ldsops")):
        w.cite(f"s_wait_{name}", "SOPP")
        for limit in (0, 1, 3, 4, 63):
            w.case(f"s_wait_{name} {hex(limit)}", all_of, all_of.replace(f"{kind}=4", f"{kind}={min(limit, 4)}"))
    w.cite("s_wait_kmcnt", "SOPP")
    for limit, left in ((0, 0), (1, 4), (31, 4)):
        w.case(f"s_wait_kmcnt {hex(limit)}", all_of, all_of.replace("scalars=4", f"scalars={left}"))
    for name, kind in (("loadcnt", "loads"), ("storecnt", "stores")):
        w.cite(f"s_wait_{name}_dscnt", "SOPP")
        for limit, ds in ((0, 0), (1, 0), (0, 2), (63, 0), (0, 63), (63, 63)):
            after = all_of.replace(f"{kind}=4", f"{kind}={min(limit, 4)}").replace("ldsops=4", f"ldsops={min(ds, 4)}")
            w.case(f"s_wait_{name}_dscnt {hex(limit << 8 | ds)}", all_of, after)
    for text in ("s_wait_samplecnt 0x0", "s_wait_bvhcnt 0x0", "s_wait_expcnt 0x0", "s_wait_alu 0xfffe"):
        w.cite(text.split()[0], "SOPP")
        w.case(text, "exec=0 scc=1 vcc=-1", "")
        w.case(text, all_of, all_of)
    w.cite("s_barrier_signal", "SOP1")
    w.case("s_barrier_signal -1", "", "signaled=1 state=0")
    w.case("s_barrier_signal -1", "loads=1", "signaled=1 state=0 loads=1")
    w.cite("s_barrier_wait", "SOPP")
    w.case("s_barrier_wait -1", "signaled=1", "signaled=0 state=1")
    w.case("s_barrier_wait -1", "signaled=1 ldsops=1", "signaled=0 state=1 ldsops=1")
    for name, after in (("global_inv", "loads=2 stores=1"), ("global_wb", "loads=1 stores=2"), ("global_wbinv", "loads=1 stores=2")):
        w.cite(name, "VGLOBAL")
        for scope in ("", " scope:SCOPE_SE", " scope:SCOPE_SYS"):
            w.case(f"{name}{scope}", "loads=1 stores=1", after)
        for on in ("0", "0x20"):
            w.case(name, f"exec={on} loads=1 stores=1", after)


def scalar_loads(w):
    memory.scalar_load(w, "s_load_b96", 3)
    for count in (1, 2, 3, 4, 8, 16):  # a signed offset of 24 bits, with and without a register
        name, registers = f"s_load_b{32 * count}", "s16" if count == 1 else f"s[16:{15 + count}]"
        w.cite(name, "SMEM")
        for offset, base, at in (("0x7fffff", f"mem-{0x7fffff - 131}", 128), ("-0x800000", f"mem+{0x800000 + 64}", 64),
                                 ("s9 offset:0x10", "mem+64", 116), ("s9 offset:-0x24", "mem+64", 64)):
            after = " ".join(f"s{16 + i}={hex(memory.word(at + 4 * i))}" for i in range(count))
            w.case(f"{name} {registers}, s[6:7], {offset}", f"s[6:7]={base} s9=36 scalars=1", after + " scalars=2")
    for name, size, sign in (("u8", 1, False), ("i8", 1, True), ("u16", 2, False), ("i16", 2, True)):
        w.cite(f"s_load_{name}", "SMEM")
        for offset, base, at in (("0x0", "mem+64", 64), ("0x0", "mem+254", 254), ("0x2", "mem+128", 130), ("-0x2", "mem+128", 126),
                                 ("-0x800000", f"mem+{0x800000 + 66}", 66), ("s9", "mem+64", 100)):
            w.case(f"s_load_{name} s16, s[6:7], {offset}", f"s[6:7]={base} s9=36 scalars=1", f"s16={hex(memory.word(at, size, sign))} scalars=2")
    for name, at in (("u8", 65), ("i8", 129)):
        w.cite(f"s_load_{name}", "SMEM")
        w.case(f"s_load_{name} s16, s[6:7], 0x1", f"s[6:7]=mem+{at - 1}", f"s16={hex(memory.word(at, 1, name == 'i8'))}")


def vector_memory(w):
    """Offsets of 24 bits, signed; a cache policy that changes nothing."""
    policies = ("", " th:TH_LOAD_NT", " scope:SCOPE_SYS", " th:TH_LOAD_HT scope:SCOPE_DEV")
    for bits, words in ((32, 1), (64, 2), (96, 3), (128, 4)):
        name = f"global_load_b{bits}"
        w.cite(name, "VGLOBAL")
        for offset in (8388607, -8388608):
            after = " ".join(f"v{4 + i}={hex(memory.word(130 + 4 * i))}" for i in range(words))
            for policy in policies:
                w.case(f"{name} {memory.span(4, words)}, v[0:1], off offset:{offset}{policy}", f"v[0:1]=mem{130 - offset:+d}", after)
            w.case(f"{name} {memory.span(4, words)}, v0, s[6:7] offset:{offset}", f"v0=130 s[6:7]=mem{-offset:+d}", after)
        w.cite(f"global_store_b{bits}", "VGLOBAL")
        value = sum(v << 32 * i for i, v in enumerate(memory.WORDS[:words]))
        before = " ".join(f"v{4 + i}={hex(v)}" for i, v in enumerate(memory.WORDS[:words]))
        for offset in (8388607, -8388608):
            for policy in ("", " th:TH_STORE_NT scope:SCOPE_SYS"):
                w.case(f"global_store_b{bits} v[0:1], {memory.span(4, words)}, off offset:{offset}{policy}",
                       f"v[0:1]=mem{128 - offset:+d} {before} exec=1", memory.stored(128, bits // 8, value))


def series(w):
    """Approximate: only results that the documents fix."""
    inf, minus_inf, nan = 0x7f800000, 0xff800000, 0xffc00000
    known = {"rcp": {0x40000000: 0x3f000000, 0: inf, 0x80000000: minus_inf, inf: 0, minus_inf: 0x80000000},
             "sqrt": {0x40800000: 0x40000000, 0: 0, 0x80000000: 0x80000000, inf: inf, 0xbf800000: nan},
             "rsq": {0x40800000: 0x3f000000, 0: inf, 0x80000000: minus_inf, inf: 0, 0xbf800000: nan},
             "exp": {0: 0x3f800000, 0x80000000: 0x3f800000, 0x41200000: 0x44800000, inf: inf, minus_inf: 0},
             "log": {0x3f800000: 0, 0x41000000: 0x40400000, 0: minus_inf, inf: inf, 0xbf800000: nan}}
    for name, values in known.items():
        rows = {**values, 0x7fc01234: 0x7fc01234, 0xffa00001: 0xffe00001}
        s.scalar(w, f"v_s_{name}_f32 s4, s5", "VOP3", [(a,) for a in rows], ("s5",), "s4", lambda a, c, rows=rows: (rows[a], None))
        a, b = next(iter(values.items()))
        for mask in ("0", "0x20", "0x80000001"):  # whatever EXEC says
            w.case(f"v_s_{name}_f32 s4, s5", f"s5={hex(a)} exec={mask}", f"s4={hex(b)}")


def write(w):
    picks(w)
    series(w)
    for rel, true, false in (("neq", (0x7fc00000, 0), (0, 0x80000000)), ("ngt", (0x7fa00001, 0), (1, 0)), ("o", (0, 0x7f800000), (0x7fc00000, 0))):
        lanes.cmpx(w, f"v_cmpx_{rel}_f32", "v0, v1", ("v0", "v1"), true, false)
    scalars(w)
    lanes.mad_wide(w, "v_mad_co_u64_u32", False, lanes.unsigned_mad)
    lanes.mad_wide(w, "v_mad_co_i64_i32", False, lanes.signed_mad)
    waits(w)
    scalar_loads(w)
    vector_memory(w)
    edge_atomics.write(w, "gfx12")
