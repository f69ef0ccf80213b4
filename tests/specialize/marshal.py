#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Specialises our stubs of bench.x and compares them with the general ones, a million times.

Usage: ./marshal.py --specialize TOOL [--calls N] [--seed N]
The facts are those of bench/rpc/datagrams.spec, for a client on a network that writes down what it
is given. Status 1: they differ, or something cannot be built.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "cli"))

from flatland.builder.linked import unit_named, units_of

here = Path(__file__).resolve().parent
kit = here.parents[1]
_units = (
    *("auth_none", "auth_sys", "bench.x", "bench_client.x", "datagram_client", "messages/message"),
    *("messages/message_buffer", "messages/outcome", "messages/sys_credential"),
    *("xdr/xdr", "xdr/xdr_memory"),
)
_included = ("rpc/datagram_client.hpp", "rpc/auth_none.hpp", "rpc/testing.hpp")
_flags = ("-std=c++20", "-O2", "-w", "-fno-rtti", "-fno-access-control")
_link = ("-fuse-ld=lld", "-Wl,--gc-sections", "-Wl,--defsym=flat_image_start=__executable_start")
_assembly = """\
// SPDX-License-Identifier: BSD-2-Clause
assembly Marshalled extends RpcClient {
    auth = rpc.AuthSys { user = 1000, group = 100 };
}
"""


def main() -> int:
    """Builds the program and runs it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--specialize", default="specialize", help="the tool (default: the one in PATH)")
    add("--calls", type=int, default=1_000_000, help="how many calls (default: 1000000)")
    add("--seed", type=int, default=1)
    options = parser.parse_args()
    (kit / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="marshal-", dir=kit / "build") as scratch:
        folder = Path(scratch)
        includes, objects = framework(folder)
        (folder / "stubs.spec").write_text(spec_text(), encoding="utf-8")
        sources = [str(source) for source in map(source_of, _units)]
        command = [options.specialize, "stubs.spec", "-o", "both.o", "--", "clang++-19", *_flags]
        command += [word for header in _included for word in ("-include", header)]
        command += [*includes, "-c", *sources, str(here / "marshal_fuzz.cpp")]
        run(command, folder)
        run(["clang++-19", "both.o", *objects, *_link, "-o", "fuzz"], folder)
        print(run(["./fuzz", str(options.calls), str(options.seed)], folder), end="")
    return 0


def source_of(unit: str) -> Path:
    """A source of package rpc, the kit's or what was made of its bench's `.x` file."""
    places = [kit / folder / "rpc" / f"{unit}.cpp" for folder in ("components", "build/generated")]
    return next(place for place in places if place.is_file())


def spec_text() -> str:
    """The facts of the bench, with the network of the test; tested, as some calls break them."""
    text = (kit / "bench" / "rpc" / "datagrams.spec").read_text(encoding="utf-8")
    text = text.replace("promise apart ", "dynamic ").replace("promise ", "static ")
    return text.replace("net::Nowhere", "testing::FakeSockets")


def framework(folder: Path) -> tuple[list[str], list[str]]:
    """The include folders of hosted kernels, and the framework's object files."""
    assembly = folder / "marshalled.flat"
    assembly.write_text(_assembly, encoding="utf-8")
    run([str(kit / "flat"), "build", "rpc-rounds"], kit)  # has what the spec names besides
    image = kit / run([str(kit / "flat"), "build", str(assembly)], kit).strip().splitlines()[-1]
    units = units_of(image)
    objects = [unit.output for unit in units if unit.is_framework]
    return unit_named(units, "components/rpc/auth_sys.cpp").include_words, objects


def run(command: list[str], folder: Path) -> str:
    """What a command prints, which must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
