# SPDX-License-Identifier: BSD-2-Clause
"""A server of bench.x by libtirpc, and a relay that remembers what goes to it and back."""

from __future__ import annotations

import shlex
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from realcode.options import KIT
from realcode.step import run

_largest = 65536


def own_socket() -> socket.socket:
    """A socket for datagrams, at a port of this machine that nobody else has."""
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.bind(("127.0.0.1", 0))
    return made


def port_of(bound: socket.socket) -> int:
    """Where datagrams for it go."""
    port: int = bound.getsockname()[1]
    return port


@contextmanager
def serving(folder: Path) -> Iterator[int]:
    """The server of the system's libtirpc, until the end of the block; its port."""
    protocol = KIT / "bench" / "components" / "rpc"
    place = folder / "server"
    place.mkdir(exist_ok=True)
    for option, name in (("-h", "bench.h"), ("-c", "bench_xdr.c"), ("-m", "bench_server.c")):
        made = place / name
        made.unlink(missing_ok=True)
        run(shlex.join(["rpcgen", option, "-o", str(made), "bench.x"]), protocol)
        made.write_text(
            made.read_text().replace('"bench.x.h"', '"bench.h"').replace('"bench.h.h"', '"bench.h"')
        )
    peer = KIT / "tests" / "rpc" / "peer_server.c"
    words = ["cc", "-w", f"-I{place}", "-I/usr/include/tirpc", str(peer), "bench_server.c"]
    run(shlex.join([*words, "bench_xdr.c", "-ltirpc", "-o", "server"]), place)
    with own_socket() as receiving:
        handle = receiving.fileno()
        command = [str(place / "server"), "udp", str(handle)]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, pass_fds=[handle]
        ) as process:
            assert process.stdout
            try:
                assert process.stdout.readline() == "ready\n"
                yield port_of(receiving)
            finally:
                process.kill()


@dataclass
class Recorded:
    """What went through a relay, in order."""

    calls: list[bytes] = field(default_factory=list)
    replies: list[bytes] = field(default_factory=list)


@contextmanager
def relaying(server_port: int) -> Iterator[tuple[int, Recorded]]:
    """Hands calls on to a server and replies back, one at a time; its own port, and both."""
    recorded = Recorded()
    with own_socket() as front, own_socket() as back:
        thread = threading.Thread(target=_relay, args=(front, back, server_port, recorded))
        thread.start()
        try:
            yield port_of(front), recorded
        finally:
            front.sendto(b"", front.getsockname())
            thread.join()


def _relay(front: socket.socket, back: socket.socket, server_port: int, recorded: Recorded) -> None:
    """Until an empty datagram comes. A server that does not answer ends it, too."""
    back.settimeout(30)
    while True:
        call, caller = front.recvfrom(_largest)
        if not call:
            return
        recorded.calls.append(call)
        back.sendto(call, ("127.0.0.1", server_port))
        reply = back.recv(_largest)
        recorded.replies.append(reply)
        front.sendto(reply, caller)
