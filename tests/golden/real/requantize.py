#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""requantize.py IN OUT: the same model with its Q8_0 and F32 tensors kept and the low bit of every Q4_K code cleared, so that
it stands for a coarser quantization of the same weights (Q4_K blocks are 144 bytes: two scales, 12 bytes, 128 bytes of codes)."""
import struct
import sys

data = bytearray(open(sys.argv[1], "rb").read())
at = 24


def take(form):
    global at
    values = struct.unpack_from("<" + form, data, at)
    at += struct.calcsize("<" + form)
    return values[0]


def text():
    global at
    size = take("Q")
    at += size
    return bytes(data[at - size : at])


def skip(kind):
    global at
    sizes = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
    if kind == 8:
        text()
    elif kind == 9:
        inner, count = take("I"), take("Q")
        for _ in range(count):
            skip(inner)
    else:
        at += sizes[kind]


tensors, keys = struct.unpack_from("<QQ", data, 8)
alignment = 32
for _ in range(keys):
    name, kind = text(), take("I")
    if name == b"general.alignment":
        alignment = struct.unpack_from("<I", data, at)[0]
    skip(kind)
found = []
for _ in range(tensors):
    text()
    count = 1
    for _ in range(take("I")):
        count *= take("Q")
    found.append((take("I"), take("Q"), count))
base = (at + alignment - 1) // alignment * alignment
clear = bytes(value & 0xEE for value in range(256))
changed = 0
for kind, offset, count in found:
    if kind != 12:
        continue
    for block in range(base + offset, base + offset + count // 256 * 144, 144):
        data[block + 16 : block + 144] = data[block + 16 : block + 144].translate(clear)
    changed += 1
open(sys.argv[2], "wb").write(data)
print(f"{changed} Q4_K tensors changed")
