# SPDX-License-Identifier: BSD-2-Clause
# Reads: components/rpc bench/components bench/rpc
# Reads: components/net/nowhere.cpp components/net/nowhere.hpp
# Builds: rpc-client rpc-client-tcp rpc-server
"""Remote procedure calls between ours and the system's implementation, in all pairings."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from peers import (
    Programs,
    as_record,
    comparable,
    expected_lines,
    payload,
    program,
    read_record,
    recording,
    run,
    words,
)

transports = pytest.mark.parametrize("transport", ["udp", "tcp"])
authentications = pytest.mark.parametrize("auth", ["none", "sys"])


def lines_of(*command: str | Path) -> tuple[str, ...]:
    """What a client says."""
    return tuple(run(*command).splitlines())


@transports
@authentications
def test_the_systems_client_calls_our_server(programs: Programs, transport: str, auth: str) -> None:
    with programs.serving() as ports:
        port = str(ports[transport])
        assert lines_of(programs.peer_client, transport, port, auth) == expected_lines


@transports
@authentications
def test_our_client_calls_the_systems_server(programs: Programs, transport: str, auth: str) -> None:
    with programs.peer_serving(transport):
        assert lines_of(programs.clients[transport, auth]) == expected_lines


@transports
@authentications
def test_both_clients_send_the_same_bytes(programs: Programs, transport: str, auth: str) -> None:
    receiving = programs.sockets[transport]
    with recording(transport, receiving) as own_calls:
        assert lines_of(programs.clients[transport, auth]) == expected_lines
    with recording(transport, receiving) as their_calls:
        port = str(programs.port(transport))
        assert lines_of(programs.peer_client, transport, port, auth) == expected_lines
    own, their = (list(dict.fromkeys(calls)) for calls in (own_calls, their_calls))
    assert len(own) == len(expected_lines)  # a slow machine may see some of them twice
    assert [comparable(transport, call) for call in own] == [
        comparable(transport, call) for call in their
    ]


@transports
def test_every_call_has_a_transaction_of_its_own(programs: Programs, transport: str) -> None:
    with recording(transport, programs.sockets[transport]) as calls:
        lines_of(programs.clients[transport, "none"])
    start = 0 if transport == "udp" else 4
    assert len({call[start : start + 4] for call in calls}) == len(expected_lines)
    assert len(set(calls)) == len(expected_lines)


def test_what_is_lost_is_sent_again_as_it_was(programs: Programs) -> None:
    with recording("udp", programs.sockets["udp"], ignored=2) as calls:
        assert lines_of(programs.clients["udp", "impatient"]) == expected_lines
    by_transaction: dict[bytes, set[bytes]] = {}
    for call in calls:
        by_transaction.setdefault(call[:4], set()).add(call)
        assert calls.count(call) > 2
    assert len(by_transaction) == len(expected_lines)
    assert all(len(copies) == 1 for copies in by_transaction.values())


# Arguments that are cut off are not among them: by UDP, the system's server reads what the datagram
# before has left behind them.
calls = {
    "null": words(7, 0, 2, program, 1, 0, 0, 0, 0, 0),
    "min": words(7, 0, 2, program, 1, 1, 0, 0, 0, 0, 5, 3),
    "echo": words(7, 0, 2, program, 1, 2, 0, 0, 0, 0, 2, 5, 3),
    "no program": words(7, 0, 2, program + 1, 1, 1, 0, 0, 0, 0),
    "no version": words(7, 0, 2, program, 9, 1, 0, 0, 0, 0),
    "no procedure": words(7, 0, 2, program, 1, 9, 0, 0, 0, 0),
    "too many": words(7, 0, 2, program, 1, 2, 0, 0, 0, 0, 2001, 5),
    "a bad credential": words(7, 0, 2, program, 1, 0, 1, 8, 0, 999, 0, 0),
    "an unknown credential": words(7, 0, 2, program, 1, 0, 77, 0, 0, 0),
}


def exchange(transport: str, port: int, call: bytes) -> bytes:
    """The reply to a message."""
    kind = socket.SOCK_DGRAM if transport == "udp" else socket.SOCK_STREAM
    with socket.socket(socket.AF_INET, kind) as asking:
        asking.settimeout(60)
        asking.connect(("127.0.0.1", port))
        if transport == "udp":
            asking.send(call)
            return asking.recv(65536)
        asking.sendall(as_record(call))
        return payload(read_record(asking))


@transports
def test_both_servers_reply_the_same_bytes(programs: Programs, transport: str) -> None:
    with programs.serving() as ports:
        port = ports[transport]
        ours = {name: exchange(transport, port, call) for name, call in calls.items()}
    with programs.peer_serving(transport):
        port = programs.port(transport)
        theirs = {name: exchange(transport, port, call) for name, call in calls.items()}
    assert ours == theirs
