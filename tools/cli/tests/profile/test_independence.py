# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Profiles are of any program: their package knows nothing of kernels and how they are built."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import flatland.profile

modules = sorted(Path(flatland.profile.__file__).parent.glob("*.py"))
general = ("flatland.diagnostics", "flatland.dwarf", "flatland.errors", "flatland.grid")


def imports(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)


@pytest.mark.parametrize("module", modules, ids=lambda each: each.name)
def test_a_module_of_profiles_imports_of_the_kit_only_what_is_general(module: Path) -> None:
    of_the_kit = {each for each in imports(module) if each.startswith("flatland.")}
    specific = {each for each in of_the_kit if not each.startswith("flatland.profile.")}
    assert {".".join(each.split(".")[:2]) for each in specific} <= set(general)
