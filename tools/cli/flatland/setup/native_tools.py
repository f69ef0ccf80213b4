# SPDX-License-Identifier: BSD-2-Clause
"""Builds the C++ tools of the kit when a verb first needs one, and again when they change."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from flatland import paths
from flatland.builder.execute import StepsFailed, run_ninja
from flatland.builder.files import locked, write_json
from flatland.builder.state import fingerprint
from flatland.errors import failure
from flatland.setup.install import ensure
from flatland.setup.tools import native_tools

_compiler = "clang++-19"
_sources = (
    "CMakeLists.txt",
    "*/CMakeLists.txt",
    "*/*.cmake",
    "*/engine/*",
    "*/lib/*",
    "*/refusals/*",
    "*/tool/*",
)


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

    def is_up_to_date(self) -> bool:
        """Whether the program was built from the sources and by the compiler that are there now."""
        try:
            known = json.loads(self._stamp.read_bytes())
        except (OSError, ValueError):
            return False
        return self.program.is_file() and bool(known == self._fingerprints())

    def make(self, verbose: bool, tests: bool = False) -> None:
        """Builds it; a FlatError has the compiler's words."""
        ensure(native_tools())
        with locked(self.build.with_suffix(".lock")):
            if tests and not self._has_tests:
                self._configure(verbose, tests)
            if self.is_up_to_date():
                return
            before = self._fingerprints()
            if not (self.build / "build.ninja").is_file():
                self._configure(verbose, tests)
            print(f"flat: building the tool {self.name}", file=sys.stderr)
            try:
                run_ninja(self.build / "build.ninja", self.name, verbose=verbose, folder=self.build)
            except StepsFailed as problem:
                notes = [note for each in problem.diagnostics for note in each.notes]
                raise self._failure("does not compile", notes) from problem
            write_json(self._stamp, before)

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

    def _fingerprints(self) -> dict[str, list[int] | None]:
        files = {file for pattern in _sources for file in self.source.glob(pattern)}
        compiler = shutil.which(_compiler)
        files |= {Path(compiler).resolve()} if compiler else set()
        return {str(file): fingerprint(str(file)) for file in sorted(files)}


def kit_tool(name: str) -> NativeTool:
    """A C++ tool of this kit."""
    return NativeTool(name, paths.kit / "tools", paths.build / "tools")


def make_kit_tool(name: str, verbose: bool) -> None:
    """Brings a C++ tool of this kit up to date; with nothing to do it is instant."""
    tool = kit_tool(name)
    if not tool.is_up_to_date():
        tool.make(verbose)
