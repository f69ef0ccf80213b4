# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/router
# One run in 3, unless changed: components/router components/net components/driver kernels/router
"""A kernel is a firewall, a PlanP program, between a Linux inside and one outside."""

from __future__ import annotations

import errno
import random
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from cable import kit, linux_address, patience_s, ping
from crafted import echo, packet, passed, raw_cables, tcp, udp, unreachable
from two_networks import (
    asked_beyond,
    between,
    echoing,
    fetched,
    other_address,
    reach,
    refusal,
    server,
)

from flatland.testing.way_of_run import way_of_run

_program = str(kit / "kernels" / "router" / "firewall.flat")
_served = 8080  # by the host inside, by TCP, as the program says
_neighbour = "10.0.0.9"  # inside, too, if it were there
_begins, _agrees = 0x02, 0x12  # SYN; SYN and ACK


@pytest.fixture(scope="module")
def guarded() -> Iterator[list[str]]:
    """The firewall, at work; how to run commands outside."""
    with between(_program, way_of_run(_program)) as outside:
        reach(other_address)
        yield outside


def test_what_the_inside_begins_is_answered(guarded: list[str], tmp_path: Path) -> None:
    page = random.Random(24).randbytes(300_000)
    (tmp_path / "page").write_bytes(page)
    with server(guarded, tmp_path):
        assert fetched(other_address) == page
    for size in (0, 100, 5000):
        assert ping(other_address, bytes(size), size) == bytes(size)


@pytest.mark.parametrize("kind", [socket.SOCK_DGRAM, socket.SOCK_STREAM])
def test_the_outside_reaches_the_stated_server_alone(
    guarded: list[str], kind: socket.SocketKind
) -> None:
    with echoing(kind, _served), echoing(kind, _served + 1):
        is_served = kind == socket.SOCK_STREAM
        wait_s = patience_s if is_served else 1
        assert asked_beyond(guarded, kind, (linux_address, _served), wait_s=wait_s) == is_served
        assert not asked_beyond(guarded, kind, (linux_address, _served + 1))


def test_an_answer_comes_from_whom_was_asked(guarded: list[str]) -> None:
    asked = (linux_address, 7000)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.bind(asked)
        assert not asked_beyond(guarded, socket.SOCK_DGRAM, asked, 9)
        udp.settimeout(0.2)
        with pytest.raises(TimeoutError):
            udp.recv(100)
        udp.sendto(b"a question", (other_address, 9))
        assert not asked_beyond(guarded, socket.SOCK_DGRAM, asked, 10)
        with pytest.raises(TimeoutError):
            udp.recv(100)
        asked_beyond(guarded, socket.SOCK_DGRAM, asked, 9)
        assert udp.recv(100) == b"is anybody there?"


def test_an_error_about_what_was_sent_comes_in(guarded: list[str]) -> None:
    assert guarded
    assert refusal(other_address, 4000) == errno.ECONNREFUSED


@pytest.mark.parametrize(
    ("protocol", "sent", "other"),
    [
        (1, echo(0x7100), echo(0x7101)),
        (6, tcp((7100, 80), _begins), tcp((7101, 80), _begins)),
        (17, udp((7100, 9)), udp((7101, 9))),
    ],
    ids=["icmp", "tcp", "udp"],
)
def test_an_error_goes_to_whoever_sent_what_it_quotes(
    guarded: list[str], protocol: int, sent: bytes, other: bytes
) -> None:
    way = (linux_address, other_address)
    quoted, unknown = (packet(way, protocol, each) for each in (sent, other))
    with raw_cables(guarded) as (near, far):
        assert passed(near, far, [quoted]) == [True]
        errors = [
            packet((other_address, linux_address), 1, unreachable(unknown)),
            packet((other_address, _neighbour), 1, unreachable(quoted)),
            packet((other_address, linux_address), 1, unreachable(quoted)),
        ]
        assert passed(far, near, errors) == [False, False, True]


def test_nobody_outside_speaks_to_the_server_as_itself(guarded: list[str]) -> None:
    begun = tcp((7200, _served), _begins)
    senders = (linux_address, other_address)
    with raw_cables(guarded) as (near, far):
        packets = [packet((each, linux_address), 6, begun) for each in senders]
        assert passed(far, near, packets) == [False, True]


def test_whoever_asks_the_server_takes_no_place_from_what_the_inside_began(
    guarded: list[str],
) -> None:
    way = (linux_address, other_address)
    with raw_cables(guarded) as (near, far):
        assert passed(near, far, [packet(way, 6, tcp((7300, 80), _begins))]) == [True]
        for first in range(1024, 41024, 100):
            asks = [tcp((port, _served), _begins) for port in range(first, first + 100)]
            assert passed(far, near, [packet(way[::-1], 6, each) for each in asks])[-1]
        answers = [tcp((80, port), _agrees) for port in (7301, 7300)]
        packets = [packet(way[::-1], 6, each) for each in answers]
        assert passed(far, near, packets) == [False, True]
