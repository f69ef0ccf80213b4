# SPDX-License-Identifier: BSD-2-Clause
# Reads: components/doom
# Builds: kernels/doom
# One run in 3, unless changed: kernels/doom components/doom components/driver
"""WADs, keyboards and mice have random contents and say random things, under sanitizers."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from flatland.builder.linked import Unit, unit_named, units_of
from flatland.testing.libfuzzer import fuzz, includes_of

here = Path(__file__).resolve().parent
kit = here.parents[1]
screen = kit / "kernels" / "screen"
_runs = 5_000


def units(*words: str) -> list[Unit]:
    """What a kernel is built of."""
    command = [str(kit / "flat"), "build", *words]
    done = subprocess.run(command, cwd=kit, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return list(units_of(kit / done.stdout.strip().splitlines()[-1]))


@pytest.fixture(scope="module")
def process() -> list[Unit]:
    """What a kernel that is a process is built of."""
    return units("hello", "-t", "hosted")


def words_for(
    process: list[Unit], kernels: Sequence[tuple[str, str]], names: Sequence[str]
) -> list[str | Path]:
    """Sources of a driver and what the compiler needs for them.

    The declarations of what a process has no device for are made with a kernel that has one.
    """
    hosted = unit_named(process, "components/boot/hello.cpp").include_words
    own = [
        word for kernel, source in kernels for word in includes_of(kernel, f"components/{source}")
    ]
    sources = [kit / "components" / "driver" / f"{name}.cpp" for name in names]
    objects = [unit.output for unit in process if unit.is_framework]
    return [*hosted, *own, *sources, *objects]


def test_random_wads_do_no_harm(tmp_path: Path, process: list[Unit]) -> None:
    lump = struct.pack("<II8s", 12, 5, b"LUMP")
    seeds = {
        kind.decode(): kind + struct.pack("<II", 2, 17) + b"lump!" + lump * 2
        for kind in (b"IWAD", b"PWAD")
    }
    includes = unit_named(process, "components/boot/hello.cpp").include_words
    words: list[str | Path] = [*includes, kit / "components" / "doom" / "wad.cpp"]
    fuzz(tmp_path, here / "wad_fuzz.cpp", words, seeds, 10 * _runs)


def test_random_bytes_of_keyboards_and_mice_do_no_harm(tmp_path: Path, process: list[Unit]) -> None:
    keys, mouse = b"\2\x1e\2\xe0\2\x4b\2\x9e\2\xe1\2\x1d\2\x45", b"\1\x08\1\5\7\7"
    seeds = {"keys": b"\0" + keys, "mouse": b"\0" + mouse, "both": b"\4" + mouse + keys}
    names = ("ps2_input", "ps2_start", "ps2_scan_codes", "ps2_mouse_packets", "key_events")
    kernels = [(f"{screen}/screen.flat", "driver/ps2_input.cpp")]
    words = words_for(process, kernels, names)
    fuzz(tmp_path, here / "ps2_fuzz.cpp", words, seeds, _runs)


def test_random_events_of_virtio_do_no_harm(tmp_path: Path, process: list[Unit]) -> None:
    def step(kind: int, of_event: int, code: int, value: int) -> bytes:
        return struct.pack("<BBHI", kind, of_event, code, value)

    told = step(0x8E, 1, 30, 1) + step(0x8F, 1, 30, 0) + step(0x4E, 2, 0, 5)
    seeds = {"told": told, "used": told + step(0, 0, 8, 3) + told, "jump": step(2, 0, 40, 0) + told}
    names = ["virtio_input", "virtio_input_device", "virtio_queue", "virtio_transport"]
    names += ["key_events", "ps2_scan_codes"]
    kernels = [
        (f"{screen}/screen-virtio.flat", "driver/virtio_input.cpp"),
        ("network", "net/buffers/dma_buffers.cpp"),  # whose memory is that of drivers' tests
    ]
    words = words_for(process, kernels, names)
    fuzz(tmp_path, here / "virtio_input_fuzz.cpp", words, seeds, _runs)
