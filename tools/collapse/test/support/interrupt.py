# SPDX-License-Identifier: BSD-2-Clause
"""Interrupts collapse while the compiler that it started runs.

The compiler is a script that compiles nothing: it says that it has begun and waits. Questions of
collapse to it (its version, say) the real compiler answers. Afterwards no temporary file and no
output may be left, and the exit status must tell the signal.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from compilers import TestFailed

_waiting_compiler = """#!/bin/sh
for word in "$@"; do
    if [ "$word" = -c ]; then
        : > {started}
        exec sleep 60
    fi
done
exec {compiler} "$@"
"""


def main() -> int:
    """Starts, interrupts, looks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--signal", required=True, help="its name without SIG")
    parser.add_argument("compiler", help="the real one")
    parser.add_argument("launcher", nargs=argparse.REMAINDER, help="collapse ... -- SOURCE")
    options = parser.parse_args()
    *launcher, source = options.launcher
    try:
        _check(options.folder, options.signal, options.compiler, launcher, source)
    except TestFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


def _check(folder: Path, name: str, compiler: str, launcher: list[str], source: str) -> None:
    temporary = folder / "temporary"
    temporary.mkdir(parents=True, exist_ok=True)
    started, output = folder / "started", folder / "made.o"
    started.unlink(missing_ok=True)
    program = folder / "g++"
    program.write_text(_waiting_compiler.format(started=started, compiler=compiler))
    program.chmod(0o755)
    number = signal.Signals[f"SIG{name}"]
    signal.signal(number, signal.SIG_DFL)  # what runs in a shell's background inherits otherwise
    with subprocess.Popen(
        [*launcher, str(program), "-c", source, "-o", str(output)],
        env={**os.environ, "TMPDIR": str(temporary)},
        start_new_session=True,
    ) as process:
        _wait_for(started, process)
        os.killpg(process.pid, number)  # as a terminal does: to all that run
        status = process.wait()
    if status not in (-number, 128 + number):
        raise TestFailed(f"the exit status is {status} after {number.name}")
    left = [*temporary.iterdir(), *([output] if output.exists() else [])]
    if left:
        raise TestFailed(f"left behind: {', '.join(map(str, left))}")


def _wait_for(file: Path, process: subprocess.Popen[bytes]) -> None:
    while not file.exists():
        if process.poll() is not None:
            raise TestFailed(f"it ended with {process.returncode} before the compiler began")
        time.sleep(0.01)


if __name__ == "__main__":
    sys.exit(main())
