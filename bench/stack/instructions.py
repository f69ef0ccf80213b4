# SPDX-License-Identifier: BSD-2-Clause
"""Counts the instructions of two protocol stacks by themselves: ours, and lwIP's beside them.

Usage: python3 bench/stack/instructions.py [--rounds N] [--format json]
Two hosts in one process have a wire between them that costs a copy of each frame. Counted by
callgrind are both hosts: a datagram of one byte and its answer, and a stream of 1 MiB.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "cli"))

from flatland import paths
from flatland.setup.install import ensure
from flatland.setup.tools import find

here = Path(__file__).resolve().parent
stream_bytes = 1 << 20
_total = re.compile(r"^summary: (\d+)$", re.MULTILINE)
_ours = "flat::net::StackRounds::{}(unsigned int)"
_patience_s = 600


@dataclass(frozen=True)
class Stack:
    """Two hosts: the program, and how its functions are named that do the work."""

    name: str
    command: tuple[str, ...]
    function: str


@dataclass(frozen=True)
class Figure:
    """What both hosts of a stack take, in instructions."""

    stack: str
    round_trip: int  # of a datagram of one byte
    stream: int  # of 1 MiB


def ours(variant: str, rounds: int, folder: Path) -> Stack:
    """The kernel stack-rounds, without what valgrind cannot read of clang's debug information."""
    assembly = folder / "measured.flat"
    settings = f"rounds = {rounds}, stream_bytes = {stream_bytes}"
    assembly.write_text(
        "// SPDX-License-Identifier: BSD-2-Clause\n"
        f"assembly Measured extends StackRounds {{ rounds = net.StackRounds {{ {settings} }}; }}\n",
        encoding="utf-8",
    )
    words = [str(paths.kit / "flat"), "build", str(assembly), "--variant", variant]
    image = paths.kit / _run(words).strip().splitlines()[-1]
    program = folder / f"measured-{variant}"
    _run(["llvm-objcopy-19", "--strip-debug", str(image), str(program)])
    return Stack(f"ours, {variant}", (str(program),), _ours)


def lwip(rounds: int, folder: Path) -> Stack:
    """Two of lwIP's, as Debian has compiled it; by its callbacks, without its sockets' threads."""
    library, program = folder / "lwip_host.so", folder / "lwip_rounds"
    words = ["cc", "-O2", "-Wall", "-Wextra", "-Werror"]
    shared = ["-fPIC", "-shared", "-I/usr/include/lwip", str(here / "lwip_host.c"), "-llwip"]
    _run([*words, *shared, "-o", str(library)])
    _run([*words, str(here / "lwip_rounds.c"), "-o", str(program)])
    command = (str(program), str(library), str(rounds), str(stream_bytes))
    return Stack("lwIP", command, "{}")


def measure(stack: Stack, rounds: int, folder: Path) -> Figure:
    """Both operations; each is done once before it is counted."""
    return Figure(
        stack.name,
        _counted(stack, "round_trips", folder) // rounds,
        _counted(stack, "stream", folder),
    )


def _counted(stack: Stack, what: str, folder: Path) -> int:
    sums = folder / "callgrind.out"
    for old in folder.glob(f"{sums.name}*"):
        old.unlink()
    function = stack.function.format(what)
    options = [f"--toggle-collect={function}", f"--dump-after={function}"]
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={sums}", *options]
    said = _run([*command, *stack.command])
    if f"{stream_bytes} bytes have come" not in said:
        sys.exit(f"{stack.name} has not done its work\n{said}")
    found = _total.search(sums.with_name(f"{sums.name}.2").read_text(encoding="utf-8"))
    if not found:
        sys.exit(f"{stack.name}: {function} was not called twice")
    return int(found[1])


def _run(command: Sequence[str]) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=_patience_s, cwd=paths.kit
    )
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def measure_all(rounds: int, variants: Sequence[str]) -> list[Figure]:
    """Ours in each variant, and lwIP."""
    ensure(find("valgrind", "cc", "lwIP", "llvm-nm"))
    place = paths.kit / "build" / "bench"
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place) as temporary:
        folder = Path(temporary)
        stacks = [*(ours(each, rounds, folder) for each in variants), lwip(rounds, folder)]
        return [measure(each, rounds, folder) for each in stacks]


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1000, help="datagrams (default: 1000)")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    arguments = parser.parse_args()
    figures = measure_all(arguments.rounds, ("virtual", "flat"))
    if arguments.format == "json":
        print(json.dumps([asdict(each) for each in figures], indent=2))
        return 0
    print(f"{'instructions of both hosts':28}{'datagram, answer':>18}{'stream of 1 MiB':>18}")
    for each in figures:
        print(f"{each.stack:28}{each.round_trip:>18}{each.stream:>18}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
