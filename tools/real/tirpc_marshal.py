#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Specialises the marshalling of libtirpc and compares it with the general one, a million times.

Usage: ./tirpc_marshal.py --specialize TOOL [--calls N] [--seed N]
Random calls of bench.x are encoded by both, with facts of tirpc_marshal.spec that hold and others
that are broken: then the general code has to be chosen.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import tempfile
from pathlib import Path

from realcode.options import KIT
from realcode.source import Unavailable, fetch, unpack
from realcode.step import Failed, run
from realcode.tirpc import LIBRARY, WORKLOADS, compiler_words, generate_protocol

_sources = ("xdr", "xdr_array", "rpc_callmsg", "rpc_prot", "rpc_commondata")


def main() -> int:
    """0: both do the same; 1: a step fails or they differ; 2: the source cannot be fetched."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--specialize", default="specialize", help="the tool (default: the one in PATH)")
    add("--calls", type=int, default=1_000_000, help="how many calls (default: 1000000)")
    add("--seed", type=int, default=1)
    add("--cache", type=Path, default=KIT / "build" / "real-code", help="where sources are kept")
    options = parser.parse_args()
    try:
        tarball = fetch(LIBRARY, options.cache)
        with tempfile.TemporaryDirectory(prefix="tirpc-") as scratch:
            source = unpack(tarball, Path(scratch) / "source")
            program = build(source, Path(scratch) / "build", options.specialize)
            words = [str(program), str(options.calls), str(options.seed)]
            print(run(shlex.join(words), program.parent).strip())
    except (Unavailable, Failed) as error:
        print(f"tirpc_marshal: {error}", file=sys.stderr)
        return 2 if isinstance(error, Unavailable) else 1
    return 0


def build(source: Path, folder: Path, tool: str) -> Path:
    """The program that compares, with general code and versions in one object file."""
    folder.mkdir()
    workloads = WORKLOADS
    units = [source / "src" / f"{name}.c" for name in _sources]
    units += [workloads / "tirpc_marshal.c", workloads / "tirpc_marshal_fuzz.c"]
    units.append(generate_protocol(folder))
    command = [tool, str(workloads / "tirpc_marshal.spec"), "-o", "both.o", "--"]
    command += [*compiler_words(source, folder, "-O2"), f"-I{workloads}", "-c", *map(str, units)]
    run(shlex.join(command), folder)
    run("clang-19 both.o -fuse-ld=lld -Wl,--gc-sections -o fuzz", folder)
    return folder / "fuzz"


if __name__ == "__main__":
    sys.exit(main())
