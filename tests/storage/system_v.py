# SPDX-License-Identifier: BSD-2-Clause
"""Makes a disk of System V's format, release 4: no package has a program for it."""

from __future__ import annotations

import struct
from pathlib import Path

_block = 1024
_per_chunk = 50
_node_blocks = 32
_root = 2
_made_at = 1_000_000_000


def make_disk(image: Path, blocks: int) -> None:
    """An empty root, and all other blocks in the list of free ones, which ends with a 0."""
    disk = bytearray(blocks * _block)
    first = 2 + _node_blocks
    nodes = _node_blocks * _block // 64
    chunk = [0]
    for block in range(blocks - 1, first, -1):
        if len(chunk) == _per_chunk:
            struct.pack_into(f"<H2x{_per_chunk}I", disk, block * _block, _per_chunk, *chunk)
            chunk = []
        chunk.append(block)
    numbers = struct.pack("<H2xIH2x", first, blocks, len(chunk))
    free = struct.pack(f"<{len(chunk)}I", *chunk).ljust(4 * _per_chunk, b"\0")
    no_nodes = bytes(4 + 200 + 4)
    counts = struct.pack("<I8xIH", _made_at, blocks - first - 1, nodes - 2)
    super_block = (numbers + free + no_nodes + counts).ljust(500, b"\0")
    seal = struct.pack("<III", 0x7C269D38 - _made_at, 0xFD187E20, _block // 512)
    disk[512:1024] = super_block + seal
    node = struct.pack("<HHHHI", 0o40755, 2, 0, 0, 32) + first.to_bytes(3, "little")
    node = node.ljust(52, b"\0") + struct.pack("<III", *[_made_at] * 3)
    nobody = struct.pack("<HH", 0o100000, 1)
    disk[2 * _block : 2 * _block + 4] = nobody
    disk[2 * _block + 64 : 2 * _block + 128] = node
    names = struct.pack("<H14sH14s", _root, b".", _root, b"..")
    disk[first * _block : first * _block + 32] = names
    image.write_bytes(disk)
