# SPDX-License-Identifier: BSD-2-Clause
# With the tool specialize, unless changed: bench/rpc components/rpc tools/specialize
"""However a client is made, it sends the same bytes and understands the same replies."""

from __future__ import annotations

import os
import re
import socket
import struct
import subprocess
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from levels import Level, called, kernel, levels, place, records
from programs import build, ways, ways_of

is_exhaustive = "FLAT_EXHAUSTIVE" in os.environ
seed = int(os.environ.get("FLAT_SEED", 0))
"""0: nobody chooses, so all that is not by other options of the compiler alone is tried."""
answered_ways = tuple(ways) if is_exhaustive else ("-O2", "specialised", "at run time")
"""The ways whose clients are answered; the others are the same code by other options."""
sending_ways = tuple(ways) if is_exhaustive else (*answered_ways, "by hand")
"""The ways whose clients send what is compared, likewise."""

calls = 2
patience_s = 60
integers = (20, 100, 250, 500, 1000, 2000)
sizes = (48, *(44 + 4 * count for count in integers))
messages = len(sizes) * (calls + 1)  # a call before each series

specialising = ("specialised", "at run time")
emissions = [level for level in levels if level.is_on_network and not level.waits]
round_trips = [level for level in levels if level.waits]
datagram_level, record_level = emissions
fragment_level = replace(record_level, transport=replace(records, buffer_bytes=4000))


@pytest.fixture(scope="module")
def place_of_kernels() -> Path:
    place.mkdir(parents=True, exist_ok=True)
    return place


def listening(kind: socket.SocketKind) -> socket.socket:
    """A socket of this machine with a port of its own, for what clients send."""
    receiving = socket.socket(socket.AF_INET, kind)
    receiving.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
    receiving.bind(("127.0.0.1", 0))
    if kind == socket.SOCK_STREAM:
        receiving.listen()
    return receiving


def datagrams_of(program: Path, receiving: socket.socket) -> list[bytes]:
    """The datagrams that a client sends."""
    subprocess.run([str(program)], stdout=subprocess.DEVNULL, check=True, timeout=patience_s)
    return [receiving.recv(65536) for _ in range(messages)]


def records_of(program: Path, receiving: socket.socket) -> list[bytes]:
    """The records that a client sends on one connection, as they are: with their headers."""
    with subprocess.Popen([str(program)], stdout=subprocess.DEVNULL) as client:
        connection, _ = receiving.accept()
        with connection:
            connection.settimeout(patience_s)
            sent = b"".join(iter(lambda: connection.recv(65536), b""))
    assert client.returncode == 0
    ends = [0]
    start = 0
    while start < len(sent):
        (header,) = struct.unpack_from(">I", sent, start)
        start += 4 + (header & 0x7FFFFFFF)
        if header >> 31:
            ends.append(start)
    assert ends[-1] == len(sent)
    return [sent[begin:end] for begin, end in pairwise(ends)]


def forget(receiving: socket.socket) -> None:
    """Takes what clients have sent that were trained while they were built."""
    receiving.setblocking(False)
    with suppress(BlockingIOError):
        while True:
            if receiving.type == socket.SOCK_STREAM:
                receiving.accept()[0].close()
            else:
                receiving.recv(65536)
    receiving.settimeout(patience_s)


def ways_that_send(level: Level) -> list[str]:
    """The ways whose clients are compared at a level: one of those that specialise, by the seed."""
    found = [way for way in ways_of(level) if way in sending_ways]
    special = [way for way in found if way in specialising]
    left_out = set(special) - {special[seed % len(special)]} if seed else set()
    return [way for way in found if way not in left_out]


def answered() -> list[tuple[Level, str]]:
    """The clients that are answered, by level and way: of the special ones one, by the seed."""
    found = [
        (level, way) for level in round_trips for way in ways_of(level) if way in answered_ways
    ]
    special = [each for each in found if each[1] in specialising]
    if not seed:
        return found
    chosen = special[seed % len(special)]
    return [each for each in found if each not in special or each == chosen]


def sent_by_all(level: Level, kind: socket.SocketKind) -> list[list[bytes]]:
    """What is sent by clients that are made in each way that there is for a level."""
    assembly = place / f"wire-{level.transport.name}-{level.transport.buffer_bytes}.flat"
    sent = datagrams_of if kind == socket.SOCK_DGRAM else records_of
    with listening(kind) as receiving:
        assembly.write_text(kernel(level, calls, receiving.getsockname()[1]), encoding="utf-8")
        programs = [build(assembly, way, level) for way in ways_that_send(level)]
        forget(receiving)
        return [sent(program, receiving) for program in programs]


def test_every_client_sends_the_same_datagrams(place_of_kernels: Path) -> None:
    first, *others = sent_by_all(datagram_level, socket.SOCK_DGRAM)
    assert {len(message) for message in first} == set(sizes)
    assert len(others) == len(ways_that_send(datagram_level)) - 1 >= 2
    assert all(other == first for other in others)


@pytest.mark.parametrize(
    "level", [fragment_level, record_level] if is_exhaustive else [fragment_level]
)
def test_every_client_sends_the_same_records(level: Level, place_of_kernels: Path) -> None:
    first, *others = sent_by_all(level, socket.SOCK_STREAM)
    room = level.transport.buffer_bytes - 4
    headers = [4 * -(-size // room) for size in sizes]
    whole = {size + header for size, header in zip(sizes, headers, strict=True)}
    assert {len(record) for record in first} == whole
    assert len(first) == messages
    assert len(others) >= (4 if is_exhaustive else 1)
    assert all(other == first for other in others)


@pytest.mark.parametrize(
    ("level", "way"),
    answered(),
    ids=lambda each: each if isinstance(each, str) else each.transport.name,
)
def test_every_client_is_answered(level: Level, way: str, place_of_kernels: Path) -> None:
    assembly = place_of_kernels / f"answered-{level.transport.name}.flat"
    with called(level) as port:
        assembly.write_text(kernel(level, calls, port), encoding="utf-8")
        done = subprocess.run(
            [str(build(assembly, way, level))], capture_output=True, check=True, timeout=patience_s
        )
    answered = re.findall(rb"(\d+) of (\d+) calls answered", done.stdout)
    assert answered == [(b"%d" % calls, b"%d" % calls)] * len(sizes)
