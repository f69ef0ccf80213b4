# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/router
# One run in 3, unless changed: components/router components/net components/driver kernels/router
"""A kernel is the bridge between two networks, with a Linux in each of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from cable import kit, ping, run
from two_networks import between, fetched, other_address, other_tap, server

_kernels = kit / "kernels" / "router"


@pytest.fixture(scope="module", params=["virtual", "flat"])
def variant(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module", params=["router", str(_kernels / "plearn.flat")])
def bridged(request: pytest.FixtureRequest, variant: str) -> Iterator[list[str]]:
    """The bridge, at work; how to run commands in the network beyond it."""
    with between(request.param, ["--variant", variant]) as inside:
        yield inside


@pytest.mark.parametrize("size", [0, 1, 56, 1472, 5000, 60000])
def test_an_echo_goes_through(bridged: list[str], size: int) -> None:
    data = random.Random(size).randbytes(size)
    for number in range(3):
        assert ping(other_address, data, number) == data


def test_a_file_is_fetched_through_it(bridged: list[str], tmp_path: Path) -> None:
    page = random.Random(22).randbytes(1_000_000)
    (tmp_path / "page").write_bytes(page)
    with server(bridged, tmp_path):
        assert fetched(other_address) == page


def test_each_sees_the_others_own_card(bridged: list[str]) -> None:
    ping(other_address, b"", 99)
    card = run(*bridged, "cat", f"/sys/class/net/{other_tap}/address").strip()
    assert f"lladdr {card}" in run("ip", "neighbour", "show", other_address)
