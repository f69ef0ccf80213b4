# SPDX-License-Identifier: BSD-2-Clause
"""The system's own clients of remote procedure calls call a server in a kernel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cable import build, kernel_address, machine, network, run
from peers import build_peers, expected_lines

_bench_program, _portmapper = str(0x20464C54), "100000"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The kernel's address, while it receives calls at all of its ports."""
    image = build("network-rpc")
    with network() as tap, machine(image, tap, "by TCP at port 111"):
        yield kernel_address


def test_a_server_in_a_kernel_answers_as_any_does(server: str, tmp_path: Path) -> None:
    build_peers(tmp_path)
    for auth in ("none", "sys"):
        said = run(tmp_path / "peer_client", "udp", "2049", auth, server)
        assert tuple(said.splitlines()) == expected_lines


def test_rpcinfo_lists_what_can_be_called(server: str) -> None:
    listed = run("rpcinfo", "-p", server).splitlines()[1:]
    assert {tuple(line.split()[:4]) for line in listed} == {
        (_bench_program, "1", "udp", "2049"),
        (_bench_program, "1", "tcp", "2049"),
        (_portmapper, "2", "udp", "111"),
        (_portmapper, "2", "tcp", "111"),
    }


@pytest.mark.parametrize("kind", ["-u", "-t"])
def test_rpcinfo_finds_a_program_and_calls_it(server: str, kind: str) -> None:
    said = run("rpcinfo", kind, server, _bench_program, "1")
    assert re.search(rf"program {_bench_program} version 1 ready and waiting", said)
