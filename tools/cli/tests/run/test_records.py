# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels
"""Tests of run.toml and of the tables that it describes."""

from __future__ import annotations

from pathlib import Path

import pytest

from flatland import paths
from flatland.diagnostics import FlatError
from flatland.grid import grid
from flatland.run.disks import drive_words, environment
from flatland.run.network import capture_words, card_words
from flatland.run.records import present
from flatland.run.settings import RunFile, read_run_file

described = """
instruments = ["memtrace"]
[[tables]]
title = "Round trips"
where = { space = "one" }
columns = [{ key = "words", title = "words" }, { key = "cost", title = "kernel instructions" }]
notes = ["A note."]
[[tables.comparisons]]
name = "Other"
date = 2004-06-01
source = "its paper"
values = { cost = 146 }
remark = "Without rights"
"""


def read(folder: Path, text: str) -> RunFile:
    (folder / "run.toml").write_text(text, encoding="utf-8")
    return read_run_file(folder)


def test_without_the_file_there_is_nothing_to_present(tmp_path: Path) -> None:
    assert read_run_file(tmp_path) == RunFile()


def test_a_table_shows_its_records_beside_the_figures_of_others(tmp_path: Path) -> None:
    run_file = read(tmp_path, described)
    assert run_file.instruments == ("memtrace",)
    records = [
        {"space": "one", "words": 0, "cost": 120},
        {"space": "two", "words": 0, "cost": 999},
        {"space": "one", "words": 63},
    ]
    assert present(records, run_file.tables).splitlines() == [
        "Round trips",
        "",
        "             kernel",
        "words  instructions",
        "-----  ------------",
        "    0           120",
        "   63             -",
        "",
        "for comparison",
        "              kernel",
        "kernel  instructions  date",
        "------  ------------  ----------",
        "Other            146  2004-06-01",
        "  Other: its paper. Without rights",
        "",
        "A note.",
    ]


def test_a_table_without_records_is_not_shown(tmp_path: Path) -> None:
    assert present([{"space": "two"}], read(tmp_path, described).tables) == ""


def test_words_are_aligned_to_the_left_and_numbers_to_the_right() -> None:
    assert grid(["a", "b"], [["x", "1.5"], ["longer", "-"]]) == [
        "a         b",
        "------  ---",
        "x       1.5",
        "longer    -",
    ]


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("instruments = ", "F0702", "is not valid TOML"),
        ("instrument = []", "F0804", "`instrument`"),
        ("instruments = [1]", "F0804", "must be a text"),
        ("[[tables]]\ntitle = 'x'", "F0804", "`columns`"),
        ("[[tables]]\ntitle = 'x'\ncolumns = [1]", "F0804", "run.toml: "),
        ("[[tables]]\ntitle = 'x'\ncolumns = [{ key = 'a' }]", "F0804", "`title`"),
        ("tables = 3", "F0804", "run.toml: "),
    ],
)
def test_a_bad_run_file_is_refused(tmp_path: Path, text: str, code: str, part: str) -> None:
    with pytest.raises(FlatError) as caught:
        read(tmp_path, text)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == code
    assert part in diagnostic.message


@pytest.mark.parametrize("file", sorted((paths.kit / "kernels").glob("*/run.toml")))
def test_the_run_files_of_the_kit_are_right(file: Path) -> None:
    assert read_run_file(file.parent) != RunFile()


def test_a_machine_has_the_devices_of_its_assembly(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text('[devices]\na = ["VGA"]\n', encoding="utf-8")
    assert read_run_file(tmp_path).devices == {"a": ("VGA",)}


def test_a_machine_has_the_firmware_of_its_assembly(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text('[firmware]\na = "qboot.rom"\n', encoding="utf-8")
    assert read_run_file(tmp_path).firmware == {"a": "qboot.rom"}


def test_a_machine_has_the_cards_of_its_assembly(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text('[cards]\na = ["e1000", "tulip"]\n', encoding="utf-8")
    assert read_run_file(tmp_path).cards == {"a": ("e1000", "tulip")}
    words = card_words(read_run_file(tmp_path).cards["a"], ())
    assert words[:4] == [
        "-netdev",
        "hubport,id=net0,hubid=0",
        "-device",
        "e1000,netdev=net0,mac=52:54:00:12:34:56",
    ]
    assert words[7] == "tulip,netdev=net1,mac=52:54:00:12:34:57"


def test_cards_without_a_cable_of_their_own_share_one_by_its_number() -> None:
    words = card_words(["e1000", "e1000@1", "tulip@1"], ["tap:t0"])
    assert words[1].startswith("tap,id=net0")
    assert words[5] == "hubport,id=net1,hubid=1" and words[7].startswith("e1000,netdev=net1")
    assert words[9] == "hubport,id=net2,hubid=1" and words[11].startswith("tulip,netdev=net2")


def test_cards_that_are_no_list_are_refused(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text('[cards]\na = "e1000"\n', encoding="utf-8")
    with pytest.raises(FlatError, match="must be a list of texts"):
        read_run_file(tmp_path)


def test_a_cable_leads_out_of_the_machine() -> None:
    words = card_words(["e1000", "tulip"], ["dgram:/a,/b"])
    assert words[1] == (
        "dgram,id=net0,local.type=unix,local.path=/a,remote.type=unix,remote.path=/b"
    )
    assert words[5] == "hubport,id=net1,hubid=0"
    assert card_words(["e1000"], ["tap:t0"])[1] == (
        "tap,id=net0,ifname=t0,script=no,downscript=no,vnet_hdr=off"
    )


def test_a_cable_leads_ports_of_the_host_to_those_of_the_kernel() -> None:
    assert card_words(["e1000"], ["user:8047-80,8048-22"])[1] == (
        "user,id=net0,net=10.0.0.0/24,host=10.0.0.1,ipv6=off,restrict=on,"
        "hostfwd=tcp:127.0.0.1:8047-10.0.0.2:80,hostfwd=tcp:127.0.0.1:8048-10.0.0.2:22"
    )


def test_frames_are_kept_where_a_card_is() -> None:
    assert capture_words(["e1000"], None) == []
    words = capture_words(["e1000"], Path("a,b.pcap"))
    assert words == ["-object", "filter-dump,id=capture,netdev=net0,file=a,,b.pcap"]
    with pytest.raises(FlatError, match="no card whose frames") as caught:
        capture_words([], Path("a.pcap"))
    assert caught.value.diagnostics[0].code == "F0817"


def test_more_cables_than_cards_are_refused() -> None:
    with pytest.raises(FlatError, match="2 cables for one card") as caught:
        card_words(["e1000"], ["tap:t0", "tap:t1"])
    assert caught.value.diagnostics[0].code == "F0817"


def test_each_disk_of_a_machine_has_the_file_that_was_given() -> None:
    words = drive_words(["virtio-blk-pci", "virtio-blk-pci"], [Path("a,b.img")])
    assert words[0] == "-drive" and words[1].endswith(",file=a,,b.img")
    assert words[2:] == ["-device", "virtio-blk-pci,drive=disk0"]
    assert drive_words(["virtio-blk-pci"], []) == []
    with pytest.raises(FlatError) as problem:
        drive_words(["virtio-blk-pci"], [Path("a"), Path("b")])
    assert problem.value.diagnostics[0].code == "F0822"
    assert environment([Path("/a"), Path("/b")]) == {"FLAT_DISK_0": "/a", "FLAT_DISK_1": "/b"}
