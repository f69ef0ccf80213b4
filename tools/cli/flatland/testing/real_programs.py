# SPDX-License-Identifier: BSD-2-Clause
"""Programs that we did not write: they pass their own tests with a class of them changed.

A usual run tries one program with a tool by one compiler, and some of the classes that are to be
refused, all of which the seed chooses; `--exhaustive`, or a run that names them, has all.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from functools import partial

from flatland import paths
from flatland.setup.native_tools import kit_tool, tool_names
from flatland.testing.captured import captured
from flatland.testing.job import Job
from flatland.testing.results import Context, Result, failed, passed
from flatland.testing.tool_choice import tried

_place = paths.kit / "tools" / "real"
_scripts = {
    "collapse": ("flatten_programs.py", "flattened.toml"),
    "reorder": ("lay_out_programs.py", "laid_out.toml"),
}
"""What tries the programs of each tool, and the table that has them."""
_turns = 6
"""How many have all compilers and classes of a program between them (`realcode/options.py`)."""


def labels() -> list[str]:
    """`collapse/real/ninja`, one for each program."""
    return [_label(tool, program) for tool in _scripts for program in _programs(tool)]


def jobs(context: Context) -> Iterator[Job]:
    """One for each program that is tried."""
    for tool in sorted(_scripts.keys() & set(tried(context))):
        programs = [
            each for each in _programs(tool) if context.selection.wants("tools", _label(tool, each))
        ]
        options: list[str] = []
        if programs and not context.selection.names and not context.exhaustive:
            turn, index = divmod(context.part // len(tool_names), len(programs))
            programs = [programs[index]]
            options = ["--turn", str(turn % _turns)]
        for program in programs:
            name = " ".join(["tools", _label(tool, program), *options])
            yield Job(name, partial(_run, tool, program, options), ("tools",))


def _programs(tool: str) -> list[str]:
    """The names of the programs, with their versions: `ninja 1.11.1`."""
    document = tomllib.loads((_place / _scripts[tool][1]).read_text(encoding="utf-8"))
    return [str(each["name"]) for each in document["program"]]


def _label(tool: str, program: str) -> str:
    return f"{tool}/real/{program.partition(' ')[0]}"


def _run(tool: str, program: str, options: list[str]) -> Iterator[Result]:
    """Builds a program as it is and changed, with compilers, and runs its own tests."""
    label = _label(tool, program)
    command = [sys.executable, str(_place / _scripts[tool][0]), "--only", program]
    done = captured([*command, *options, f"--{tool}", str(kit_tool(tool).program)])
    if done.returncode == 0:
        yield passed(f"tools {label}")
    else:
        yield failed(f"tools {label}", done.stdout + done.stderr, f"flat test {label}")
