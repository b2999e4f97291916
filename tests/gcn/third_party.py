#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs kernels of bitsandbytes' ROCm libraries by `checkhip exec`, on input made here, and compares with a small truth of its own:

    third_party.py CHECKHIP LIBRARY TARGET...

One line a kernel and target: how many values were compared, how many differ, what exec said. Exit code 1 if a value differs, a rule
was broken or nothing was run. No GPU takes part. The truth knows the formats alone: a dequantized value is code times scale; a
quantized one is the code nearest to value over the block's largest magnitude. "Equally good": a zero of the other sign, another code as near."""
import array
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile

NF4 = (-1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453, -0.28444138169288635, -0.18477343022823334, -0.09105003625154495, 0.0,
       0.07958029955625534, 0.16093020141124725, 0.24611230194568634, 0.33791524171829224, 0.44070982933044434, 0.5626170039176941,
       0.7229568362236023, 1.0)
FP4_HALF = (0.0, 0.0625 / 12, 8 / 12, 1.0, 4 / 12, 6 / 12, 2 / 12, 3 / 12)
FP4 = FP4_HALF + tuple(-v for v in FP4_HALF)
GENERAL, FP4_TYPE, NF4_TYPE = 0, 1, 2
TYPE_NAMES = {"f": "float", "6__half": "half", "14__hip_bfloat16": "bfloat16"}
WIDTH = {"float": 4, "half": 2, "bfloat16": 2}


def f32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def bits32(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def rounded(value, kind):
    """A binary32 in the type that is stored, to nearest, ties to even; as its bytes."""
    if kind == "float":
        return struct.pack("<f", value)
    if kind == "half":
        return struct.pack("<e", value)
    bits = bits32(value)
    return struct.pack("<H", bits + 0x7fff + (bits >> 16 & 1) >> 16)


def unpacked(data, kind):
    if kind == "bfloat16":
        return [struct.unpack("<f", struct.pack("<I", v << 16))[0] for v in array.array("H", data)]
    return [v for v, in struct.iter_unpack("<f" if kind == "float" else "<e", data)]


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)


def codebook():
    """256 ascending codes, made here: signed, with a logarithmic scale, 0 among them."""
    half = [f32(1.0 - (126 - i) / 127 if i % 3 else (i + 1) / 127.0) for i in range(127)]
    positive = sorted({f32(v * v) for v in half} | {1.0})
    while len(positive) < 128:
        positive.append(f32((positive[-1] + positive[-2]) / 2))
        positive.sort()
    return sorted([-v for v in positive[:127]] + [0.0] + positive[:128])


class Runner:
    def __init__(self, checkhip, library, target, folder):
        self.command = [checkhip, "exec", "--code-object", library, "--target", target]
        self.folder, self.target = pathlib.Path(folder), target
        listed = subprocess.run(self.command + ["--list"], capture_output=True, text=True).stdout
        self.kernels = sorted(set(re.findall(r"^ {2}(_Z\S+)", listed, re.M)))

    def run(self, kernel, arguments, grid, block):
        """arguments: ("in", bytes), ("out", count) or a text. Returns the outputs and what exec said."""
        command, outputs = self.command + ["--kernel", kernel, "--grid", str(grid), "--block", str(block)], []
        for i, argument in enumerate(arguments):
            path = self.folder / f"{i}.bin"
            if isinstance(argument, str):
                command += ["--arg", argument]
            elif argument[0] == "in":
                path.write_bytes(argument[1])
                command += ["--arg", f"in:{path}"]
            else:
                path.unlink(missing_ok=True)
                outputs.append(path)
                command += ["--arg", f"out:{path}:{argument[1]}"]
        done = subprocess.run(command, capture_output=True, text=True)
        said = (done.stdout + done.stderr).strip().splitlines()
        return [p.read_bytes() if p.exists() else b"" for p in outputs], done.returncode, said


def dequantize(runner, kernel, kind, data_type, n, blocksize):
    rnd = random.Random(f"{kind}{data_type}{n}{blocksize}")
    table = (codebook(), FP4, NF4)[data_type]
    packed = data_type != GENERAL
    codes = bytes(rnd.randrange(256) for _ in range((n + 1) // 2 if packed else n))
    scales = [f32(rnd.uniform(0.01, 4.0)) for _ in range((n + blocksize - 1) // blocksize)]
    tile = 1024 if packed else 512
    outputs, code, said = runner.run(kernel, [("in", floats(codebook())), ("in", codes), ("in", floats(scales)), ("out", n * WIDTH[kind]),
                                              f"i32:{blocksize // 2 if packed else blocksize}", f"i32:{n}"], (n + tile - 1) // tile, 64)
    if packed:
        codes = bytes(c for byte in codes for c in (byte >> 4, byte & 15))
    size, wrong, signs = WIDTH[kind], 0, 0
    for i in range(n):
        want, got = rounded(f32(f32(table[codes[i]]) * scales[i // blocksize]), kind), outputs[0][size * i:size * (i + 1)]
        zeros = want[:-1] == got[:-1] == bytes(size - 1) and want[-1] | got[-1] == 0x80
        signs += want != got and zeros
        wrong += want != got and not zeros
    return n, wrong, signs, code, said


def quantize(runner, kernel, kind, data_type, n, blocksize, threads, groups):
    rnd = random.Random(f"{kind}{data_type}{n}{blocksize}q")
    source = b"".join(rounded(f32(rnd.gauss(0, 1)), kind) for _ in range(n))
    values = unpacked(source, kind)
    book, packed = codebook(), data_type != GENERAL
    blocks = (n + blocksize - 1) // blocksize
    outputs, code, said = runner.run(kernel, [("in", floats(book)), ("in", source), ("out", 4 * blocks), ("out", (n + 1) // 2 if packed else n),
                                              ("in", floats([0.5] * 1024)), "i32:0", f"i32:{n}"], groups, threads)
    scales, codes = outputs
    table = (book, FP4, NF4)[data_type]
    wrong = close = 0
    if packed:
        codes = bytes(c for byte in codes for c in (byte >> 4, byte & 15))
    for b in range(blocks):
        block = values[b * blocksize:(b + 1) * blocksize]
        largest = max(abs(v) for v in block)
        wrong += scales[4 * b:4 * b + 4] != struct.pack("<f", largest)
        for i, v in enumerate(block):
            at = b * blocksize + i
            if at >= len(codes):
                wrong += 1
                continue
            x = v / largest
            distances = sorted(abs(t - x) for t in table)
            got = abs(table[codes[at]] - x)
            # Between two codes the kernel's thresholds are rounded, and so is its quotient; and FP4 has two zeros.
            if got - distances[0] > 1e-6:
                wrong += 1
            elif codes[at] != min(range(len(table)), key=lambda c: abs(table[c] - x)):
                close += 1
    return blocks + n, wrong, close, code, said


def cases(runner):
    for kernel in runner.kernels:
        found = re.match(r"_Z20kDequantizeBlockwiseI(f|6__half|14__hip_bfloat16)Li512ELi64ELi8ELi(\d)EE", kernel)
        if found:
            kind, data_type = TYPE_NAMES[found[1]], int(found[2])
            for n, blocksize in ((4096, 64), (2999 if data_type == GENERAL else 2998, 128), (3 * 4096, 4096)):
                yield kernel, n, blocksize, lambda k=kernel, a=kind, d=data_type, n=n, b=blocksize: dequantize(runner, k, a, d, n, b)
        found = re.match(r"_Z18kQuantizeBlockwiseI(f|6__half|14__hip_bfloat16)Li(\d+)ELi(\d)ELi0ELi(\d)EE", kernel)
        if found:
            kind, blocksize, each, data_type = TYPE_NAMES[found[1]], int(found[2]), int(found[3]), int(found[4])
            for n in (4 * blocksize, 2 * blocksize + blocksize // 2):
                groups = (n + blocksize - 1) // blocksize
                yield kernel, n, blocksize, lambda k=kernel, a=kind, d=data_type, n=n, b=blocksize, t=blocksize // each, g=groups: quantize(
                    runner, k, a, d, n, b, t, g)


def main():
    checkhip, library, targets = sys.argv[1], sys.argv[2], sys.argv[3:]
    failed = ran = 0
    with tempfile.TemporaryDirectory() as folder:
        for target in targets:
            runner = Runner(checkhip, library, target, folder)
            for kernel, n, blocksize, run in cases(runner):
                count, wrong, close, code, said = run()
                ran += code == 0
                failed += bool(wrong or code)
                last = next((line for line in said if line.startswith(("FAULT", "checkhip:"))), said[-1] if said else "")
                print(f"{target} {kernel} n={n} block={blocksize}: {count} values, {wrong} differ, {close} equally good; exit {code}; {last}", flush=True)
    print(f"{ran} runs, {failed} with a difference or a fault")
    return 1 if failed or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
