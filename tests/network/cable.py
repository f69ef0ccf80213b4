# SPDX-License-Identifier: BSD-2-Clause
"""A network of a kernel in QEMU and the Linux that runs the tests: a tap in a namespace.

Nothing leaves the namespace. Without the right to make one the tests are skipped.
"""

from __future__ import annotations

import ctypes
import os
import socket
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO

import pytest

from flatland.run.network import netdev

here = Path(__file__).resolve().parent
kit = here.parents[1]

linux_address = "10.0.0.1"
kernel_address = "10.0.0.2"
kernel_card = "52:54:00:12:34:56"
patience_s = 60

lost = "tcp.analysis.fast_retransmission || tcp.analysis.lost_segment"
"""What shows that something was lost on its way. What is sent again by time alone shows nothing:
an end may not have run for as long on a machine that has other work.
"""

_types = (b"\x08\x00", b"\x08\x06")  # of IPv4 and ARP, of which any network has some
_new_network = 0x40000000  # CLONE_NEWNET
_libc = ctypes.CDLL(None, use_errno=True)


def run(*words: str | Path) -> str:
    """The standard output of a command, which must succeed."""
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


@contextmanager
def network() -> Iterator[str]:
    """A namespace with a tap, which this process and its children are in; the tap's name."""
    before = os.open("/proc/self/ns/net", os.O_RDONLY)
    try:
        if not Path("/dev/net/tun").exists() or _libc.unshare(_new_network) != 0:
            pytest.skip("needs the right to make a network namespace and a tap in it")
        try:
            run("ip", "link", "set", "lo", "up")
            run("ip", "tuntap", "add", "dev", "tap0", "mode", "tap")
            run("ip", "address", "add", f"{linux_address}/24", "dev", "tap0")
            run("ip", "link", "set", "tap0", "up")
            yield "tap0"
        finally:
            enter_network(before)
    finally:
        os.close(before)


def losses_of_linux() -> int:
    """How many segments Linux has sent again in this namespace since later ones had arrived."""
    names, values = (
        line.split()
        for line in Path("/proc/net/netstat").read_text(encoding="utf-8").splitlines()
        if line.startswith("TcpExt:")
    )
    return int(values[names.index("TCPFastRetrans")])


def enter_network(namespace: int) -> None:
    """Makes a namespace, an open file, the one that this process makes its sockets in."""
    assert _libc.setns(namespace, _new_network) == 0


def build(kernel: str, *options: str) -> Path:
    """The image of a kernel."""
    output = run(kit / "flat", "build", kernel, *options)
    return kit / output.strip().splitlines()[-1]


@contextmanager
def machine(
    image: Path,
    end: str,
    ready: str,
    card: str = "virtio-net-pci",
    complaint: str = "",
    more: tuple[str, ...] = (),
    keyboard: int = subprocess.DEVNULL,
    screen: IO[str] | None = None,
    everybody: bool = False,
) -> Iterator[list[str]]:
    """A machine that runs an image until the end of the block; its lines, up to one with `ready`.

    At the other `end` of its cable is a tap of this name, or what `dgram:OWN,OTHER` leads to.
    Time is the real one: the other end lives in it. What the machine has sent, or `everybody`, is
    judged at the end, also by a `complaint` of the caller's. `more` are further words for QEMU; its
    console is read from `keyboard` and written to `screen`, if there is one.
    """
    with (
        nullcontext(screen) if screen else tempfile.TemporaryFile("w+") as console,
        tempfile.NamedTemporaryFile() as capture,
    ):
        words = [
            "qemu-system-x86_64",
            "-accel",
            "tcg",
            "-cpu",
            "qemu64,+smep,+smap",
            "-m",
            "256M",
        ]
        words += ["-nodefaults", "-display", "none", "-serial", "stdio", "-no-reboot"]
        words += ["-netdev", netdev("net0", end if end.startswith("dgram:") else f"tap:{end}")]
        words += [
            "-device",
            f"{card},netdev=net0,mac={kernel_card}",
            "-kernel",
            str(image),
        ]
        words += [
            "-object",
            f"filter-dump,id=capture,netdev=net0,file={capture.name}",
            *more,
        ]
        with subprocess.Popen(
            words, stdin=keyboard, stdout=console, stderr=subprocess.STDOUT
        ) as qemu:
            try:
                yield _lines_until(ready, console.fileno(), qemu)
            finally:
                qemu.kill()
        judge(Path(capture.name), complaint, everybody)


def judge(capture: Path, further: str = "", everybody: bool = False) -> None:
    """Fails if a packet of the kernel is one that Wireshark's dissectors complain about.

    A `further` reason to complain is a filter of theirs; packets of `everybody` are looked at if
    the other end is judged, too. A file of something else than frames is no capture: of a tap that
    takes headers of virtio, QEMU 7.2 keeps one before each frame, and no filter ever fits.
    """
    frames = list(_frames_of(capture.read_bytes()))
    assert not frames or any(each[12:14] in _types for each in frames), "no frames of Ethernet"
    checked = ("ip", "udp", "tcp")
    reasons = [
        "_ws.malformed",
        "_ws.expert.severity == error",
        *([further] if further else []),
    ]
    reasons += [f"{protocol}.checksum.status == Bad" for protocol in (*checked, "icmp")]
    senders = "eth" if everybody else f"eth.src == {kernel_card}"
    complaint = f"{senders} && ({' || '.join(reasons)})"
    words = ["tshark", "-n", "-r", str(capture), "-Y", complaint]
    words += [word for each in checked for word in ("-o", f"{each}.check_checksum:TRUE")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stdout, done.stdout


def _frames_of(capture: bytes) -> Iterator[bytes]:
    """The frames in a file as libpcap writes it."""
    at = 24
    while at + 16 <= len(capture):
        (size,) = struct.unpack_from("<I", capture, at + 8)
        yield capture[at + 16 : at + 16 + size]
        at += 16 + size


def _lines_until(ready: str, console: int, qemu: subprocess.Popen[bytes]) -> list[str]:
    end = time.monotonic() + patience_s
    while True:
        text = os.pread(console, 1 << 20, 0).decode(errors="replace")
        if ready in text:
            return text.splitlines()
        assert qemu.poll() is None, text
        assert time.monotonic() < end, text
        time.sleep(0.05)


def checksum(data: bytes) -> int:
    """That of the Internet protocols."""
    words = struct.unpack(f">{(len(data) + 1) // 2}H", data + b"\0" * (len(data) % 2))
    total: int = sum(words)
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total ^ 0xFFFF


def ping(address: str, data: bytes, number: int) -> bytes:
    """What comes back in an echo of ICMP; Linux cuts and joins what is longer than its frames."""
    with socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP) as raw:
        raw.settimeout(patience_s)
        head = struct.pack(">BBHHH", 8, 0, 0, 0x464C, number)
        head = head[:2] + struct.pack(">H", checksum(head + data)) + head[4:]
        raw.sendto(head + data, (address, 0))
        while True:
            packet, (sender, _) = raw.recvfrom(65536)
            message = packet[(packet[0] & 15) * 4 :]
            if sender == address and message[0] == 0 and message[4:8] == head[4:8]:
                assert checksum(message) == 0
                return message[8:]
