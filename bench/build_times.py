# SPDX-License-Identifier: BSD-2-Clause
"""Measures what a developer waits for: help, a build with nothing to do, one changed component.

Usage: python3 bench/build_times.py [--runs N]
It makes kernels of its own in a temporary folder, a small one and the L4 kernel with a component
more; nothing in the kit changes.
"""

from __future__ import annotations

import argparse
import platform
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

flat = Path(__file__).resolve().parents[1] / "flat"
licence = "// SPDX-License-Identifier: BSD-2-Clause\n"

l4_kernel = """\
assembly TimedL4 extends flat.L4 {
    note = timed.Note;
    module root = user/pingpong;
}
"""

note = {
    "note.flat": 'component Note {\n    requires Log log;\n    source "note.cpp";\n}\n',
    "note.hpp": """\
#pragma once

#include <timed/note.flat.hpp>

namespace flat::timed {

class Note : public NoteComponent {
public:
    Note(Ports const& ports, Attributes const& attributes);
};

} // namespace flat::timed
""",
    "note.cpp": """\
#include <timed/note.hpp>

namespace flat::timed {

Note::Note(Ports const& ports, Attributes const& attributes) : NoteComponent(ports, attributes) {}

} // namespace flat::timed
""",
}


def run(folder: Path, *words: str) -> None:
    """One command, whose output is of no interest unless it fails."""
    subprocess.run([flat, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def measure(what: str, runs: int, command: Callable[[], None]) -> None:
    """Prints one row: whole processes, on the clock and, of the median, of the processor."""
    times_ms = []
    used_ms = []
    for _ in range(runs):
        begun, used = time.perf_counter(), processor_ms()
        command()
        times_ms.append((time.perf_counter() - begun) * 1000)
        used_ms.append(processor_ms() - used)
    low, middle, high = min(times_ms), statistics.median(times_ms), max(times_ms)
    processor = statistics.median(used_ms)
    print(f"{what:40} {low:7.0f} {middle:7.0f} {high:7.0f} {processor:9.0f}")


def processor_ms() -> float:
    """What ended children have used."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (usage.ru_utime + usage.ru_stime) * 1000


def write_l4(folder: Path) -> Path:
    """An L4 kernel beside the small one. Returns the source to be changed."""
    (folder / "kernels" / "timed" / "l4.flat").write_text(licence + l4_kernel, encoding="utf-8")
    component = folder / "components" / "timed"
    for name, text in note.items():
        (component / name).write_text(licence + text, encoding="utf-8")
    return component / "note.cpp"


def main() -> None:
    """Prints a table; the first run of each command is not counted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=9, help="runs counted (default: 9)")
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory(prefix="flat-bench-") as temporary:
        folder = Path(temporary)
        run(folder, "new", "kernel", "timed")
        run(folder, "build", "timed")
        source = folder / "components" / "timed" / "main.cpp"
        l4 = ("build", "kernels/timed/l4.flat", "--variant", "flat")
        l4_source = write_l4(folder)
        run(folder, *l4)

        def change_and_build(changed: Path, *words: str) -> None:
            changed.write_text(changed.read_text(encoding="utf-8") + "//\n", encoding="utf-8")
            run(folder, *words)

        print(f"{platform.machine()}, {runs} runs, ms on the clock")
        print(f"{'':40} {'minimum':>7} {'median':>7} {'maximum':>7} {'processor':>9}")
        measure("flat --help", runs, lambda: run(folder, "--help"))
        measure("flat build, nothing to do", runs, lambda: run(folder, "build", "timed"))
        small = "flat build, one component changed"
        measure(small, runs, lambda: change_and_build(source, "build", "timed"))
        measure("the same of L4, --variant flat", runs, lambda: change_and_build(l4_source, *l4))


if __name__ == "__main__":
    main()
