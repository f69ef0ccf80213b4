# SPDX-License-Identifier: BSD-2-Clause
"""Compiles and runs small programs, plainly or through collapse."""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

compilers = ("g++", "clang++-19")
is_exhaustive = "FLAT_EXHAUSTIVE" in os.environ
common_flags = ("-std=c++20", "-O2", "-g", "-Wall", "-Wextra", "-Werror")


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
    """A source with the flags that it wants."""

    source: Path
    flags: tuple[str, ...]

    def compile_command(self, compiler: str, object_file: Path) -> list[str]:
        """The command of a build system for the source."""
        output = ["-c", str(self.source), "-o", str(object_file)]
        return [compiler, *common_flags, *self.flags, *output]

    def check_command(self, compiler: str) -> list[str]:
        """The same without a product: whether the compiler accepts the source, and is silent."""
        return [compiler, *common_flags, *self.flags, "-fsyntax-only", str(self.source)]


def test_options(description: str | None) -> argparse.ArgumentParser:
    """The command line that all tests of one source share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--originals-only", action="store_true", help="collapse is not run")
    parser.add_argument("--collapse", required=True, help="the program under test")
    parser.add_argument("--folder", type=Path, required=True, help="for what the test builds")
    parser.add_argument("--class", dest="classes", action="append", required=True)
    parser.add_argument("--flag", action="append", default=[], help="for the compilers")
    parser.add_argument("source", type=Path)
    return parser


def class_words(classes: Sequence[str]) -> list[str]:
    """The words that tell collapse which classes to flatten."""
    return [word for name in classes for word in ("--class", name)]


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
