# SPDX-License-Identifier: BSD-2-Clause
"""Remote procedure calls by UDP, between ours and the system's implementation, in all pairings."""

from __future__ import annotations

import socket
import struct
from pathlib import Path

import pytest
from peers import (
    Programs,
    Recorder,
    comparable,
    expected_lines,
    port_in,
    program,
    right_answer,
    run,
    running,
)


def lines_of(*command: str | Path) -> tuple[str, ...]:
    """What a client says."""
    return tuple(run(*command).splitlines())


def test_the_systems_client_calls_our_server(programs: Programs) -> None:
    with running([programs.server]) as line:
        port = str(port_in(line))
        assert lines_of(programs.peer_client, "udp", port, "none") == expected_lines


def test_the_systems_client_calls_our_server_as_a_user(programs: Programs) -> None:
    with running([programs.server]) as line:
        port = str(port_in(line))
        assert lines_of(programs.peer_client, "udp", port, "sys") == expected_lines


@pytest.mark.parametrize("client", ["udp_client", "udp_client_sys"])
def test_our_client_calls_the_systems_server(programs: Programs, client: str) -> None:
    descriptor = programs.datagrams.fileno()
    with running([programs.peer_server, "udp", str(descriptor)], [descriptor]) as line:
        assert line == "ready"
        assert lines_of(getattr(programs, client)) == expected_lines


@pytest.mark.parametrize("auth", ["none", "sys"])
def test_both_clients_send_the_same_bytes(programs: Programs, auth: str) -> None:
    recorder = Recorder(programs.datagrams, right_answer)
    ours = programs.udp_client if auth == "none" else programs.udp_client_sys
    with recorder.recording() as own_calls:
        assert lines_of(ours) == expected_lines
    with recorder.recording() as their_calls:
        assert lines_of(programs.peer_client, "udp", str(programs.port), auth) == expected_lines
    assert len(own_calls) == len(expected_lines)
    assert [*map(comparable, own_calls)] == [*map(comparable, their_calls)]


def test_every_call_has_a_transaction_of_its_own(programs: Programs) -> None:
    recorder = Recorder(programs.datagrams, right_answer)
    with recorder.recording() as calls:
        lines_of(programs.udp_client)
    assert len({call[:4] for call in calls}) == len(calls)


def words(*numbers: int) -> bytes:
    """Numbers in external form."""
    return struct.pack(f">{len(numbers)}I", *numbers)


# Arguments that are cut off are not among them: the system's server reads what the datagram before
# has left behind them.
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


def exchange(port: int, call: bytes) -> bytes:
    """The reply to a datagram."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(60)
        asking.sendto(call, ("127.0.0.1", port))
        return asking.recv(65536)


def test_both_servers_reply_the_same_bytes(programs: Programs) -> None:
    with running([programs.server]) as line:
        ours = {name: exchange(port_in(line), call) for name, call in calls.items()}
    descriptor = programs.datagrams.fileno()
    with running([programs.peer_server, "udp", str(descriptor)], [descriptor]):
        theirs = {name: exchange(programs.port, call) for name, call in calls.items()}
    assert ours == theirs
