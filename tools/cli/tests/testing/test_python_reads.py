# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
# Builds: hello
"""The modules that a verb loads are among those that it is said to load."""

from __future__ import annotations

import subprocess
import sys

import pytest

from flatland import paths
from flatland.testing.python_reads import python_reads

_tool = paths.kit / "tools" / "cli"
_program = """
import sys
sys.path.insert(0, sys.argv[1])
from flatland.main import dispatch
dispatch(sys.argv[2:])
for module in list(sys.modules.values()):
    print("loaded", getattr(module, "__file__", None))
"""


@pytest.mark.parametrize(
    "words",
    [
        ["run", "hello", "-t", "hosted"],
        ["build", "pingpong"],
        ["build", "ledger-upcall", "-t", "hosted"],
    ],
)
def test_what_a_verb_loads_is_among_what_it_is_said_to(words: list[str]) -> None:
    command = [sys.executable, "-c", _program, str(_tool), *words]
    done = subprocess.run(command, cwd=paths.kit, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    files = {line.removeprefix("loaded ") for line in lines if line.startswith("loaded ")}
    ours = {file for file in files if file.startswith(f"{_tool}/flatland")}
    assert ours
    assert ours <= {str(file) for file in python_reads(words[0])}


def test_a_verb_does_not_load_what_only_others_do() -> None:
    names = {str(file).removeprefix(f"{_tool}/flatland/") for file in python_reads("run")}
    assert not {"report/size.py", "browse/data.py", "commands/graph.py"} & names
    assert {"main.py", "ninja/compiled_before.py", "lang/grammar.lark", "idl/upcalls.py"} <= names
