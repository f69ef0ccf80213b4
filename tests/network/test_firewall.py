# SPDX-License-Identifier: BSD-2-Clause
"""A kernel is a firewall, a PlanP program, between a Linux inside and one outside."""

# Reads: tools/cli components core dimensions interfaces kernels bindings

from __future__ import annotations

import errno
import random
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from cable import kit, linux_address, patience_s, ping
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

_program = str(kit / "kernels" / "router" / "firewall.flat")
_served = 8080  # by the host inside, as the program says


@pytest.fixture(scope="module")
def guarded() -> Iterator[list[str]]:
    """The firewall, at work; how to run commands outside."""
    with between(_program, "flat") as outside:
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
        assert asked_beyond(guarded, kind, (linux_address, _served), wait_s=patience_s)
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
