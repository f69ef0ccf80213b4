# SPDX-License-Identifier: BSD-2-Clause
"""What is measured of a program of the scenario: instructions, tables, and time."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

_messages_a_round = 2
_short_run = 1_000
_long_run = 11_000


@dataclass(frozen=True)
class Figures:
    """What does not depend on the machine."""

    result: int  # what the threads computed: the same in every program
    instructions: float  # of one message
    size_bytes: int  # of a thread
    table_pointers: int  # words of a thread that point to the image's constants
    tables: tuple[str, ...]  # virtual tables that the image names; clang's LTO forgets their names

    @property
    def own_tables(self) -> tuple[str, ...]:
        """Tables that exist because of the thread's class, not of a test's fakes."""
        return tuple(name for name in self.tables if "scenario::Thread" in name)


def measure(image: Path) -> Figures:
    """Runs a program under callgrind, and looks into its image."""
    values = run(image, 1)
    constants = _constants(image)
    words = [int(word, 16) for word in values["words"].split()]
    pointers = sum(any(word in place for place in constants) for word in words)
    counted = _count(image, _long_run) - _count(image, _short_run)
    return Figures(
        int(values["result"]),
        round(counted / ((_long_run - _short_run) * _messages_a_round), 1),
        int(values["size"]),
        pointers,
        _tables(image),
    )


def nanoseconds(image: Path, rounds: int) -> float:
    """The time of one message, in one run."""
    return float(run(image, rounds)["nanoseconds"])


def run(image: Path, rounds: int) -> dict[str, str]:
    """What a program prints, by the first word of each line."""
    command = [str(image), str(rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {
        key: value for key, _, value in (line.partition(" ") for line in done.stdout.split("\n"))
    }


def _count(image: Path, rounds: int) -> int:
    """Instructions of a whole run; the difference of two runs has no start-up in it."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command += [str(image), str(rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    assert found, done.stderr
    return int(found[1])


def _tables(image: Path) -> tuple[str, ...]:
    """The virtual tables, and tables of tables, of an image."""
    lines = _output("llvm-nm-19", "--defined-only", "--demangle", "--just-symbol-name", str(image))
    kinds = ("vtable for ", "construction vtable for ", "VTT for ")
    return tuple(sorted(line for line in lines.splitlines() if line.startswith(kinds)))


def _constants(image: Path) -> list[range]:
    """Where the sections of an image lie that hold constants, virtual tables among them."""
    lines = _output("llvm-readelf-19", "--sections", "--wide", str(image)).splitlines()
    pattern = re.compile(r"\.(?:rodata|data\.rel\.ro)\S* +PROGBITS +(\w+) \w+ (\w+)")
    found = [match for line in lines if (match := pattern.search(line))]
    places = [(int(match[1], 16), int(match[2], 16)) for match in found]
    return [range(address, address + size + 1) for address, size in places]


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
