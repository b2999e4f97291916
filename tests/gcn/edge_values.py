#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes edges_*.txt: one instruction a line with edge values and random ones, and what the ISA documents say it must give.
Run it here after a change; `edge_values.py --check` fails if the files are not what it would write.

Everything is worked out with Python's integers and fractions (edge_floats.py), not with src/gcn."""
import pathlib
import random
import re
import sys

import edge_gfx12
import edge_tables

FOLDER = pathlib.Path(__file__).parent
DOCUMENTS = {"common": ('"Vega 7nm ISA"', '"RDNA3 ISA"', '"RDNA3.5 ISA"'), "gfx9": ('"Vega 7nm ISA"',),
             "gfx11": ('"RDNA3 ISA"', '"RDNA3.5 ISA"'), "gfx1151": ('"RDNA3.5 ISA"',), "gfx12": ()}
RDNA4 = '"RDNA4 ISA"'
PER_LINE = 16
# Where gfx12 differs from what was before it: entries it does not have, or has under another name with another rule; entries that its
# document has in another section; and what a case may not lean on: output modifiers, MODE's IEEE and DX10_CLAMP, old cache bits.
BEFORE_12 = re.compile(
    r"(s_(add|sub)_[iu]32|s_addc_u32|s_subb_u32|s_addk_i32|s_cmpk_.*|s_waitcnt.*|s_barrier|s_set_inst_prefetch_distance|s_(min|max)_f32|buffer_.*"
    r"|ds_(min|max)(_rtn)?_f(32|64)|global_atomic_((min|max|add)_f32|csub_u32)"
    r"|v_(min|max)3?_f(16|32|64)|v_(med3|minmax|maxmin)_f(16|32)|v_pk_(min|max)_f16|v_dot2acc_f32_f16|v_mad_[iu]64_[iu]32|v_cmpx?_[ft]_.*)")
OLD_CASE = re.compile(r"\b(mul:2|mul:4|div:2|glc|slc|dlc|ieee=0|dx10=0)\b|v_dual_(min|max)_f32")
SECTIONS_12 = {"v_lshlrev_b64": "VOP2", "v_add_f64": "VOP2", "v_mul_f64": "VOP2", "v_add_co_u32": "VOP3", "v_sub_co_u32": "VOP3", "v_subrev_co_u32": "VOP3"}
MEMORY_12 = (("global_", "VGLOBAL"), ("scratch_", "VSCRATCH"), ("flat_", "VFLAT"))


class Writer:
    """Lines for one file; a list is one value a lane."""

    def __init__(self, where):
        self.where, self.random = where, random.Random(where)
        self.cases, self.cited = [], None

    def cite(self, entry, section):
        self.cited = (entry, section)

    def case(self, text, before="", after=""):
        old = self.where == "gfx9" or BEFORE_12.fullmatch(self.cited[0]) or OLD_CASE.search(f"{text} ; {before}")
        self.cases.append((self.cited, bool(old) and self.where != "gfx12", f"{text} ; {before} ; {after}".replace("  ", " ")))

    def text(self, old):
        """The cases that gfx12 has not, or those that it has too, each under its citation."""
        lines, under = ["# Written by edge_values.py, do not edit: the values and their sources are there."], None
        for cited, is_old, line in self.cases:
            if is_old != old:
                continue
            if cited != under:
                lines.append(citation(DOCUMENTS[self.where], old, *cited))
                under = cited
            lines.append(line)
        return "\n".join(lines) + "\n"

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


def citation(books, old, entry, section):
    cited = [f"{book}, section {section}, {entry.upper()}" for book in books]
    if not old:
        memory = next((name for prefix, name in MEMORY_12 if entry.startswith(prefix)), section)
        cited.append(f"{RDNA4}, section {SECTIONS_12.get(entry, memory)}, {entry.upper()}")
    return f"#: {entry} : {'; '.join(cited)}"


def shown(value):
    return str(value) if value < 10 else hex(value)


def listed(values):
    return "{" + ",".join(shown(int(v)) for v in values) + "}"


def main():
    wrong = 0
    files = {}
    for where in DOCUMENTS:
        writer = Writer(where)
        edge_gfx12.write(writer) if where == "gfx12" else edge_tables.write(writer, where)
        if where == "gfx9":
            files["edges_gfx9.txt"] = writer.text(True)
            continue
        files[f"edges_{where}.txt"] = writer.text(False)
        if any(old for _, old, _ in writer.cases):
            files[f"edges_{where}_before12.txt"] = writer.text(True)
    for name, text in files.items():
        path = FOLDER / name
        if "--check" not in sys.argv:
            path.write_text(text)
        elif path.read_text() != text:
            print(f"{name}: not what edge_values.py writes")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
