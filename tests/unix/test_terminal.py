# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/unix
"""A shell at the terminal: lines are edited, and keys get to programs as signals."""

from __future__ import annotations

import os
import re
import selectors
import subprocess
from collections.abc import Iterator

import pytest

from flatland import paths
from flatland.testing.way_of_run import way_of_run

patience_s = 60


class Machine:
    """A UNIX that is typed to."""

    def __init__(self) -> None:
        command = [str(paths.kit / "flat"), "run", "unix", *way_of_run("unix")]
        command += ["--timeout", str(patience_s)]
        self.process = subprocess.Popen(
            command, cwd=paths.kit, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.seen = ""

    def expect(self, pattern: str) -> None:
        """Reads until what has not been expected yet has this in it."""
        assert self.process.stdout
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while not (found := re.search(pattern, self.seen, re.MULTILINE)):
                assert selector.select(patience_s), f"no `{pattern}` in: {self.seen}"
                data = os.read(self.process.stdout.fileno(), 4096)
                assert data, f"the end, and no `{pattern}` in: {self.seen}"
                self.seen += data.decode(errors="replace")
        self.seen = self.seen[found.end() :]

    def type(self, text: str) -> None:
        """Presses keys."""
        assert self.process.stdin
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()


@pytest.fixture()
def machine() -> Iterator[Machine]:
    """A machine whose shell waits for the first line."""
    made = Machine()
    made.expect("^/ # ")
    yield made
    made.process.kill()
    made.process.wait()


def test_keys_edit_lines_and_signal_programs(machine: Machine) -> None:
    machine.type("echo number $((6 * 7))x\x7f\n")
    machine.expect("^number 42\r?$")
    machine.type("sh -c 'echo one; sleep 100'\n")
    machine.expect("^one\r?$")
    machine.type("\x03")
    machine.expect("/ # ")
    machine.type("echo after $?\n")
    machine.expect("^after 130\r?$")
    machine.type("sh -c 'echo two; cat'\n")
    machine.expect("^two\r?$")
    machine.type("two lineX\x7fs\n")
    machine.expect("^two lines\r?$")
    machine.type("\x04")
    machine.expect("/ # ")
    machine.type("sh -c 'echo three; sleep 100'\n")
    machine.expect("^three\r?$")
    machine.type("\x1a")
    machine.expect("Stopped")
    machine.type("jobs; kill -9 %1; wait; tty; stty | head -n 1; exit 4\n")
    machine.expect("Stopped +sh")
    machine.expect("^/dev/console\r?$")
    machine.expect("^speed 38400 baud")
    assert machine.process.wait(patience_s) == 4
