# SPDX-License-Identifier: BSD-2-Clause
# Builds: network-page
# One run in 3, unless changed: components/net components/driver
"""A kernel is scanned, flooded and sent what cannot be, and serves its pages all the while."""

from __future__ import annotations

import random
import socket
import struct
import subprocess
from collections.abc import Iterator
from threading import Event, Thread

import pytest
from cable import build, checksum, kernel_address, kernel_card, machine, network, ping

from flatland.testing.way_of_run import way_of_run

_forger_card = bytes.fromhex("020000000077")
_kernel_card = bytes.fromhex(kernel_card.replace(":", ""))
_kernel = socket.inet_aton(kernel_address)
_stranger = socket.inet_aton("10.0.0.77")
_syn = 2
_ipv4, _tcp = 0x800, 6


@pytest.fixture(scope="module")
def wire() -> Iterator[socket.socket]:
    """The kernel's cable, for frames of any content; the kernel serves pages at its other end."""
    image = build("network-page", *way_of_run("network-page"))
    kind = (socket.AF_PACKET, socket.SOCK_RAW, socket.htons(_ipv4))
    with (
        network() as tap,
        machine(image, tap, "pages are"),
        socket.socket(*kind) as raw,
    ):
        raw.bind((tap, _ipv4))
        yield raw


def _packet(data: bytes, source: bytes = _stranger, number: int = 0, fragment: int = 0) -> bytes:
    """A frame to the kernel with a packet of TCP, or with a fragment of one."""
    head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(data), number, fragment, 64, _tcp, 0)
    head += source + _kernel
    head = head[:10] + struct.pack(">H", checksum(head)) + head[12:]
    return _kernel_card + _forger_card + b"\x08\x00" + head + data


def _segment(
    ports: tuple[int, int], flags: int, sequence: int = 77, source: bytes = _stranger
) -> bytes:
    head = struct.pack(">HHIIBBHHH", *ports, sequence, 0, 0x50, flags, 65535, 0, 0)
    pseudo = source + _kernel + struct.pack(">HH", _tcp, len(head))
    return head[:16] + struct.pack(">H", checksum(pseudo + head)) + head[18:]


def _is_served() -> bool:
    words = ["curl", "--silent", "--show-error", "--fail", "--max-time", "60"]
    page = subprocess.run(
        [*words, f"http://{kernel_address}/"], stdout=subprocess.PIPE, check=True
    ).stdout
    return b"Hello from Flatland." in page


def test_a_scan_of_ports_finds_the_one_that_is_open(wire: socket.socket) -> None:
    opened = []
    for port in range(1, 129):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.settimeout(60)
            if probe.connect_ex((kernel_address, port)) == 0:
                opened.append(port)
    assert opened == [80]
    assert _is_served()


def _flood(wire: socket.socket, chosen: random.Random) -> None:
    """First segments from 200 forged sources."""
    for _ in range(200):
        forged = socket.inet_aton(f"10.0.0.{chosen.randrange(100, 250)}")
        ports = (chosen.randrange(1024, 65536), 80)
        wire.send(_packet(_segment(ports, _syn, chosen.randrange(1 << 32), forged), forged))


def test_pages_are_served_in_a_flood_of_forged_first_segments(
    wire: socket.socket,
) -> None:
    chosen = random.Random(1)
    for _ in range(10):
        _flood(wire, chosen)
        assert _is_served()


def test_pages_are_served_while_a_flood_goes_on(wire: socket.socket) -> None:
    is_over = Event()

    def flood() -> None:
        chosen = random.Random(3)
        while not is_over.wait(0.02):
            _flood(wire, chosen)

    flooding = Thread(target=flood)
    flooding.start()
    try:
        for _ in range(5):
            assert _is_served()
    finally:
        is_over.set()
        flooding.join()


def test_segments_from_their_own_destination_do_no_harm(wire: socket.socket) -> None:
    for _ in range(100):
        wire.send(_packet(_segment((80, 80), _syn, source=_kernel), source=_kernel))
    assert _is_served()


def test_fragments_that_overlap_or_never_complete_do_no_harm(
    wire: socket.socket,
) -> None:
    more = 0x2000
    for number in range(300):
        wire.send(_packet(bytes(40), number=number, fragment=more))
        wire.send(_packet(bytes(4), number=number, fragment=3))
        wire.send(_packet(bytes(1000), number=1000 + number, fragment=more | 7))
    assert _is_served()
    data = random.Random(2).randbytes(5000)
    assert ping(kernel_address, data, 1) == data
