# SPDX-License-Identifier: BSD-2-Clause
"""The other end of a kernel's cable: sends it frames, and looks at what it answers."""

from __future__ import annotations

import re
import select
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flatland import paths

frame_bytes_min = 60
frame_bytes_max = 1514
own_address = bytes.fromhex("020000000099")
_type = bytes.fromhex("88b5")
_window = 8  # Linux lets 10 datagrams wait at a socket
_patience_s = 60.0
_again_s = 0.2
echo, count, end = 1, 2, 3
count_bytes = 64  # its numbers have room in it


class Peer:
    """A program at one end of a cable, with a kernel at the other."""

    def __init__(self, folder: Path) -> None:
        self._own = folder / "peer"
        self._other = folder / "kernel"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(str(self._own))
        self.kernel_address = b""

    @property
    def cable(self) -> str:
        """The kernel's end, as `flat run --net` wants it."""
        return f"dgram:{self._other},{self._own}"

    def frame(self, request: int, body: bytes = b"", size: int = frame_bytes_min) -> bytes:
        """A request in a frame of this size, at least."""
        head = self.kernel_address + own_address + _type + bytes([request]) + body
        return head.ljust(size, b"\0")

    def answer(self, frame: bytes) -> bytes:
        """What an echo of a frame is."""
        return own_address + self.kernel_address + frame[12:]

    def exchange(self, frames: Iterator[bytes]) -> int:
        """Sends frames and expects the echo of each, in order; returns how many."""
        waiting: deque[bytes] = deque()
        answered = 0
        pending = next(frames, None)
        deadline = time.monotonic() + _patience_s
        while pending is not None or waiting:
            may_send = pending is not None and len(waiting) < _window
            readable, writable, _ = select.select(
                [self._socket], [self._socket] if may_send else [], [], 1.0
            )
            assert time.monotonic() < deadline, f"{len(waiting)} frames were not answered"
            if readable:
                assert self._socket.recv(65536) == self.answer(waiting.popleft())
                answered += 1
            if writable and pending is not None and self._send(pending):
                waiting.append(pending)
                pending = next(frames, None)
        return answered

    def insist(self, frame: bytes) -> None:
        """Sends a frame again and again until its echo has come; takes what else comes away."""
        deadline = time.monotonic() + _patience_s
        while time.monotonic() < deadline:
            self.send(frame)
            while select.select([self._socket], [], [], _again_s)[0]:
                if self._socket.recv(65536) == self.answer(frame):
                    return
        raise AssertionError("a frame was never answered")

    def _send(self, frame: bytes) -> bool:
        try:
            self._socket.sendto(frame, str(self._other))
        except BlockingIOError:
            return False
        return True

    def send(self, frame: bytes) -> None:
        """Sends a frame that is not answered."""
        while not self._send(frame):
            time.sleep(0.01)

    def counts(self) -> list[int]:
        """What the kernel's card has counted: see demo.frames.FrameServer."""
        self.send(self.frame(count, size=count_bytes))
        ready, _, _ = select.select([self._socket], [], [], _patience_s)
        assert ready, "the kernel does not tell what it has counted"
        answer = self._socket.recv(65536)[15:]
        return [int.from_bytes(answer[8 * i : 8 * i + 8], "big") for i in range(6)]


@contextmanager
def kernel(name: str, peer: Peer, *options: str) -> Iterator[subprocess.Popen[str]]:
    """A kernel that runs, with its cable led to the peer; it has said its address."""
    command = [
        str(paths.kit / "flat"),
        "run",
        name,
        "--net",
        peer.cable,
        "--timeout",
        "240",
    ]
    process = subprocess.Popen(
        [*command, *options],
        cwd=paths.kit,
        stdout=subprocess.PIPE,
        stderr=sys.stderr,
        text=True,
    )
    assert process.stdout
    try:
        for line in process.stdout:
            if found := re.search(r"0x([0-9a-f]+) answers", line):
                peer.kernel_address = bytes.fromhex(found[1].zfill(12))
                break
        assert peer.kernel_address, "the kernel has not started"
        yield process
    finally:
        process.terminate()
        process.wait()
