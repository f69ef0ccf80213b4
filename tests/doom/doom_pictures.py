# SPDX-License-Identifier: BSD-2-Clause
"""Pictures that `flat run` saves of the game: 320 x 200 pixels, as PNG files."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

from flatland import paths

_width, _height = 320, 200


def pictures_of(messages: str) -> list[Path]:
    """The files that a run tells of."""
    return [paths.kit / name for name in re.findall(r"a picture: (\S+)", messages)]


def rows_of(picture: Path) -> list[bytes]:
    """The pixels, of three bytes each."""
    data = picture.read_bytes()
    pixels = zlib.decompress(data[data.index(b"IDAT") + 4 : data.index(b"IEND") - 8])
    size = 3 * _width + 1  # each row begins with its filter
    return [pixels[at + 1 : at + size] for at in range(0, _height * size, size)]
