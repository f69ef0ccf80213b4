# SPDX-License-Identifier: BSD-2-Clause
"""Runs a program under QEMU with the plug-in, and leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TextIO

from flatland import paths
from flatland.errors import failure
from flatland.files import locked, write_if_changed
from flatland.ninja.execute import run_ninja
from flatland.ninja.file import Edge, NinjaFile, Rule
from flatland.run.instruments import build_instrument, instruments
from flatland.setup.install import ensure
from flatland.setup.tools import find

emulator = "qemu-x86_64"
_shim = "tools/memtrace/preload/allocations.c"


@dataclass(frozen=True)
class Tools:
    """What runs beside the program: the plug-in, and the library that tells of allocations."""

    plugin: Path
    shim: Path


@dataclass(frozen=True)
class Ended:
    """How the program has ended, and what was recorded; None if nothing was."""

    status: int
    signal: str | None
    recording: str | None


def build_tools(verbose: bool) -> Tools:
    """Builds what is not up to date, and installs what is missing on the host."""
    ensure(find("qemu-user", "ninja", "cc"))
    plugin = build_instrument(paths.kit, paths.build, instruments["profile"], verbose)
    folder = paths.build / "instruments" / "allocations"
    ninja = NinjaFile(folder)
    flags = "-std=gnu11 -O2 -g -Wall -Wextra -Werror -shared -fPIC -fvisibility=hidden"
    map_prefix = f"-ffile-prefix-map={paths.kit}=. -Wl,--build-id=none"
    ninja.rule(Rule("shim", f"cc {flags} {map_prefix} $in -o $out"))
    headers = (paths.kit / "tools/memtrace/announce.h",)
    edge = Edge("shim", folder / "allocations.so", (paths.kit / _shim,), "memtrace: shim", headers)
    shim = ninja.edge(edge)
    with locked(folder / "lock"):
        write_if_changed(folder / "build.ninja", ninja.text([shim]))
        run_ninja(folder / "build.ninja", verbose=verbose)
    return Tools(plugin, shim)


def run_traced(
    tools: Tools, table: Iterable[str], command: Sequence[str], program: Path, has_shim: bool,
    stdout: TextIO,
) -> Ended:  # fmt: skip
    """Runs the command to its end; Ctrl-C and SIGTERM are the program's."""
    with tempfile.TemporaryDirectory(prefix="memtrace-") as name:
        folder = Path(name)  # its name has no comma, which QEMU's options could not bear
        (folder / "targets").write_text("".join(f"{line}\n" for line in table), encoding="utf-8")
        (folder / "plugin.so").symlink_to(tools.plugin)
        (folder / "shim.so").symlink_to(tools.shim)
        recording = folder / "recording.json"
        options = f"{folder}/plugin.so,profile={recording},targets={folder}/targets"
        words = [emulator, *_guest_preload(folder / "shim.so" if has_shim else None)]
        words += ["-0", command[0], "-plugin", options, str(program), *command[1:]]
        environment = {**os.environ, "LD_PRELOAD": str(folder / "plugin.so")}
        code = _run(words, environment, stdout)
        text = recording.read_text(encoding="utf-8") if recording.exists() else ""
        return Ended(code if code >= 0 else 128 - code, _signal(code), text or None)


def _guest_preload(shim: Path | None) -> list[str]:
    """The program's own LD_PRELOAD stays: the emulator's is for the plug-in."""
    own = [os.environ["LD_PRELOAD"]] if os.environ.get("LD_PRELOAD") else []
    value = ":".join([*([str(shim)] if shim else []), *own])
    return ["-E", f"LD_PRELOAD={value}"] if value else ["-U", "LD_PRELOAD"]


def _run(words: Sequence[str], environment: dict[str, str], stdout: TextIO) -> int:
    if shutil.which(words[0]) is None:
        raise failure("F0801", f"`{words[0]}` is not on this machine", help="see `flat doctor`")
    sys.stdout.flush()
    child = subprocess.Popen(words, env=environment, stdout=stdout)
    with _signals_for(child):
        return child.wait()


@contextmanager
def _signals_for(child: subprocess.Popen[bytes]) -> Iterator[None]:
    """A terminal sends Ctrl-C to both of us, and others send SIGTERM and SIGHUP to us alone."""

    def forward(number: int, _frame: FrameType | None) -> None:
        child.send_signal(number)

    def ignore(_number: int, _frame: FrameType | None) -> None:
        return

    handlers = {signal.SIGINT: ignore, signal.SIGTERM: forward, signal.SIGHUP: forward}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _signal(code: int) -> str | None:
    return signal.Signals(-code).name if code < 0 else None
