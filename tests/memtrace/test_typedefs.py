# SPDX-License-Identifier: BSD-2-Clause
# Reads: bin core tools/memtrace tools/reorder tools/cli tools/rewrite tools/CMakeLists.txt
# One run in 3, unless changed: tools/memtrace tools/reorder
"""Structures that have only the name of a typedef, as many of C have, are classes like others."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from traced_programs import run, sequences

from flatland import paths
from flatland.memtrace.launch import Tools
from flatland.memtrace.trace import Request

source = """
#include <stdlib.h>
typedef struct { long head; char between[100]; long tail; } item;
typedef const item* items;
struct pair { int before; item both[2]; } pair;
__attribute__((noinline)) long use(items some) { return some->head + some->tail; }
int main(void) {
    item* const own = calloc(1, sizeof *own);
    return (int)(use(own) + use(&pair.both[0]) + use(&pair.both[1]));
}
"""


@pytest.mark.parametrize("compiler", ["gcc", "clang-19"])
def test_objects_of_a_structure_without_a_tag_are_traced_and_laid_out(
    tools: Tools, tmp_path: Path, compiler: str
) -> None:
    program = tmp_path / "program"
    program.with_suffix(".c").write_text(source)
    subprocess.run([compiler, "-g", "-O1", "program.c", "-o", program], cwd=tmp_path, check=True)
    traced = run(tools, program, Request((), ["item"], ["use"]))
    ((times, accesses),) = sequences(traced, "item")["use"]
    assert (times, sorted(accesses.split())) == (3, ["0.0:8r", "0.112:8r"])
    profile = tmp_path / "profile.json"
    profile.write_text(json.dumps(traced.profile))
    command = [str(paths.kit / "flat"), "reorder"]
    planned = subprocess.run([*command, "plan", str(profile)], capture_output=True, text=True)
    assert "proven to be the least" in planned.stdout, planned.stderr
    checked = subprocess.run([*command, "check", str(profile), str(program)], check=False)
    assert checked.returncode == 0
