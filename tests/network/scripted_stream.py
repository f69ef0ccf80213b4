# SPDX-License-Identifier: BSD-2-Clause
"""A peer's end of a stream of TCP, whose segments a script writes one by one."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scripted_peer import Packet, ScriptedPeer, Sent, tcp, transport_checksum, with_checksum

fin, syn, rst, psh, ack, urg = 1, 2, 4, 8, 16, 32
_numbers = 1 << 32
_checksum_at = 16
_end_of_options, _no_operation, _largest_segment = 0, 1, 2


@dataclass(frozen=True)
class Segment:
    """A segment of the kernel's."""

    ports: tuple[int, int]
    sequence: int
    acknowledgement: int
    flags: int
    window: int
    data: bytes
    options: dict[int, bytes]
    padding: bytes

    @property
    def end(self) -> int:
        """The number after its data."""
        return (self.sequence + len(self.data)) % _numbers

    @property
    def largest(self) -> int | None:
        """The largest segment that it allows, if it says so."""
        value = self.options.get(_largest_segment)
        return int.from_bytes(value, "big") if value is not None else None


def read_segment(packet: Packet) -> Segment:
    """What a packet has in it; checksum and lengths must be right."""
    assert packet.protocol == tcp
    assert transport_checksum(packet) == 0
    source, destination, sequence, acknowledgement, words, flags, window = struct.unpack_from(
        ">HHIIBBH", packet.content
    )
    data_at = (words >> 4) * 4
    options, padding = _options(packet.content[20:data_at])
    ports = (source, destination)
    data = packet.content[data_at:]
    return Segment(ports, sequence, acknowledgement, flags, window, data, options, padding)


def _options(text: bytes) -> tuple[dict[int, bytes], bytes]:
    """Options by kind, and what follows their end."""
    found: dict[int, bytes] = {}
    while text and text[0] != _end_of_options:
        if text[0] == _no_operation:
            text = text[1:]
            continue
        assert 2 <= text[1] <= len(text)
        found[text[0]], text = text[2 : text[1]], text[text[1] :]
    return found, text


def mss_option(largest: int) -> bytes:
    """The option that says how long segments may be."""
    return struct.pack(">BBH", _largest_segment, 4, largest)


def write_segment(
    ports: tuple[int, int],
    sequence: int,
    acknowledgement: int,
    flags: int,
    data: bytes = b"",
    window: int = 65535,
    options: bytes = b"",
    header: Sent | None = None,
    urgent: int = 0,
) -> bytes:
    """A segment from the peer's port to the kernel's with its checksum."""
    words = (5 + len(options) // 4) << 4
    numbers = (sequence % _numbers, acknowledgement % _numbers)
    head = struct.pack(">HHIIBBHHH", *ports, *numbers, words, flags, window, 0, urgent)
    return with_checksum(head + options + data, _checksum_at, header or Sent(tcp))


class Stream:
    """One port of the peer, to the kernel's port 80.

    `sequence` is the next number of its own, `acknowledged` the next that it expects.
    """

    def __init__(self, peer: ScriptedPeer, port: int) -> None:
        self.port = port
        self.sequence = 1000
        self.acknowledged = 0
        self._peer = peer
        self._window = 65535

    def connect(self, options: bytes = b"", window: int = 65535) -> Segment:
        """The handshake; the kernel's first segment."""
        self._window = window
        self.send(syn, options=options)
        first = self.hear(lambda each: each.flags == syn | ack)
        assert first.acknowledgement == self.sequence
        self.acknowledged = (first.sequence + 1) % _numbers
        self.send(ack)
        return first

    def send(
        self,
        flags: int,
        data: bytes = b"",
        options: bytes = b"",
        window: int | None = None,
        at: int | None = None,
        urgent: int = 0,
    ) -> None:
        """Sends a segment; its window stays, its number may be another one than the next."""
        self._window = self._window if window is None else window
        number = self.sequence if at is None else at
        told = self.acknowledged if flags & ack else 0
        content = write_segment(
            (self.port, 80), number, told, flags, data, self._window, options, urgent=urgent
        )
        self._peer.send(Sent(tcp), content)
        end = number + len(data) + bool(flags & (syn | fin))
        self.sequence = max(self.sequence, end)

    def acknowledge(self, segment: Segment, window: int | None = None) -> None:
        """Acknowledges all up to the end of a segment."""
        self.acknowledged = (segment.end + bool(segment.flags & fin)) % _numbers
        self.send(ack, window=window)

    def reset(self) -> None:
        """Ends the connection, if there is one."""
        self.send(rst)

    def hear(self, is_meant: Callable[[Segment], bool] = lambda _: True) -> Segment:
        """The next segment to this port that is meant."""
        while True:
            packet = self._peer.hear(lambda each: each.protocol == tcp)
            for segment in self.segments([packet]):
                if is_meant(segment):
                    return segment

    def hear_data(self) -> Segment:
        """The next segment that has data."""
        return self.hear(lambda each: bool(each.data))

    def segments(self, packets: Iterable[Packet]) -> list[Segment]:
        """Those of packets that are segments to this port."""
        read = [read_segment(each) for each in packets if each.protocol == tcp]
        return [each for each in read if each.ports == (80, self.port)]
