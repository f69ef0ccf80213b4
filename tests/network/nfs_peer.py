# SPDX-License-Identifier: BSD-2-Clause
"""An NFS server of the system's, and a kernel's shell that mounts what it exports."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
from cable import linux_address, machine, patience_s

_settings = """
NFS_CORE_PARAM {{ Protocols = 3; Enable_NLM = false; Enable_RQUOTA = false; Enable_UDP = {udp}; }}
NFSV4 {{ Graceless = true; }}
EXPORT {{
    Export_Id = 1; Path = {folder}; Pseudo = /export; Protocols = 3; Transports = TCP;
    Access_Type = RW; Squash = No_Root_Squash; SecType = sys; Attr_Expiration_Time = 0;
    FSAL {{ Name = VFS; }}
}}
LOG {{ Default_Log_Level = WARN; }}
"""


class Ganesha:
    """nfs-ganesha and a port mapper, in the network and with files of their own."""

    def __init__(self, folder: Path, work: Path, by_udp: bool) -> None:
        self._settings = work / "ganesha.conf"
        self._settings.write_text(
            _settings.format(folder=folder, udp="true" if by_udp else "false")
        )
        self._log = work / "ganesha.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, and waits until its programs can be called."""
        serve = f"exec ganesha.nfsd -F -L {self._log} -f {self._settings} -p /run/ganesha.pid"
        is_mapping = "until rpcinfo -p 127.0.0.1 > /dev/null 2>&1; do sleep 0.05; done"
        prepare = "mount -t tmpfs none /run && mkdir /run/ganesha"
        commands = f"{prepare}; rpcbind -f & {is_mapping}; {serve}"
        self._process = subprocess.Popen(
            ["unshare", "-m", "sh", "-c", commands], start_new_session=True
        )
        end = time.monotonic() + patience_s
        while "100005" not in self._programs():
            assert self._process.poll() is None and time.monotonic() < end, self._said()
            time.sleep(0.1)

    def _programs(self) -> str:
        asked = ["rpcinfo", "-p", "127.0.0.1"]
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout

    def _said(self) -> str:
        return self._log.read_text() if self._log.exists() else "it has no log"

    def signal(self, number: int) -> None:
        """Sends it a signal; the port mapper goes on."""
        assert self._process
        os.kill(self._process.pid, number)

    def end(self) -> None:
        """Ends it and its port mapper."""
        if self._process:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


@contextmanager
def ganesha(folder: Path, by_udp: bool = False) -> Iterator[Ganesha]:
    """A server that exports a folder, by TCP at least, in the network that this process is in."""
    if not shutil.which("ganesha.nfsd"):
        pytest.skip("needs nfs-ganesha")
    with tempfile.TemporaryDirectory() as work:
        server = Ganesha(folder, Path(work), by_udp)
        try:
            server.start()
            yield server
        finally:
            server.end()


class Shell:
    """A kernel's shell: commands, and what it has said to them."""

    def __init__(self, keyboard: int, screen: IO[str]) -> None:
        self._keyboard = keyboard
        self._screen = screen
        self._seen = len(self._text())

    def _text(self) -> str:
        return (
            os.pread(self._screen.fileno(), 1 << 22, 0).decode(errors="replace").replace("\r", "")
        )

    def says(self, *commands: str, within_s: float = patience_s) -> list[str]:
        """What it says to commands: all lines until it has done them."""
        lines = "\n".join((*commands, "cd no-such-path", "")).encode()
        os.write(self._keyboard, lines)
        end = time.monotonic() + within_s
        said = "cd: there is no such name\n"
        while said not in self._text()[self._seen :]:
            assert time.monotonic() < end, self._text()[self._seen :]
            time.sleep(0.02)
        text = self._text()[self._seen :]
        self._seen += text.index(said) + len(said)
        return text[: text.index(said)].splitlines()

    def wait_until(self, command: str, wanted: list[str]) -> None:
        """Gives a command again until it says what it should."""
        end = time.monotonic() + patience_s
        while (said := self.says(command)) != wanted:
            assert time.monotonic() < end, said


@contextmanager
def shell(image: Path, tap: str) -> Iterator[Shell]:
    """A machine with the shell, until the end of the block."""
    reads, writes = os.pipe()
    try:
        with (
            tempfile.TemporaryFile("w+") as screen,
            machine(image, tap, "the shell is ready", keyboard=reads, screen=screen),
        ):
            yield Shell(writes, screen)
    finally:
        os.close(reads)
        os.close(writes)


def address_of(folder: Path) -> str:
    """What the shell mounts."""
    return f"{linux_address}:{folder}"
