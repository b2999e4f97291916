#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes edges_*.txt: one instruction a line with edge values and random ones, and what the ISA documents say it must give.
Run it here after a change; `edge_values.py --check` fails if the files are not what it would write.

Everything is worked out with Python's integers and fractions (edge_floats.py), not with src/gcn."""
import pathlib
import random
import sys

import edge_tables

FOLDER = pathlib.Path(__file__).parent
DOCUMENTS = {"common": ('"Vega 7nm ISA"', '"RDNA3 ISA"', '"RDNA3.5 ISA"'), "gfx9": ('"Vega 7nm ISA"',),
             "gfx11": ('"RDNA3 ISA"', '"RDNA3.5 ISA"'), "gfx1151": ('"RDNA3.5 ISA"',)}
PER_LINE = 16


class Writer:
    """Lines for one file; a list is one value a lane."""

    def __init__(self, where):
        self.where, self.lines, self.random = where, [], random.Random(where)

    def cite(self, entry, section):
        books = "; ".join(f"{book}, section {section}, {entry.upper()}" for book in DOCUMENTS[self.where])
        self.lines.append(f"#: {entry} : {books}")

    def case(self, text, before="", after=""):
        self.lines.append(f"{text} ; {before} ; {after}".replace("  ", " "))

    def lanes(self, text, names, rows, result, function, before="", masks=()):
        """rows: the sources' values; result: the place of the results; masks: more places, one bit a lane each."""
        for at in range(0, len(rows), PER_LINE):
            part = rows[at:at + PER_LINE]
            sources = " ".join(f"{name}={listed(column)}" for name, column in zip(names, zip(*part)))
            got = [function(*row) for row in part]
            places = (result,) + tuple(masks)
            columns = zip(*got) if masks else [got]
            self.case(text, f"{sources} {before}".strip(), " ".join(
                f"{place}={listed(column)}" for place, column in zip(places, columns)))

    def exec_cases(self, text, names, row, result, function, before=""):
        """None and one lane; the result's other lanes must stay."""
        sources = " ".join(f"{name}={shown(v)}" for name, v in zip(names, row))
        value = function(*row)
        for mask in ("0", "0x20", "0x80000001"):
            self.case(text, f"{sources} {before} exec={mask}", f"{result}={shown(value)}")


def shown(value):
    return str(value) if value < 10 else hex(value)


def listed(values):
    return "{" + ",".join(shown(int(v)) for v in values) + "}"


def main():
    wrong = 0
    for where in ("common", "gfx9", "gfx11", "gfx1151"):
        writer = Writer(where)
        writer.lines.append("# Written by edge_values.py, do not edit: the values and their sources are there.")
        edge_tables.write(writer, where)
        path = FOLDER / f"edges_{where}.txt"
        text = "\n".join(writer.lines) + "\n"
        if "--check" not in sys.argv:
            path.write_text(text)
        elif path.read_text() != text:
            print(f"{path.name}: not what edge_values.py writes")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
