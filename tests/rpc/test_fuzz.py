# SPDX-License-Identifier: BSD-2-Clause
# Reads: components/rpc bench/components bench/rpc
# Reads: components/net/nowhere.cpp components/net/nowhere.hpp
# Builds: rpc-client rpc-client-tcp rpc-server
# One run in 3, unless changed: components/rpc tools/cli/flatland/idl
"""Servers and clients of remote procedure calls are given random messages, under sanitizers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from peers import as_record, build_kernel, kit, program, run, words

from flatland.builder.linked import unit_named, units_of

_sanitize = ("-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all")
_flags = ("-std=c++20", "-Wall", "-Wextra", "-Werror", "-fno-rtti", "-O1", "-g", *_sanitize)
_link = ("-fuse-ld=lld", "-Wl,--gc-sections", "-Wl,--defsym=flat_image_start=__executable_start")
_runs = 20_000

user = "auth = rpc.AuthSys { user = 1000, group = 100 };"
mapped = """calls.client -> mapped.client;
    mapped = rpc.ports.MappedClient { program = 1, version = 1 };
    mapped.beneath -> client.client;
    mapped.mapper -> mapper.client;
    mapper = rpc.DatagramClient { program = 100000, version = 2 };
    threads = thread.Threads;
    scheduler = RoundRobin;
    objects = Slabs;
    timer = platform.Timer;
    traps = arch.Traps;"""
others = {
    "fuzzed_client": f"FuzzedClient extends RpcClient {{ {user} }}",
    "fuzzed_mapped": f"FuzzedMapped extends RpcClient {{ {mapped} }}",
    "fuzzed_connection": "FuzzedConnection extends RpcClientTcp {\n}",
    "fuzzed_rounds": "FuzzedRounds extends RpcRounds {\n}",
}

header = words(1, 0, 2, program, 1)
calls = [
    header + words(0, 0, 0, 0, 0),
    header + words(1, 0, 0, 0, 0, 5, 3),
    header + words(2, 0, 0, 0, 0, 3, 1, 2, 3),
    header + words(2, 1, 24, 7, 4, 0x686F7374, 1000, 100, 0, 0, 0, 1, 9),
    words(1, 0, 3),
    words(1, 0, 2, program, 2, 1, 0, 0, 0, 0),
    words(1, 0, 2, 100000, 2, 3, 0, 0, 0, 0, program, 1, 17, 0),
    words(1, 0, 2, 100000, 2, 4, 0, 0, 0, 0),
    words(1, 0, 2, 100000, 4, 3, 0, 0, 0, 0, program, 1, 3) + b"udp\0" + words(0, 0),
    words(1, 0, 2, 100000, 4, 4, 0, 0, 0, 0),
]
replies = [
    words(1, 1, 0, 0, 0, 0, 3, 1, 2, 3),
    words(1, 1, 0, 2, 12, 2, 4, 77, 0, 1, 5),
    words(1, 1, 0, 0, 0, 2, 1, 3),
    words(1, 1, 1, 0, 2, 2),
    words(1, 1, 1, 1, 5),
]


@dataclass(frozen=True)
class Parts:
    """What a program is made of that has another `main` than a kernel of these components."""

    includes: list[str]
    sources: list[Path]
    objects: list[str]


_rooms = ("rpc", "xdr", "messages", "ports")
"""The folders of the package and of what is generated for it."""


@pytest.fixture(scope="module")
def parts() -> Parts:
    """What the kernels below are made of: of other components nobody has made the headers."""
    mappers = "portmapper = rpc.ports.Portmapper;\n    rpcbind = rpc.ports.Rpcbind { address = 1 };"
    assembly = f"assembly Fuzzed extends RpcServer {{\n    {mappers}\n}}\n"
    units = units_of(build_kernel("fuzzed", assembly))
    used = list(units)
    for name, other in others.items():
        used += units_of(build_kernel(name, f"assembly {other}\n"))
    return Parts(
        unit_named(units, "components/rpc/server.cpp").include_words,
        sorted({unit.source for unit in used if unit.source.parent.name in _rooms}),
        [unit.output for unit in units if unit.is_framework],
    )


def write_seeds(folder: Path, messages: list[bytes]) -> Path:
    """Inputs to begin with: each message by UDP, and by TCP whole and in fragments."""
    folder.mkdir()
    for number, message in enumerate(messages):
        (folder / f"{number}-udp").write_bytes(b"\0\xff" + message)
        (folder / f"{number}-tcp").write_bytes(b"\1\x3f" + as_record(message) * 2)
        (folder / f"{number}-fragments").write_bytes(b"\3\x05" + as_record(message, 7))
    return folder


@pytest.mark.parametrize(("target", "messages"), [("server", calls), ("client", replies)])
def test_random_messages_do_no_harm(
    target: str, messages: list[bytes], parts: Parts, tmp_path: Path
) -> None:
    fuzz = kit / "tests" / "rpc" / f"{target}_fuzz.cpp"
    program_file = tmp_path / "fuzz"
    compiler = ("clang++-19", *_flags, *parts.includes)
    run(*compiler, fuzz, *parts.sources, *parts.objects, *_link, "-o", program_file)
    seeds = write_seeds(tmp_path / "seeds", messages)
    options = (f"-runs={_runs}", "-seed=1", "-max_len=600", "-verbosity=0")
    run(program_file, *options, seeds, folder=tmp_path)
