# SPDX-License-Identifier: BSD-2-Clause
# Reads: tests/rpc bench/components components/rpc
# Builds: network-rpc rpc-client rpc-server
# One run in 3, unless changed: components/net components/rpc bindings/remote
"""The system's clients of remote procedure calls call a kernel; ours ask port mappers."""

from __future__ import annotations

import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cable import build, kernel_address, machine, network, patience_s, run
from nfs_peer import ganesha
from peers import build_kernel, build_peers, expected_lines, program, running, words

_bench_program, _portmapper = str(0x20464C54), "100000"
_protocols = {"udp": 17, "tcp": 6}
_nfs = (100003, 3)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The kernel's address, while it receives calls at all of its ports."""
    image = build("network-rpc")
    with network() as tap, machine(image, tap, "by TCP at port 111"):
        yield kernel_address


def test_a_server_in_a_kernel_answers_as_any_does(server: str, tmp_path: Path) -> None:
    build_peers(tmp_path)
    for auth in ("none", "sys"):
        said = run(tmp_path / "peer_client", "udp", "2049", auth, server)
        assert tuple(said.splitlines()) == expected_lines


def test_rpcinfo_lists_what_can_be_called(server: str) -> None:
    listed = run("rpcinfo", "-p", server).splitlines()[1:]
    assert {tuple(line.split()[:4]) for line in listed} == {
        (_bench_program, "1", "udp", "2049"),
        (_bench_program, "1", "tcp", "2049"),
        *((_portmapper, version, kind, "111") for version in "234" for kind in _protocols),
    }


def test_rpcinfo_lists_the_same_by_version_4(server: str) -> None:
    listed = [line.split() for line in run("rpcinfo", server).splitlines()[1:]]
    place = {_bench_program: f"{server}.8.1", _portmapper: f"{server}.0.111"}
    versions = {_bench_program: "1", _portmapper: "234"}
    assert sorted(tuple(line[:4]) for line in listed) == sorted(
        (program, version, kind, place[program])
        for program in place
        for version in versions[program]
        for kind in _protocols
    )


@pytest.mark.parametrize("version", ["2", "3", "4"])
@pytest.mark.parametrize("kind", ["udp", "tcp"])
def test_rpcinfo_reaches_each_version_of_the_port_mapper(
    server: str, kind: str, version: str
) -> None:
    said = run("rpcinfo", "-T", kind, server, _portmapper, version)
    assert f"program {_portmapper} version {version} ready and waiting" in said


@pytest.mark.parametrize("version", [3, 4])
def test_a_binding_is_told_by_its_universal_address(server: str, version: int) -> None:
    netid, nothing = words(3) + b"tcp\0", words(0)
    asked = words(int(_bench_program), 1) + netid + nothing + nothing
    call = words(7, 0, 2, int(_portmapper), version, 3, 0, 0, 0, 0) + asked
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(patience_s)
        asking.sendto(call, (server, 111))
        told = asking.recv(1000)[24:]
    address = f"{server}.8.1".encode()
    assert told == words(len(address)) + address + bytes(-len(address) % 4)


@pytest.mark.parametrize("kind", ["-u", "-t"])
def test_rpcinfo_finds_a_program_and_calls_it(server: str, kind: str) -> None:
    said = run("rpcinfo", kind, server, _bench_program, "1")
    assert re.search(rf"program {_bench_program} version 1 ready and waiting", said)


def mapped_client(transport: str, host: int, called: tuple[int, int] = (program, 1)) -> Path:
    """A kernel that calls a program where the port mapper of a host says that it is."""
    number, version = called
    own = "DatagramClient" if transport == "udp" else "StreamClient"
    place = f"protocol = {_protocols[transport]}, address = {host:#x}"
    return build_kernel(
        f"mapped_{transport}_{host:x}_{number:x}",
        f"assembly Mapped{transport.title()}{host:x}Of{number:x} extends RpcClient {{\n"
        "    calls.client -> mapped.client;\n"
        "    mapped = rpc.ports.MappedClient {\n"
        f"        program = {number}, version = {version}, {place}\n"
        "    };\n"
        "    mapped.beneath -> client.client;\n"
        f"    client = rpc.{own} {{ program = {number}, version = {version} }};\n"
        "    mapped.mapper -> mapper.client;\n"
        f"    mapper = rpc.{own} {{ program = {_portmapper}, version = 2 }};\n"
        "    threads = thread.Threads;\n"
        "    scheduler = RoundRobin;\n"
        "    objects = Slabs;\n"
        "    timer = platform.Timer;\n"
        "    traps = arch.Traps;\n"
        "}\n",
    )


@pytest.mark.parametrize("transport", ["udp", "tcp"])
def test_our_client_asks_our_port_mapper(server: str, transport: str) -> None:
    host = int.from_bytes(socket.inet_aton(server), "big")
    said = run(mapped_client(transport, host))
    assert tuple(said.splitlines()) == expected_lines


@contextmanager
def rpcbind() -> Iterator[None]:
    """The system's port mapper, in a network and with files of its own."""
    command = "mount -t tmpfs none /run && exec rpcbind -f"
    with network(), subprocess.Popen(("unshare", "-m", "sh", "-c", command)) as mapper:
        try:
            end = time.monotonic() + patience_s
            while ask_mapper(0) is None:
                assert mapper.poll() is None and time.monotonic() < end
                time.sleep(0.05)
            yield
        finally:
            mapper.terminate()


def ask_mapper(procedure: int, *arguments: int) -> bytes | None:
    """What rpcbind answers to a call, if it is there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(0.2)
        asking.connect(("127.0.0.1", 111))
        call = words(7, 0, 2, int(_portmapper), 2, procedure, 0, 0, 0, 0, *arguments)
        try:
            asking.send(call)
            return asking.recv(1000)[24:]
        except OSError:
            return None


@contextmanager
def peer_serving(folder: Path, transport: str) -> Iterator[int]:
    """The system's server of the program, until the end of the block; its port."""
    kind = socket.SOCK_DGRAM if transport == "udp" else socket.SOCK_STREAM
    with socket.socket(socket.AF_INET, kind) as place:
        place.bind(("127.0.0.1", 0))
        command = (folder / "peer_server", transport, str(place.fileno()))
        with running(command, [place.fileno()]) as server:
            assert server.readline().strip() == "ready"
            yield place.getsockname()[1]


@pytest.mark.parametrize("transport", ["udp", "tcp"])
def test_our_client_asks_rpcbind(tmp_path: Path, transport: str) -> None:
    build_peers(tmp_path)
    client = mapped_client(transport, 0x7F000001)
    with rpcbind(), peer_serving(tmp_path, transport) as port:
        refused = subprocess.run(client, capture_output=True, text=True, check=False)
        assert refused.returncode == 1
        assert refused.stdout.splitlines()[0] == "null: the program is not registered"
        assert ask_mapper(1, program, 1, _protocols[transport], port) == words(1)
        assert tuple(run(client).splitlines()) == expected_lines


def null_call(client: Path) -> str:
    """What a client says of its first call, that of the null procedure; others are not for NFS."""
    done = subprocess.run(client, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()[0]


@pytest.mark.parametrize("transport", ["udp", "tcp"])
def test_the_null_procedure_of_nfs_ganesha_is_called_by_name(
    tmp_path: Path, transport: str
) -> None:
    client = mapped_client(transport, 0x7F000001, _nfs)
    with network(), ganesha(tmp_path, by_udp=True):
        assert null_call(client) == "null: the server is there"


def test_a_server_by_tcp_alone_is_not_registered_by_udp(tmp_path: Path) -> None:
    with network(), ganesha(tmp_path):
        by_udp, by_tcp = (mapped_client(each, 0x7F000001, _nfs) for each in ("udp", "tcp"))
        assert null_call(by_udp) == "null: the program is not registered"
        assert null_call(by_tcp) == "null: the server is there"
