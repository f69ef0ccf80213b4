# SPDX-License-Identifier: BSD-2-Clause
# Reads: components/demo components/market
# Builds: kernels/ledger-ethernet kernels/market-remote
# One run in 3, unless changed: bindings/remote components/net components/driver
"""A kernel calls an object of another kernel in another machine, in frames of Ethernet."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from cable import build, kit, patience_s
from wire import Wire, cards, kernel, wire

_folder = kit / "kernels/ledger-ethernet"
_client = [str(_folder / name) for name in ("ledger-ethernet.flat", "hosted.flat")]
_server = [str(_folder / name) for name in ("books.flat", "hosted_books.flat")]
_said = [
    "3 and 4 are 10",
    "too much is error 1",
    "three deposits: 7 to 307, by 300, the same 1",
    "a withdrawal: 307 to 57, by -250, the same 1",
    "note 5 of 4000 bytes: 4000 read, 0 wrong",
    "flat is talf",
    "all of the ledger was used",
]


def _market_lines() -> list[str]:
    """What the visitor of a market says, as the boot test by UDP expects it."""
    place = kit / "tests/boot/market_remote.toml"
    lines: list[str] = tomllib.loads(place.read_text(encoding="utf-8"))["lines"]
    return lines


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
    addresses = [bytes.fromhex(card.replace(":", "")) for card in cards]
    assert {frame[:14] for frame in cable.frames} == {
        addresses[1] + addresses[0] + b"\x88\xb5",
        addresses[0] + addresses[1] + b"\x88\xb5",
    }
    assert len(set(cable.frames)) == len(cable.frames)


@pytest.mark.parametrize(("server", "client"), [(0, 1), (1, 0), (1, 1)])
def test_a_machine_and_a_process_call_each_other(tmp_path: Path, server: int, client: int) -> None:
    with wire(tmp_path) as cable:
        said = serve_and_call(build(_server[server]), build(_client[client]), cable)
    assert_all_was_said(said)


@pytest.mark.parametrize("fault_percent", [0, 5])
def test_objects_are_lent_and_given_both_ways_between_machines(
    tmp_path: Path, fault_percent: int
) -> None:
    market = kit / "kernels/market-remote"
    server, client = (build(str(market / f"ethernet{name}.flat")) for name in ("_stalls", ""))
    with wire(tmp_path, fault_percent) as cable:
        said = serve_and_call(server, client, cable)
    expected = iter(_market_lines())
    wanted = next(expected)
    for line in said:
        if wanted and re.search(wanted, line):
            wanted = next(expected, "")
    assert not wanted, said
    if fault_percent:
        assert len(set(cable.frames)) < len(cable.frames)


def test_each_call_is_carried_out_once_by_a_cable_that_loses_and_doubles(
    tmp_path: Path,
) -> None:
    with wire(tmp_path, fault_percent=10) as cable:
        said = serve_and_call(build(_server[0]), build(_client[0]), cable)
    assert_all_was_said(said)
    assert len(set(cable.frames)) < len(cable.frames)


def test_who_does_not_have_the_key_is_not_heard(tmp_path: Path) -> None:
    place = tmp_path / "stranger.flat"
    place.write_text(
        "assembly Stranger extends HostedLedgerEthernet {\n"
        '    keyed = net.datagrams.KeyedDatagrams { key = "2b7e151628aed2a6abf7158809cf4f3d" };\n'
        "}\n"
    )
    with wire(tmp_path) as cable:
        said = serve_and_call(build(_server[1]), build(str(place)), cable)
    assert len(cable.frames) > 1
    assert "all of the ledger was used" not in said
    assert not [frame for frame in cable.frames if frame[6:12].hex(":") == cards[1]]


def second_client_after(tmp_path: Path, is_repeated: bool) -> list[str]:
    """What a client says to whom the ledger is not new, after the frames of the first one again."""
    with wire(tmp_path) as cable, kernel(build(_server[1]), cable, 1) as serving:
        assert serving.stdout
        assert any("serving" in line for line in serving.stdout)
        client = build(_client[1])
        with kernel(client, cable, 0) as calling:
            calling.communicate(timeout=patience_s)
        recorded = [frame for frame in cable.frames if frame[6:12].hex(":") == cards[0]]
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
