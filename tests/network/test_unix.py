# SPDX-License-Identifier: BSD-2-Clause
# Builds: unix-net
# One run in 6, unless changed: components/net components/unix components/driver
"""Debian's busybox uses a network in the kernel unix-net: clients and servers of both sides."""

from __future__ import annotations

import hashlib
import random
import shutil
import socket
import struct
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest
from cable import (
    build,
    kernel_address,
    kit,
    linux_address,
    machine,
    network,
    patience_s,
)
from hops import beside_gateway, far_host, hops, second_hop, told_on_linux

from flatland.run.session import archive_of
from flatland.run.settings import read_run_file
from flatland.setup.install import ensure
from flatland.setup.tools import find

_data = random.Random(7).randbytes(300_000)
_web, _lines, _files, _nobody, _rude = 8000, 8001, 69, 8002, 8003

_script = f"""
wget -q -O - http://{linux_address}:{_web}/ | md5sum
wget -q -O - http://{linux_address}:{_nobody}/
wget -q -O - http://10.0.0.77/
wget -q -O - http://{linux_address}:{_rude}/
echo a question | nc {linux_address} {_lines}
tftp -g -l /tmp/data -r data {linux_address} && md5sum /tmp/data
ping -c 2 -s 1000 {linux_address}
/bin/echoes {linux_address}
/bin/reports {far_host} {linux_address}
traceroute -n -q 1 {far_host}
traceroute -I -n -q 1 {far_host}
ping -c 1 -t 2 -W 1 {far_host}
ping -c 1 -t 3 {far_host}
mkdir /tmp/www; cp /tmp/data /tmp/www/data; echo 'a page' > /tmp/www/index.html
httpd -p 80 -h /tmp/www
nc -ll -p 7 -e cat &
until netstat -tln | grep -q ':7 '; do :; done
netstat -tuln
netstat -wn
echo ready
wait
"""


@dataclass(frozen=True)
class Session:
    """What the machine has said before it was ready."""

    lines: list[str]
    on_linux: list[str]
    """What `reports` says on a Linux in the kernel's place."""


class _Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:  # noqa: N802
        """Answers any request with the data."""
        self.send_response(200)
        self.end_headers()
        self.wfile.write(_data)

    def log_message(self, format: str, *arguments: object) -> None:
        """Says nothing."""


def _answer_line(listening: socket.socket) -> None:
    connection, _ = listening.accept()
    with connection, connection.makefile("rb") as lines:
        question = lines.read()  # up to the end that nc makes when its own input has one
        connection.sendall(b"the answer to " + question)


def _reset(listening: socket.socket) -> None:
    connection, _ = listening.accept()
    with connection:
        connection.recv(1000)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def _serve_file(requests: socket.socket) -> None:
    """TFTP's (RFC 1350): the data, 512 bytes after the other."""
    _, client = requests.recvfrom(1000)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as transfer:
        transfer.settimeout(patience_s)
        transfer.bind((linux_address, 0))
        for block in range(1, 30_000 // 512 + 2):
            part = _data[:30_000][512 * (block - 1) : 512 * block]
            transfer.sendto(struct.pack(">HH", 3, block) + part, client)
            while transfer.recvfrom(1000) != (struct.pack(">HH", 4, block), client):
                pass


@contextmanager
def _servers() -> Iterator[None]:
    """Those of this Linux."""
    with (
        ThreadingHTTPServer((linux_address, _web), _Pages) as pages,
        socket.create_server((linux_address, _lines)) as lines,
        socket.create_server((linux_address, _rude)) as rude,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as files,
    ):
        files.bind((linux_address, _files))
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        threading.Thread(target=_answer_line, args=(lines,), daemon=True).start()
        threading.Thread(target=_reset, args=(rude,), daemon=True).start()
        threading.Thread(target=_serve_file, args=(files,), daemon=True).start()
        yield
        pages.shutdown()


def _boot_words(folder: Path) -> tuple[str, ...]:
    kernel = kit / "kernels" / "unix-net"
    wanted = read_run_file(kernel).archives["unix-net"]
    tree = folder / "tree"
    shutil.copytree(kernel / wanted.tree, tree, symlinks=True)
    (tree / "bin").mkdir(exist_ok=True)
    ensure(find("g++"))
    for name in ("echoes", "reports"):
        source = Path(__file__).with_name(f"{name}.c")
        subprocess.run(["gcc", "-O1", "-static", "-o", tree / "bin" / name, source], check=True)
    (folder / "archive").write_bytes(archive_of(tree, wanted))
    program = "+".join(quote(word, "/") for word in ("/bin/sh", "-c", _script))
    return "-initrd", str(folder / "archive"), "-append", f"program={program}"


@pytest.fixture(scope="module", params=["virtual", "flat"])
def session(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Session]:
    """The kernel, whose programs have used our servers and now serve themselves."""
    image = build("unix-net", "--variant", request.param)
    folder = tmp_path_factory.mktemp("unix")
    words = _boot_words(folder)
    reports = folder / "tree" / "bin" / "reports"
    with (
        network() as tap,
        hops() as beside,
        _servers(),
        machine(image, tap, "ready", more=words) as lines,
    ):
        yield Session(lines, told_on_linux(beside, reports, far_host, beside_gateway))


def _echo(data: bytes) -> bytes:
    with socket.create_connection((kernel_address, 7), patience_s) as connection:
        sender = threading.Thread(target=_send_all, args=(connection, data))
        sender.start()
        with connection.makefile("rb") as stream:
            answer = stream.read()
        sender.join()
        return answer


def _send_all(connection: socket.socket, data: bytes) -> None:
    connection.sendall(data)
    connection.shutdown(socket.SHUT_WR)


def _fetch(path: str) -> bytes:
    words = ["curl", "--silent", "--show-error", "--fail", "--max-time", "60"]
    url = f"http://{kernel_address}/{path}"
    return subprocess.run([*words, url], stdout=subprocess.PIPE, check=True).stdout


def test_pages_and_files_of_linux_arrive_as_they_are(session: Session) -> None:
    for size, name in ((300_000, "-"), (30_000, "/tmp/data")):
        assert f"{hashlib.md5(_data[:size]).hexdigest()}  {name}" in session.lines


def test_who_is_not_there_is_an_error_of_its_kind(session: Session) -> None:
    problem = "wget: can't connect to remote host"
    assert f"{problem} ({linux_address}): Connection refused" in session.lines
    assert f"{problem} (10.0.0.77): No route to host" in session.lines
    assert "wget: error getting response: Connection reset by peer" in session.lines


def test_one_end_of_a_connection_can_go_on_alone(session: Session) -> None:
    assert "the answer to a question" in session.lines


def test_linux_answers_echoes(session: Session) -> None:
    assert "2 packets transmitted, 2 packets received, 0% packet loss" in session.lines
    answers = [line for line in session.lines if line.startswith("1008 bytes from")]
    assert [line.split()[3:5] for line in answers] == [
        [f"{linux_address}:", "seq=0"],
        [f"{linux_address}:", "seq=1"],
    ]


_bound = [
    "streams bound 0.0.0.0 0 127.0.0.1 0 127.1.2.3 0 224.0.0.1 0 255.255.255.255 0 "
    "192.0.2.1 -99 0.0.0.1 -99",
    "datagrams bound and sent 0.0.0.0 0/1 127.0.0.1 0/-22 127.1.2.3 0/-22 224.0.0.1 0/1 "
    "255.255.255.255 0/1 192.0.2.1 -99/1 0.0.0.1 -99/1",
    "echoes bound elsewhere -99 to a group -99",
]


def test_sockets_for_echoes_are_those_of_linux(session: Session) -> None:
    begin = session.lines.index(
        f"echo sent 12 got 12 type 0 number 7 is its 1 data echo from {linux_address}:0"
    )
    assert session.lines[begin + 1 :][:9] == [
        "short -22 other -22 nowhere -89 connect 0 send 12 read 12",
        "datagram to nobody 1 connected 1 polled 1 9 then -111",
        "raw bound elsewhere -99 state 7 connect 0 state 1",
        "raw sent 8 got 28 version 45 lifetime 64 protocol 1 length 28 from 10.0.0.1 sum ffff "
        "type 0 identifier abcd number 9",
        "cut 22",
        "raw for others -1 echoes 8",
        *_bound,
    ]


def test_programs_learn_who_has_reported_what(session: Session) -> None:
    """Errors by IP_RECVERR, lifetimes and options of packets are those that Linux tells."""
    begin = session.lines.index(session.on_linux[0])
    assert session.lines[begin:][: len(session.on_linux)] == session.on_linux
    assert session.on_linux[-1] == "all has been reported"
    assert any(f"by {second_hop}" in line for line in session.on_linux)


def test_busybox_traces_the_route_to_a_host(session: Session) -> None:
    lines = session.lines
    for begin in [number for number, line in enumerate(lines) if line.startswith("traceroute to")]:
        hops = [line.split()[:2] for line in lines[begin + 1 :][:3]]
        assert hops == [["1", linux_address], ["2", second_hop], ["3", far_host]]
    assert sum(line.startswith("traceroute to") for line in lines) == 2


def test_an_echo_goes_as_far_as_it_may(session: Session) -> None:
    begin = [n for n, line in enumerate(session.lines) if line.startswith(f"PING {far_host}")]
    too_short, long_enough = (session.lines[each:][:6] for each in begin)
    assert "1 packets transmitted, 0 packets received, 100% packet loss" in too_short
    answer = next(line for line in long_enough if line.startswith("64 bytes"))
    assert answer.split()[3:6] == [f"{far_host}:", "seq=0", "ttl=62"], "less by two on its way back"


def test_pages_of_the_kernel_come_to_many_at_once(session: Session) -> None:
    assert _fetch("") == b"a page\n"
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(_fetch, ["data"] * 8)) == {_data[:30_000]}
    with pytest.raises(subprocess.CalledProcessError):
        _fetch("nothing")


@pytest.mark.parametrize("size", [0, 1, 100_000])
def test_a_program_is_at_the_end_of_a_connection(session: Session, size: int) -> None:
    assert _echo(_data[:size]) == _data[:size]


def test_where_no_program_listens_connections_are_refused(session: Session) -> None:
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((kernel_address, 81), patience_s)


def test_netstat_lists_who_listens(session: Session) -> None:
    listed = [line.split() for line in session.lines if line.startswith("tcp ")]
    nobody = ["0.0.0.0:*", "LISTEN"]
    assert sorted(listed) == [["tcp", "0", "0", f"0.0.0.0:{port}", *nobody] for port in (7, 80)]
