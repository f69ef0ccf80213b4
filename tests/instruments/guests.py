# SPDX-License-Identifier: BSD-2-Clause
"""Builds the plugin and tiny guests, runs guests in QEMU, and reads what the plugin counted."""

from __future__ import annotations

import json
import re
import struct
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

here = Path(__file__).resolve().parent
kit = here.parents[1]
cases = sorted((here / "counts").glob("*.S"))

counters = (
    "kernel_instructions",
    "user_instructions",
    "kernel_reads",
    "kernel_writes",
    "user_reads",
    "user_writes",
    "kernel_lines",
    "user_lines",
    "control_writes",
)
"""In the order of the record, core/measure/probe.hpp."""

lines = ("kernel_lines", "user_lines")
"""The counters that begin anew at every mark."""

Counts = Mapping[str, int]

passed = 33
"""QEMU's exit status after a guest's EXIT."""

spare = 0x800000
"""Where the guest's memory is the test's own."""

_records_offset = 0x600000
_record = struct.Struct("<II9QII")


@dataclass(frozen=True)
class Configuration:
    """A way to run QEMU, and the tags of what QEMU then counts in its own way."""

    name: str
    arguments: tuple[str, ...] = ()
    tags: frozenset[str] = frozenset()


_icount = ("-icount", "shift=0")

configurations = (
    Configuration("plain"),
    Configuration("icount", _icount, frozenset({"icount"})),
    Configuration("single-step", ("-singlestep",), frozenset({"single-step"})),
    Configuration("two-processors", ("-smp", "2", *_icount), frozenset({"icount"})),
    Configuration("parallel", ("-smp", "2"), frozenset({"parallel"})),
)


@dataclass(frozen=True)
class Run:
    """What a run of QEMU left behind."""

    status: int
    errors: str
    report: Mapping[str, Any]
    ram: Path

    def record(self, offset: int) -> tuple[bool, Counts]:
        """Whether the record at an offset of the guest's memory is filled, and its counters."""
        with self.ram.open("rb") as ram:
            ram.seek(offset)
            _, valid, *figures = _record.unpack(ram.read(_record.size))
        return valid == 1, dict(zip(counters, figures, strict=False))

    def word(self, offset: int) -> int:
        """The 8 bytes at an offset of the guest's memory, as a number."""
        with self.ram.open("rb") as ram:
            ram.seek(offset)
            return int.from_bytes(ram.read(8), "little")

    def difference(self, first: int, second: int) -> Counts:
        """What lies between two marks, numbered as the guest numbers them."""
        valid_first, before = self.record(_records_offset + 128 * first)
        valid_second, after = self.record(_records_offset + 128 * second)
        assert valid_first and valid_second
        return {
            name: after[name] if name in lines else after[name] - before[name] for name in counters
        }


def run_tool(*words: str | Path) -> None:
    """Runs a tool that has to succeed."""
    subprocess.run([str(word) for word in words], check=True, timeout=120)


def build_plugin(folder: Path) -> Path:
    """Builds tools/memtrace as the kit does."""
    plugin = folder / "memtrace.so"
    sources = sorted((kit / "tools" / "memtrace").glob("*.c"))
    flags = ("-std=c11", "-O2", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror")
    run_tool("gcc", *flags, *sources, "-o", plugin)
    return plugin


def assemble(source: Path, folder: Path) -> Path:
    """Assembles one file of a guest."""
    output = folder / f"{source.stem}.S.o"
    run_tool("clang-19", "-target", "x86_64-elf", "-c", f"-I{here / 'guest'}", source, "-o", output)
    return output


def build_guest(source: Path, folder: Path, *objects: Path) -> Path:
    """Makes a bootable image of a test's assembly and more object files."""
    image = folder / f"{source.stem}.elf"
    own = (assemble(here / "guest" / "boot.S", folder), assemble(source, folder))
    script = here / "guest" / "guest.lds"
    run_tool("ld.lld-19", "-T", script, *own, *objects, "-o", image)
    return image


def qemu_command(image: Path, ram: Path, memory: str = "16M") -> list[str]:
    """QEMU with a guest whose memory is the file `ram`, without the plugin."""
    return [
        *("qemu-system-x86_64", "-accel", "tcg", "-cpu", "qemu64,+smep,+smap", "-m", memory),
        *("-object", f"memory-backend-file,id=ram,mem-path={ram},size={memory},share=on"),
        *("-machine", "pc,memory-backend=ram", "-nodefaults", "-display", "none", "-no-reboot"),
        *("-device", "isa-debug-exit,iobase=0xf4,iosize=1", "-kernel", str(image)),
    ]


def run_guest(
    image: Path,
    folder: Path,
    plugin: Path,
    arguments: Sequence[str] = (),
    *,
    options: str = "",
    memory: str = "16M",
) -> Run:
    """Runs a guest with the plugin; `options` are more of the plugin's, as in `,marks=1`."""
    ram = folder / "ram"
    out = folder / "out.json"
    for stale in (ram, out):
        stale.unlink(missing_ok=True)
    command = qemu_command(image, ram, memory)
    command += ["-plugin", f"{plugin},ram={ram},out={out}{options}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    report = json.loads(out.read_text(encoding="utf-8")) if out.exists() else {}
    return Run(done.returncode, done.stderr, report, ram)


# A long one goes on in lines that begin with `#` and at least four blanks.
_expectation = re.compile(r"^# expect(?:-(\S+))? (\d+) (\d+):(.*(?:\n#    +.*)*)$", re.MULTILINE)


def expectations(case: Path, tags: frozenset[str]) -> dict[tuple[int, int], Counts]:
    """What a case expects between pairs of marks, in a configuration with these tags."""
    found: dict[tuple[int, int], Counts] = {}
    matches = _expectation.findall(case.read_text(encoding="utf-8"))
    for tag, first, second, figures in sorted(matches, key=lambda match: match[0]):
        if tag and tag not in tags:
            continue
        counts = dict.fromkeys(counters, 0)
        for figure in figures.replace("#", " ").split():
            name, value = figure.split("=")
            assert name in counts, f"{case.name} expects {name}"
            counts[name] = int(value)
        found[int(first), int(second)] = counts
    assert found, f"{case.name} expects nothing"
    return found


def property_of(case: Path, name: str) -> str | None:
    """The text after `# name:` in a case."""
    match = re.search(rf"^# {name}: (.*)$", case.read_text(encoding="utf-8"), re.MULTILINE)
    return match.group(1) if match else None
