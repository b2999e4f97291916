# SPDX-License-Identifier: Apache-2.0
"""Loads and stores. Byte i of the bench's memory is i + i / 256, cut to a byte; LDS is zeros, private memory 0x5a."""

M32 = 0xffffffff
SIZE = 12288
DATA = bytes((i + i // 256) & 255 for i in range(SIZE))


def word(at, count=4, sign=False, data=DATA):
    return int.from_bytes(data[at:at + count], "little", signed=sign) & (M32 if count <= 4 else (1 << 8 * count) - 1)


# new name, old name, bytes, signed, part of the register (None: all; 0, 16: a half of it)
LOADS = (("u8", "ubyte", 1, False, None), ("i8", "sbyte", 1, True, None), ("u16", "ushort", 2, False, None), ("i16", "sshort", 2, True, None),
         ("b32", "dword", 4, False, None), ("b64", "dwordx2", 8, False, None), ("b96", "dwordx3", 12, False, None),
         ("b128", "dwordx4", 16, False, None), ("d16_b16", "short_d16", 2, False, 0), ("d16_hi_b16", "short_d16_hi", 2, False, 16),
         ("d16_u8", "ubyte_d16", 1, False, 0), ("d16_hi_u8", "ubyte_d16_hi", 1, False, 16), ("d16_i8", "sbyte_d16", 1, True, 0),
         ("d16_hi_i8", "sbyte_d16_hi", 1, True, 16))
STORES = (("b8", "byte", 1, 0), ("b16", "short", 2, 0), ("b32", "dword", 4, 0), ("b64", "dwordx2", 8, 0), ("b96", "dwordx3", 12, 0),
          ("b128", "dwordx4", 16, 0), ("d16_hi_b8", "byte_d16_hi", 1, 16), ("d16_hi_b16", "short_d16_hi", 2, 16))


def span(first, words):
    return f"v{first}" if words == 1 else f"v[{first}:{first + words - 1}]"


def loaded(at, size, sign, part):
    """The registers v4.. after a load from memory at `at`."""
    if size >= 4:
        return [word(at + 4 * i) for i in range(size // 4)]
    value = word(at, size, sign)
    return [value] if part is None else [0x1111beef & ~(0xffff << part) & M32 | (value & 0xffff) << part]


def load(w, name, size, sign, part):
    w.cite(name, "FLAT")
    words = max(1, size // 4)
    for text, at in (("v[0:1], off", 0), ("v[0:1], off offset:4095", 4095), ("v[0:1], off offset:-4096", -4096), ("v[0:1], off offset:1", 1)):
        for start in (128, 4096 + 255):
            if start + at < 0:
                continue
            got = loaded(start + at, size, sign, part)
            w.case(f"{name} {span(4, words)}, {text}", f"v[0:1]=mem+{start} v4=0x1111beef loads=1",
                   " ".join(f"v{4 + i}={hex(v)}" for i, v in enumerate(got)) + " loads=2")
    # an offset that is no more than 32 bits and unsigned, and a carry into the upper half of the address
    got = loaded(4096 + 130, size, sign, part)
    after = " ".join(f"v{4 + i}={hex(v)}" for i, v in enumerate(got))
    w.case(f"{name} {span(4, words)}, v0, s[6:7] offset:-1", "v0=131 s[6:7]=mem+4096 v4=0x1111beef", after)
    w.case(f"{name} {span(4, words)}, v0, s[6:7]", "v0=0xffffffff s[6:7]=mem-4294963069 v4=0x1111beef", after)
    lanes = [0, 1, 127, 128, 252, 4000, 255, 77]
    each = [loaded(at, size, sign, part) for at in lanes]
    pick = lambda i: "{" + ",".join(hex(v[i]) for v in each) + "}"
    after = " ".join(f"v{4 + i}={pick(i)}" for i in range(words))
    before = "v0={" + ",".join(map(str, lanes)) + "} s[6:7]=mem v4=0x1111beef"
    for mask in ("", "exec=0", "exec=0x20", "exec=0x80000001"):
        w.case(f"{name} {span(4, words)}, v0, s[6:7]", f"{before} {mask}", after)


def stored(at, size, value):
    """The words of memory that a store changes, as places."""
    data = bytearray(DATA)
    data[at:at + size] = value.to_bytes(size, "little")
    places = range(at & ~3, at + size, 4)
    return " ".join(f"mem@{p}={hex(word(p, 4, False, data))}" for p in places)


def store(w, name, size, part):
    w.cite(name, "FLAT")
    words = max(1, size // 4)
    values = [0x80c0e0f1, 0x12345678, 0, M32][:words]
    before = " ".join(f"v{4 + i}={hex(v)}" for i, v in enumerate(values))
    value = sum(v << 32 * i for i, v in enumerate(values)) >> part & ((1 << 8 * size) - 1)
    for text, at in (("", 0), (" offset:4095", 4095), (" offset:-4096", -4096), (" offset:3", 3)):
        start = 4096 + 64
        w.case(f"{name} v[0:1], {span(4, words)}, off{text}", f"v[0:1]=mem+{start} {before} exec=1", stored(start + at, size, value))
    w.case(f"{name} v0, {span(4, words)}, s[6:7]", f"v0=256 s[6:7]=mem {before} exec=0")
    every = "{" + ",".join(str(16 * i) for i in range(64)) + "}"
    low = value & M32
    after = " ".join(f"mem@{16 * i}={hex(word(16 * i) >> 8 * size << 8 * size & M32 | low if size < 4 else low)}" for i in range(32))
    rest = " ".join(f"mem@{16 * i + 4 * k}={hex(value >> 32 * k & M32)}" for i in range(32) for k in range(1, words))
    w.case(f"{name} v0, {span(4, words)}, s[6:7]", f"v0={every} s[6:7]=mem {before} exec=0xffffffff", f"{after} {rest}")
    w.case(f"{name} v0, {span(4, words)}, s[6:7]", f"v0=0 v0[5]=256 s[6:7]=mem {before} exec=0x20 stores=1",
           stored(256, size, value) + " stores=2")


# new, old, bytes, signed, part
LDS_LOADS = (("load_b32", "read_b32", 4, False, None), ("load_b64", "read_b64", 8, False, None), ("load_b96", "read_b96", 12, False, None),
             ("load_b128", "read_b128", 16, False, None), ("load_u8", "read_u8", 1, False, None), ("load_i8", "read_i8", 1, True, None),
             ("load_u16", "read_u16", 2, False, None), ("load_i16", "read_i16", 2, True, None),
             ("load_u8_d16", "read_u8_d16", 1, False, 0), ("load_u8_d16_hi", "read_u8_d16_hi", 1, False, 16),
             ("load_i8_d16", "read_i8_d16", 1, True, 0), ("load_i8_d16_hi", "read_i8_d16_hi", 1, True, 16),
             ("load_u16_d16", "read_u16_d16", 2, False, 0), ("load_u16_d16_hi", "read_u16_d16_hi", 2, False, 16))
LDS_STORES = (("store_b8", "write_b8", 1, 0), ("store_b16", "write_b16", 2, 0), ("store_b32", "write_b32", 4, 0), ("store_b64", "write_b64", 8, 0),
              ("store_b96", "write_b96", 12, 0), ("store_b128", "write_b128", 16, 0), ("store_b8_d16_hi", "write_b8_d16_hi", 1, 16),
              ("store_b16_d16_hi", "write_b16_d16_hi", 2, 16))
WORDS = [0x8091a2b3, 0x7f0000ff, M32, 0x01020304]


def lds_load(w, name, size, sign, part):
    w.cite(name, "LDS")
    words = max(1, size // 4)
    if size >= 4:
        got = WORDS[:words]
    else:
        value = WORDS[0] & ((1 << 8 * size) - 1)
        value = (value - (1 << 8 * size) if sign and value >> (8 * size - 1) else value) & M32
        got = [value] if part is None else [0x1111beef & ~(0xffff << part) & M32 | (value & 0xffff) << part]
    after = " ".join(f"v{4 + i}={hex(v)}" for i, v in enumerate(got))
    for at, start, offset in ((0, 0, ""), (65520, 0, " offset:65520"), (65520, 65520, ""), (272, 17 * 16 - 255, " offset:255")):
        held = " ".join(f"lds@{at + 4 * i}={hex(v)}" for i, v in enumerate(WORDS))
        w.case(f"{name} {span(4, words)}, v0{offset}", f"v0={start} v4=0x1111beef {held}", after)
    held = " ".join(f"lds@{16 + 4 * i}={hex(v)}" for i, v in enumerate(WORDS))
    for mask in ("0", "0x20", "0x80000001"):
        w.case(f"{name} {span(4, words)}, v0", f"v0=16 v4=0x1111beef {held} exec={mask} ldsops=1", after + " ldsops=2")
    if part is None:  # a load may overwrite its own address
        w.case(f"{name} {span(4, words)}, v4", f"v4=16 {held}", after)


def lds_store(w, name, size, part):
    w.cite(name, "LDS")
    words = max(1, size // 4)
    value = sum(v << 32 * i for i, v in enumerate(WORDS[:words])) >> part & ((1 << 8 * size) - 1)
    before = " ".join(f"v{4 + i}={hex(v)}" for i, v in enumerate(WORDS[:words]))
    for at, start, offset in ((16, 16, ""), (65520, 0, " offset:65520"), (272, 17, " offset:255")):
        places = " ".join(f"lds@{at + 4 * i}={hex(value >> 32 * i & M32)}" for i in range(words))
        w.case(f"{name} v0, {span(4, words)}{offset}", f"v0={start} {before} exec=1", places)
    w.case(f"{name} v0, {span(4, words)}", f"v0=16 {before} exec=0")
    every = "{" + ",".join(str(16 * i) for i in range(64)) + "}"
    w.case(f"{name} v0, {span(4, words)}", f"v0={every} {before} exec=0xffffffff",
           " ".join(f"lds@{16 * i + 4 * k}={hex(value >> 32 * k & M32)}" for i in range(32) for k in range(words)))
    places = " ".join(f"lds@{32 + 4 * i}={hex(value >> 32 * i & M32)}" for i in range(words))
    w.case(f"{name} v0, {span(4, words)}", f"v0=16 v0[5]=32 {before} exec=0x20", places)


def lds_two(w, name, size, stride, stores):
    """Two addresses: base + offset * size (* 64)."""
    w.cite(name, "LDS")
    words, unit = size // 4, size * (64 if stride else 1)
    for offsets in ((0, 1), (255, 0), (0, 255), (1, 3)):
        if max(offsets) * unit + 16 > 65536:
            offsets = tuple(min(o, 65536 // unit - 1) for o in offsets)
        mods = "".join(f" offset{i}:{o}" for i, o in enumerate(offsets) if o)
        base = 0 if max(offsets) * unit + 256 > 65536 else 16
        at = [base + o * unit for o in offsets]
        held = [(at[k] + 4 * i, WORDS[(2 * k + i) % 4] + k) for k in (0, 1) for i in range(words)]
        held = [(p, v & M32) for p, v in held]
        lds = " ".join(f"lds@{p}={hex(v)}" for p, v in held)
        if stores:
            registers = " ".join(f"v{4 + i}={hex(v)}" for i, (p, v) in enumerate(held))
            w.case(f"{name} v0, {span(4, words)}, {span(4 + words, words)}{mods}", f"v0={base} {registers} exec=1", lds)
            w.case(f"{name} v0, {span(4, words)}, {span(4 + words, words)}{mods}", f"v0={base} {registers} exec=0", "")
            if offsets == (0, 1):
                step = 2 * unit if not stride else size
                every = "{" + ",".join(str(step * i) for i in range(64)) + "}"
                after = " ".join(f"lds@{step * i + o * unit + 4 * k}={hex(held[words * o + k][1])}" for i in range(32) for o in (0, 1)
                                 for k in range(words))
                w.case(f"{name} v0, {span(4, words)}, {span(4 + words, words)}{mods}", f"v0={every} {registers} exec=0xffffffff", after)
            w.case(f"{name} v0, {span(4, words)}, {span(4 + words, words)}{mods}", f"v0=0 v0[5]={base} {registers} exec=0x20", lds)
        else:
            after = " ".join(f"v{4 + i}={hex(v)}" for i, (p, v) in enumerate(held))
            for mask in ("", "exec=0", "exec=0x20"):
                w.case(f"{name} {span(4, 2 * words)}, v0{mods}", f"v0={base} {lds} {mask}", after)


def exchanges(w, lanes):
    w.cite("ds_bpermute_b32", "LDS")
    text = "ds_bpermute_b32 v2, v0, v1"
    w.case(text, f"v0={4 * (lanes - 1)} v1=1 v1[{lanes - 1}]=0x80000009", "v2=0x80000009")
    w.case(text, f"v0={4 * lanes + 4} v1=1 v1[1]=0xffffffff", "v2=0xffffffff")  # only so many bits count
    w.case(text, "v0=7 v1=1 v1[1]=0x80000000", "v2=0x80000000")  # nor do the lowest two
    w.case(text, "v0=-4 v1=1", "v2=1")
    w.case(text + " offset:4", "v0=0 v1=1 v1[1]=9", "v2=9")
    w.case(text, "v0=4 v1=1 v1[1]=9 exec=1", "v2=0")  # from a lane that is off: 0
    w.case(text, "v0=4 v1=1 v1[1]=9 exec=0x20", "v2=0")
    w.case(text, "v0=20 v1=1 v1[5]=9 exec=0x20", "v2=9")
    w.case(text, "v0=4 v1=1 exec=0", "v2=0")
    reverse = ",".join(str(4 * (lanes - 1 - lane)) for lane in range(lanes))
    w.case(text, f"v0={{{reverse}}} v1={{{','.join(map(str, range(lanes)))}}}", f"v2={{{','.join(str(lanes - 1 - i) for i in range(lanes))}}}")
    w.cite("ds_permute_b32", "LDS")
    w.case("ds_permute_b32 v2, v0, v1", "v0=4 v1=3 v1[31]=9 exec=0x80000003", "v2[0]=0 v2[1]=9 v2[31]=0")
    w.cite("ds_swizzle_b32", "LDS")
    for text, f in (("SWAP,1", lambda i: i ^ 1), ("SWAP,16", lambda i: i ^ 16), ("REVERSE,32", lambda i: 31 - i), ("REVERSE,4", lambda i: i ^ 3),
                    ("BROADCAST,8,3", lambda i: i & 24 | 3), ("QUAD_PERM,3,3,0,1", lambda i: i & 28 | (3, 3, 0, 1)[i & 3]),
                    ('BITMASK_PERM,"01pi0"', lambda i: (i & 4 | 8) | (i & 2 ^ 2))):
        before = ",".join(str(0x100 + i) for i in range(lanes))
        after = ",".join(str(0x100 + (i & 32 | f(i & 31))) for i in range(lanes))
        w.case(f"ds_swizzle_b32 v2, v0 offset:swizzle({text})", f"v0={{{before}}}", f"v2={{{after}}}")
    for mask in (0, 1, 7, 0x1f, 0x12):  # FFT: the lane's number in reverse
        source = lambda i, m=mask: int(f"{i:05b}"[::-1], 2) >> bin(m).count("1") | i & m
        w.case(f"ds_swizzle_b32 v2, v0 offset:{0xe000 | mask}", f"v0={{{before}}}",
               f"v2={{{','.join(str(0x100 + (i & 32 | source(i & 31))) for i in range(lanes))}}}")
    w.case("ds_swizzle_b32 v2, v0 offset:swizzle(SWAP,1)", "v0=7 exec=0x20", "v2=0")
    w.case("ds_swizzle_b32 v2, v0 offset:swizzle(SWAP,1)", "v0=7 exec=0", "v2=0")


def scalar_load(w, name, count):
    w.cite(name, "SMEM")
    registers = "s16" if count == 1 else f"s[16:{15 + count}]"
    largest = "0xfffff" if w.where == "gfx11" else "0xfffff"
    forms = [("0x0", "mem+64", 64), ("0x10", "mem+64", 80), (largest, f"mem-{0xfffff - 131}", 131 & ~3), ("s9", "mem+64", 64 + 36)]
    forms += [("-0x8", "mem+64", 56)]
    for offset, base, at in forms:
        after = " ".join(f"s{16 + i}={hex(word((at & ~3) + 4 * i))}" for i in range(count))
        w.case(f"{name} {registers}, s[6:7], {offset}", f"s[6:7]={base} s9=36 scalars=1", after + " scalars=2")
    w.case(f"{name} {registers}, s[6:7], 0x0", "s[6:7]=mem+67 exec=0",
           " ".join(f"s{16 + i}={hex(word(64 + 4 * i))}" for i in range(count)))


def scratch(w):
    w.cite("scratch_load_b32", "FLAT")
    for text, before in (("off, off", ""), ("off, off offset:4092", ""), ("off, s9", "s9=256"), ("off, s9 offset:-4", "s9=260"),
                         ("v0, off", "v0=4092"), ("v0, off offset:-4096", "v0=4096"), ("v0, s9 offset:4", "v0=4 s9=-8")):
        at = {"off, off": 0, "off, off offset:4092": 4092, "off, s9": 256, "off, s9 offset:-4": 256, "v0, off": 4092,
              "v0, off offset:-4096": 0, "v0, s9 offset:4": 0}[text]
        w.case(f"scratch_load_b32 v4, {text}", f"{before} scratch@{at}={{1,0x80000000,0xffffffff,7}}", "v4={1,0x80000000,0xffffffff,7}")
        w.case(f"scratch_load_b32 v4, {text}", f"{before} scratch@{at}=9 exec=0x20", "v4=9")
    w.case("scratch_load_b32 v4, off, off", "exec=0", "v4=0")
    w.case("scratch_load_b32 v4, off, off offset:1", "scratch@0=0x80706050 scratch@4=0x44434241", "v4=0x41807060")
    w.cite("scratch_store_b32", "FLAT")
    for text, before, at in (("off, v4, off", "", 0), ("off, v4, off offset:4092", "", 4092), ("off, v4, s9 offset:-4", "s9=260", 256),
                             ("v0, v4, off offset:4", "v0=8", 12)):
        w.case(f"scratch_store_b32 {text}", f"{before} v4={{1,0x80000000,0xffffffff,7}}", f"scratch@{at}={{1,0x80000000,0xffffffff,7}}")
    w.case("scratch_store_b32 off, v4, off", "v4=1 scratch@0=5 exec=0", "")
    w.case("scratch_store_b32 off, v4, off", "v4=1 scratch@0=5 exec=0x20", "scratch@0=1")


def buffers(w):
    """Past the records a load gives 0 and a store does nothing."""
    resource = "s[8:9]=mem s10={records} s11=0x00027000"
    w.cite("buffer_load_dword", "MUBUF")
    for text, before, records, value in (
            ("off, s[8:11], 0", "", 8192, word(0)), ("off, s[8:11], 0 offset:4095", "", 8192, word(4095)),
            ("off, s[8:11], s12 offset:4", "s12=256", 8192, word(260)), ("v0, s[8:11], 0 offen", "v0=100", 8192, word(100)),
            ("v0, s[8:11], 0 offen offset:4", "v0=96", 104, word(100)), ("v0, s[8:11], 0 offen offset:4", "v0=97", 104, 0),
            ("v0, s[8:11], 0 offen", "v0=0xfffffffc", 8192, 0), ("off, s[8:11], 0 offset:4095", "", 4098, 0)):
        w.case(f"buffer_load_dword v4, {text}", f"{before} {resource.format(records=records)}", f"v4={hex(value)}")
    w.case("buffer_load_dword v4, v0, s[8:11], 0 offen", f"v0={{0,4,8,12}} {resource.format(records=12)}",
           "v4={" + ",".join(hex(v) for v in (word(0), word(4), word(8), 0)) + "}")
    w.case("buffer_load_dword v4, off, s[8:11], 0", resource.format(records=8) + " exec=0x20", f"v4={hex(word(0))}")
    w.case("buffer_load_dword v4, off, s[8:11], 0", resource.format(records=8) + " exec=0", "v4=0")
    w.cite("buffer_store_dword", "MUBUF")
    w.case("buffer_store_dword v4, v0, s[8:11], 0 offen offset:4", f"v0=96 v4=0x80000001 {resource.format(records=104)} exec=1", "mem@100=0x80000001")
    w.case("buffer_store_dword v4, v0, s[8:11], 0 offen offset:4", f"v0=97 v4=0x80000001 {resource.format(records=104)} exec=1", "")
    w.case("buffer_store_dword v4, off, s[8:11], 0 offset:4092", f"v4=0xffffffff {resource.format(records=4096)} exec=0x20", "mem@4092=0xffffffff")
    every = "{" + ",".join(str(16 * i) for i in range(64)) + "}"
    w.case("buffer_store_dword v4, v0, s[8:11], 0 offen", f"v0={every} v4=0xffffffff {resource.format(records=512)}",
           " ".join(f"mem@{16 * i}=0xffffffff" for i in range(32)))
    w.case("buffer_store_dword v4, off, s[8:11], 0", f"v4=0xffffffff {resource.format(records=4096)} exec=0", "")


def write(w, where):
    if where not in ("gfx9", "gfx11"):
        return
    new = where == "gfx11"
    for entry in LOADS:
        load(w, f"global_load_{entry[0 if new else 1]}", *entry[2:])
    for entry in STORES:
        store(w, f"global_store_{entry[0 if new else 1]}", *entry[2:])
    for entry in LDS_LOADS:
        lds_load(w, f"ds_{entry[0 if new else 1]}", *entry[2:])
    for entry in LDS_STORES:
        lds_store(w, f"ds_{entry[0 if new else 1]}", *entry[2:])
    for bits in (32, 64):
        for stride in (False, True):
            names = (f"ds_load_2addr_{'stride64_' if stride else ''}b{bits}", f"ds_store_2addr_{'stride64_' if stride else ''}b{bits}") if new \
                else (f"ds_read2{'st64' if stride else ''}_b{bits}", f"ds_write2{'st64' if stride else ''}_b{bits}")
            lds_two(w, names[0], bits // 8, stride, False)
            lds_two(w, names[1], bits // 8, stride, True)
    exchanges(w, 32 if new else 64)
    for count in (1, 2, 4, 8, 16):
        scalar_load(w, f"s_load_b{32 * count}" if new else f"s_load_dword{'' if count == 1 else f'x{count}'}", count)
    if new:
        scratch(w)
    else:
        buffers(w)
