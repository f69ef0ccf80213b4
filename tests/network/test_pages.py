# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/network-page
# One run in 3, unless changed: components/net components/driver
"""A kernel serves pages to curl, at a good cable and at one that loses, repeats and delays."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest
from cable import build, kernel_address, kit, losses_of_linux, lost, machine, network

from flatland.setup.install import ensure
from flatland.setup.tools import find
from flatland.testing.way_of_run import way_of_run

_bad = kit / "kernels" / "network-page" / "network-lossy.flat"
_counting = bytes(range(256)) * 64


def _fetch(path: str) -> bytes:
    words = ["curl", "--silent", "--show-error", "--fail", "--max-time", "120"]
    return subprocess.run(
        [*words, f"http://{kernel_address}/{path}"], stdout=subprocess.PIPE, check=True
    ).stdout


@pytest.fixture(scope="module", params=["network-page", str(_bad)])
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    name: str = request.param
    image = build(name, *(way_of_run(name) if name == "network-page" else ()))
    complaint = lost if name == "network-page" else ""
    with network() as tap, machine(image, tap, "pages are", complaint=complaint):
        yield name


def test_a_page_is_fetched(kernel: str) -> None:
    assert b"Hello from Flatland." in _fetch("")


@pytest.mark.parametrize("size", [0, 1, 1460, 100_000, 1_000_000])
def test_any_number_of_bytes_arrives_in_order(kernel: str, size: int) -> None:
    if kernel != "network-page":
        size //= 4
    expected = (_counting * (size // len(_counting) + 1))[:size]
    assert _fetch(str(size)) == expected
    if kernel == "network-page":
        assert losses_of_linux() == 0


def test_a_page_is_fetched_by_nc(kernel: str) -> None:
    ensure(find("nc"))
    done = subprocess.run(
        ["nc", "-w", "60", kernel_address, "80"],
        input=b"GET /20000 HTTP/1.0\r\n\r\n",
        stdout=subprocess.PIPE,
        check=True,
    )
    assert done.stdout.endswith((_counting * 2)[:20_000])


def test_what_is_not_there_is_an_error_and_the_next_page_comes_all_the_same(kernel: str) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        _fetch("nothing")
    assert b"Hello from Flatland." in _fetch("")


def test_where_nobody_listens_connections_are_refused(kernel: str) -> None:
    refused = subprocess.run(["curl", "--silent", f"http://{kernel_address}:81/"], check=False)
    assert refused.returncode == 7
