# SPDX-License-Identifier: BSD-2-Clause
"""Compiles and runs small programs in C and C++, plainly or through reorder."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from layout import described, plan_of, planned_class

_compilers = {".c": ("gcc", "clang-19"), ".cpp": ("g++", "clang++-19")}
_standards = {".c": "-std=gnu17", ".cpp": "-std=c++20"}
_common_flags = ("-O2", "-g", "-Wall", "-Wextra", "-Werror")
is_exhaustive = "FLAT_EXHAUSTIVE" in os.environ


class TestFailed(Exception):
    """What was expected and what was seen."""


@dataclass(frozen=True)
class Done:
    """A finished process."""

    command: list[str]
    status: int
    output: str
    errors: str

    def told(self) -> str:
        """The command and all that it said."""
        return f"$ {' '.join(self.command)}\n{self.output}{self.errors}[status {self.status}]"


@dataclass(frozen=True)
class Program:
    """A source with the flags that it wants, and how its classes are to be laid out."""

    source: Path
    flags: tuple[str, ...]
    classes: tuple[str, ...]
    orders: tuple[str, ...]

    @property
    def compilers(self) -> tuple[str, ...]:
        """Those of the source's language."""
        return _compilers[self.source.suffix]

    def compile_command(self, compiler: str, object_file: Path) -> list[str]:
        """The command of a build system for the source."""
        return [*self._words(compiler), "-c", str(self.source), "-o", str(object_file)]

    def check_command(self, compiler: str) -> list[str]:
        """The same without a product: whether the compiler accepts the source, and is silent."""
        return [*self._words(compiler), "-fsyntax-only", str(self.source)]

    def _words(self, compiler: str) -> list[str]:
        return [compiler, _standards[self.source.suffix], *_common_flags, *self.flags]

    def write_plan(self, reorder: str, file: Path) -> Path:
        """Makes the plan from what reorder tells of the classes; it must succeed silently."""
        command = self.compile_command(self.compilers[0], file.with_suffix(".unused.o"))
        orders = [*self.orders, *[self.orders[-1]] * len(self.classes)]
        classes = [
            planned_class(described(reorder, name, command), order)
            for name, order in zip(self.classes, orders, strict=False)
        ]
        file.write_text(json.dumps(plan_of(classes), indent=2), encoding="utf-8")
        return file


def test_options(description: str | None) -> argparse.ArgumentParser:
    """The command line that all tests of one source share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--reorder", required=True, help="the program under test")
    parser.add_argument("--folder", type=Path, required=True, help="for what the test builds")
    parser.add_argument("--class", dest="classes", action="append", required=True)
    parser.add_argument("--order", action="append", default=[], help="as in layout.py")
    parser.add_argument("--flag", action="append", default=[], help="for the compilers")
    parser.add_argument("source", type=Path)
    return parser


def program_of(options: argparse.Namespace, orders: Sequence[str]) -> Program:
    """What the options name."""
    return Program(options.source, tuple(options.flag), tuple(options.classes), tuple(orders))


def run(command: Sequence[str]) -> Done:
    """Runs a command to its end."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, errors="replace")
    return Done(list(command), done.returncode, done.stdout, done.stderr)


def run_silently(command: Sequence[str]) -> None:
    """Runs a command that must succeed and say nothing: neither it nor its user may be warned."""
    done = run(command)
    if done.status != 0 or done.output or done.errors:
        raise TestFailed(f"this should succeed without a word:\n{done.told()}")


def output_of(program: Path) -> str:
    """What the program prints; it must end well."""
    done = run([str(program)])
    if done.status != 0:
        raise TestFailed(f"the program fails:\n{done.told()}")
    return done.output


def link(compiler: str, object_file: Path, flags: Sequence[str] = ()) -> Path:
    """Links one object file to a program beside it."""
    program = object_file.with_suffix(".exe")
    linker = ["-fuse-ld=lld"] if compiler.startswith("clang") else []
    run_silently([compiler, str(object_file), *linker, *flags, "-o", str(program)])
    return program
