# SPDX-License-Identifier: BSD-2-Clause
"""Clients and servers of bench.x: ours, as kernels, and those of the system's implementation."""

from __future__ import annotations

import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

here = Path(__file__).resolve().parent
kit = here.parents[1]
bench_x = kit / "components" / "rpc" / "bench.x"

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
    """Clients that call at one port, and servers."""

    port: int
    datagrams: socket.socket  # has the port, for whoever is the server
    peer_client: Path
    peer_server: Path
    udp_client: Path
    udp_client_sys: Path
    server: Path


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
    output = run(sys.executable, kit / "tools" / "cli", "build", file)
    return kit / output.strip().splitlines()[-1]


@contextmanager
def running(command: Sequence[str | Path], inherited: Sequence[int] = ()) -> Iterator[str]:
    """A server that runs until the end of the block; its first line."""
    words = [str(word) for word in command]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, pass_fds=inherited) as server:
        assert server.stdout
        try:
            yield server.stdout.readline().strip()
        finally:
            server.kill()


def port_in(line: str) -> int:
    """The port that a kernel says it receives at."""
    return int(line.rpartition(" ")[2])


@dataclass
class Recorder:
    """Receives datagrams, remembers them, and answers each."""

    socket: socket.socket
    answer: Callable[[bytes], bytes]
    calls: list[bytes] = field(default_factory=list)

    @contextmanager
    def recording(self) -> Iterator[list[bytes]]:
        """Answers until the end of the block; an empty datagram to itself ends it."""
        self.calls = []
        thread = threading.Thread(target=self._serve)
        thread.start()
        try:
            yield self.calls
        finally:
            self.socket.sendto(b"", self.socket.getsockname())
            thread.join()

    def _serve(self) -> None:
        while True:
            message, caller = self.socket.recvfrom(65536)
            if not message:
                return
            self.calls.append(message)
            self.socket.sendto(self.answer(message), caller)


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
    """Where the arguments begin: behind credential and verifier."""
    offset = 24
    for _ in range(2):
        (size,) = struct.unpack_from(">I", call, offset + 4)
        offset += 8 + (size + 3) // 4 * 4
    return offset


def comparable(call: bytes) -> bytes:
    """A call without what differs by right: its transaction, and the stamp of AUTH_SYS."""
    (flavour,) = struct.unpack_from(">I", call, 24)
    without = bytes(4) + call[4:]
    return without[:32] + bytes(4) + without[36:] if flavour == 1 else without
