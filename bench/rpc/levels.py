# SPDX-License-Identifier: BSD-2-Clause
"""How far a call goes and by what: the rows of a table, their kernels and servers."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "cli"))

from flatland import paths

kit = paths.kit
place = kit / "build" / "bench" / "rpc"


@dataclass(frozen=True)
class Transport:
    """How messages travel, and the client for it."""

    name: str
    component: str
    settings: str  # of the component, besides where it calls
    header: str
    spec: str  # the facts of calls that are only sent
    buffer_bytes: int = 8800  # of each message, or of each fragment of it

    @property
    def is_connection(self) -> bool:
        """Whether replies that nobody takes keep the server from taking calls."""
        return self.name == "TCP"


datagrams = Transport(
    "UDP",
    "DatagramClient",
    "retry_ms = 60000, message_bytes",
    "rpc/datagram_client.hpp",
    "datagrams.spec",
)
records = Transport(
    "TCP", "StreamClient", "fragment_bytes", "rpc/stream_client.hpp", "records.spec"
)


@dataclass(frozen=True)
class Level:
    """How far a call goes."""

    transport: Transport
    reach: str
    is_on_network: bool
    timeout_ms: int  # 0: calls are sent only
    timed_calls: int  # of each procedure, when times are measured

    @property
    def name(self) -> str:
        """The heading of its rows."""
        return f"{self.transport.name}, {self.reach}"

    @property
    def waits(self) -> bool:
        """Whether a call waits for its reply."""
        return self.timeout_ms > 0


levels = tuple(
    level
    for transport in (datagrams, records)
    for level in (
        Level(transport, "marshalling: the socket returns at once", False, 0, 50_000),
        Level(transport, "stub to socket, emission only", True, 0, 10_000),
        Level(transport, "stub to socket, round trip", True, 60_000, 1_000),
    )
)


def kernel(level: Level, calls: int, port: int) -> str:
    """The assembly of a client that calls at a port of this machine."""
    sockets = "platform.Sockets" if level.is_on_network else "net.Nowhere"
    transport = level.transport
    settings = f"program = 0x20464c54, version = 1, port = {port}"
    settings += f", {transport.settings} = {transport.buffer_bytes}"
    return (
        "// SPDX-License-Identifier: BSD-2-Clause\n"
        "assembly Measured extends RpcRounds {\n"
        f"    rounds = rpc.BenchRounds {{ calls = {calls}, timeout_ms = {level.timeout_ms} }};\n"
        f"    client = rpc.{transport.component} {{\n        {settings}\n    }};\n"
        f"    sockets = {sockets};\n"
        "}\n"
    )


def build_kernel(assembly: str | Path) -> Path:
    """The image of a kernel, as `flat build` makes it."""
    command = [str(kit / "flat"), "build", str(assembly)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=kit)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return kit / done.stdout.strip().splitlines()[-1]


@contextmanager
def called(level: Level) -> Iterator[int]:
    """The port of the server that is called at a level, until the end of the block.

    It is our own server. But a client that only sends on a connection never takes the replies, so
    that the server ends up waiting and takes no more calls: it calls a process that discards all.
    """
    is_forgotten = level.transport.is_connection and not level.waits
    with _sink() if is_forgotten else _server(level.transport) as port:
        yield port


@contextmanager
def _server(transport: Transport) -> Iterator[int]:
    command = [str(build_kernel("rpc-server"))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            lines = [process.stdout.readline().split() for _ in range(2)]
            yield next(int(words[-1]) for words in lines if transport.name in words)
        finally:
            process.kill()


@contextmanager
def _sink() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=_forget, args=(listening,))
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join()


def _forget(listening: socket.socket) -> None:
    """Takes one connection after the other, until there is nothing to listen to."""
    while True:
        try:
            connection, _ = listening.accept()
        except OSError:
            return
        with connection:
            while connection.recv(1 << 16):
                pass
