# SPDX-License-Identifier: BSD-2-Clause
"""However a client is made, it sends the same bytes and understands the same replies."""

from __future__ import annotations

import re
import socket
import subprocess
from pathlib import Path

import pytest
from programs import build, kernel, levels, place, server, ways

calls = 2
patience_s = 60
messages = 7 * (calls + 1)  # a call before each series


def sent(program: Path, receiving: socket.socket) -> list[bytes]:
    """The datagrams that a client sends."""
    subprocess.run([str(program)], stdout=subprocess.PIPE, check=True, timeout=patience_s)
    return [receiving.recv(65536) for _ in range(messages)]


@pytest.fixture(scope="module")
def place_of_kernels() -> Path:
    place.mkdir(parents=True, exist_ok=True)
    return place


def test_every_client_sends_the_same_bytes(place_of_kernels: Path) -> None:
    emission = next(level for level in levels if level.is_on_network and level.timeout_ms == 0)
    assembly = place_of_kernels / "wire.flat"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiving:
        receiving.settimeout(patience_s)
        receiving.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        receiving.bind(("127.0.0.1", 0))
        assembly.write_text(kernel(emission, calls, receiving.getsockname()[1]), encoding="utf-8")
        first, *others = (sent(build(assembly, way, emission), receiving) for way in ways)
    assert {len(message) for message in first} == {
        48,
        *(44 + 4 * count for count in (20, 100, 250, 500, 1000, 2000)),
    }
    assert all(other == first for other in others)


@pytest.mark.parametrize("way", ways)
def test_every_client_is_answered(place_of_kernels: Path, way: str) -> None:
    assembly = place_of_kernels / "answered.flat"
    with server() as port:
        assembly.write_text(kernel(levels[-1], calls, port), encoding="utf-8")
        done = subprocess.run(
            [str(build(assembly, way, levels[-1]))],
            capture_output=True,
            check=True,
            timeout=patience_s,
        )
    answered = re.findall(rb"(\d+) of (\d+) calls answered", done.stdout)
    assert answered == [(b"%d" % calls, b"%d" % calls)] * 7
