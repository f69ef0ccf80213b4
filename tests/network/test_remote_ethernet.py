# SPDX-License-Identifier: BSD-2-Clause
# One run in 3, unless changed: bindings/remote components/net components/driver
"""A kernel calls an object of another kernel in another machine, in frames of Ethernet."""

# Reads: tools/cli components core dimensions interfaces kernels bindings

from __future__ import annotations

import os
import random
import select
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from cable import build, kit, patience_s

_folder = kit / "kernels/ledger-ethernet"
_client = [str(_folder / name) for name in ("ledger-ethernet.flat", "hosted.flat")]
_server = [str(_folder / name) for name in ("books.flat", "hosted_books.flat")]
_cards = ["52:54:00:00:00:01", "52:54:00:00:00:02"]
_said = [
    "3 and 4 are 10",
    "too much is error 1",
    "three deposits: 7 to 307, by 300, the same 1",
    "a withdrawal: 307 to 57, by -250, the same 1",
    "note 5 of 4000 bytes: 4000 read, 0 wrong",
    "flat is talf",
    "all of the ledger was used",
]


class Wire:
    """A cable between two kernels that sees, and loses, doubles and spoils, what goes by it."""

    def __init__(self, folder: Path, fault_percent: int = 0) -> None:
        self.ends = [(folder / f"kernel{i}", folder / f"wire{i}") for i in range(2)]
        self.frames: list[bytes] = []
        self._sockets = [socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in self.ends]
        for own, (_, name) in zip(self._sockets, self.ends, strict=True):
            own.bind(str(name))
        self._fault_percent = fault_percent
        self._random = random.Random(23)
        self._is_over = Event()
        self._thread = Thread(target=self._carry)
        self._thread.start()

    def close(self) -> None:
        self._is_over.set()
        self._thread.join()
        for each in self._sockets:
            each.close()

    def send(self, to: int, frame: bytes) -> None:
        """Puts a frame on the cable; whoever is not there loses it."""
        try:
            self._sockets[to].sendto(frame, str(self.ends[to][0]))
        except OSError:
            return

    def _carry(self) -> None:
        while not self._is_over.is_set():
            for each in select.select(self._sockets, [], [], 0.05)[0]:
                frame = each.recv(65536)
                self.frames.append(frame)
                for copy in self._what_arrives(frame):
                    self.send(1 - self._sockets.index(each), copy)

    def _is_fault(self) -> bool:
        return self._random.randrange(100) < self._fault_percent

    def _what_arrives(self, frame: bytes) -> list[bytes]:
        if self._is_fault():
            return []
        if self._is_fault():
            spoilt = bytearray(frame)
            spoilt[self._random.randrange(14, len(frame))] ^= 1 << self._random.randrange(8)
            return [bytes(spoilt)]
        return [frame] * (2 if self._is_fault() else 1)


@contextmanager
def wire(folder: Path, fault_percent: int = 0) -> Iterator[Wire]:
    made = Wire(folder, fault_percent)
    try:
        yield made
    finally:
        made.close()


@contextmanager
def kernel(image: Path, wire: Wire, end: int) -> Iterator[subprocess.Popen[str]]:
    """A kernel in a machine or process of its own; time is the real one."""
    own, other = wire.ends[end]
    words, environment = [str(image)], dict(os.environ)
    environment["FLAT_NET_0"] = f"dgram:{own},{other}"
    if "/x86_64/" in str(image):
        link = f"local.type=unix,local.path={own},remote.type=unix,remote.path={other}"
        words = ["qemu-system-x86_64", "-accel", "tcg", "-cpu", "qemu64,+smep,+smap"]
        words += ["-m", "256M", "-nodefaults", "-display", "none", "-serial", "stdio"]
        words += ["-no-reboot", "-netdev", f"dgram,id=net0,{link}", "-kernel", str(image)]
        words += ["-device", f"virtio-net-pci,netdev=net0,mac={_cards[end]}"]
        words += ["-device", "isa-debug-exit,iobase=0xf4,iosize=4"]
    with subprocess.Popen(
        words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def serve_and_call(server: Path, client: Path, wire: Wire) -> list[str]:
    """What the client says until its end."""
    with kernel(server, wire, 1) as serving:
        assert serving.stdout
        assert any("serving" in line for line in serving.stdout)
        with kernel(client, wire, 0) as calling:
            said, _ = calling.communicate(timeout=2 * patience_s)
    return said.splitlines()


def assert_all_was_said(said: list[str]) -> None:
    assert [line for line in said if line in _said] == _said, said


@pytest.mark.parametrize("variant", ["virtual", "flat"])
def test_two_machines_at_one_cable_call_each_other(tmp_path: Path, variant: str) -> None:
    server = build(_server[0], "--variant", variant)
    client = build(_client[0], "--variant", variant)
    with wire(tmp_path) as cable:
        assert_all_was_said(serve_and_call(server, client, cable))
    # Nobody sends but these two, in one type of frames, and nothing is sent again.
    cards = [bytes.fromhex(card.replace(":", "")) for card in _cards]
    assert {frame[:14] for frame in cable.frames} == {
        cards[1] + cards[0] + b"\x88\xb5",
        cards[0] + cards[1] + b"\x88\xb5",
    }
    assert len(set(cable.frames)) == len(cable.frames)


@pytest.mark.parametrize(("server", "client"), [(0, 1), (1, 0), (1, 1)])
def test_a_machine_and_a_process_call_each_other(tmp_path: Path, server: int, client: int) -> None:
    with wire(tmp_path) as cable:
        said = serve_and_call(build(_server[server]), build(_client[client]), cable)
    assert_all_was_said(said)


def test_each_call_is_carried_out_once_by_a_cable_that_loses_and_doubles(tmp_path: Path) -> None:
    with wire(tmp_path, fault_percent=10) as cable:
        said = serve_and_call(build(_server[0]), build(_client[0]), cable)
    assert_all_was_said(said)
    assert len(set(cable.frames)) < len(cable.frames)


def test_who_does_not_have_the_key_is_not_heard(tmp_path: Path) -> None:
    place = tmp_path / "stranger.flat"
    place.write_text(
        "assembly Stranger extends HostedLedgerEthernet {\n"
        '    keyed = net.KeyedDatagrams { key = "2b7e151628aed2a6abf7158809cf4f3d" };\n'
        "}\n"
    )
    with wire(tmp_path) as cable:
        said = serve_and_call(build(_server[1]), build(str(place)), cable)
    assert len(cable.frames) > 1
    assert "all of the ledger was used" not in said
    assert not [frame for frame in cable.frames if frame[6:12].hex(":") == _cards[1]]


def second_client_after(tmp_path: Path, is_repeated: bool) -> list[str]:
    """What a client says to whom the ledger is not new, after the frames of the first one again."""
    with wire(tmp_path) as cable, kernel(build(_server[1]), cable, 1) as serving:
        assert serving.stdout
        assert any("serving" in line for line in serving.stdout)
        client = build(_client[1])
        with kernel(client, cable, 0) as calling:
            calling.communicate(timeout=patience_s)
        recorded = [frame for frame in cable.frames if frame[6:12].hex(":") == _cards[0]]
        for frame in recorded if is_repeated else []:
            cable.send(1, frame)
        with kernel(client, cable, 0) as calling:
            return calling.communicate(timeout=patience_s)[0].splitlines()


def test_what_was_recorded_is_not_carried_out_again(tmp_path: Path) -> None:
    said = []
    for is_repeated in (False, True):
        folder = tmp_path / str(is_repeated)
        folder.mkdir()
        said.append(second_client_after(folder, is_repeated))
    assert said[0][0].startswith("3 and 4 are ")
    assert said[0][0] != _said[0]
    assert said[1] == said[0]
