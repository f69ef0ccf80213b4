# SPDX-License-Identifier: BSD-2-Clause
"""Installs collapse alone and uses it in a CMake project, with both compilers, and with ccache."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parents[1]
expected = "3 queued at 5\n11 5 3\n"
project = """\
cmake_minimum_required(VERSION 3.20)
project(two_units CXX)
add_executable(two_units two_units.cpp bases.cpp)
"""


def run(*words: str | Path, folder: Path | None = None) -> str:
    """What a command prints; its failure ends the test with its output."""
    done = subprocess.run(
        [str(word) for word in words], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"{words} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(is_right: bool, what: str) -> None:
    """Ends the test unless it is right."""
    if not is_right:
        sys.exit(f"installed.py: {what}")


def compiled(output: str) -> set[str]:
    """The objects that a run of Ninja compiled."""
    lines = [line for line in output.splitlines() if "Building CXX object" in line]
    return {Path(line.split()[-1]).name for line in lines}


def use(collapse: Path, folder: Path, compiler: str) -> None:
    """Builds a project through the launcher, then again after changes."""
    source, build = folder / "source", folder / "build"
    source.mkdir(parents=True)
    for file in (*(here / "Inputs" / "programs").iterdir(), here / "programs" / "two_units.cpp"):
        shutil.copy(file, source)
    (source / "CMakeLists.txt").write_text(project, encoding="utf-8")
    plan = folder / "plan.json"
    configure: list[str | Path] = [
        *("cmake", "-S", source, "-B", build, "-G", "Ninja"),
        f"-DCMAKE_CXX_COMPILER={compiler}",
        "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
        f"-DCMAKE_CXX_COMPILER_LAUNCHER={collapse};--plan;{plan};--",
    ]
    run(*configure)
    make_plan: list[str | Path] = [collapse, "plan", "--class", "Thread", "-p", build, "-o", plan]
    run(*make_plan)
    both = {"two_units.cpp.o", "bases.cpp.o"}
    expect(compiled(run("ninja", "-C", build)) == both, "the first build compiles both units")
    expect(run(build / "two_units") == expected, f"another output with {compiler}")
    symbols = run("nm", "--demangle", build / "two_units")
    expect("vtable for Thread" not in symbols, "there is a table of virtual functions")
    expect("Thread::enqueue" in symbols, "a member did not move")
    run(*make_plan)
    expect("no work to do" in run("ninja", "-C", build), "an unchanged plan made work")
    (source / "queue.hpp").touch()
    expect(compiled(run("ninja", "-C", build)) == both, "a header was touched: both units depend")
    (source / "bases.cpp").touch()
    expect(compiled(run("ninja", "-C", build)) == {"bases.cpp.o"}, "one source, one unit")
    plan.touch()
    expect(compiled(run("ninja", "-C", build)) == both, "a new plan: both units depend")


def use_with_cache(collapse: Path, folder: Path) -> None:
    """Has ccache cache what collapse makes."""
    folder.mkdir()
    os.environ["CCACHE_DIR"] = str(folder / "cache")
    source = here / "Inputs" / "programs" / "bases.cpp"
    command: list[str | Path] = ["ccache", collapse, "--class", "Thread", "g++", "-O2", "-c"]
    for name in ("first.o", "second.o"):
        run(*command, source, "-o", folder / name)
    first, second = ((folder / name).read_bytes() for name in ("first.o", "second.o"))
    expect(first == second, "the cache gave another object")
    expect("direct_cache_hit\t1" in run("ccache", "--print-stats"), "the cache was not asked")
    expect("Thread::enqueue" in run("nm", "--demangle", folder / "second.o"), "not flattened")


def main() -> None:
    """Installs into a folder that is removed afterwards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True, help="the build folder of the tools")
    build: Path = parser.parse_args().build
    with tempfile.TemporaryDirectory(prefix="collapse-installed-") as name:
        folder = Path(name)
        prefix = folder / "prefix"
        run("cmake", "--install", build, "--prefix", prefix, "--component", "collapse")
        collapse = prefix / "bin" / "collapse"
        for compiler in ("g++", "clang++-19"):
            use(collapse, folder / compiler, compiler)
        if shutil.which("ccache"):
            use_with_cache(collapse, folder / "cached")


if __name__ == "__main__":
    main()
