# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/router
# One run in 3, unless changed: components/router components/net components/driver kernels/router
"""A kernel translates addresses, by a PlanP program, for a Linux inside, with one outside."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from cable import kernel_card, kit, linux_address, ping, run
from crafted import more_fragments, packet, passed, raw_cables, udp
from two_networks import (
    asked_beyond,
    between,
    echoing,
    fetched,
    known_as,
    reach,
    second_card,
    server,
    witness,
)

from flatland.testing.way_of_run import way_of_run

_program = str(kit / "kernels" / "router" / "nat.flat")
_inner, _outer = "10.0.0.254", "10.0.1.254"  # the router's own addresses
_second_host = "10.0.0.2"
_outside = "10.0.1.3"
_kinds = pytest.mark.parametrize("kind", [socket.SOCK_DGRAM, socket.SOCK_STREAM])


@pytest.fixture(scope="module")
def translated() -> Iterator[list[str]]:
    """The router, at work; how to run commands outside, where nobody knows a way to the inside."""
    with between(_program, way_of_run(_program), _outside) as outside:
        run("ip", "address", "add", f"{_second_host}/24", "dev", "tap0")
        run("ip", "route", "add", "default", "via", _inner)
        reach(_inner)
        reach(_outside)
        yield outside


def test_a_file_is_fetched_and_echoes_come_back(translated: list[str], tmp_path: Path) -> None:
    page = random.Random(25).randbytes(300_000)
    (tmp_path / "page").write_bytes(page)
    with server(translated, tmp_path):
        assert fetched(_outside) == page
    for size in (0, 1, 100, 1472):
        assert ping(_outside, bytes(size), size) == bytes(size)
        assert ping(_inner, bytes(size), size) == bytes(size)


@_kinds
def test_all_inside_are_one_address_and_a_port_each(
    translated: list[str], kind: socket.SocketKind
) -> None:
    place = (_outside, 5000 + int(kind))
    with witness(translated, kind, place[1]):
        seen = [
            known_as((host, port), kind, place)
            for host in (linux_address, _second_host)
            for port in (6000, 6001)
        ]
        is_lasting = kind == socket.SOCK_DGRAM
        again = known_as((_second_host, 6001), kind, place) if is_lasting else seen[3]
    assert all(each.startswith(f"('{_outer}', ") for each in seen)
    assert len(set(seen)) == 4
    assert again == seen[3]


@_kinds
def test_nobody_outside_begins(translated: list[str], kind: socket.SocketKind) -> None:
    run(*translated, "ip", "route", "replace", "default", "via", _outer)
    with echoing(kind, 7000):
        assert not asked_beyond(translated, kind, (_outer, 7000))
        assert not asked_beyond(translated, kind, (linux_address, 7000))


def _given_port(translated: list[str], inner: int) -> int:
    """By which port the outside knows an inner one of datagrams."""
    place = (_outside, 5002)
    with witness(translated, socket.SOCK_DGRAM, place[1]):
        told = known_as((linux_address, inner), socket.SOCK_DGRAM, place)
    return int(told.rpartition(" ")[2].rstrip(")"))


def test_a_port_that_was_given_leads_back(translated: list[str]) -> None:
    port = _given_port(translated, 7001)
    with echoing(socket.SOCK_DGRAM, 7001):
        assert asked_beyond(translated, socket.SOCK_DGRAM, (_outer, port), wait_s=30)


def test_nobody_outside_speaks_as_an_inner_host_or_the_router(translated: list[str]) -> None:
    asks = udp((9, _given_port(translated, 7002)))
    packets = [
        packet((each, _outer), 17, asks) for each in (_second_host, _inner, _outer, _outside)
    ]
    with raw_cables(translated) as (near, far):
        assert passed(far, near, packets, second_card) == [False, False, False, True]


def test_first_fragments_go_neither_way(translated: list[str]) -> None:
    inwards, outwards = udp((9, _given_port(translated, 7003))), udp((7003, 9))
    kinds = (more_fragments, 0)
    with raw_cables(translated) as (near, far):
        packets = [packet((_outside, _outer), 17, inwards, each) for each in kinds]
        assert passed(far, near, packets, second_card) == [False, True]
        packets = [packet((linux_address, _outside), 17, outwards, each) for each in kinds]
        assert passed(near, far, packets, kernel_card) == [False, True]
