# SPDX-License-Identifier: BSD-2-Clause
"""Runs the library of slots as C programs have it: of each compiler, on each architecture."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from flatland import paths
from flatland.bench.slot_programs import library_sources, options
from flatland.setup.install import ensure
from flatland.setup.tools import find
from flatland.testing.captured import captured
from flatland.testing.job import Job
from flatland.testing.results import Context, Result, failed, passed
from flatland.testing.tool_choice import is_choice, turn

_place = paths.kit / "tools" / "specialize" / "runtime"
_program = _place / "unittests" / "any_machine.c"
_warnings = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
_host = platform.machine()


@dataclass(frozen=True)
class _Build:
    """One way to compile the program, and what runs it."""

    compiler: tuple[str, ...]
    tools: tuple[str, ...]
    machine: str = _host
    runner: tuple[str, ...] = ()


def _foreign(machine: str, tool: str) -> _Build:
    compiler = ("clang-19", f"--target={machine}-linux-gnu", "-fuse-ld=lld", "-static", "-O2")
    tools = ("clang++", "lld", "qemu-user", f"libc of {tool}", f"libgcc of {tool}")
    return _Build(compiler, tools, machine, (f"qemu-{machine}",))


_valgrind = ("valgrind", "-q", "--fair-sched=yes", "--leak-check=full", "--error-exitcode=2")
_builds = {
    "slots/gcc": _Build(("gcc", "-O2"), ("cc",)),
    "slots/gcc-static": _Build(("gcc", "-O3", "-static"), ("cc",)),
    "slots/gcc-shared": _Build(("gcc", "-Os", "-fPIC", "-fno-plt"), ("cc",)),
    "slots/clang": _Build(("clang-19", "-O0"), ("clang++",)),
    "slots/clang-lto": _Build(
        ("clang-19", "-O2", "-flto", "-fuse-ld=lld", "-Wl,--gc-sections"), ("clang++", "lld")
    ),
    "slots/valgrind": _Build(("gcc", "-O2"), ("cc", "valgrind"), runner=_valgrind),
    "slots/aarch64": _foreign("aarch64", "AArch64"),
    "slots/riscv64": _foreign("riscv64", "RISC-V"),
}
_example = "slots/example"
_parts = 3
labels = (*_builds, _example)
_inputs = ("tools/specialize/runtime", "tools/cli/flatland/bench")


def jobs(context: Context) -> Iterator[Job]:
    """Builds and runs what is wanted; every third build where no tool was changed, by the seed."""
    chosen = list(_builds.items())
    if is_choice(context):
        chosen = chosen[turn(context.part) % _parts :: _parts]
    for label, build in chosen:
        if context.selection.wants("tools", label):
            ensure(find(*build.tools))
            yield Job(f"tools {label}", partial(_run, label, build, _program), _inputs)
    if context.selection.wants("tools", _example):
        ensure(find("cc"))
        yield Job(f"tools {_example}", _run_example, _inputs)


def _run_example() -> Iterator[Result]:
    return _run(_example, _builds["slots/gcc"], _example_program(), "11\n21\n")


def _example_program() -> Path:
    """The program that the library's README shows."""
    program = paths.build / "tests" / "slots" / "example.c"
    program.parent.mkdir(parents=True, exist_ok=True)
    text = (_place / "README.md").read_text(encoding="utf-8")
    program.write_text(text.split("```c\n")[1].split("```")[0], encoding="utf-8")
    return program


def _run(label: str, build: _Build, source: Path, expected: str | None = None) -> Iterator[Result]:
    program = paths.build / "tests" / label
    program.parent.mkdir(parents=True, exist_ok=True)
    compile_it = [*build.compiler, *options, *_warnings]
    compile_it += [str(source), *map(str, library_sources(build.machine)), "-o", str(program)]
    output = ""
    for command in (compile_it, [*build.runner, str(program)]):
        done = captured(command)
        output += done.stdout + done.stderr
        if done.returncode != 0:
            yield failed(f"tools {label}", output, f"flat test {label}")
            return
    if expected is not None and output != expected:
        yield failed(f"tools {label}", f"printed\n{output}", f"flat test {label}")
        return
    yield passed(f"tools {label}")
