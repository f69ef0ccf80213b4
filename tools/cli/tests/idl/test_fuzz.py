# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli docs interfaces core bindings
# One run in 3, unless changed: tools/cli/flatland/idl
"""Damaged interface files yield diagnostics or C++, never an exception.

Each seed damages one file twenty times. A usual run has three seeds of its own.
"""

from __future__ import annotations

import os
import pickle
import random
import re
from pathlib import Path

import pytest

from flatland.idl import c, c_stubs, cpp
from flatland.idl.check import check
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.model import InterfaceFile, uses, with_nested
from flatland.idl.parser import parse
from flatland.idl.resolve import resolve

kit = Path(__file__).parents[4]
accepted = Path(__file__).parent / "accepted"
sources = [
    (root, path)
    for root in (kit / "interfaces", accepted)
    for path in sorted(root.rglob("*.java"))
    if path.parent.name != "lang"
]
token = re.compile(rb"\w+|\s+|.", re.DOTALL)
vocabulary = b"""
    { } ( ) [ ] < > ; , . = @ - ~ << | 0x 1L "" /** */ // ... interface record enum class extends
    throws default static final public void int Top Buf u32 @In @Out @Version(1) @Nullable @Max(2)
    \\u0041 \xff \x00 \xc3\xa9
""".split()


def mutated(data: bytes, chance: random.Random) -> bytes:
    """A few tokens deleted, doubled, exchanged or replaced; sometimes the end cut off."""
    tokens = token.findall(data)
    for _ in range(chance.randint(1, 4)):
        place, other = chance.randrange(len(tokens)), chance.randrange(len(tokens))
        action = chance.randrange(5)
        if action == 0:
            tokens[place] = b""
        elif action == 1:
            tokens[place] *= chance.choice((2, 300))
        elif action == 2:
            tokens[place], tokens[other] = tokens[other], tokens[place]
        elif action == 3:
            tokens[place] = chance.choice(vocabulary)
        else:
            tokens[place] += b" " + chance.choice(vocabulary) + b" "
    if chance.random() < 0.05:
        del tokens[chance.randrange(len(tokens)) :]
    return b"".join(tokens)


def others(path: Path) -> bytes:
    """All other files, read but not resolved: resolving changes what was read."""
    parsed = (parse(root, each, each.read_bytes()).file for root, each in sources if each != path)
    return pickle.dumps([file for file in parsed if file])


def seeds() -> range:
    """Those of the run, by FLAT_SEED; the first ones where tests are named."""
    if "FLAT_EXHAUSTIVE" in os.environ:
        return range(25)
    if "FLAT_SEED" not in os.environ:
        return range(10)
    first = 3 * int(os.environ["FLAT_SEED"])
    return range(first, first + 3)


@pytest.mark.parametrize("seed", seeds())
def test_damaged_files_yield_diagnostics_or_code(seed: int) -> None:
    chance = random.Random(seed)
    root, path = chance.choice(sources)
    intact = others(path)
    for _ in range(20):
        parsed = parse(root, path, mutated(path.read_bytes(), chance))
        files: list[InterfaceFile] = pickle.loads(intact)
        library = InterfaceLibrary([*files, parsed.file] if parsed.file else files)
        problems = [*parsed.diagnostics, *resolve(library, parsed.broken), *check(library)]
        assert parsed.file or problems
        if parsed.file and not problems:
            assert cpp.generate(parsed.file).startswith("// SPDX")
            for declare in (c.declare, c_stubs.declare):
                made = declare(parsed.file, library).values()
                assert all(text.startswith("// SPDX") for text in made)
            inside = with_nested(parsed.file.declaration)
            assert all(use.kind != "unresolved" for each in inside for use in uses(each))
        for problem in problems:
            assert problem.span and problem.span.line >= 1 and problem.span.column >= 1
