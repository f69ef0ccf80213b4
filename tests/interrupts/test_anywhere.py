# SPDX-License-Identifier: BSD-2-Clause
# Builds: l4test kernels/l4test/isolated.flat
# One run in 3, unless changed: dimensions/arch/x86_64 dimensions/platform/pc
"""What comes at any moment: NMIs are counted and survived, a machine check is named."""

from __future__ import annotations

import json
import os
import random
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest

kit = Path(__file__).resolve().parents[2]
patience_s = 300.0
kernel_base = 0xFFFFFFFF80000000
more_lines = 20


def _connected(path: Path) -> socket.socket:
    """A connection to a server that is just starting."""
    end = time.monotonic() + patience_s
    while True:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(patience_s)
        try:
            connection.connect(str(path))
            return connection
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
            assert time.monotonic() < end, f"nobody listens at {path}"
            time.sleep(0.02)


class Monitor:
    """QEMU's machine protocol."""

    def __init__(self, path: Path) -> None:
        self._socket = _connected(path)
        self._stream = self._socket.makefile("rw", encoding="utf-8")
        self._stream.readline()  # the greeting
        self.execute("qmp_capabilities")

    def execute(self, command: str, **arguments: object) -> object:
        """What a command returns."""
        self._stream.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self._stream.flush()
        while "event" in (answer := json.loads(self._stream.readline())):
            pass
        return answer["return"]

    def human(self, line: str) -> str:
        """The same for a line as people type it."""
        return cast(str, self.execute("human-monitor-command", **{"command-line": line}))

    def word(self, physical: int) -> int:
        """Eight bytes of memory."""
        return int(self.human(f"xp /1gx {physical:#x}").split(":")[1], 16)


class Console:
    """What a kernel says."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def lines(self) -> list[str]:
        """The lines until now."""
        return self._path.read_text("utf-8", "replace").splitlines()

    def await_line(self, pattern: str) -> list[str]:
        """The lines, once one of them matches; fails when that takes too long."""
        end = time.monotonic() + patience_s
        while time.monotonic() < end:
            if any(re.search(pattern, line) for line in self.lines()):
                return self.lines()
            time.sleep(0.02)
        pytest.fail(f"no line like {pattern}: {self.lines()[-5:]}")


def build(variant: str, kernel: str = "l4test") -> Path:
    """The image of the kernel that tests L4's system calls."""
    done = subprocess.run(
        [str(kit / "flat"), "build", kernel, "--variant", variant],
        cwd=kit,
        capture_output=True,
        text=True,
        check=True,
    )
    return kit / done.stdout.strip().splitlines()[-1]


def nmi_count_at(image: Path) -> int:
    """Where the first processor counts, in physical memory."""
    done = subprocess.run(["nm", str(image)], capture_output=True, text=True, check=True)
    found = re.search(r"^([0-9a-f]+) \S flat_processor_nmi_count$", done.stdout, re.MULTILINE)
    assert found
    return int(found[1], 16) - kernel_base


Machine = tuple[Console, Monitor, subprocess.Popen[bytes]]


@contextmanager
def machine(image: Path, folder: Path) -> Iterator[Machine]:
    """A machine whose time is that of its instructions."""
    console, monitor = folder / "console", folder / "monitor"
    words = ["qemu-system-x86_64", "-accel", "tcg", "-icount", "shift=0,sleep=off"]
    words += ["-cpu", "qemu64,+smep,+smap", "-m", "256M", "-nodefaults", "-display", "none"]
    words += ["-device", "isa-debug-exit,iobase=0xf4,iosize=0x04", "-no-reboot"]
    words += ["-serial", f"file:{console}", "-qmp", f"unix:{monitor},server=on,wait=off"]
    with subprocess.Popen([*words, "-kernel", str(image)]) as qemu:
        try:
            yield Console(console), Monitor(monitor), qemu
        finally:
            qemu.kill()


@pytest.mark.parametrize("kernel", ["l4test", "kernels/l4test/isolated.flat"])
@pytest.mark.parametrize("variant", ["virtual", "flat"])
def test_a_kernel_counts_and_survives_nmis_at_any_moment(
    variant: str, kernel: str, tmp_path: Path
) -> None:
    how_many = 5000 if "FLAT_EXHAUSTIVE" in os.environ else 100
    image = build(variant, kernel)
    with machine(image, tmp_path) as (console, monitor, _):
        console.await_line("^ok 1 ")
        for _ in range(how_many):
            monitor.execute("inject-nmi")
            time.sleep(random.random() * 0.002)
        held = sum(line.startswith("ok ") for line in console.lines())
        lines = console.await_line(rf"^ok {held + more_lines} |^1\.\.|^not ok|panic")
        counted = monitor.word(nmi_count_at(image))
        assert not [line for line in lines if re.search("^not ok|panic", line)]
        # Of those that come while one is pending, one is left.
        assert how_many // 2 < counted <= how_many


@pytest.mark.parametrize("kernel", ["l4test", "kernels/l4test/isolated.flat"])
def test_a_machine_check_is_named_and_ends_the_machine(kernel: str, tmp_path: Path) -> None:
    with machine(build("flat", kernel), tmp_path) as (console, monitor, qemu):
        console.await_line("^ok 1 ")
        monitor.human("mce 0 1 0xbd00000000000000 0x5 0xdeadb000 0x8c")
        lines = console.await_line("bank 1: status 0xbd00000000000000, uncorrected.*0xdeadb000")
        assert any("panic" in line for line in lines)
        assert qemu.wait(patience_s) != 0
