# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli docs kernels components dimensions bindings bench/components
"""Damaged texts get diagnostics, never a traceback, and never hang."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from flatland.diagnostics import render
from flatland.lang.formatter import format_text
from flatland.lang.parser import parse

root = Path(__file__).parents[4]
parts = ("components", "dimensions", "kernels", "tools/cli/tests/model")
seeds = [file.read_text() for part in parts for file in sorted((root / part).rglob("*.flat"))]
path = Path("/it.flat")
rounds = 60

pieces = [
    *"{}[]();,.=-/:\"'\\#$\x00\n\t ü",
    *("->", "..", "//", "/*", "*/", "0x", "1_", "[]", "\r\n", "late", "in", "via", "none"),
    *("component", "assembly", "object", "provides", "requires", "mixin", "from", "target"),
    *("domain", "module", "extends", "attribute", "context", "source", "true", "api"),
]


def damaged(text: str, chance: random.Random) -> str:
    """The text with a few pieces put in, taken out, doubled or moved."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.randint(0, 12))
        action = chance.randrange(4)
        if action == 0:
            text = text[:start] + chance.choice(pieces) + text[start:]
        elif action == 1:
            text = text[:start] + text[end:]
        elif action == 2:
            text = text[:end] + text[start:]
        else:
            text = text[:start] + chance.choice(pieces) + text[end:]
    return text


@pytest.mark.parametrize("seed", range(rounds))
def test_damaged_text_gets_diagnostics(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(10):
        text = damaged(chance.choice(seeds), chance)
        source = parse(path, text)
        lines = text.count("\n") + 1
        for entry in source.errors:
            assert entry.code in ("F0101", "F0102", "F0103")
            assert entry.span is not None
            assert 1 <= entry.span.line <= lines
        assert render(source.errors) == "" or source.errors
        if not source.errors:
            once = format_text(path, text)
            assert format_text(path, once) == once
            assert parse(path, once).errors == ()
