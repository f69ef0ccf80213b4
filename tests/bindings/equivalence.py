#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Binds random interfaces by every kind of binding: what is asked gets the same answers.

A program is an interface, a server, and a client that shows a hash of all it got after each call.
Many are in one kernel; each is bound statically and by all other kinds that suit it, in the kernel
and from a domain to another. What the static binding of a Linux process shows is right; whatever
shows something else is a failure, with the seed, the kind and the first line that differs.
"""

from __future__ import annotations

import argparse
import itertools
import math
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import event_text
import kernels_text
import program_text
from random_program import Program, calls_each, random_program

here = Path(__file__).resolve().parent
kit = here.parents[1]
_line = re.compile(r"^p(\d+) (\w+) (call .*)$")
Shown = dict[tuple[int, str], list[str]]
"""What the clients showed, by program and port."""
_Chains = Callable[[Program], kernels_text.Chains]


@dataclass(frozen=True)
class Build:
    """One way to make a kernel."""

    target: str
    variant: str
    compiler: str
    kernel: str = "far"  # with domains, `near`, or `tasks`: with domains that are L4 tasks

    def __str__(self) -> str:
        """For messages."""
        tasks = ", L4 tasks" if self.kernel == "tasks" else ""
        return f"{self.target}, {self.variant}, {self.compiler}{tasks}"


reference = Build("hosted", "virtual", "clang", "near")
_compilers = ("clang", "g++")
_places = (("hosted", "near"), ("hosted", "far"), ("x86_64", "far"), ("x86_64", "tasks"))
_shares = (
    *(("x86_64", "virtual", "far", 45), ("x86_64", "flat", "far", 10)),
    *(("hosted", "virtual", "far", 20), ("hosted", "flat", "near", 25)),
)
"""How many of a hundred programs of a usual run are tried how."""
_with_tasks = {1: "flat", 3: "virtual"}
"""The shares whose programs are tried as L4 tasks as well, in a variant each."""
_ways_min, _ways_each = 12, 2
"""How many ways the programs of a kernel have at least beside the static ones, and each of them."""


_batch = 20
"""How many programs share their kernels where each is tried in every way."""


class Broken(Exception):
    """A kernel that could not be built, or did not come to its end."""


def main() -> int:
    """Tries programs in batches; status 1 if one shows something else than it should."""
    options = _read_options()
    folder = options.folder.resolve()
    for numbers, builds in batches(options):
        programs = [random_program(options.seed, number) for number in numbers]
        most = None if options.all else max(_ways_each, math.ceil(_ways_min / len(numbers)))
        problem = _try_batch(folder, programs, builds, most)
        if problem:
            kept = folder.with_name(f"wrong-bindings-{options.seed}-{numbers[0]}")
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept, ignore=shutil.ignore_patterns("build"))
            print(f"seed {options.seed}: {problem}\nthe kernels' sources: {kept}")
            return 1
    return 0


def _read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--count", type=int, default=20, help="how many programs (default: 20)")
    add("--seed", type=int, default=1)
    add("--first", type=int, default=0, help="the number of the first one, with --all")
    add("--all", action="store_true", help="every target and variant for each program")
    scratch = kit / "build" / "tests" / "bindings"
    add("--folder", type=Path, default=scratch, help="the workspace of the kernels")
    return parser.parse_args()


def batches(options: argparse.Namespace) -> Iterator[tuple[Sequence[int], Sequence[Build]]]:
    """Programs that share their kernels, and what these are beside the reference.

    Most of the time goes to kernels of the variant `flat`, so a usual run makes small ones.
    """
    if options.all:
        end = options.first + options.count
        for first in range(options.first, end, _batch):
            yield range(first, min(first + _batch, end)), everywhere(options.seed, first)
        return
    first, share = 0, 0
    for place, (target, variant, kernel, percent) in enumerate(_shares):
        share += percent
        end = options.count * share // 100
        compiler = _compilers[(options.seed + place) % 2]
        builds = [Build(target, variant, compiler, kernel)]
        if place in _with_tasks:
            builds.append(Build("x86_64", _with_tasks[place], compiler, "tasks"))
        if first < end:
            yield range(first, end), builds
        first = end


def everywhere(seed: int, first: int) -> list[Build]:
    """Every target, kernel and variant; compilers take turns, from batch to batch as well."""
    ways = itertools.product(_places, ("virtual", "flat"))
    return [
        Build(target, variant, _compilers[(seed + first // _batch + turn) % 2], kernel)
        for turn, ((target, kernel), variant) in enumerate(ways)
    ]


def _try_batch(
    folder: Path, programs: Sequence[Program], builds: Sequence[Build], most: int | None
) -> str | None:
    """What is wrong with programs, which share their kernels, each bound in `most` ways or all."""
    _write(folder, programs, most)
    try:
        expected = _shown(folder, reference)
        problem = compare(programs, expected, expected, reference, most)
        for build in builds:
            if build != reference and not problem:
                problem = compare(programs, expected, _shown(folder, build), build, most)
        return problem
    except Broken as broken:
        return str(broken)


def _write(folder: Path, programs: Sequence[Program], most: int | None) -> None:
    """Makes the workspace; products stay, and files of the same text as they are."""
    texts = {
        "flat.toml": f'kit = "{kit}"\n',
        "kernels/near/near.flat": kernels_text.hosted(programs, most),
        "kernels/far/far.flat": kernels_text.with_domains(programs, most),
        "kernels/tasks/tasks.flat": kernels_text.with_tasks(programs, most),
        **program_text.files(programs),
        **event_text.files(programs),
    }
    for file in (here / "workspace").rglob("*.*"):
        texts[str(file.relative_to(here / "workspace"))] = file.read_text(encoding="utf-8")
    for part in ("components", "interfaces", "kernels"):
        for file in (folder / part).rglob("*.*"):
            if str(file.relative_to(folder)) not in texts:
                file.unlink()
    for name, text in texts.items():
        file = folder / name
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")


def _shown(folder: Path, build: Build) -> Shown:
    """Builds and runs a kernel; the lines of each client and port."""
    command = [str(kit / "flat"), "run", build.kernel, "-t", build.target, "--timeout", "120"]
    command += ["--variant", build.variant, "--compiler", build.compiler]
    done = subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    shown: Shown = defaultdict(list)
    others = []
    for line in done.stdout.splitlines():
        if found := _line.match(line):
            shown[int(found[1]), found[2]].append(found[3])
        else:
            others.append(line)
    if done.returncode != 0:
        rest = "\n".join(others)
        again = f"cd {folder} && flat {' '.join(command[1:])}"
        raise Broken(
            f"{build}: status {done.returncode} after {sum(map(len, shown.values()))} calls\n"
            f"{rest}{done.stderr}\nagain: {again}"
        )
    return shown


def compare(
    programs: Sequence[Program], expected: Shown, shown: Shown, build: Build, most: int | None
) -> str | None:
    """The first program, kind and line that are not as they should be."""
    chosen = kernels_text.chosen(programs, _calls[build.kernel][0], most)
    for program in programs:
        for first, port, (place, chain) in _ways(program, build, chosen[program.number]):
            right = expected.get((program.number, first), [])
            if len(right) != calls_each:
                return f"program {program.number}: {len(right)} calls of the static binding"
            lines = shown.get((program.number, port), [])
            if lines != right:
                via = f"via {chain or 'static'}, server in {place}"
                where = f"{build}: program {program.number}, port {port}, {via}"
                return f"{where}: {difference(right, lines)}"
    return None


_calls: Mapping[str, tuple[_Chains, _Chains]] = {
    "near": (kernels_text.near, kernels_text.near_bells),
    "far": (kernels_text.far, kernels_text.far_bells),
    "tasks": (kernels_text.tasks, lambda _: {}),
}
"""How clients and ringers are bound in each kernel."""


def _ways(
    program: Program, build: Build, calls: kernels_text.Chains
) -> Iterator[tuple[str, str, tuple[str, str]]]:
    """What shows something: the one that it must equal, its name, and how it is bound."""
    for port, way in calls.items():
        yield program_text.ports[0], port, way
    for port, way in _calls[build.kernel][1](program).items():
        for each in kernels_text.listeners(way[1]):
            yield f"{event_text.bells[0]}x", f"{port}{each}", way


def difference(right: Sequence[str], lines: Sequence[str]) -> str:
    """Where two sequences part."""
    for place, line in enumerate(right):
        other = lines[place] if place < len(lines) else "nothing"
        if other != line:
            return f"\n  static:  {line}\n  here:    {other}"
    return f"\n  {len(lines) - len(right)} lines more than there are calls"


if __name__ == "__main__":
    sys.exit(main())
