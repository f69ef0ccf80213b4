# SPDX-License-Identifier: BSD-2-Clause
"""Clients and servers of bench.x: ours, as kernels, and those of the system's implementation."""

from __future__ import annotations

import socket
import struct
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

here = Path(__file__).resolve().parent
kit = here.parents[1]
bench_x = kit / "bench" / "components" / "rpc" / "bench.x"

program = 0x20464C54
_patience_s = 300
_tirpc = ("-I/usr/include/tirpc", "-ltirpc")

expected_lines = (
    "null: the server is there",
    "min of 7 and 4: 4",
    "min of -5 and 3: -5",
    "min of 2147483647 and -2147483648: -2147483648",
    *(f"echo of {count} integers: the same" for count in (0, 1, 20, 100, 250, 500, 1000, 2000)),
    "procedure 99: there is no such procedure",
)
"""What a client says that has found a right server."""


@dataclass(frozen=True)
class Programs:
    """Clients that call at the ports of the session, and servers."""

    sockets: Mapping[str, socket.socket]  # by transport; they have the ports, for whoever serves
    peer_client: Path
    peer_server: Path
    clients: Mapping[tuple[str, str], Path]  # ours, by transport and authentication or manner
    server: Path

    def port(self, transport: str) -> int:
        """Where our clients call."""
        port: int = self.sockets[transport].getsockname()[1]
        return port

    @contextmanager
    def peer_serving(self, transport: str) -> Iterator[None]:
        """The system's server at the session's port, until the end of the block."""
        descriptor = self.sockets[transport].fileno()
        with running((self.peer_server, transport, str(descriptor)), [descriptor]) as server:
            assert server.readline().strip() == "ready"
            yield

    @contextmanager
    def serving(self) -> Iterator[dict[str, int]]:
        """Our server, until the end of the block; its ports by transport."""
        with running([self.server]) as server:
            lines = [server.readline().split() for _ in range(2)]
            yield {words[3].lower(): int(words[-1]) for words in lines}


def run(*command: str | Path, folder: Path | None = None) -> str:
    """The standard output of a command, which must succeed."""
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        timeout=_patience_s,
    )
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def build_peers(folder: Path) -> None:
    """Makes `peer_client` and `peer_server` of what rpcgen makes of bench.x."""
    for option, name in (("-h", "bench.h"), ("-c", "bench_xdr.c")):
        run("rpcgen", option, "-o", folder / name, bench_x.name, folder=bench_x.parent)
    for option, peer in (("-l", "client"), ("-m", "server")):
        generated = folder / f"bench_{peer}.c"
        run("rpcgen", option, "-o", generated, bench_x.name, folder=bench_x.parent)
        text = generated.read_text(encoding="utf-8").replace(f'"{bench_x.stem}.h"', '"bench.h"')
        generated.write_text(text, encoding="utf-8")
        sources = [here / f"peer_{peer}.c", generated, folder / "bench_xdr.c"]
        output = folder / f"peer_{peer}"
        run("cc", "-w", f"-I{folder}", *sources, *_tirpc, "-o", output)


def build_kernel(name: str, text: str) -> Path:
    """Builds an assembly that is written for a test; its image."""
    folder = kit / "build" / "tests" / "rpc"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.flat"
    file.write_text(f"// SPDX-License-Identifier: BSD-2-Clause\n{text}", encoding="utf-8")
    output = run(kit / "flat", "build", file)
    return kit / output.strip().splitlines()[-1]


@contextmanager
def running(command: Sequence[str | Path], inherited: Sequence[int] = ()) -> Iterator[IO[str]]:
    """A server that runs until the end of the block; what it says."""
    words = [str(word) for word in command]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, pass_fds=inherited) as server:
        assert server.stdout
        try:
            yield server.stdout
        finally:
            server.kill()


@contextmanager
def recording(transport: str, receiving: socket.socket, ignored: int = 0) -> Iterator[list[bytes]]:
    """Answers calls rightly until the end of the block; they are remembered as they were sent.

    By UDP, so many of the same datagrams are ignored before one is answered.
    """
    calls: list[bytes] = []
    if transport == "udp":
        thread = threading.Thread(target=_serve_datagrams, args=(receiving, calls, ignored))
    else:
        thread = threading.Thread(target=_serve_connection, args=(receiving, calls))
    thread.start()
    try:
        yield calls
    finally:
        if transport == "udp":
            receiving.sendto(b"", receiving.getsockname())
        thread.join()


def _serve_datagrams(receiving: socket.socket, calls: list[bytes], ignored: int) -> None:
    """Serves until an empty datagram comes."""
    receiving.settimeout(_patience_s)
    while True:
        message, caller = receiving.recvfrom(65536)
        if not message:
            return
        calls.append(message)
        if calls.count(message) > ignored:
            receiving.sendto(right_answer(message), caller)


def _serve_connection(receiving: socket.socket, calls: list[bytes]) -> None:
    """Serves one connection until the caller ends it."""
    receiving.listen()
    receiving.settimeout(_patience_s)  # and waits, even if another process wants it not to block
    connection, _ = receiving.accept()
    with connection:
        while record := read_record(connection):
            calls.append(record)
            connection.sendall(as_record(right_answer(payload(record))))


def read_record(connection: socket.socket) -> bytes:
    """The fragments of a record with their headers; nothing at the end of the connection."""
    record = b""
    while header := _read(connection, 4):
        (word,) = struct.unpack(">I", header)
        record += header + _read(connection, word & 0x7FFFFFFF)
        if word >> 31:
            break
    return record


def _read(connection: socket.socket, size: int) -> bytes:
    found = b""
    while len(found) < size:
        piece = connection.recv(size - len(found))
        if not piece:
            break
        found += piece
    return found


def payload(record: bytes) -> bytes:
    """The message in a record."""
    message = b""
    while record:
        (word,) = struct.unpack_from(">I", record)
        end = 4 + (word & 0x7FFFFFFF)
        message += record[4:end]
        record = record[end:]
    return message


def as_record(message: bytes, fragment_bytes: int = 1 << 30) -> bytes:
    """A message as a record, in fragments of this size."""
    starts = range(0, len(message), fragment_bytes)
    record = b""
    for start in starts:
        fragment = message[start : start + fragment_bytes]
        is_last = start == starts[-1]
        record += struct.pack(">I", len(fragment) | is_last << 31) + fragment
    return record


def right_answer(call: bytes) -> bytes:
    """What a right server of bench.x replies."""
    transaction = call[:4]
    (procedure,) = struct.unpack_from(">I", call, 20)
    arguments = call[arguments_offset(call) :]
    status = 0
    if procedure == 1:
        arguments = struct.pack(">i", min(struct.unpack(">ii", arguments)))
    elif procedure not in (0, 2):
        status = 3
    return transaction + struct.pack(">IIIII", 1, 0, 0, 0, status) + arguments


def arguments_offset(call: bytes) -> int:
    """Where the arguments begin: after credential and verifier."""
    offset = 24
    for _ in range(2):
        (size,) = struct.unpack_from(">I", call, offset + 4)
        offset += 8 + (size + 3) // 4 * 4
    return offset


def comparable(transport: str, call: bytes) -> bytes:
    """A call without what differs by right: its transaction, and the stamp of AUTH_SYS."""
    start = 0 if transport == "udp" else 4
    (flavour,) = struct.unpack_from(">I", call, start + 24)
    blanks = (start, start + 32) if flavour == 1 else (start,)
    for blank in blanks:
        call = call[:blank] + bytes(4) + call[blank + 4 :]
    return call


def words(*numbers: int) -> bytes:
    """Numbers in external form."""
    return struct.pack(f">{len(numbers)}I", *numbers)
