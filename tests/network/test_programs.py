# SPDX-License-Identifier: BSD-2-Clause
# Reads: components/router
# Builds: kernels/router
# One run in 3, unless changed: components/router tools/cli/flatland/planp kernels/router
"""The check of PlanP programs is given damaged ones, and what it accepts hostile packets."""

from __future__ import annotations

import os
import struct
from pathlib import Path

from cable import build, here, kit

from flatland.builder.linked import unit_named, units_of
from flatland.planp.compiler import compile_file
from flatland.testing.libfuzzer import fuzz

_runs = 2_000_000 if "FLAT_EXHAUSTIVE" in os.environ else 50_000
_programs = kit / "kernels" / "router" / "programs"


def _packets() -> bytes:
    ether = bytes.fromhex("020000000009 020000000001")
    ip = bytes.fromhex("4500001e00000000401166cc0a0000010a000003")
    udp = ether + b"\x08\0" + ip + bytes.fromhex("04000009000a00000102")
    arp = ether + bytes.fromhex("0806 0001080006040001") + bytes(20)
    request = bytes.fromhex("080003f712340005")
    icmp = ether + b"\x08\0" + ip[:9] + b"\x01" + ip[10:] + request + bytes(8)
    return b"".join(each.ljust(200, b"\0") for each in (udp, arp, icmp, udp))


def test_random_programs_and_packets_do_no_harm(tmp_path: Path) -> None:
    units = units_of(build(str(kit / "kernels" / "router" / "hosted.flat")))
    unit = unit_named(units, "components/router/planp/form.cpp")
    folder = kit / "components" / "router" / "planp"
    names = ("form", "form_check", "packet", "run", "blob", "made_header")
    sources = [folder / f"{name}.cpp" for name in names]
    objects = [each.output for each in units if each.is_framework]
    seeds = {}
    for file in _programs.glob("*.planp"):
        form = compile_file(file).encode()
        seeds[file.stem] = struct.pack("<H", len(form)) + form + _packets()
    fuzz(
        tmp_path,
        here / "programs_fuzz.cpp",
        [*unit.include_words, *sources, *objects],
        seeds,
        _runs,
        bytes_max=12000,
    )
