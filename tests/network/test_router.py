# SPDX-License-Identifier: BSD-2-Clause
"""A kernel is the bridge between two networks, with a Linux in each of them."""

# Reads: tools/cli components core dimensions interfaces kernels bindings

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cable import build, kit, machine, network, patience_s, ping, run

_other_address = "10.0.0.3"
_other_tap = "tap1"
_second_card = "52:54:00:12:34:57"
_second = (
    "-netdev",
    f"tap,id=net1,ifname={_other_tap},script=no,downscript=no",
    "-device",
    f"virtio-net-pci,netdev=net1,mac={_second_card}",
)


_kernels = kit / "kernels" / "router"
_ways = [
    ("router", "virtual"),
    ("router", "flat"),
    (str(_kernels / "plearn.flat"), "flat"),
]


@contextmanager
def _beyond(tap: str, address: str) -> Iterator[list[str]]:
    """Moves a tap that a machine has opened to another namespace; how to run commands there."""
    name = f"flat-{os.getpid()}"
    run("ip", "netns", "add", name)
    inside = ["ip", "netns", "exec", name]
    try:
        run("ip", "link", "set", tap, "netns", name)
        run(*inside, "ip", "address", "add", f"{address}/24", "dev", tap)
        run(*inside, "ip", "link", "set", tap, "up")
        yield inside
    finally:
        run("ip", "netns", "delete", name)


@contextmanager
def _server(inside: list[str], folder: Path) -> Iterator[None]:
    """A server of the files in a folder, in another namespace."""
    words = [*inside, sys.executable, "-u", "-m", "http.server", "80"]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout and "Serving" in server.stdout.readline()
            yield
        finally:
            server.kill()


@pytest.fixture(scope="module", params=_ways)
def bridged(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """The bridge, at work; how to run commands in the network beyond it."""
    kernel, variant = request.param
    image = build(kernel, "--variant", variant)
    with network() as tap:
        run("ip", "tuntap", "add", "dev", _other_tap, "mode", "tap")
        with (
            machine(image, tap, "frames are forwarded", more=_second),
            _beyond(_other_tap, _other_address) as inside,
        ):
            yield inside


@pytest.mark.parametrize("size", [0, 1, 56, 1472, 5000, 60000])
def test_an_echo_goes_through(bridged: list[str], size: int) -> None:
    data = random.Random(size).randbytes(size)
    for number in range(3):
        assert ping(_other_address, data, number) == data


def test_a_file_is_fetched_through_it(bridged: list[str], tmp_path: Path) -> None:
    page = random.Random(22).randbytes(1_000_000)
    (tmp_path / "page").write_bytes(page)
    with _server(bridged, tmp_path):
        words = [
            "curl",
            "--silent",
            "--show-error",
            "--fail",
            "--max-time",
            str(patience_s),
        ]
        fetched = subprocess.run(
            [*words, f"http://{_other_address}/page"],
            stdout=subprocess.PIPE,
            check=True,
        )
    assert fetched.stdout == page


def test_each_sees_the_others_own_card(bridged: list[str]) -> None:
    ping(_other_address, b"", 99)
    card = run(*bridged, "cat", f"/sys/class/net/{_other_tap}/address").strip()
    assert f"lladdr {card}" in run("ip", "neighbour", "show", _other_address)
