# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Whatever declarations say, checking ends with a result or with diagnostics."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from flatland.diagnostics import render
from flatland.model.json import from_json, to_json
from flatland.model.load import check, load
from tests.model.support import make_kit, template

words = sorted(
    {
        word
        for file in template.rglob("*.flat")
        for word in re.findall(r"[\w.]+|->|[^\s\w]", file.read_text(encoding="utf-8"))
    }
)
statements = sorted(
    {
        line.strip()
        for file in template.rglob("*.flat")
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.startswith("    ")
    }
)


def changed(text: str, chance: random.Random) -> str:
    """A declaration with words exchanged and statements added, moved or removed."""
    lines = text.splitlines()
    for _ in range(chance.randint(1, 3)):
        index = chance.randrange(1, len(lines))
        action = chance.randrange(4)
        if action == 0:
            lines.insert(index, "    " + chance.choice(statements))
        elif action == 1 and len(lines) > 3:
            del lines[index]
        else:
            found = list(re.finditer(r"\w+", lines[index]))
            if found:
                place = chance.choice(found)
                line = lines[index]
                lines[index] = line[: place.start()] + chance.choice(words) + line[place.end() :]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(30))
def test_changed_declarations_get_diagnostics(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    kit = make_kit(tmp_path)
    files = sorted(kit.rglob("*.flat"))
    kernel = kit / "kernels/good/good.flat"
    for _ in range(8):
        file = chance.choice([kernel, kit / "kernels/base/base.flat", *files])
        before = file.read_text(encoding="utf-8")
        file.write_text(changed(before, chance), encoding="utf-8")
        library = load(kit)
        for target in (None, "right"):
            resolution = check(library, kernel, target)
            assert (resolution.assembly is None) == resolution.diagnostics.has_errors
            assert render(resolution.diagnostics, base=kit) or resolution.assembly
            if resolution.assembly:
                data = to_json(resolution.assembly, library.roots)
                assert from_json(data, library.roots) == resolution.assembly
        if chance.random() < 0.5:
            file.write_text(before, encoding="utf-8")
