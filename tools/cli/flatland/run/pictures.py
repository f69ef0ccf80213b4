# SPDX-License-Identifier: BSD-2-Clause
"""Pictures that a kernel writes to its console, as PNG files.

A row of a picture is a line `@picture NAME WIDTH HEIGHT ROW PIXELS`, with six hexadecimal digits
for each pixel, red first.
"""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path

picture_mark = "@picture "

_row = re.compile(r"@picture ([a-z0-9-]{1,40}) (\d{1,5}) (\d{1,5}) (\d{1,5}) ([0-9a-f]+)")
_signature = b"\x89PNG\r\n\x1a\n"
_digits = 6


class Pictures:
    """Takes rows as they come; a picture is whole when it has them all."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, int, int], dict[int, bytes]] = {}

    def take(self, line: str) -> bool:
        """Takes a row; False for any other line."""
        match = _row.fullmatch(line)
        if not match:
            return False
        name, pixels = match[1], match[5]
        width, height, row = int(match[2]), int(match[3]), int(match[4])
        if len(pixels) != _digits * width or row >= height:
            return False
        self._rows.setdefault((name, width, height), {})[row] = bytes.fromhex(pixels)
        return True

    def save(self, folder: Path) -> list[Path]:
        """Writes the pictures that are whole, and tells where they are."""
        files = []
        for (name, width, height), rows in self._rows.items():
            if len(rows) == height:
                file = folder / f"{name}.png"
                file.write_bytes(png(width, [rows[row] for row in range(height)]))
                files.append(file)
        return files


def png(width: int, rows: list[bytes]) -> bytes:
    """A PNG file (ISO/IEC 15948) of rows of pixels of three bytes."""
    header = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows))
    chunks = ((b"IHDR", header), (b"IDAT", pixels), (b"IEND", b""))
    return _signature + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + check
