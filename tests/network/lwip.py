# SPDX-License-Identifier: BSD-2-Clause
"""A host of lwIP's, Debian's package, at a kernel's cable: needs no right that a user lacks."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cable import here, kernel_address, linux_address, lost, machine, run

from flatland.setup.install import ensure
from flatland.setup.tools import find


def build_host(folder: Path) -> Path:
    """The program that is the host."""
    ensure(find("lwIP", "cc", "tshark"))
    program = folder / "lwip_peer"
    sources = [here / "lwip_host.c", here / "lwip_peer.c"]
    warnings = ("-Wall", "-Wextra", "-Werror")
    run("cc", "-O2", *warnings, "-I/usr/include/lwip", *sources, "-llwip", "-o", program)
    return program


class Host:
    """A host at one end of a cable, with a kernel at the other."""

    def __init__(self, program: Path, folder: Path) -> None:
        self._program = program
        self._own, self._other = folder / "host", folder / "kernel"

    @property
    def cable(self) -> str:
        """The kernel's end, as `flat run --net` wants it."""
        return f"dgram:{self._other},{self._own}"

    def words(self, *what: str) -> list[str]:
        """A command that does this with the kernel; each makes the host anew."""
        self._own.unlink(missing_ok=True)
        ends = (str(self._own), str(self._other))
        return [str(self._program), *ends, linux_address, kernel_address, *what]

    def do(self, *what: str) -> None:
        """Pings the kernel, or has a datagram come back."""
        run(*self.words(*what))


@contextmanager
def kernel(host: Host, image: Path, ready: str) -> Iterator[list[str]]:
    """A kernel at work at the host's cable; nothing may be lost, from either of them."""
    with machine(image, host.cable, ready, complaint=lost, everybody=True) as lines:
        yield lines


@contextmanager
def relay(host: Host) -> Iterator[subprocess.Popen[str]]:
    """The host at work as one that hands a stream back to the kernel that it comes from."""
    with subprocess.Popen(host.words("relay"), stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout and process.stdout.readline() == "ready\n"
            yield process
        finally:
            process.kill()
