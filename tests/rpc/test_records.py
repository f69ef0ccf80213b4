# SPDX-License-Identifier: BSD-2-Clause
# Reads: components/rpc bench/components bench/rpc
# Reads: components/net/nowhere.cpp components/net/nowhere.hpp
# Builds: rpc-client rpc-client-tcp rpc-server
"""Our server on connections, with records in every form that the protocol and the network allow."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from peers import Programs, as_record, payload, program, read_record, words

min_call = words(7, 0, 2, program, 1, 1, 0, 0, 0, 0, 5, 3)
min_reply = words(7, 1, 0, 0, 0, 0, 3)


@contextmanager
def connection(port: int) -> Iterator[socket.socket]:
    """A connection on which small pieces are sent at once."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connected:
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield connected


@pytest.mark.parametrize("fragment_bytes", [1, 3, 4, 7, 40, 48])
@pytest.mark.parametrize("segment_bytes", [1, 5, 44])
def test_fragments_and_segments_are_joined(
    programs: Programs, fragment_bytes: int, segment_bytes: int
) -> None:
    record = as_record(min_call, fragment_bytes)
    with programs.serving() as ports, connection(ports["tcp"]) as asking:
        for start in range(0, len(record), segment_bytes):
            asking.sendall(record[start : start + segment_bytes])
        assert payload(read_record(asking)) == min_reply


def test_calls_that_arrive_together_are_answered_in_their_order(programs: Programs) -> None:
    calls = [words(number) + min_call[4:] for number in range(100)]
    with programs.serving() as ports, connection(ports["tcp"]) as asking:
        asking.sendall(b"".join(map(as_record, calls)))
        replies = [payload(read_record(asking)) for _ in calls]
    assert replies == [words(number) + min_reply[4:] for number in range(100)]


def test_a_call_that_is_none_does_not_disturb_the_next(programs: Programs) -> None:
    with programs.serving() as ports, connection(ports["tcp"]) as asking:
        for junk in (b"", b"x", words(7, 1, 0, 0, 0, 0), b"\xff" * 5000):
            asking.sendall(as_record(junk) if junk else words(1 << 31))
        asking.sendall(as_record(min_call))
        assert payload(read_record(asking)) == min_reply


@pytest.mark.parametrize("header", [0, 0x7FFFFFFF, 0xFFFFFFFF])
def test_what_is_no_record_ends_its_connection_and_no_other(
    programs: Programs, header: int
) -> None:
    with programs.serving() as ports, connection(ports["tcp"]) as good:
        with connection(ports["tcp"]) as bad:
            bad.sendall(words(header))
            assert bad.recv(1) == b""
        good.sendall(as_record(min_call))
        assert payload(read_record(good)) == min_reply


def test_connections_come_and_go(programs: Programs) -> None:
    with programs.serving() as ports:
        for _ in range(200):
            with connection(ports["tcp"]) as asking:
                asking.sendall(as_record(min_call))
                assert payload(read_record(asking)) == min_reply
