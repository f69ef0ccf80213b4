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
def test_ping_has_its_echoes_back(host: str, size: int) -> None:
    """With a deadline it waits for five echoes, however late one of them is."""
    ensure(find("ping"))
    said = run("ping", "-n", "-c", "5", "-w", str(patience_s), "-s", str(size), host)
    assert " 5 received" in said
    assert said.count(f"{size + 8} bytes from {host}") == 5
    assert "wrong data" not in said


def test_nc_has_its_datagram_back(host: str) -> None:
    ensure(find("nc"))
    words = ["nc", "-u", "-w", str(patience_s), host, "7"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as nc:
        try:
            assert nc.stdin and nc.stdout
            nc.stdin.write(b"is anybody there?\n")
            nc.stdin.flush()
            assert nc.stdout.readline() == b"is anybody there?\n"
        finally:
            nc.kill()
