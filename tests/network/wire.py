# SPDX-License-Identifier: BSD-2-Clause
"""A cable between two kernels, each in a machine or process of its own."""

from __future__ import annotations

import os
import random
import select
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

cards = ["52:54:00:00:00:01", "52:54:00:00:00:02"]


class Wire:
    """A cable between two kernels that sees, and loses, doubles and spoils, what goes by it.

    If it `reorders`, a frame may wait until another one is to wait that goes the same way.
    """

    def __init__(self, folder: Path, fault_percent: int = 0, reorders: bool = False) -> None:
        self.ends = [(folder / f"kernel{i}", folder / f"wire{i}") for i in range(2)]
        self.frames: list[bytes] = []
        self._sockets = [socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in self.ends]
        for own, (_, name) in zip(self._sockets, self.ends, strict=True):
            own.bind(str(name))
        self._fault_percent = fault_percent
        self._reorders = reorders
        self._late: list[bytes] = [b"", b""]
        self._random = random.Random(23)
        self._is_over = Event()
        self._thread = Thread(target=self._carry)
        self._thread.start()

    def close(self) -> None:
        """Ends the thread that passes frames on."""
        self._is_over.set()
        self._thread.join()
        for each in self._sockets:
            each.close()

    def send(self, to: int, frame: bytes) -> None:
        """Puts a frame on the cable; whoever is not there loses it."""
        try:
            self._sockets[to].sendto(frame, str(self.ends[to][0]))
        except OSError:
            return

    def _carry(self) -> None:
        while not self._is_over.is_set():
            for each in select.select(self._sockets, [], [], 0.05)[0]:
                frame = each.recv(65536)
                self.frames.append(frame)
                end = 1 - self._sockets.index(each)
                for copy in self._what_arrives(frame, end):
                    self.send(end, copy)

    def _is_fault(self) -> bool:
        return self._random.randrange(100) < self._fault_percent

    def _what_arrives(self, frame: bytes, end: int) -> list[bytes]:
        if self._is_fault():
            return []
        if self._reorders and self._is_fault():
            frame, self._late[end] = self._late[end], frame
            return [frame] if frame else []
        if self._is_fault():
            spoilt = bytearray(frame)
            spoilt[self._random.randrange(14, len(frame))] ^= 1 << self._random.randrange(8)
            return [bytes(spoilt)]
        return [frame] * (2 if self._is_fault() else 1)


@contextmanager
def wire(folder: Path, fault_percent: int = 0, reorders: bool = False) -> Iterator[Wire]:
    """A wire that is closed at the end."""
    made = Wire(folder, fault_percent, reorders)
    try:
        yield made
    finally:
        made.close()


@contextmanager
def kernel(image: Path, wire: Wire, end: int) -> Iterator[subprocess.Popen[str]]:
    """A kernel in a machine or process of its own; time is the real one."""
    own, other = wire.ends[end]
    words, environment = [str(image)], dict(os.environ)
    environment["FLAT_NET_0"] = f"dgram:{own},{other}"
    if "/x86_64" in str(image):
        link = f"local.type=unix,local.path={own},remote.type=unix,remote.path={other}"
        words = ["qemu-system-x86_64", "-accel", "tcg", "-cpu", "qemu64,+smep,+smap"]
        words += ["-m", "256M", "-nodefaults", "-display", "none", "-serial", "stdio"]
        words += [
            "-no-reboot",
            "-netdev",
            f"dgram,id=net0,{link}",
            "-kernel",
            str(image),
        ]
        words += ["-device", f"virtio-net-pci,netdev=net0,mac={cards[end]}"]
        words += ["-device", "isa-debug-exit,iobase=0xf4,iosize=4"]
    with subprocess.Popen(
        words,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()
