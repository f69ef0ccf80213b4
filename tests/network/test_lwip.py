# SPDX-License-Identifier: BSD-2-Clause
# Builds: network kernels/network-transfer
"""A kernel and a host of lwIP's at one cable, by no right that a user lacks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cable import build, kit, patience_s
from lwip import Host, build_host, kernel, relay

_relayed = kit / "kernels" / "network-transfer" / "relayed.flat"
_bytes = 4_000_000
_sum_bytes = 8


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_host(tmp_path_factory.mktemp("lwip"))


@pytest.fixture(scope="module", params=["virtual", "flat"])
def host(
    request: pytest.FixtureRequest, program: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Host]:
    """The host, with a kernel at work at its cable."""
    host = Host(program, tmp_path_factory.mktemp("cable"))
    with kernel(host, build("network", "--variant", request.param), "come back"):
        yield host


@pytest.mark.parametrize("size", [0, 1, 56, 1472, 1473, 10000])
def test_an_echo_of_any_size_comes_back(host: Host, size: int) -> None:
    host.do("ping", str(size))


@pytest.mark.parametrize("size", [0, 1, 1472, 1473, 10000])
def test_a_datagram_of_any_size_comes_back(host: Host, size: int) -> None:
    host.do("echo", str(size))


@pytest.mark.parametrize("variant", ["virtual", "flat"])
def test_a_stream_comes_and_goes_with_the_right_checksum(
    program: Path, tmp_path: Path, variant: str
) -> None:
    host = Host(program, tmp_path)
    image = build(str(_relayed), "--variant", variant)
    with relay(host) as process, kernel(host, image, "their checksum is right") as lines:
        assert any(line.startswith(f"{_bytes} bytes came") for line in lines)
        told, _ = process.communicate(timeout=patience_s)
    assert told == f"{_bytes + _sum_bytes} bytes on, 1 back\n"
