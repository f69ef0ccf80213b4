# SPDX-License-Identifier: BSD-2-Clause
"""Interfaces with random methods, for tests that compare languages."""

from __future__ import annotations

import random
from pathlib import Path

scalars = ("u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "paddr", "vaddr", "size")
_imports = (*scalars, "Buf", "Failure", "In", "InOut", "Nullable", "Out", "Top", "Version")
_names = ("register", "self", "result", "restrict", "value", "howMany", "export", "flatU8", "x")


def random_interfaces(root: Path, seed: int) -> str:
    """Writes a package `flat.random<seed>`, whose interface `Server` has all; returns its name."""
    chance = random.Random(seed)
    package = f"flat.random{seed}"
    folder = root / package.replace(".", "/")
    folder.mkdir(parents=True)
    head = f"package {package};\n" + "".join(f"import flat.lang.{each};\n" for each in _imports)
    (folder / "Base.java").write_text(f"{head}{_base(chance)}", encoding="utf-8")
    (folder / "Server.java").write_text(f"{head}{_server(chance)}", encoding="utf-8")
    return f"{package}.Server"


def _base(chance: random.Random) -> str:
    return f"""@Version(1)
public interface Base extends Top {{
    int LEAST = {chance.randint(-(2**31), 2**31 - 1)};
    long MOST = {chance.randint(-(2**63), 2**63 - 1)}L;
    {_scalar(chance)} inherited({_scalar(chance)} argument);
}}
"""


def _scalar(chance: random.Random) -> str:
    return chance.choice((*scalars, "boolean", "int", "long"))


def _server(chance: random.Random) -> str:
    records = [f"Record{number}" for number in range(3)]
    lines = [
        "@Version(1)",
        "public interface Server extends Base {",
        "    enum Kind { ONE, TWO, INT }",
        '    @SuppressWarnings("serial")',
        "    final class Problem extends Failure { public enum Code { FIRST, OTHER, NONE } }",
    ]
    for number, name in enumerate(records):
        known = ["Kind", *records[:number]]
        fields = [
            f"{chance.choice([_scalar(chance), chance.choice(known)])} {field}"
            for field in chance.sample(_names, chance.randint(1, 5))
        ]
        lines.append(f"    record {name}({', '.join(fields)}) {{}}")
    lines += [f"    {_method(chance, records, number)}" for number in range(12)]
    return "\n".join([*lines, "}", ""])


def _method(chance: random.Random, records: list[str], number: int) -> str:
    results = ["void", _scalar(chance), "Kind", chance.choice(records), "Base", "@Nullable Base"]
    parameters = [
        f"{_parameter(chance, records)} {name}"
        for name in chance.sample(_names, chance.randint(0, 4))
    ]
    throws = chance.choice(("", " throws Problem"))
    return f"{chance.choice(results)} call{number}({', '.join(parameters)}){throws};"


def _parameter(chance: random.Random, records: list[str]) -> str:
    kinds = [_scalar(chance), "Kind", chance.choice(records), "Base", "@Nullable Base"]
    return chance.choice([*kinds, "@In Buf", "@Out Buf", "@InOut Buf"])
