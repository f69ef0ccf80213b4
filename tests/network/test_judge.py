# SPDX-License-Identifier: BSD-2-Clause
"""What captures of a kernel's packets are judged by complains about what is wrong."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from cable import checksum, judge, kernel_card

# Reads: tests/network


def _datagram(card: str, flaw: int = 0) -> bytes:
    """A frame with a datagram of four bytes, whose checksum has a flaw."""
    addresses = bytes([10, 0, 0, 2, 10, 0, 0, 1])
    body = struct.pack(">HHHH", 7, 4000, 12, 0) + b"data"
    total = checksum(addresses + struct.pack(">HH", 17, len(body)) + body)
    body = body[:6] + struct.pack(">H", total ^ flaw) + body[8:]
    header = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(body), 1, 0, 64, 17, 0) + addresses
    header = header[:10] + struct.pack(">H", checksum(header)) + header[12:]
    cards = bytes.fromhex("525400000001" + card.replace(":", ""))
    return cards + struct.pack(">H", 0x800) + header + body


def _capture(path: Path, *frames: bytes) -> Path:
    """A file of frames as libpcap writes it."""
    head = struct.pack("<IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1)
    records = [
        struct.pack("<IIII", i, 0, len(each), len(each)) + each for i, each in enumerate(frames)
    ]
    path.write_bytes(head + b"".join(records))
    return path


def test_what_is_right_is_not_complained_about(tmp_path: Path) -> None:
    judge(_capture(tmp_path / "right", _datagram(kernel_card)))


@pytest.mark.parametrize("frame", [_datagram(kernel_card, 1), _datagram(kernel_card)[:-3]])
def test_what_is_wrong_is(tmp_path: Path, frame: bytes) -> None:
    with pytest.raises(AssertionError):
        judge(_capture(tmp_path / "wrong", _datagram(kernel_card), frame))


def test_what_others_send_is_their_affair(tmp_path: Path) -> None:
    judge(_capture(tmp_path / "others", _datagram("52:54:00:00:00:09", 1)))


def test_what_is_no_capture_of_frames_is_seen(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        judge(_capture(tmp_path / "shifted", bytes(12) + _datagram(kernel_card)))


def test_a_complaint_of_the_callers_is_heard(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        judge(_capture(tmp_path / "right", _datagram(kernel_card)), "udp.dstport == 4000")
