# SPDX-License-Identifier: BSD-2-Clause
"""Programs that filter frames by libpcap's own interpreter, as it is and specialised."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from realcode.source import Source
from realcode.step import run

LIBRARY = Source(
    name="libpcap 1.10.3",
    about="captures packets; tcpdump's library",
    package="libpcap",
    tarball="libpcap_1.10.3.orig.tar.gz",
    sha256="2a8885c403516cf7b0933ed4b14d6caa30e02052489ebd414dc75ac52e7559e6",
    release="bookworm",
)
FILTERS = ("web", "host", "control", "opening")
"""The programs in workloads/bpf_filters.h."""

_workloads = Path(__file__).resolve().parents[1] / "workloads"
_symbol = re.compile(r"^[0-9a-f]+ ([0-9a-f]+) \w (\S+)$", re.M)


@dataclass(frozen=True)
class Client:
    """A program, and how many bytes of code each filter is in it."""

    program: Path
    code: dict[str, int]


def build_client(source: Path, folder: Path, tool: str | None = None) -> Client:
    """The program, of the library's own source: as it is, or specialised by the tool."""
    folder.mkdir(parents=True)
    (folder / "config.h").write_text("")  # what `configure` writes: the interpreter needs nothing
    units = [str(_workloads / f"bpf_{unit}.c") for unit in ("unit", "by_hand", "client")]
    compiler = ["clang-19", "-O2", "-w", "-I.", f"-I{source}", f"-I{_workloads}"]
    if tool is None:
        run(shlex.join([*compiler, *units, "-o", "client"]), folder)
        return Client(folder / "client", {})
    specialise = [tool, str(_workloads / "bpf.spec"), "-o", "all.o", "--"]
    run(shlex.join([*specialise, *compiler, "-DIS_SPECIALISED", "-c", *units]), folder)
    run("clang-19 all.o -o client", folder)
    sizes = {name: int(size, 16) for size, name in _symbol.findall(run("nm -S all.o", folder))}
    return Client(
        folder / "client",
        {
            filter: sum(
                size for name, size in sizes.items() if name.split(".")[0] == f"filter_{filter}"
            )
            for filter in FILTERS
        },
    )


def verdicts(client: Client, filter: str, frames: int, seed: int) -> tuple[str, str]:
    """How many frames pass and which, by the filter and by hand."""
    words = [str(client.program), filter, str(frames), str(seed)]
    lines = run(shlex.join(words), client.program.parent).splitlines()
    return lines[0].removeprefix("filter "), lines[1].removeprefix("by hand ")


def count(client: Client, filter: str, function: str, frames: int, seed: int) -> float:
    """Instructions for a frame that are in one of the client's functions, by callgrind."""
    words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    words += [f"--toggle-collect={function}", str(client.program), filter, str(frames), str(seed)]
    found = re.search(r"Collected : (\d+)", run(shlex.join(words), client.program.parent))
    assert found
    return int(found[1]) / frames
