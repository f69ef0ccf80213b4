# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Pictures on a console become PNG files, and whatever is none stays a line; windows."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import pytest

from flatland.run.console import Console
from flatland.run.pictures import Pictures
from flatland.run.settings import RunFile
from flatland.run.window import has_window, unseen, window_words

rows = ("@picture dot 2 2 1 0000ffffffff", "@picture dot 2 2 0 ff000000ff00")


def test_rows_in_any_order_are_a_picture(tmp_path: Path) -> None:
    console = Console(out := io.StringIO())
    console.feed("\n".join(["before", *rows, "after", ""]).encode())
    assert out.getvalue() == "before\nafter\n"
    (file,) = console.pictures.save(tmp_path)
    data = file.read_bytes()
    assert file.name == "dot.png" and data.startswith(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    assert struct.unpack(">II", data[16:24]) == (2, 2)
    begin = data.index(b"IDAT") + 4
    pixels = zlib.decompress(data[begin : data.index(b"IEND") - 8])
    assert pixels.hex() == "00ff000000ff00" + "000000ffffffff"


def test_a_picture_that_lacks_a_row_is_none(tmp_path: Path) -> None:
    pictures = Pictures()
    assert pictures.take(rows[0])
    assert pictures.save(tmp_path) == []


@pytest.mark.parametrize(
    "line",
    [
        "@picture dot 2 2 0 ff00",
        "@picture dot 2 2 2 ff000000ff00",
        "@picture ../dot 2 2 0 ff000000ff00",
        "@picture dot 2 2 0 gg000000ff00",
        "@picture dot",
    ],
)
def test_what_is_no_row_is_shown_as_it_stands(line: str, tmp_path: Path) -> None:
    console = Console(out := io.StringIO())
    console.feed(f"{line}\n".encode())
    assert out.getvalue() == f"{line}\n"
    assert console.pictures.save(tmp_path) == []


def test_a_window_is_for_kernels_that_are_looked_at_where_there_is_a_display() -> None:
    run_file = RunFile(windows=("doom",))
    assert has_window(run_file, "doom", {"DISPLAY": ":0"})
    assert has_window(run_file, "doom", {"WAYLAND_DISPLAY": "wayland-0"})
    assert not has_window(run_file, "doom", {"DISPLAY": ""})
    assert not has_window(run_file, "doom-demo", {"DISPLAY": ":0"})
    assert "sleep=on" in window_words()[-1]


def test_what_nobody_can_look_at_may_be_another_kernel() -> None:
    run_file = RunFile(windows=("doom", "disk"), headless={"doom": "pictures"})
    kernel = Path("kernels/doom/doom.flat")
    assert unseen(run_file, kernel, {}) == Path("kernels/doom/pictures.flat")
    assert unseen(run_file, kernel, {"DISPLAY": ":0"}) is None
    assert unseen(run_file, kernel.with_name("disk.flat"), {}) is None
