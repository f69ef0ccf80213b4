# SPDX-License-Identifier: BSD-2-Clause
"""The system's own client of remote procedure calls calls a server in a kernel, by UDP."""

from __future__ import annotations

from pathlib import Path

from cable import build, kernel_address, machine, network, run
from peers import build_peers, expected_lines


def test_a_server_in_a_kernel_answers_as_any_does(tmp_path: Path) -> None:
    build_peers(tmp_path)
    image = build("network-rpc")
    with network() as tap, machine(image, tap, "receiving calls"):
        for auth in ("none", "sys"):
            said = run(tmp_path / "peer_client", "udp", "2049", auth, kernel_address)
            assert tuple(said.splitlines()) == expected_lines
