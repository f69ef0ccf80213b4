# SPDX-License-Identifier: BSD-2-Clause
# Builds: network-names
# One run in 3, unless changed: components/net kernels/network-names tools/cli/flatland/run
"""A kernel asks a server of the domain name system at the other end of its cable for addresses."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from threading import Thread

import pytest
from cable import build, kernel_address, linux_address, machine, network, patience_s

from flatland.testing.way_of_run import way_of_run

_addresses = {
    b"www.example.org": bytes([10, 1, 2, 3]),
    b"later.example.org": bytes([10, 9, 8, 7]),
}


def _question(query: bytes) -> bytes:
    """The name in a query that is uncompressed, as a text."""
    labels, place = [], 12
    while length := query[place]:
        labels.append(query[place + 1 : place + 1 + length])
        place += 1 + length
    return b".".join(labels)


def _record(owner: bytes, kind: int, data: bytes) -> bytes:
    return owner + struct.pack(">HHIH", kind, 1, 60, len(data)) + data


class NameServer:
    """Knows a few names, loses first queries for one, and lies before it tells the truth."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind((linux_address, 53))
        self._lost: set[bytes] = set()
        self.ports: list[int] = []
        self.numbers: list[bytes] = []

    def serve(self) -> None:
        while True:
            query, sender = self._socket.recvfrom(600)
            if query == b"end":
                return
            self.ports.append(sender[1])
            self.numbers.append(query[:2])
            for answer in self._answers(query):
                self._socket.sendto(answer, sender)

    def _answers(self, query: bytes) -> list[bytes]:
        name = _question(query)
        if name == b"later.example.org" and name not in self._lost:
            self._lost.add(name)
            return []
        if name == b"alias.example.org":
            # The name in the question is at 12, its second label at 18; the alias's target at 47.
            records = [
                _record(b"\xc0\x0c", 5, b"\3www\xc0\x12"),
                _record(b"\xc0\x2f", 1, _addresses[b"www.example.org"]),
            ]
        elif name in _addresses:
            records = [_record(b"\xc0\x0c", 1, _addresses[name])]
        else:
            return [query[:2] + b"\x81\x83" + query[4:]]
        head = query[:2] + struct.pack(">HHHHH", 0x8180, 1, len(records), 0, 0)
        right = head + query[12:] + b"".join(records)
        forged = bytes([right[0] ^ 1]) + right[1:-4] + bytes([6, 6, 6, 6])
        return [forged, right[:40], right]

    def end(self) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own:
            own.sendto(b"end", (linux_address, 53))


@pytest.fixture(scope="module")
def server() -> Iterator[NameServer]:
    """At work beside a kernel that asks it."""
    image = build("network-names", *way_of_run("network-names"))
    with network() as tap:
        names = NameServer()
        thread = Thread(target=names.serve)
        thread.start()
        try:
            with machine(image, tap, "answered with addresses"):
                yield names
        finally:
            names.end()
            thread.join()


def _ask(name: bytes) -> bytes:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.settimeout(patience_s)
        datagrams.sendto(name, (kernel_address, 5300))
        return datagrams.recv(600)


def test_an_address_is_asked_for_once(server: NameServer) -> None:
    before = len(server.ports)
    assert [_ask(b"www.example.org"), _ask(b"WWW.Example.Org.")] == [b"10.1.2.3"] * 2
    assert len(server.ports) == before + 1


def test_an_alias_leads_to_an_address(server: NameServer) -> None:
    assert _ask(b"alias.example.org") == b"10.1.2.3"


def test_a_query_that_is_lost_is_sent_again_with_another_number(
    server: NameServer,
) -> None:
    before = len(server.ports)
    assert _ask(b"later.example.org") == b"10.9.8.7"
    assert len(server.ports) == before + 2
    drawn = set(zip(server.ports, server.numbers, strict=True))
    assert len(drawn) == len(server.ports)


def test_a_name_that_nobody_has_is_told(server: NameServer) -> None:
    assert _ask(b"nobody.example.org") == b"no address"
    assert _ask(b"no name") == b"no name"


def test_what_was_forged_or_cut_is_counted(server: NameServer) -> None:
    assert _ask(b"www.example.org") == b"10.1.2.3"
    counts = dict(each.split(" ") for each in _ask(b"?").decode().split(", "))
    assert int(counts["found"]) >= 1
    assert int(counts["foreign"]) == int(counts["malformed"]) == int(counts["found"])
