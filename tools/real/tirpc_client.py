#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Builds libtirpc's client, calls the procedures of bench.x through it and counts instructions.

Usage: ./tirpc_client.py [--calls N] [--flags "-O3 -flto"] [--format json]
The client has no network: what it sends is written down and answered within the process.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from realcode.options import KIT
from realcode.source import Source, Unavailable, fetch, unpack
from realcode.step import Failed, run

HERE = Path(__file__).resolve().parent
LIBRARY = Source(
    name="libtirpc 1.3.6",
    about="Sun's remote procedure calls, on Linux",
    package="libtirpc",
    tarball="libtirpc_1.3.6+ds.orig.tar.gz",
    sha256="f9eeeb368d733e11f18ddb750a41bdf9089ba5f9476404da848c2cd295624f0d",
    release="trixie",
)
CALLED = ("clnt_dg", "xdr", "xdr_array", "xdr_mem", "auth_none")
"""What a call goes through."""

BESIDE = ("rpc_prot", "rpc_callmsg", "rpc_commondata", "rpc_generic", "rpc_dtablesize", "mt_misc")
"""What making a client and reading a reply need."""

LEVELS = {"marshalling": 0, "call and reply": 25}
"""The seconds for which a call waits: libtirpc sends nothing if there are none."""

_said = re.compile(r"^(\w+) of (\d+) integers: (\d+) of \d+ calls answered$", re.M)
_total = re.compile(r"^summary: (\d+)$", re.M)


@dataclass(frozen=True)
class Figure:
    """What a call costs."""

    level: str
    procedure: str
    integers: int
    instructions: float


def main() -> int:
    """0: the figures are printed; 1: a step fails; 2: the source cannot be fetched."""
    options = read_options()
    try:
        tarball = fetch(LIBRARY, options.cache)
        with tempfile.TemporaryDirectory(prefix="tirpc-") as scratch:
            source = unpack(tarball, Path(scratch) / "source")
            folder = Path(scratch) / "build"
            client = build(source, folder, options.flags)
            figures = [figure for level in LEVELS for figure in count(client, level, options.calls)]
    except (Unavailable, Failed) as error:
        print(f"tirpc_client: {error}", file=sys.stderr)
        return 2 if isinstance(error, Unavailable) else 1
    if options.format == "json":
        print(json.dumps([asdict(figure) for figure in figures], indent=2))
    else:
        print_text(figures, options.flags)
    return 0


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--calls", type=int, default=100, help="calls of each (default: 100)")
    add("--flags", default="-O2", help="of the compiler and the linker (default: -O2)")
    add("--cache", type=Path, default=KIT / "build" / "real-code", help="where sources are kept")
    add("--format", choices=["text", "json"], default="text")
    return parser.parse_args()


def compiler_words(source: Path, folder: Path, flags: str) -> list[str]:
    """How every unit is compiled."""
    words = ["clang-19", *shlex.split(flags), "-w", "-D_GNU_SOURCE", "-DINET6"]
    words += ["-ffunction-sections", "-fdata-sections"]
    return [*words, f"-I{source / 'tirpc'}", f"-I{source / 'src'}", f"-I{folder}"]


def generate_protocol(folder: Path) -> Path:
    """Writes what rpcgen makes of bench.x: bench.h, and the routines of its types."""
    protocol = KIT / "components" / "rpc"
    for option, name in (("-h", "bench.h"), ("-c", "bench_xdr.c")):
        run(shlex.join(["rpcgen", option, "-o", str(folder / name), "bench.x"]), protocol)
    routines = folder / "bench_xdr.c"
    routines.write_text(routines.read_text().replace('"bench.x.h"', '"bench.h"'))
    return routines


def build(source: Path, folder: Path, flags: str) -> Path:
    """The client, of the library's own sources and what rpcgen makes of bench.x."""
    folder.mkdir()
    generated = generate_protocol(folder)
    units = [source / "src" / f"{name}.c" for name in (*CALLED, *BESIDE)]
    compile_c = compiler_words(source, folder, flags)
    objects = []
    for unit in (*units, generated):
        objects.append(folder / f"{unit.stem}.o")
        run(shlex.join([*compile_c, "-c", str(unit), "-o", str(objects[-1])]), folder)
    objects.append(folder / "client.o")
    driver = [word for word in compile_c if word != "-D_GNU_SOURCE"]  # it redeclares functions
    client_c = HERE / "workloads" / "tirpc_client.c"
    run(shlex.join([*driver, "-c", str(client_c), "-o", str(objects[-1])]), folder)
    link = ["clang-19", *shlex.split(flags), "-fuse-ld=lld", "-Wl,--gc-sections"]
    run(shlex.join([*link, *map(str, objects), "-o", "client"]), folder)
    return folder / "client"


def sent_by(client: Path, calls: int) -> bytes:
    """The messages of a client, each behind its size."""
    messages = client.parent / "messages"
    run(shlex.join([str(client), str(calls), "25", str(messages)]), client.parent)
    return messages.read_bytes()


def count(client: Path, level: str, calls: int) -> list[Figure]:
    """Runs the client under callgrind, which writes down the sum of each series."""
    sums = client.parent / "callgrind.out"
    options = ["--toggle-collect=series", "--dump-after=series", f"--callgrind-out-file={sums}"]
    command = ["valgrind", "--tool=callgrind", *options, str(client), str(calls)]
    done = subprocess.run(
        [*command, str(LEVELS[level])], capture_output=True, text=True, check=False
    )
    said = _said.findall(done.stdout)
    if done.returncode != 0 or not said:
        raise Failed(f"{shlex.join(command)}\n{done.stdout}{done.stderr}")
    figures = []
    for number, (procedure, integers, _) in enumerate(said, 1):
        found = _total.search(sums.with_name(f"{sums.name}.{number}").read_text())
        assert found, sums
        figures.append(Figure(level, procedure, int(integers), int(found[1]) / calls))
    return figures


def print_text(figures: list[Figure], flags: str) -> None:
    """A row for each procedure and size, a column for each level."""
    print(f"{LIBRARY.name}, clang 19 {flags}: instructions of the client for each call")
    print(f"{'':22}{''.join(f'{level:>18}' for level in LEVELS)}")
    rows: dict[tuple[str, int], list[float]] = {}
    for figure in figures:
        rows.setdefault((figure.procedure, figure.integers), []).append(figure.instructions)
    for (procedure, integers), numbers in rows.items():
        cells = "".join(f"{number:18.1f}" for number in numbers)
        print(f"{f'{procedure}, {integers} integers':22}{cells}")


if __name__ == "__main__":
    sys.exit(main())
