# SPDX-License-Identifier: BSD-2-Clause
"""Builds the C++ tools of the kit when a verb first needs one, and again when they change.

A tool is up to date when its sources hold what they held when it was built, by a compiler of the
same version: a copy of the kit can take it over (`lend_kit_tools`).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flatland import paths
from flatland.errors import failure
from flatland.files import fingerprint, locked, write_json
from flatland.ninja.execute import StepsFailed, run_ninja
from flatland.setup.content import is_noted, note
from flatland.setup.install import ensure
from flatland.setup.tools import native_tools

_compiler = "clang++-19"
tool_names = ("collapse", "reorder", "specialize")
shared_library = "rewrite"
"""What all of them are built on."""
_no_sources = {"test", "testing", "tests", "unittests", "build"}


@dataclass(frozen=True)
class NativeTool:
    """A program of a CMake project: `<name>/<name>` below the build folder."""

    name: str
    source: Path
    build: Path

    @property
    def program(self) -> Path:
        """Where it is built."""
        return self.build / self.name / self.name

    @property
    def _stamp(self) -> Path:
        return self.build / f"{self.name}.stamp.json"

    def sources(self) -> Iterator[Path]:
        """Every file of its folder and of the shared library, but for tests."""
        yield from (file for file in self.source.iterdir() if file.is_file())
        for part in (self.name, shared_library):
            for place, folders, names in os.walk(self.source / part):
                folders[:] = [
                    each for each in folders if each not in _no_sources and each[0] not in "._"
                ]
                yield from (Path(place) / name for name in names)

    def is_up_to_date(self) -> bool:
        """Whether the program was built from these sources and by this compiler."""
        try:
            known = json.loads(self._stamp.read_bytes())
            return (
                bool(known["program"] == fingerprint(str(self.program)))
                and _is_compiler(known["compiler"])
                and is_noted(known["sources"], self.source, self.sources())
            )
        except (OSError, ValueError, KeyError, TypeError):
            return False

    def make(self, verbose: bool, tests: bool = False) -> None:
        """Builds it; a FlatError has the compiler's words."""
        ensure(native_tools())
        with locked(self.build.with_suffix(".lock")):
            if tests and not self._has_tests:
                self._configure(verbose, tests)
            if self.is_up_to_date():
                return
            before = {
                "compiler": _compiler_now(),
                "sources": note(self.source, self.sources()),
            }
            if not (self.build / "build.ninja").is_file():
                self._configure(verbose, tests)
            print(f"flat: building the tool {self.name}", file=sys.stderr)
            try:
                run_ninja(self.build / "build.ninja", self.name, verbose=verbose, folder=self.build)
            except StepsFailed as problem:
                notes = [note for each in problem.diagnostics for note in each.notes]
                raise self._failure("does not compile", notes) from problem
            write_json(self._stamp, {**before, "program": fingerprint(str(self.program))})

    def lend(self, other: NativeTool) -> bool:
        """Copies the program, if it is up to date, for a copy of these sources; tells whether.

        Libraries that it loads stay here.
        """
        with locked(self.build.with_suffix(".lock")):
            if not self.is_up_to_date():
                return False
            other.program.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self.program, other.program)
            shutil.copy2(self._stamp, other._stamp)
            return True

    @property
    def _has_tests(self) -> bool:
        try:
            cache = (self.build / "CMakeCache.txt").read_text(encoding="utf-8")
        except OSError:
            return False
        return "FLATLAND_TOOLS_TESTS:BOOL=ON" in cache

    def _configure(self, verbose: bool, tests: bool) -> None:
        command = ["cmake", "-G", "Ninja", "-S", str(self.source), "-B", str(self.build)]
        command += ["-DCMAKE_C_COMPILER=clang-19", f"-DCMAKE_CXX_COMPILER={_compiler}"]
        command += [f"-DFLATLAND_TOOLS_TESTS:BOOL={'ON' if tests else 'OFF'}"]
        if verbose:
            print(" ".join(command), file=sys.stderr)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            shutil.rmtree(self.build, ignore_errors=True)
            raise self._failure("cannot be configured", [done.stderr.strip()])

    def _failure(self, what: str, notes: Iterable[str]) -> Exception:
        return failure(
            "F0712",
            f"the tool {self.name} {what}",
            notes=list(notes),
            help=f"`cmake --build {self.build} --target {self.name}` shows all of it",
        )


def _compiler_now() -> dict[str, Any]:
    """The compiler's version; its program's size and time save asking for it."""
    done = subprocess.run([_compiler, "--version"], capture_output=True, text=True, check=False)
    return {"version": done.stdout, "program": _compiler_program()}


def _is_compiler(known: dict[str, Any]) -> bool:
    if known["program"] == _compiler_program():
        return True
    return bool(known["version"] == _compiler_now()["version"])


def _compiler_program() -> list[int] | None:
    return fingerprint(str(Path(shutil.which(_compiler) or _compiler).resolve()))


def kit_tool(name: str) -> NativeTool:
    """A C++ tool of this kit."""
    return _tool_of(paths.kit, name)


def _tool_of(kit: Path, name: str) -> NativeTool:
    return NativeTool(name, kit / "tools", kit / "build" / "tools")


def make_kit_tool(name: str, verbose: bool) -> None:
    """Brings a C++ tool of this kit up to date; with nothing to do it is instant."""
    tool = kit_tool(name)
    if not tool.is_up_to_date():
        tool.make(verbose)


def lend_kit_tools(kit: Path) -> list[str]:
    """Gives a copy of this kit the C++ tools that are up to date, so that it builds none again.

    Returns their names.
    """
    return [name for name in tool_names if kit_tool(name).lend(_tool_of(kit, name))]
