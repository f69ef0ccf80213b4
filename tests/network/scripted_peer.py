# SPDX-License-Identifier: BSD-2-Clause
"""A peer at a kernel's cable that no stack stands behind: a script says each byte it sends."""

from __future__ import annotations

import itertools
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from cable import checksum, kernel_address, kernel_card, patience_s

peer_address = "10.0.0.77"
to_all_card = b"\xff" * 6
icmp, tcp, udp = 1, 6, 17
peer_card = bytes.fromhex("020000000077")
_kernel_card = bytes.fromhex(kernel_card.replace(":", ""))
_ipv4, _arp, _all_protocols = 0x800, 0x806, 3
_echo, _echo_answer = 8, 0
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Packet:
    """A packet of IPv4 from the kernel."""

    source: str
    destination: str
    protocol: int
    lifetime: int
    header: bytes
    content: bytes
    card: bytes  # that it goes to


def read_packet(frame: bytes) -> Packet:
    """What a frame of the kernel's has in it; its header must be right."""
    assert frame[14] == 0x45
    header, size = frame[14:34], struct.unpack_from(">H", frame, 16)[0]
    assert checksum(header) == 0
    source, destination = socket.inet_ntoa(header[12:16]), socket.inet_ntoa(header[16:20])
    content = frame[34 : 14 + size]
    return Packet(source, destination, header[9], header[8], header, content, frame[:6])


@dataclass(frozen=True)
class Sent:
    """The header of a packet that the peer sends, right unless it is told otherwise."""

    protocol: int = icmp
    source: str = peer_address
    destination: str = kernel_address
    lifetime: int = 64
    version: int = 4
    options: bytes = b""
    service: int = 0  # its type
    fragment: int = 0  # as the header has it: a flag and the offset in eights
    number: int = field(default_factory=lambda: next(_numbers) & 0xFFFF)
    spoilt: int = 0  # what its checksum is wrong by

    def write(self, content: bytes) -> bytes:
        """The packet."""
        words = 5 + len(self.options) // 4
        head = struct.pack(
            ">BBHHHBBH",
            self.version << 4 | words,
            self.service,
            words * 4 + len(content),
            self.number,
            self.fragment,
            self.lifetime,
            self.protocol,
            0,
        )
        head += socket.inet_aton(self.source) + socket.inet_aton(self.destination) + self.options
        total = checksum(head) ^ self.spoilt
        return head[:10] + struct.pack(">H", total) + head[12:] + content


def icmp_message(kind: int, code: int, word: int, data: bytes) -> bytes:
    """A message of ICMP with its checksum."""
    head = struct.pack(">BBHI", kind, code, 0, word)
    return head[:2] + struct.pack(">H", checksum(head + data)) + head[4:] + data


def transport_checksum(packet: Packet) -> int:
    """0 if the checksum of a segment or datagram of the kernel's is right."""
    pseudo = packet.header[12:20] + struct.pack(">HH", packet.protocol, len(packet.content))
    return checksum(pseudo + packet.content)


def with_checksum(content: bytes, place: int, header: Sent) -> bytes:
    """A segment or datagram with its checksum at a place that is 0 so far."""
    pseudo = socket.inet_aton(header.source) + socket.inet_aton(header.destination)
    pseudo += struct.pack(">HH", header.protocol, len(content))
    total = struct.pack(">H", checksum(pseudo + content))
    return content[:place] + total + content[place + 2 :]


class ScriptedPeer:
    """Sends packets and hears what the kernel sends to anybody; answers ARP for its own address."""

    def __init__(self, cable: socket.socket) -> None:
        self._cable = cable
        self.questions: list[str] = []
        self.answers_arp = True

    def send(self, header: Sent, content: bytes, card: bytes = _kernel_card) -> None:
        """Sends a packet in a frame of its own."""
        self.send_frame(_ipv4, header.write(content), card)

    def send_frame(self, kind: int, content: bytes, card: bytes = _kernel_card) -> None:
        """Sends a frame of a type, or of a length where 802.3 has one."""
        self._cable.send(card + peer_card + struct.pack(">H", kind) + content)

    def hear(self, is_meant: Callable[[Packet], bool] = lambda _: True) -> Packet:
        """The next packet of the kernel that is meant; others are passed over."""
        end = time.monotonic() + patience_s
        while True:
            assert time.monotonic() < end, "nothing such comes from the kernel"
            packet = self._next_packet()
            if packet and is_meant(packet):
                return packet

    def until_echo(self) -> list[Packet]:
        """Asks for an echo, and returns what the kernel has sent before it answers."""
        word = 0x4D41 << 16 | next(_numbers)
        self.send(Sent(), icmp_message(_echo, 0, word, b"barrier"))
        before: list[Packet] = []
        while True:
            packet = self.hear()
            answer = icmp_message(_echo_answer, 0, word, b"barrier")
            if packet.protocol == icmp and packet.content == answer:
                return before
            before.append(packet)

    def echo(self, header: Sent, data: bytes = b"script") -> Packet:
        """The answer to an echo that is asked for in such a packet; it must come."""
        word = next(_numbers)
        self.send(header, icmp_message(_echo, 0, word, data))
        return self.hear(lambda each: each.content == icmp_message(_echo_answer, 0, word, data))

    def _next_packet(self) -> Packet | None:
        frame, (_, kind, *_) = self._cable.recvfrom(65536)
        if frame[6:12] != _kernel_card:
            return None
        if kind == _arp:
            self._answer_arp(frame)
        return read_packet(frame) if kind == _ipv4 else None

    def _answer_arp(self, question: bytes) -> None:
        asked = socket.inet_ntoa(question[38:42])
        self.questions.append(asked)
        if asked == peer_address and self.answers_arp:
            self.tell_arp()

    def tell_arp(self) -> None:
        """Tells the kernel where the peer is."""
        own = peer_card + socket.inet_aton(peer_address)
        other = _kernel_card + socket.inet_aton(kernel_address)
        self.send_frame(_arp, struct.pack(">HHBBH", 1, _ipv4, 6, 4, 2) + own + other)


@contextmanager
def scripted_peer(tap: str) -> Iterator[ScriptedPeer]:
    """A peer at the tap of this process's network, until the end of the block."""
    kind = (socket.AF_PACKET, socket.SOCK_RAW, socket.htons(_all_protocols))
    with socket.socket(*kind) as cable:
        cable.settimeout(patience_s)
        cable.bind((tap, 0))
        yield ScriptedPeer(cable)
