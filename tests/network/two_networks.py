# SPDX-License-Identifier: BSD-2-Clause
"""Two networks with a kernel between them, and a Linux in each: taps in two namespaces."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from cable import build, machine, network, patience_s, run

other_address = "10.0.0.3"
other_tap = "tap1"
second_card = "52:54:00:12:34:57"
_again_s = 0.2
_ip_recverr = 11  # of <linux/in.h>: errors that may pass are told, too
_second = (
    "-netdev",
    f"tap,id=net1,ifname={other_tap},script=no,downscript=no",
    "-device",
    f"virtio-net-pci,netdev=net1,mac={second_card}",
)


@contextmanager
def between(kernel: str, way: Sequence[str], address: str = other_address) -> Iterator[list[str]]:
    """A kernel at work, this process on its first cable; how to run commands on its second.

    `way` are options of its build, `address` is that of the Linux there.
    """
    image = build(kernel, *way)
    with network() as tap:
        run("ip", "tuntap", "add", "dev", other_tap, "mode", "tap")
        with (
            machine(image, tap, "frames are forwarded", more=_second),
            _beyond(other_tap, address) as inside,
        ):
            yield inside


@contextmanager
def _beyond(tap: str, address: str) -> Iterator[list[str]]:
    """Moves a tap that a machine has opened to another namespace; how to run commands there."""
    name = f"flat-{os.getpid()}"
    run("ip", "netns", "add", name)
    inside = ["ip", "netns", "exec", name]
    try:
        run("ip", "link", "set", tap, "netns", name)
        run(*inside, "ip", "address", "add", f"{address}/24", "dev", tap)
        run(*inside, "ip", "link", "set", tap, "up")
        yield inside
    finally:
        run("ip", "netns", "delete", name)


@contextmanager
def server(inside: list[str], folder: Path, address: str = "0.0.0.0") -> Iterator[None]:
    """A server of the files in a folder, in another namespace."""
    words = [*inside, sys.executable, "-u", "-m", "http.server", "80", "--bind", address]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout and "Serving" in server.stdout.readline()
            yield
        finally:
            server.kill()


def reach(address: str) -> None:
    """Sends echoes until one comes back: a router drops what it has to ask the way for."""
    with socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP) as raw:
        raw.settimeout(_again_s)
        end = time.monotonic() + patience_s
        while time.monotonic() < end:
            # Not all zeros: Linux' answer to those has the sum 0, which dissectors complain about.
            raw.sendto(bytes.fromhex("0800 f7fe 0001 0000"), (address, 0))
            with suppress(TimeoutError):
                while raw.recvfrom(65536)[1][0] != address:
                    pass
                return
    raise AssertionError(f"{address} does not answer")


def fetched(address: str) -> bytes:
    """What the server at an address has as its `page`."""
    words = [
        "curl",
        "--silent",
        "--show-error",
        "--fail",
        "--max-time",
        str(patience_s),
    ]
    done = subprocess.run([*words, f"http://{address}/page"], stdout=subprocess.PIPE, check=True)
    return done.stdout


def refusal(address: str, port: int) -> int:
    """What Linux says of a datagram after its way has been tried for half a minute."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.settimeout(0.5)
        udp.setsockopt(socket.IPPROTO_IP, _ip_recverr, 1)
        udp.connect((address, port))
        for _ in range(60):
            try:
                udp.send(b"x" * 600)
                udp.recv(1)
            except TimeoutError:
                continue
            except OSError as problem:
                return problem.errno or 0
    return 0


@contextmanager
def echoing(kind: socket.SocketKind, port: int) -> Iterator[None]:
    """A server here that gives back what comes to a port."""
    with socket.socket(socket.AF_INET, kind) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("0.0.0.0", port))
        if kind == socket.SOCK_STREAM:
            listening.listen()
        ended = threading.Event()
        thread = threading.Thread(target=_echo, args=(listening, kind, ended))
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


def _echo(listening: socket.socket, kind: socket.SocketKind, ended: threading.Event) -> None:
    listening.settimeout(_again_s)
    while not ended.is_set():
        with suppress(TimeoutError):
            if kind == socket.SOCK_DGRAM:
                data, sender = listening.recvfrom(2000)
                listening.sendto(data, sender)
            else:
                connection, _ = listening.accept()
                with connection:
                    connection.sendall(connection.recv(2000))


_question = """
import socket, sys
kind, address, port, own = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
with socket.socket(socket.AF_INET, kind) as asking:
    asking.settimeout(float(sys.argv[5]))
    asking.bind(("0.0.0.0", own))
    asking.connect((address, port))
    asking.sendall(b"is anybody there?")
    print(asking.recv(100) == b"is anybody there?", *asking.getpeername())
"""


def asked_beyond(
    inside: list[str],
    kind: socket.SocketKind,
    server: tuple[str, int],
    own: int = 0,
    wait_s: float = 1,
) -> bool:
    """Whether a program beyond the kernel gets its question back from a server; by a port `own`."""
    numbers = (int(kind), *server, own, wait_s)
    words = [sys.executable, "-c", _question, *(str(each) for each in numbers)]
    done = subprocess.run([*inside, *words], capture_output=True, text=True, check=False)
    return done.stdout.startswith("True")


_witness = """
import socket, sys
kind, port = int(sys.argv[1]), int(sys.argv[2])
with socket.socket(socket.AF_INET, kind) as listening:
    listening.bind(("0.0.0.0", port))
    if kind == socket.SOCK_STREAM:
        listening.listen()
    print("ready")
    while True:
        if kind == socket.SOCK_STREAM:
            connection, sender = listening.accept()
            connection.sendall(repr(sender).encode())
            connection.close()
        else:
            sender = listening.recvfrom(100)[1]
            listening.sendto(repr(sender).encode(), sender)
"""


@contextmanager
def witness(inside: list[str], kind: socket.SocketKind, port: int) -> Iterator[None]:
    """A server beyond the kernel that tells whoever comes by which address it knows him."""
    words = [*inside, sys.executable, "-u", "-c", _witness, str(int(kind)), str(port)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout and "ready" in server.stdout.readline()
            yield
        finally:
            server.kill()


def known_as(own: tuple[str, int], kind: socket.SocketKind, server: tuple[str, int]) -> str:
    """What a witness says to a socket of this address."""
    with socket.socket(socket.AF_INET, kind) as asking:
        asking.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        asking.bind(own)
        asking.settimeout(patience_s)
        asking.connect(server)
        if kind == socket.SOCK_STREAM:
            return asking.recv(100).decode()
        asking.settimeout(_again_s)
        end = time.monotonic() + patience_s
        while time.monotonic() < end:
            asking.send(b"who am I?")
            with suppress(TimeoutError):
                return asking.recv(100).decode()
    raise AssertionError(f"{server} does not answer")
