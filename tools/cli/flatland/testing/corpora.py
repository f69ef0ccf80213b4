# SPDX-License-Identifier: BSD-2-Clause
"""Programs that the C++ tools accept or refuse, one for each construct of a language, by lit."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from pathlib import Path

from flatland import paths
from flatland.setup.native_tools import kit_tool, tool_names
from flatland.testing.captured import captured
from flatland.testing.job import Job
from flatland.testing.results import Context, Result, failed, passed
from flatland.testing.tool_choice import is_choice, tried, turn

_lit = Path("/usr/lib/llvm-19/build/utils/lit/lit.py")
_no_tests = {"Inputs", "support"}
_parts = 3


def labels() -> Iterator[str]:
    """The name of every program."""
    return (_label(tool, file) for tool in tool_names for file in programs(tool))


def programs(tool: str) -> list[Path]:
    """The files of a tool's corpus: what lit finds, too."""
    folder = paths.kit / "tools" / tool / "test"
    return sorted(
        file
        for file in folder.rglob("*.c*")
        if file.suffix in (".c", ".cpp") and _no_tests.isdisjoint(file.relative_to(folder).parts)
    )


def all_programs() -> list[Path]:
    """Those of all tools."""
    return [file for tool in tool_names for file in programs(tool)]


def _label(tool: str, file: Path) -> str:
    """`collapse/accepted/friends.cpp` for a file of a corpus; C++ needs no suffix."""
    path = file.relative_to(paths.kit / "tools" / tool / "test")
    return f"{tool}/{(path.with_suffix('') if path.suffix == '.cpp' else path).as_posix()}"


def jobs(context: Context, inputs: tuple[str, ...]) -> Iterator[Job]:
    """A job for each folder of programs that are wanted.

    Where no tool was changed, a usual run has every third program of a tool, by its seed.
    """
    is_part = is_choice(context)
    which = turn(context.part) % _parts
    for tool in tried(context):
        wanted = [
            file for file in programs(tool) if context.selection.wants("tools", _label(tool, file))
        ]
        for part, files in groupby(wanted, partial(_part, tool)):
            every = list(files)
            chosen = every[which::_parts] if is_part else every
            run = partial(_run, tool, part, chosen, context.exhaustive)
            if chosen:
                words = [f"tools {tool}/{part}", *([f"part {which}"] if is_part else [])]
                yield Job(" ".join(words), run, inputs)


def _part(tool: str, file: Path) -> str:
    """The folder of a corpus that a file lies in."""
    return file.relative_to(paths.kit / "tools" / tool / "test").parts[0]


def _run(tool: str, part: str, files: list[Path], is_exhaustive: bool) -> Iterator[Result]:
    """Runs lit over programs of one folder; the scheduler has other work for other processors.

    Helpers that have more to try in exhaustive runs ask for FLAT_EXHAUSTIVE in the environment.
    """
    report = paths.build / "tests" / f"{tool}-{part}.json"
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    command = [sys.executable, str(_lit), "-q", "-v", "-j1", "-o", str(report), *map(str, files)]
    environment = {each.upper(): str(kit_tool(each).program) for each in tool_names}
    environment |= {"FLAT_EXHAUSTIVE": "1"} if is_exhaustive else {}
    done = captured(command, environment)
    try:
        tests = json.loads(report.read_text(encoding="utf-8"))["tests"]
    except (OSError, ValueError):
        yield failed(f"tools {tool}/{part}", done.stdout + done.stderr, f"flat test {tool}/{part}")
        return
    for test in tests:
        if test["code"] not in ("PASS", "UNSUPPORTED"):
            name = test["name"].removeprefix(f"{tool} :: ").removesuffix(".cpp")
            again = f"flat test {tool}/{name}"
            yield failed(f"tools {tool}/{name}", test["output"], again)
    good = sum(test["code"] == "PASS" for test in tests)
    if good:
        yield passed(f"tools {tool}/{part}", good)
