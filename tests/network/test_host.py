# SPDX-License-Identifier: BSD-2-Clause
# Builds: network
"""A kernel is a host in a network with the Linux that runs the tests."""

from __future__ import annotations

import random
import socket
import subprocess
from collections.abc import Iterator

import pytest
from cable import build, kernel_address, machine, network, patience_s, ping, run

from flatland.setup.install import ensure
from flatland.setup.tools import find


@pytest.fixture(scope="module", params=["virtual", "flat"])
def host(request: pytest.FixtureRequest) -> Iterator[str]:
    """The kernel, at work."""
    image = build("network", "--variant", request.param)
    with network() as tap, machine(image, tap, "come back"):
        yield kernel_address


@pytest.mark.parametrize("size", [0, 1, 56, 1472, 1473, 5000, 60000])
def test_an_echo_of_any_size_comes_back(host: str, size: int) -> None:
    data = random.Random(size).randbytes(size)
    for number in range(3):
        assert ping(host, data, number) == data


@pytest.mark.parametrize("size", [0, 1, 1472, 1473, 20000, 65507])
def test_a_datagram_of_any_size_comes_back(host: str, size: int) -> None:
    data = random.Random(size).randbytes(size)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.settimeout(patience_s)
        for _ in range(3):
            datagrams.sendto(data, (host, 7))
            assert datagrams.recvfrom(65536) == (data, (host, 7))


def test_at_a_port_that_nobody_has_datagrams_are_refused(host: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.settimeout(patience_s)
        datagrams.connect((host, 9))
        datagrams.send(b"?")
        with pytest.raises(ConnectionRefusedError):
            datagrams.recv(10)


def test_linux_knows_the_hardware_address(host: str) -> None:
    ping(host, b"", 99)
    assert "lladdr 52:54:00:12:34:56" in run("ip", "neighbour", "show", host)


@pytest.mark.parametrize("size", [56, 1472, 5000])
def test_ping_loses_nothing(host: str, size: int) -> None:
    ensure(find("ping"))
    said = run("ping", "-n", "-c", "5", "-i", "0.1", "-s", str(size), host)
    assert "5 packets transmitted, 5 received, 0% packet loss" in said
    assert f"{size + 8} bytes from {host}" in said


def test_nc_has_its_datagram_back(host: str) -> None:
    ensure(find("nc"))
    words = ["nc", "-u", "-w", "2", host, "7"]
    done = subprocess.run(words, input=b"is anybody there?\n", stdout=subprocess.PIPE, check=False)
    assert done.stdout == b"is anybody there?\n"
