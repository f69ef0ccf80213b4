# SPDX-License-Identifier: BSD-2-Clause
"""Clients of libtirpc for the procedures of bench.x: one program, made in several ways."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from realcode.options import KIT
from realcode.peer import serving
from realcode.source import Source
from realcode.step import run

LIBRARY = Source(
    name="libtirpc 1.3.6",
    about="Sun's remote procedure calls, on Linux",
    package="libtirpc",
    tarball="libtirpc_1.3.6+ds.orig.tar.gz",
    sha256="f9eeeb368d733e11f18ddb750a41bdf9089ba5f9476404da848c2cd295624f0d",
    release="trixie",
)
WORKLOADS = Path(__file__).resolve().parents[1] / "workloads"

_unit = ("clnt_dg", "xdr_mem", "auth_none")
"""What has names that a spec needs and other sources do not see: one source with the stubs."""

_called = ("xdr", "xdr_array", "rpc_prot", "rpc_callmsg", "rpc_commondata")
"""What else a call goes through."""

_beside = ("rpc_generic", "rpc_dtablesize", "mt_misc")
"""What making a client needs."""

SERIES = ("min", "20", "100", "250", "500", "1000", "2000")


@dataclass(frozen=True)
class Level:
    """How far a call goes."""

    name: str
    timeout_us: int  # libtirpc sends nothing if it is 0
    is_answered: bool


LEVELS = (
    Level("marshalling: time-out 0", 0, False),
    Level("stub to socket: no answer within 1 ms", 1_000, False),
    Level("stub to socket, round trip", 60_000_000, True),
)


@dataclass(frozen=True)
class Way:
    """How a client is made."""

    flags: str
    is_trained: bool = False
    is_specialised: bool = False


WAYS = {
    "-O2": Way("-O2"),
    "-O3 -flto": Way("-O3 -flto=full"),
    "+ profile": Way("-O3 -flto=full", is_trained=True),
    "specialised": Way("-O3", is_specialised=True),
}
"""The columns of a table."""


def compiler_words(source: Path, folder: Path, flags: str) -> list[str]:
    """How every unit is compiled."""
    words = ["clang-19", *shlex.split(flags), "-w", "-D_GNU_SOURCE", "-DINET6"]
    words += ["-ffunction-sections", "-fdata-sections"]
    return [*words, f"-I{source / 'tirpc'}", f"-I{source / 'src'}", f"-I{folder}"]


def generate_protocol(folder: Path) -> Path:
    """Writes what rpcgen makes of bench.x: bench.h, stubs, and the routines of its types."""
    protocol = KIT / "bench" / "components" / "rpc"
    for option, name in (("-h", "bench.h"), ("-c", "bench_xdr.c"), ("-l", "bench_stubs.c")):
        made = folder / name
        run(shlex.join(["rpcgen", "-M", option, "-o", str(made), "bench.x"]), protocol)
        made.write_text(made.read_text().replace('"bench.x.h"', '"bench.h"'))
    return folder / "bench_xdr.c"


def build_client(source: Path, folder: Path, way: Way, tool: str) -> Path:
    """The client, of the library's own sources and what rpcgen makes of bench.x."""
    folder.mkdir()
    generate_protocol(folder)
    if way.is_specialised:
        return _specialised(source, folder, way.flags, tool)
    if not way.is_trained:
        return _compiled(source, folder, way.flags)
    counted = _compiled(source, folder, f"{way.flags} -fprofile-generate")
    for level in LEVELS[:2]:
        _train(counted, 1, level)
    with serving(folder) as port:
        _train(counted, port, LEVELS[2])
    run("llvm-profdata-19 merge -o profile *.profraw", folder)
    return _compiled(source, folder, f"{way.flags} -fprofile-use=profile")


def client_words(
    client: Path, port: int, calls: int, level: Level, series: Sequence[str] = SERIES
) -> list[str]:
    """The command that runs a client at a port of this machine."""
    return [str(client), str(port), str(calls), str(level.timeout_us), *series]


def _train(client: Path, port: int, level: Level) -> None:
    """Runs an instrumented client, which writes down what it counts."""
    words = client_words(client, port, 100, level)
    counts = client.parent / f"{level.timeout_us}.profraw"
    subprocess.run(
        words,
        env={**os.environ, "LLVM_PROFILE_FILE": str(counts)},
        capture_output=True,
        check=True,
    )


def _units(source: Path, names: Sequence[str]) -> list[Path]:
    return [source / "src" / f"{name}.c" for name in names]


def _compiled(source: Path, folder: Path, flags: str) -> Path:
    """Every source is compiled by itself."""
    units = _units(source, (*_unit, *_called, *_beside))
    units += [folder / "bench_stubs.c", folder / "bench_xdr.c", WORKLOADS / "tirpc_client.c"]
    compile_c = compiler_words(source, folder, flags)
    for unit in units:
        run(shlex.join([*compile_c, "-c", str(unit), "-o", f"{unit.stem}.o"]), folder)
    return link_client(folder, flags, [f"{unit.stem}.o" for unit in units])


def _specialised(source: Path, folder: Path, flags: str, tool: str) -> Path:
    words = [tool, str(WORKLOADS / "tirpc_client.spec"), "-o", "all.o", "--replace", "--"]
    words += compile_whole(source, folder, flags)
    (folder / "report").write_text(run(shlex.join(words), folder))
    return link_client(folder, flags, ["all.o"])


def compile_whole(source: Path, folder: Path, flags: str) -> list[str]:
    """The command that compiles all sources of the client together."""
    units = [WORKLOADS / "tirpc_unit.c", *_units(source, (*_called, *_beside))]
    units += [folder / "bench_xdr.c", WORKLOADS / "tirpc_client.c"]
    return [*compiler_words(source, folder, flags), "-c", *map(str, units)]


def link_client(folder: Path, flags: str, objects: Sequence[str]) -> Path:
    """The client of its object files."""
    link = ["clang-19", *shlex.split(flags), "-fuse-ld=lld", "-Wl,--gc-sections"]
    run(shlex.join([*link, *objects, "-o", "client"]), folder)
    return folder / "client"
