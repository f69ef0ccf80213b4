# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Tests of reading recordings, naming members by DWARF, and counting lines."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from elftools.elf.elffile import ELFFile

from flatland.diagnostics import FlatError
from flatland.profile.entries import Entries
from flatland.profile.members import Layout, Member, Part, read_layouts
from flatland.profile.sequences import Access, Base, ClassSequences, Sequence, read_recording
from flatland.profile.summary import summary
from flatland.profile.values import class_values, footprints, member_uses

source = """
namespace sample {
struct Pair { long first; union { int number; char text[4]; }; };
struct Base { virtual ~Base(); int inherited; };
struct Derived : Base {
    Pair pairs[2];
    unsigned low : 3, high : 5;
    static int shared;
    Pair* next;
    volatile const short code = 1;
    alignas(32) char aligned[3];
    Base* both[2][2];
};
Base::~Base() {}
Derived object;
template<class T, auto place> struct List { T* first; };
struct Linked { long link; List<Linked, &Linked::link> list; };
Linked linked;
struct Inner { char small; alignas(64) char large; };
struct Outer { char first; Inner inner; };
Outer outer;
struct Tail { int size; char bytes[]; };
Tail tail;
struct Shared : virtual Pair { int own; };
Shared shared;
}
extern "C" void enter() {}
int main() { return sample::object.inherited; }
"""


@pytest.fixture(scope="module", params=["clang++-19", "g++"])
def image(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program with debug information, of one of the compilers."""
    folder = tmp_path_factory.mktemp("sample")
    (folder / "sample.cpp").write_text(source, encoding="utf-8")
    command = [request.param, "-g", "-no-pie", "sample.cpp", "-o", "sample"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "sample"


def test_members_are_those_of_the_source_with_bases_and_anonymous_unions(image: Path) -> None:
    layouts = read_layouts(image, {"sample::Pair", "sample::Derived", "sample::Nobody"})
    assert set(layouts) == {"sample::Pair", "sample::Derived"}
    assert layouts["sample::Pair"].members == [
        Member("first", 0, 8, 8),
        Member("number", 8, 4, 4),
        Member("text", 8, 4, 1),
    ]
    assert layouts["sample::Derived"].members == [
        Member("Base::inherited", 8, 4, 4),
        Member("pairs", 16, 32, 8),
        Member("high", 48, 4, 4),
        Member("low", 48, 4, 4),
        Member("next", 56, 8, 8),
        Member("code", 64, 2, 2),
        Member("aligned", 96, 3, 32),
        Member("both", 104, 32, 8),
    ]


def test_parts_are_what_can_be_moved_only_as_a_whole(image: Path) -> None:
    layouts = read_layouts(image, {"sample::Pair", "sample::Derived", "sample::Tail"})
    assert layouts["sample::Pair"].parts == (
        Part(("first",), 0, 8, 8),
        Part(("number", "text"), 8, 4, 4),
    )
    assert layouts["sample::Derived"].parts == (
        Part(("Base::inherited",), 0, 16, 1, is_fixed=True),
        Part(("pairs",), 16, 32, 8),
        Part(("low", "high"), 48, 1, 4),
        Part(("next",), 56, 8, 8),
        Part(("code",), 64, 2, 2),
        Part(("aligned",), 96, 3, 32),
        Part(("both",), 104, 32, 8),
    )
    assert layouts["sample::Tail"].parts == (
        Part(("size",), 0, 4, 4),
        Part(("bytes",), 4, 0, 1, is_last=True),
    )


def test_a_class_is_aligned_like_its_members(image: Path) -> None:
    layout = read_layouts(image, {"sample::Outer"})["sample::Outer"]
    assert layout.parts == (Part(("first",), 0, 1, 1), Part(("inner",), 64, 128, 64))


def test_what_a_type_names_of_the_same_class_is_needed_before(image: Path) -> None:
    layout = read_layouts(image, {"sample::Linked"})["sample::Linked"]
    assert [(part.members, part.needs) for part in layout.parts] == [
        (("link",), ()),
        (("list",), ("link",)),
    ]


def test_with_a_virtual_base_nothing_can_be_moved(image: Path) -> None:
    (part,) = read_layouts(image, {"sample::Shared"})["sample::Shared"].parts
    assert part.is_fixed and "own" in part.members


def test_bytes_of_no_member_have_no_name(image: Path) -> None:
    layout = read_layouts(image, {"sample::Derived"})["sample::Derived"]
    assert layout.within(0, 8) == []  # the pointer to the table
    assert layout.within(12, 4) == []  # padding
    assert layout.within(47, 1) == [Member("pairs", 16, 32, 8)]
    assert layout.within(66, 2) == []


def test_an_access_may_be_to_several_members(image: Path) -> None:
    layout = read_layouts(image, {"sample::Derived"})["sample::Derived"]
    assert [each.name for each in layout.within(8, 16)] == ["Base::inherited", "pairs"]
    assert [each.name for each in layout.within(48, 1)] == ["high", "low"]


def test_layouts_have_the_same_hash_only_if_members_lie_alike() -> None:
    one = Layout([Member("a", 0, 4, 4), Member("b", 4, 4, 4)])
    assert one.hash == Layout([Member("b", 4, 4, 4), Member("a", 0, 4, 4)]).hash
    assert one.hash != Layout([Member("b", 0, 4, 4), Member("a", 4, 4, 4)]).hash


def test_entries_are_named_by_the_symbol_before(image: Path) -> None:
    with image.open("rb") as stream:
        (found,) = ELFFile(stream).get_section_by_name(".symtab").get_symbol_by_name("enter")
    entries = Entries(image)
    assert entries.name(found["st_value"]) == "enter"
    assert entries.name(found["st_value"] + 2) == "enter+0x2"
    assert entries.name(1) == "0x1"


first = Sequence(0, 3, False, (Access(0, 60, 8, False), Access(1, 0, 4, True)))
second = Sequence(0, 1, True, (Access(0, 130, 2, True), Access(0, 8, 8, False)))


def test_lines_are_counted_for_each_object_and_where_an_access_crosses() -> None:
    assert [(set(each.touched), set(each.dirtied)) for each in footprints(first)] == [
        ({0, 1}, set()),
        ({0}, {0}),
    ]
    assert [(set(each.touched), set(each.dirtied)) for each in footprints(second)] == [
        ({0, 2}, {2})
    ]


def test_uses_of_members_are_weighted_by_how_often_the_sequence_came() -> None:
    layout = Layout([Member("a", 0, 8, 8), Member("b", 8, 8, 8), Member("c", 56, 16, 16)])
    uses = member_uses(ClassSequences("T", 192, (first, second)), layout)
    assert (uses["a"].reads, uses["a"].writes, uses["a"].widths) == (0, 3, (4,))
    assert (uses["b"].reads, uses["b"].writes, uses["b"].widths) == (1, 0, (8,))
    assert (uses["c"].reads, uses["c"].writes, uses["c"].widths) == (3, 0, (8,))


def test_a_class_says_members_weights_and_lines() -> None:
    layout = Layout([Member("a", 0, 8, 8)])
    found = class_values(ClassSequences("T", 192, (first, second)), layout, hex)
    assert [each["weight"] for each in found["sequences"]] == [0.75, 0.25]
    assert found["sequences"][0]["accesses"][1] == {
        "object": 1,
        "offset": 0,
        "size_bytes": 4,
        "members": ["a"],
        "mode": "write",
    }
    assert found["sequences"][0]["accesses"][0]["members"] == []
    text = "\n".join(summary({"line_bytes": 64, "classes": [found]}, 1))
    assert "T: 192 bytes, accessed in 4 invocations" in text
    assert "2 + 1" in text
    assert "and 1 more with 25.0 % of the weight" in text


recording = {
    "format": "flatland-sequences",
    "version": 1,
    "longest": 1024,
    "invocations": 9,
    "unfinished": 0,
    "malformed_records": 0,
    "classes": [
        {
            "name": "T",
            "size_bytes": 8,
            "sequences": [
                {"entry": "0x10", "times": 1, "cut": False, "accesses": [[0, 0, 8, "read"]]},
                {"entry": "0x20", "times": 2, "cut": True, "accesses": [[1, 4, 4, "write"]]},
            ],
        }
    ],
}


def write(folder: Path, **changes: Any) -> Path:
    file = folder / "recording.json"
    file.write_text(json.dumps({**recording, **changes}), encoding="utf-8")
    return file


def test_a_recording_is_read_with_the_most_frequent_sequence_first(tmp_path: Path) -> None:
    (found,) = read_recording(write(tmp_path)).classes
    assert [each.times for each in found.sequences] == [2, 1]
    assert found.sequences[0] == Sequence(0x20, 2, True, (Access(1, 4, 4, True),))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"version": 2}, "F0809"),
        ({"classes": [{"name": "T"}]}, "F0809"),
        ({"classes": 3}, "F0809"),
        ({"malformed_records": 1}, "F0810"),
    ],
)
def test_what_is_no_recording_is_refused(
    changes: dict[str, Any], code: str, tmp_path: Path
) -> None:
    with pytest.raises(FlatError) as caught:
        read_recording(write(tmp_path, **changes))
    assert caught.value.diagnostics[0].code == code


def test_a_recording_that_is_missing_or_half_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    for text in (None, '{"format": '):
        if text:
            file.write_text(text, encoding="utf-8")
        with pytest.raises(FlatError) as caught:
            read_recording(file)
        assert caught.value.diagnostics[0].code == "F0809"


def test_places_of_objects_are_joined_to_what_is_true_of_all() -> None:
    assert Base(8, 64).join(Base(8, 4096)) == Base(8, 64)
    assert Base(8, 64).join(Base(24, 64)) == Base(8, 16)
    assert Base(0, 4096).join(Base(16, 4096)) == Base(0, 16)
