# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/router
# One run in 3, unless changed: components/router components/net components/driver kernels/router
"""A kernel routes IPv4 between two networks: a PlanP program, with a Linux in each of them."""

from __future__ import annotations

import errno
import random
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from cable import kernel_card, kit, linux_address, patience_s, ping, run
from crafted import packet, passed, raw_cables, udp
from two_networks import between, fetched, other_tap, reach, refusal, second_card, server

from flatland.testing.way_of_run import way_of_run

_program = str(kit / "kernels" / "router" / "ipv4.flat")
_near, _far = "10.0.0.254", "10.0.1.254"  # the router's own addresses
_host = "10.0.1.3"


@pytest.fixture(scope="module")
def routed() -> Iterator[list[str]]:
    """The router, at work; how to run commands in the network beyond it."""
    with between(_program, way_of_run(_program), _host) as inside:
        run("ip", "route", "add", "default", "via", _near)
        run(*inside, "ip", "route", "add", "default", "via", _far)
        reach(_host)
        yield inside


@pytest.mark.parametrize("size", [0, 1, 17, 56, 1472, 5000, 60000])
def test_an_echo_is_routed(routed: list[str], size: int) -> None:
    data = random.Random(size).randbytes(size)
    for number in range(3):
        assert ping(_host, data, number) == data


@pytest.mark.parametrize("address", [_near, _far])
@pytest.mark.parametrize("size", [0, 1, 17, 56, 1472])
def test_the_router_answers_echoes_to_its_own_addresses(
    routed: list[str], address: str, size: int
) -> None:
    data = random.Random(size).randbytes(size)
    assert ping(address, data, 7) == data


def test_a_file_is_fetched_through_it(routed: list[str], tmp_path: Path) -> None:
    page = random.Random(23).randbytes(1_000_000)
    (tmp_path / "page").write_bytes(page)
    with server(routed, tmp_path):
        assert fetched(_host) == page


def test_each_sees_the_routers_card_alone(routed: list[str]) -> None:
    assert f"lladdr {kernel_card}" in run("ip", "neighbour", "show", _near)
    beyond = run(*routed, "ip", "neighbour", "show", "dev", other_tap)
    assert f"{_far} lladdr {second_card}" in beyond
    assert "10.0.0.1" not in beyond


def _answer_of_icmp(address: str, hops: int) -> tuple[str, bytes]:
    """Who answers a datagram that may go so far, and the whole packet."""
    with (
        socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP) as icmp,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp,
    ):
        icmp.settimeout(patience_s)
        udp.setsockopt(socket.IPPROTO_IP, socket.IP_TTL, hops)
        udp.sendto(b"how far", (address, 9))
        packet, (sender, _) = icmp.recvfrom(65536)
        return sender, packet


def test_a_packet_that_has_travelled_too_far_is_reported(routed: list[str]) -> None:
    sender, packet = _answer_of_icmp(_host, 1)
    assert (sender, packet[20:22]) == (_near, bytes([11, 0]))
    assert packet[28 + 28 :] == b"how far", "what was sent, as it came"
    sender, packet = _answer_of_icmp(_host, 2)
    assert (sender, packet[20:22]) == (_host, bytes([3, 3]))
    assert packet[8] == 63 and packet[28 + 8] == 1, "one less, each way"


def test_what_cannot_be_reached_is_reported(routed: list[str]) -> None:
    assert refusal("192.168.7.1", 9) == errno.ENETUNREACH
    assert refusal(_near, 9) == errno.ECONNREFUSED
    assert refusal(_host, 9) == errno.ECONNREFUSED, "the host's own word comes through"
    assert refusal("10.0.1.77", 9) == errno.EHOSTUNREACH, "nobody has the address"


def test_a_network_behind_another_router_is_reached_by_it(routed: list[str]) -> None:
    run(*routed, "ip", "address", "add", "10.0.3.1/32", "dev", "lo")
    assert ping("10.0.3.1", b"beyond", 8) == b"beyond"


def test_what_is_to_many_is_neither_reported_nor_routed(routed: list[str]) -> None:
    many = ("255.255.255.255", "224.0.0.1", "10.0.0.255", "10.0.1.255", "10.0.1.0")
    with raw_cables(routed) as (near, far):
        for last, receiver in (("192.168.7.1", near), (_host, far)):
            ways = [(linux_address, each) for each in (*many, last)]
            packets = [packet(each, 17, udp((7400, 9))) for each in ways]
            assert passed(near, receiver, packets, kernel_card) == [False] * len(many) + [True]
