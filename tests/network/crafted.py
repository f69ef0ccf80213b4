# SPDX-License-Identifier: BSD-2-Clause
"""Frames as no socket of Linux would send them, and which of them a kernel between two lets by."""

from __future__ import annotations

import itertools
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cable import checksum, enter_network, patience_s
from two_networks import other_tap

_all_protocols = 3  # ETH_P_ALL of <linux/if_ether.h>
_stranger = bytes.fromhex("020000000009")
_nobody = "02:00:00:00:00:08"
_marks = itertools.count(1)
more_fragments = 0x2000


@contextmanager
def raw_cables(outside: list[str]) -> Iterator[list[socket.socket]]:
    """Sockets for whole frames: on the cable of this process, and on that of `outside`."""
    before = os.open("/proc/self/ns/net", os.O_RDONLY)
    there = os.open(Path("/run/netns") / outside[-1], os.O_RDONLY)
    try:
        with _raw("tap0") as near:
            enter_network(there)
            try:
                far = _raw(other_tap)
            finally:
                enter_network(before)
            with far:
                yield [near, far]
    finally:
        os.close(before)
        os.close(there)


def _raw(tap: str) -> socket.socket:
    raw = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(_all_protocols))
    raw.settimeout(patience_s)
    raw.bind((tap, 0))
    return raw


def packet(hosts: tuple[str, str], protocol: int, content: bytes, fragment: int = 0) -> bytes:
    """A packet of IPv4 from one host to another, and after its content a mark of 8 bytes."""
    content += b"mark" + struct.pack(">I", next(_marks))
    head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(content), 7, fragment, 64, protocol, 0)
    head += b"".join(socket.inet_aton(each) for each in hosts)
    return head[:10] + struct.pack(">H", checksum(head)) + head[12:] + content


def udp(ports: tuple[int, int], data: bytes = bytes(16)) -> bytes:
    """A datagram without a checksum; the packet's mark belongs to it."""
    return struct.pack(">HHHH", *ports, 16 + len(data), 0) + data


def tcp(ports: tuple[int, int], flags: int) -> bytes:
    """A segment of TCP; its checksum is not right."""
    return struct.pack(">HHIIBBHHH", *ports, 1, 0, 0x50, flags, 512, 0, 0)


def echo(identifier: int) -> bytes:
    """A request of ICMP; its checksum is not right."""
    return struct.pack(">BBHHH", 8, 0, 0, identifier, 1) + bytes(16)


def unreachable(quoted: bytes) -> bytes:
    """An error of ICMP about a packet; its checksum is not right."""
    return bytes([3, 1]) + bytes(6) + quoted


def passed(
    sender: socket.socket, receiver: socket.socket, packets: list[bytes], card: str = _nobody
) -> list[bool]:
    """Which packets, sent one after the other to a card, come out; the last one must."""
    for each in packets:
        sender.send(bytes.fromhex(card.replace(":", "")) + _stranger + b"\x08\0" + each)
    marks = [each[-8:] for each in packets]
    missing = set(marks)
    end = time.monotonic() + patience_s
    while marks[-1] in missing:
        assert time.monotonic() < end, "the last one did not come"
        frame, (_, _, kind, *_) = receiver.recvfrom(65536)
        if kind != socket.PACKET_OUTGOING:
            missing -= {each for each in missing if each in frame}
    return [each not in missing for each in marks]
