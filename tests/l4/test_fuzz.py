# SPDX-License-Identifier: BSD-2-Clause
# One run in 3, unless changed: dimensions/api/v4
"""What the L4 kernel decodes, and all of its calls, are given random words, under sanitizers."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

from flatland.builder.linked import units_of
from flatland.testing.libfuzzer import fuzz, includes_of

here = Path(__file__).resolve().parent
kit = here.parents[1]
api = kit / "dimensions" / "api" / "v4"
_decoder_runs = 100_000
_call_runs = 5_000


def _includes() -> list[str | Path]:
    """What the compiler needs for the API on a host that has no ports, and what has declares."""
    hosted = includes_of("ipc-cycles", "dimensions/api/v4/ipc.cpp", "hosted")
    return [*hosted, *includes_of("l4-fuzz", "dimensions/api/v4/ipc.cpp")]


def _framework() -> list[str]:
    """The object files that a process needs around the API."""
    command = [str(kit / "flat"), "build", "ipc-cycles", "-t", "hosted"]
    printed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    units = units_of(kit / printed.strip().splitlines()[-1])
    return [unit.output for unit in units if unit.is_framework]


def test_random_words_are_decoded_within_them(tmp_path: Path) -> None:
    region, ports = 0x5000_0000 | 12 << 4 | 7, 0x60 << 16 | 3 << 10 | 2 << 4
    string = struct.pack("<QQQ", 700 << 10 | 1 << 4 | 1 << 9, 0x1000, 0x2000)
    seeds = {
        "tag": struct.pack("<QQQ", 5 << 16 | 2 << 6, 0x5000_0008, region),
        "ports": struct.pack("<QQ", ports, 1 << 4),
        "string": string + struct.pack("<QQ", 9 << 10, 0x3000),
        "times": struct.pack("<QQ", 0x8400_0400, 1_000_000),
    }
    source = api / "ipc" / "string_walk.cpp"
    fuzz(tmp_path, here / "decoders_fuzz.cpp", [*_includes(), source], seeds, _decoder_runs, 512)


def test_random_calls_do_no_harm(tmp_path: Path) -> None:
    own = ("interface_page", "ipc", "spaces", "threads", "tcb_api", "dispatch")
    sources = [api / f"{name}.cpp" for name in own]
    for room in ("control", "ipc", "mapping", "scheduling"):
        files = (api / room).glob("*.cpp")
        sources += [each for each in files if not each.name.endswith("_test.cpp")]
    sources.append(api / "on" / "hosted" / "tcb_abi.cpp")
    call = bytes([8, 2, 7, 3, 1, 9, 2, 1, 60, 5, 2, 3, 7, 1, 0, 2, 2, 11, 0])
    seeds = {"exchange": call * 6, "many": bytes(range(256)) * 2, "control": bytes([1, 2, 3]) * 60}
    fuzz(
        tmp_path,
        here / "calls_fuzz.cpp",
        [*_includes(), *sorted(sources), *_framework()],
        seeds,
        _call_runs,
        bytes_max=1024,
    )
