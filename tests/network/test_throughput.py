# SPDX-License-Identifier: BSD-2-Clause
# Builds: network-throughput
# One run in 3, unless changed: components/net components/driver components/demo
"""A kernel's streams are measured by iperf3, both ways; nothing is lost at a good cable."""

from __future__ import annotations

import json
import socket
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from cable import build, kernel_address, losses_of_linux, lost, machine, network, patience_s

_bytes = 8_000_000
_port = 5201


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The kernel's address; what it sends is judged at the end."""
    image = build("network-throughput", "--variant", "flat")
    ready = "streams are measured"
    with network() as tap, machine(image, tap, ready, complaint=lost):
        yield kernel_address


def _measure(server: str, *options: str) -> dict[str, Any]:
    words = ["iperf3", "--client", server, "--json", *options]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def test_what_iperf3_sends_arrives(server: str) -> None:
    end = _measure(server, "--bytes", str(_bytes))["end"]
    assert end["sum_sent"]["bytes"] >= _bytes
    assert end["sum_received"]["bytes"] == end["sum_sent"]["bytes"]
    assert losses_of_linux() == 0


def test_what_the_kernel_sends_arrives(server: str) -> None:
    end = _measure(server, "--bytes", str(_bytes), "--reverse")["end"]
    assert end["sum_received"]["bytes"] >= _bytes
    assert end["sum_sent"]["bytes"] >= end["sum_received"]["bytes"]


@pytest.mark.parametrize("option", [("--udp",), ("--parallel", "2"), ("--bidir",)])
def test_what_is_not_implemented_is_refused(server: str, option: tuple[str, ...]) -> None:
    report = _measure(server, "--bytes", "1000", *option)
    assert "implemented" in report["error"]
    assert _measure(server, "--bytes", "1000")["end"]["sum_received"]["bytes"] > 0


@pytest.mark.parametrize("nonsense", [b"", b"short", bytes(37), bytes(37) + b"\xff" * 8], ids=len)
def test_who_speaks_another_protocol_harms_nobody(server: str, nonsense: bytes) -> None:
    with socket.create_connection((server, _port), patience_s) as stranger:
        stranger.sendall(nonsense)
    assert _measure(server, "--bytes", "1000")["end"]["sum_received"]["bytes"] > 0
