# SPDX-License-Identifier: Apache-2.0
"""Atomics on memory and LDS, with and without the old value returned."""
from edge_floats import F32, F64, add, flushed, is_nan, order
from edge_memory import M32, span, word

M64 = (1 << 64) - 1


def signed(v, bits):
    return v - (1 << bits) if v >> (bits - 1) else v


def pick(f, old, data, greater):
    if is_nan(f, old) or is_nan(f, data):
        return data if is_nan(f, old) else old
    return old if (order(f, old) < order(f, data)) != greater else data


# gfx9's name, gfx11's name and suffix, what is stored of (old, data, bits)
OPS = (("swap", "swap", "b", lambda o, d, n: d), ("and", "and", "b", lambda o, d, n: o & d), ("or", "or", "b", lambda o, d, n: o | d),
       ("xor", "xor", "b", lambda o, d, n: o ^ d), ("add", "add", "u", lambda o, d, n: o + d), ("sub", "sub", "u", lambda o, d, n: o - d),
       ("smin", "min", "i", lambda o, d, n: min((o, d), key=lambda v: signed(v, n))),
       ("smax", "max", "i", lambda o, d, n: max((o, d), key=lambda v: signed(v, n))),
       ("umin", "min", "u", lambda o, d, n: min(o, d)), ("umax", "max", "u", lambda o, d, n: max(o, d)),
       ("inc", "inc", "u", lambda o, d, n: 0 if o >= d else o + 1), ("dec", "dec", "u", lambda o, d, n: d if o == 0 or o > d else o - 1))
FLOAT_OPS = (("add_f32", lambda o, d, n: flushed(F32, add(F32, flushed(F32, o), flushed(F32, d)))),
             ("min_f32", lambda o, d, n: pick(F32, o, d, False)), ("max_f32", lambda o, d, n: pick(F32, o, d, True)))
KEPT_FLOAT_OPS = (("add_f32", lambda o, d, n: add(F32, o, d)), ("min_f32", lambda o, d, n: pick(F32, o, d, False)),
                  ("max_f32", lambda o, d, n: pick(F32, o, d, True)))
FLOATS = ((0x3f800000, 0x40000000), (0, 0x80000000), (0x80000000, 0), (1, 0x807fffff), (0x7f800000, 0xff800000), (0x7fc00123, 0x3f800000),
          (0x3f800000, 0xffa00001), (0x7f7fffff, 0x7f7fffff), (0x4b800000, 0x3f800001))


def pairs(bits):
    top, ones = 1 << (bits - 1), (1 << bits) - 1
    return ((0, 0), (0, ones), (ones, 1), (top, top - 1), (top - 1, top), (5, 5), (5, 6), (6, 5), (ones, ones), (0x8123456712345678 & ones, 0x0f0f0f0ff0f0f0f0 & ones))


def held(place, at, value, words):
    return " ".join(f"{place}@{at + 4 * i}={hex(value >> 32 * i & M32)}" for i in range(words))


def named(first, value, words):
    return " ".join(f"v{first + i}={hex(value >> 32 * i & M32)}" for i in range(words))


def returning(w):
    return " th:TH_ATOMIC_RETURN" if w.where == "gfx12" else " glc"


def on_memory(w, name, section, bits, values, function):
    words, back = bits // 32, returning(w)
    w.cite(name, section)
    for old, data in values:
        new = function(old, data, bits) & ((1 << bits) - 1)
        before = f"v[0:1]=mem+64 {held('mem', 128, old, words)} {named(4, data, words)} exec=1"
        w.case(f"{name} v[0:1], {span(4, words)}, off offset:64", f"{before} stores=1", f"{held('mem', 128, new, words)} stores=2")
        w.case(f"{name} {span(8, words)}, v[0:1], {span(4, words)}, off offset:64{back}", f"{before} loads=1",
               f"{held('mem', 128, new, words)} {named(8, old, words)} loads=2")
    old, data = values[-1]
    new = function(old, data, bits) & ((1 << bits) - 1)
    w.case(f"{name} {span(8, words)}, v0, {span(4, words)}, s[6:7]{back}", f"v0=128 s[6:7]=mem {held('mem', 128, old, words)} {named(4, data, words)} exec=0")
    w.case(f"{name} {span(8, words)}, v0, {span(4, words)}, s[6:7]{back}",
           f"v0=0 v0[5]=128 s[6:7]=mem {held('mem', 128, old, words)} {named(4, data, words)} exec=0x20",
           f"{held('mem', 128, new, words)} {named(8, old, words)}")
    # every lane at a place of its own, and then all at one, from the lowest lane up
    places = "{" + ",".join(str(16 * i) for i in range(32)) + "}"
    olds = [word(16 * i, 4 * words) for i in range(32)]
    news = [function(o, data, bits) & ((1 << bits) - 1) for o in olds]
    w.case(f"{name} v0, {span(4, words)}, s[6:7]", f"v0={places} s[6:7]=mem {named(4, data, words)} exec=0xffffffff",
           " ".join(held("mem", 16 * i, v, words) for i, v in enumerate(news)))
    seen, now = [], old
    for lane in range(32):
        seen.append(now)
        now = function(now, data, bits) & ((1 << bits) - 1)
    returned = " ".join(f"v{8 + i}={{{','.join(hex(v >> 32 * i & M32) for v in seen)}}}" for i in range(words))
    w.case(f"{name} {span(8, words)}, v0, {span(4, words)}, s[6:7]{back}",
           f"v0=128 s[6:7]=mem {held('mem', 128, old, words)} {named(4, data, words)} exec=0xffffffff", f"{held('mem', 128, now, words)} {returned}")


def compare_on_memory(w, name, bits):
    words, back = bits // 32, returning(w)
    w.cite(name, "FLAT")
    for old, compare in pairs(bits):
        data = 0x1122334455667788 & ((1 << bits) - 1)
        new = data if old == compare else old
        values = f"{named(4, data, words)} {named(4 + words, compare, words)}"
        before = f"v[0:1]=mem+64 {held('mem', 128, old, words)} {values} exec=1"
        w.case(f"{name} v[0:1], {span(4, 2 * words)}, off offset:64", before, held("mem", 128, new, words))
        w.case(f"{name} {span(8, words)}, v[0:1], {span(4, 2 * words)}, off offset:64{back}", before,
               f"{held('mem', 128, new, words)} {named(8, old, words)}")
    before = f"v[0:1]=mem+128 {held('mem', 128, 7, words)} {named(4, 9, words)} {named(4 + words, 7, words)}"
    w.case(f"{name} {span(8, words)}, v[0:1], {span(4, 2 * words)}, off{back}", f"{before} exec=0")
    w.case(f"{name} {span(8, words)}, v[0:1], {span(4, 2 * words)}, off{back}", f"{before} exec=0x20", f"{held('mem', 128, 9, words)} {named(8, 7, words)}")
    after = f"{held('mem', 128, 9, words)} v8={{7,{','.join(['9'] * 63)}}}" + (" v9=0" if words == 2 else "")
    w.case(f"{name} {span(8, words)}, v[0:1], {span(4, 2 * words)}, off{back}", before, after)


def on_lds(w, op, kind, bits, values, function, only_returns=False):
    words = bits // 32
    for suffix, returns in (("", False), ("_rtn", True)):
        if only_returns and not returns:
            continue
        name = f"ds_{op}{suffix}_{kind}"
        result = f"{span(8, words)}, " if returns else ""
        w.cite(name, "LDS")
        for old, data in values:
            new = function(old, data, bits) & ((1 << bits) - 1)
            after = held("lds", 272, new, words) + (f" {named(8, old, words)}" if returns else "")
            w.case(f"{name} {result}v0, {span(4, words)} offset:256", f"v0=16 {held('lds', 272, old, words)} {named(4, data, words)} exec=1 ldsops=1",
                   f"{after} ldsops=2")
        old, data = values[-1]
        new = function(old, data, bits) & ((1 << bits) - 1)
        w.case(f"{name} {result}v0, {span(4, words)}", f"v0=16 {held('lds', 16, old, words)} {named(4, data, words)} exec=0")
        w.case(f"{name} {result}v0, {span(4, words)}", f"v0=0 v0[5]=16 {held('lds', 16, old, words)} {named(4, data, words)} exec=0x20",
               held("lds", 16, new, words) + (f" {named(8, old, words)}" if returns else ""))
        seen, now = [], old
        for lane in range(32):
            seen.append(now)
            now = function(now, data, bits) & ((1 << bits) - 1)
        back = " ".join(f"v{8 + i}={{{','.join(hex(v >> 32 * i & M32) for v in seen)}}}" for i in range(words)) if returns else ""
        w.case(f"{name} {result}v0, {span(4, words)}", f"v0=16 {held('lds', 16, old, words)} {named(4, data, words)} exec=0xffffffff",
               f"{held('lds', 16, now, words)} {back}")


def compare_on_lds(w, op, bits, compare_first):
    words = bits // 32
    for suffix, returns in (("", False), ("_rtn", True)):
        name = f"ds_{op}{suffix}_b{bits}"
        result = f"{span(8, words)}, " if returns else ""
        w.cite(name, "LDS")
        for old, compare in pairs(bits):
            data = 0x1122334455667788 & ((1 << bits) - 1)
            new = data if old == compare else old
            first, second = (compare, data) if compare_first else (data, compare)
            for on in ("1", "0x20", "0"):
                after = held("lds", 272, new, words) + (f" {named(8, old, words)}" if returns else "")
                w.case(f"{name} {result}v0, {span(4, words)}, {span(6, words)} offset:256",
                       f"v0=16 {held('lds', 272, old, words)} {named(4, first, words)} {named(6, second, words)} exec={on}", "" if on == "0" else after)
        w.case(f"{name} {result}v0, {span(4, words)}, {span(6, words)}", f"v0=16 {held('lds', 16, 7, words)} {named(4, 7, words)} {named(6, 7, words)}",
               f"{held('lds', 16, 7, words)}" + (f" {named(8, 7, words)}" if returns else ""))


def doubles():
    return ((0x3ff0000000000000, 0x4000000000000000), (0, 1 << 63), (1 << 63, 0), (0x7ff8000000000012, 0x3ff0000000000000), (0x7ff0000000000000, 0xfff0000000000000))


def flat(w, name, words, function):
    """One lane on memory, one on LDS: the latter is counted with both."""
    w.cite(name, "FLAT")
    bits, data = 32 * words, 0x1122334480667788 & ((1 << 32 * words) - 1)
    old = word(128, 4 * words)
    new = function(old, data, bits) & ((1 << bits) - 1)
    before = f"v[0:1]=mem+128 {named(4, data, words)} exec=0x20 loads=1 stores=1"
    w.case(f"{name} v[0:1], {span(4, words)}", before, f"{held('mem', 128, new, words)} stores=2")
    w.case(f"{name} {span(8, words)}, v[0:1], {span(4, words)}{returning(w)}", before, f"{held('mem', 128, new, words)} {named(8, old, words)} loads=2")
    w.case(f"{name} v[0:1], {span(4, words)}", before.replace("exec=0x20", "exec=0"), "stores=2")
    old = 0x0badf00d80c0ffee & ((1 << bits) - 1)
    new = function(old, data, bits) & ((1 << bits) - 1)
    both = [word(128, 4 * words), function(word(128, 4 * words), data, bits) & ((1 << bits) - 1)]
    before = f"v0=16 v1=0x10000 {held('lds', 16, old, words)} {named(4, data, words)} exec=0x20"
    w.case(f"{name} {span(8, words)}, v[0:1], {span(4, words)}{returning(w)}", f"{before} loads=1 ldsops=1",
           f"{held('lds', 16, new, words)} {named(8, old, words)} loads=2 ldsops=2")
    w.case(f"{name} v[0:1], {span(4, words)}", f"v[0:1]=mem+128 v0[5]=16 v1[5]=0x10000 {held('lds', 16, old, words)} {named(4, data, words)} exec=0x21",
           f"{held('lds', 16, new, words)} {held('mem', 128, both[1], words)} stores=1 ldsops=1")


def gfx12(w):
    for name, function in (("sub_clamp", lambda o, d, n: max(0, o - d)), ("cond_sub", lambda o, d, n: o - d if o >= d else o)):
        on_memory(w, f"global_atomic_{name}_u32", "VGLOBAL", 32, pairs(32), function)
        on_lds(w, name, "u32", 32, pairs(32), function)
    for name, function in KEPT_FLOAT_OPS:
        new = name.replace("_f32", "_num" if name != "add_f32" else "")
        on_memory(w, f"global_atomic_{new}_f32", "VGLOBAL", 32, FLOATS, function)
        if name != "add_f32":
            on_lds(w, new, "f32", 32, FLOATS, function)
    for name, greater in (("min_num", False), ("max_num", True)):
        on_lds(w, name, "f64", 64, doubles(), lambda o, d, n, g=greater: pick(F64, o, d, g))


def write(w, where):
    if where not in ("gfx9", "gfx11", "gfx12"):
        return
    old = where == "gfx9"
    for old_name, new_name, kind, function in OPS:
        for bits in (32, 64):
            name = old_name + ("_x2" if bits == 64 else "") if old else f"{new_name}_{kind}{bits}"
            on_memory(w, f"global_atomic_{name}", "FLAT", bits, pairs(bits), function)
            flat(w, f"flat_atomic_{name}", bits // 32, function)
    for bits in (32, 64):
        compare_on_memory(w, "global_atomic_cmpswap" + ("_x2" if bits == 64 else "") if old else f"global_atomic_cmpswap_b{bits}", bits)
    if where == "gfx12":
        gfx12(w)
        return
    if where == "gfx11":
        for name, function in FLOAT_OPS:
            on_memory(w, f"global_atomic_{name}", "FLAT", 32, FLOATS, function)
        w.cite("global_atomic_csub_u32", "FLAT")
        for before, data in pairs(32):
            w.case("global_atomic_csub_u32 v8, v[0:1], v4, off glc", f"v[0:1]=mem+128 mem@128={hex(before)} v4={hex(data)} exec=1",
                   f"mem@128={hex(max(0, before - data))} v8={hex(before)}")
        w.case("global_atomic_csub_u32 v8, v[0:1], v4, off glc", "v[0:1]=mem+128 mem@128=7 v4=1 exec=0")
        w.case("global_atomic_csub_u32 v8, v[0:1], v4, off glc", "v[0:1]=mem+128 mem@128=7 v4=0", "v8=7 mem@128=7")
    for _, op, kind, function in OPS[1:]:
        for bits in (32, 64):
            on_lds(w, op, f"{kind}{bits}", bits, pairs(bits), function)
    for bits in (32, 64):
        on_lds(w, "rsub", f"u{bits}", bits, pairs(bits), lambda o, d, n: d - o)
        on_lds(w, "wrxchg" if old else "storexchg", f"b{bits}", bits, pairs(bits), lambda o, d, n: d, True)
        compare_on_lds(w, "cmpst" if old else "cmpstore", bits, old)
    for name, function in KEPT_FLOAT_OPS:
        on_lds(w, name[:-4], "f32", 32, FLOATS, function)
    for name, greater in (("min", False), ("max", True)):
        on_lds(w, name, "f64", 64, doubles(), lambda o, d, n, g=greater: pick(F64, o, d, g))
