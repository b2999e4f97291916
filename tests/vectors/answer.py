#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Answers fp3 decode inputs in another language, from the contract alone: answer.py INPUTS ANSWERS [broken].

An example of how code that cannot be linked to is tested: read the manifest and the blocks, write the weights beside a
manifest of the same form. With "broken" it reads the codes high bits first (F01), which verify must name."""
import json
import os
import struct
import sys

TABLE = (0, 1, 2, 4, 0, -1, -2, -4)  # CODE-TABLE


def scale(e):
    """SCALE-VALUE; an invalid byte decodes as 0 (SCALE-VALID)."""
    if e > 0x7E:
        return 0.0
    x, m = e >> 3, e & 7
    return m * 2.0**-10 if x == 0 else (8 + m) * 2.0 ** (x - 11)


def decode(block, broken):
    bits = int.from_bytes(block[:12], "big" if broken else "little")  # BIT-ORDER
    weights = []
    for i in range(32):
        code = bits >> (93 - 3 * i if broken else 3 * i) & 7
        weights.append(TABLE[code] * scale(block[12 + i // 16]))  # SCALE-SPLIT, WEIGHT
        if TABLE[code] < 0 and weights[-1] == 0:
            weights[-1] = -0.0  # ZERO-SIGN
    return struct.pack("<32f", *weights)


def main(inputs, answers, broken):
    with open(os.path.join(inputs, "decode_fp3.json")) as file:
        arrays = {array["name"]: array for array in json.load(file)["arrays"]}
    with open(os.path.join(inputs, "decode_fp3.bin"), "rb") as file:
        data = file.read()
    out, table = b"", []
    for part in ("valid", "allscale"):
        array = arrays["blocks_" + part]
        count, size = array["shape"]
        blocks = [data[array["offset"] + i * size :][:size] for i in range(count)]
        y = b"".join(decode(block, broken) for block in blocks)
        table.append({"name": "y_" + part, "dtype": "f32", "shape": [count, 32], "offset": len(out), "nbytes": len(y)})
        out += y
    os.makedirs(answers, exist_ok=True)
    with open(os.path.join(answers, "decode_fp3.bin"), "wb") as file:
        file.write(out)
    with open(os.path.join(answers, "decode_fp3.json"), "w") as file:
        json.dump({"file": "decode_fp3.bin", "endian": "little", "arrays": table}, file)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:] == ["broken"])
