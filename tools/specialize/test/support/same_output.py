# SPDX-License-Identifier: BSD-2-Clause
"""Tests that a program with specialised functions prints what its `PRINTS` lines say.

The spec stands in the program's `SPEC` lines. The written object takes the place of the program's
own, or with `--alone` stands beside it. Optimised it is linked and run by gcc or g++ and by clang,
not optimised by the last of these alone, in exhaustive runs by all.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from spec_of import spec_of

_prints = re.compile(r"^// PRINTS: (.*)$", re.MULTILINE)
is_exhaustive = "FLAT_EXHAUSTIVE" in os.environ
_compilers = {".c": ("gcc", "clang-19", "g++"), ".cpp": ("g++", "clang++-19")}


class TestFailed(Exception):
    """What went wrong, with what was said."""


def main() -> int:
    """Tests one source."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--specialize", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--replace", action="store_true")
    parser.add_argument("--flag", action="append", default=[], help="for the compilers")
    parser.add_argument("sources", type=Path, nargs="+", help="the first one has the spec")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    try:
        every = _compilers[options.sources[0].suffix]
        _test(options, "-O0", every if is_exhaustive else every[-1:])
        _test(options, "-O2", every)
    except TestFailed as failure:
        print(f"{options.sources[0]}: {failure}", file=sys.stderr)
        return 1
    return 0


def _test(options: argparse.Namespace, level: str, linkers: Sequence[str]) -> None:
    """Specialises with one level of optimisation, then links by compilers."""
    source: Path = options.sources[0]
    spec = options.folder / "test.spec"
    spec.write_text(spec_of(source), encoding="utf-8")
    written = options.folder / "written.o"
    words = [options.specialize, spec, "-o", written]
    words += [f"--{name}" for name in ("alone", "replace") if getattr(options, name)]
    compiler = _compilers[source.suffix][0]
    flags = [level, *options.flag]
    _run([*words, "--", compiler, *flags, "-c", *options.sources])
    expected = "".join(f"{line}\n" for line in _prints.findall(source.read_text(encoding="utf-8")))
    objects: list[str | Path] = [written]
    if "session " in spec.read_text(encoding="utf-8"):
        objects += _run([options.specialize, "--runtime"]).split()
    if options.alone:
        own = options.folder / "own.o"
        _run([compiler, *flags, "-c", source, "-o", own])
        objects.append(own)
    for linker in linkers:
        program = options.folder / "program"
        chosen = ["-fuse-ld=lld"] if linker.startswith("clang") else []
        _run([linker, *chosen, *objects, "-o", program])
        printed = _run([program])
        if printed != expected:
            raise TestFailed(f"{level}, {linker}: other output is expected:\n{printed}")


def _run(words: list[str | Path]) -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        command = " ".join(map(str, words))
        raise TestFailed(f"`{command}` ends with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
