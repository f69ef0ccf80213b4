# SPDX-License-Identifier: BSD-2-Clause
# Reads: bin core tools/memtrace tools/reorder tools/cli tools/rewrite tools/CMakeLists.txt
# One run in 3, unless changed: tools/memtrace tools/reorder
"""A profile brought to another layout is the one that a program with that layout gives."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from traced_programs import run

from flatland.diagnostics import FlatError
from flatland.memtrace.image import translate_to
from flatland.memtrace.launch import Tools
from flatland.memtrace.trace import Request
from flatland.profile.file import parse_profile

source = """
struct item {{ {members} }};
struct item items[2];
__attribute__((noinline)) void use(struct item volatile* item) {{
    item->state = 1;
    item->text[3] = item->letter;
    item->next->state = 2;
}}
int main(void) {{ items[0].next = &items[1]; use(items); return 0; }}
"""
declared = ["int state;", "char letter;", "char text[70];", "struct item* next;"]
request = Request((), ["item"], ["use"])


def compile_with(members: list[str], program: Path) -> Path:
    program.with_suffix(".c").write_text(source.format(members=" ".join(members)))
    subprocess.run(["gcc", "-g", "-O1", program.with_suffix(".c"), "-o", program], check=True)
    return program


def _without_places(profile: dict[str, Any]) -> list[dict[str, Any]]:
    """Where objects of another size lie, only a new trace can tell."""
    return [{**each, "base": None} for each in profile["classes"]]


def test_translating_is_what_tracing_anew_gives(tools: Tools, tmp_path: Path) -> None:
    old = compile_with(declared, tmp_path / "old")
    new = compile_with([*reversed(declared), "long more;"], tmp_path / "new")
    profile = parse_profile(run(tools, old, request).profile)
    expected = _without_places(run(tools, new, request).profile)
    assert _without_places(translate_to(profile, new).values()) == expected
    assert _without_places(profile.values()) != expected


def test_a_program_without_a_member_that_was_accessed_is_refused(
    tools: Tools, tmp_path: Path
) -> None:
    profile = parse_profile(run(tools, compile_with(declared, tmp_path / "old"), request).profile)
    other = tmp_path / "other"
    other.with_suffix(".c").write_text("struct item { int status; } item; int main(void) {}\n")
    subprocess.run(["gcc", "-g", other.with_suffix(".c"), "-o", other], check=True)
    with pytest.raises(FlatError) as caught:
        translate_to(profile, other)
    (found,) = caught.value.diagnostics
    assert found.code == "F1010"
    assert "`state` of 4 bytes is not there" in found.notes
