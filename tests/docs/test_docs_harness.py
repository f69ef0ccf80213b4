# SPDX-License-Identifier: BSD-2-Clause
"""The tests of the documents can fail: what they look for is found in documents made for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from documents import Document, anchor, documents, kit, parse, read
from followed import followed
from transcripts import Command, Mismatch, NewFile, Scratch, agrees, renewed, steps


def document(text: str) -> Document:
    return parse(Path("test.md"), text)


def test_commands_carry_their_output_and_their_exit_code() -> None:
    text = "```console\n$ one\nout\n\nmore\n$ two\n```\n\n```console fails\n$ three\n$ four\n```\n"
    assert steps(document(text)) == [
        Command(2, "one", "out\n\nmore", 0),
        Command(6, "two", None, 0),
        Command(10, "three", None, 0),
        Command(11, "four", None, 1),
    ]


def test_a_block_with_a_file_name_is_a_file_and_others_are_for_reading() -> None:
    text = "```cpp a/b.cpp\nint x;\n```\n```cpp\nint y;\n```\n```sh\nrm -rf /\n```\n"
    assert steps(document(text)) == [NewFile(1, "a/b.cpp", "int x;\n")]


@pytest.mark.parametrize("text", ["```console\nls\n```\n", "```console loudly\n$ ls\n```\n"])
def test_a_console_block_that_cannot_be_run_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        steps(document(text))


def test_a_fence_within_a_longer_fence_is_text() -> None:
    found = document("````text\n```console\n$ ls\n```\n````\n")
    assert [block.language for block in found.blocks] == ["text"]


def test_a_fence_that_is_never_closed_is_refused() -> None:
    with pytest.raises(ValueError, match=r"test\.md:2"):
        document("text\n```console\n$ ls\n")


def test_links_are_found_in_prose_but_not_in_code() -> None:
    found = document("[a](b.md) `[c](d.md)`\n```text\n[e](f.md)\n```\n![g](h.svg)\n")
    assert list(found.links()) == [(1, "b.md"), (5, "h.svg")]


def test_anchors_are_those_of_the_rendered_page() -> None:
    assert anchor("The `.flat` language, in short") == "the-flat-language-in-short"


@pytest.mark.parametrize(
    ("expected", "actual", "is_same"),
    [
        ("a\nb", "a  \nb\n", True),
        ("a\nb", "a\nb\nc", False),
        ("a\n...\nd", "a\nb\nc\nd", True),
        ("took ... s", "took 1.2 s", True),
        ("...", "", True),
        ("a.b", "axb", False),
    ],
)
def test_output_agrees_up_to_what_dots_stand_for(expected: str, actual: str, is_same: bool) -> None:
    assert agrees(expected, actual) == is_same


@pytest.mark.parametrize(
    ("expected", "actual", "fresh"),
    [
        ("a", "b\n", "b"),
        ("a\nb\n...", "\nc  \nd\ne\n", "c\nd\n..."),
        ("a\n...\nb", "c\nd\n", None),
        ("took ... s", "took long", None),
    ],
)
def test_an_output_is_renewed_in_its_shown_part(
    expected: str, actual: str, fresh: str | None
) -> None:
    assert renewed(expected, actual) == fresh


def test_an_output_that_differs_is_written_into_the_document_on_demand(
    scratch: Scratch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAT_UPDATE_EXPECTED", "1")
    file = tmp_path / "x.md"
    file.write_text("text\n```console\n$ echo new\nold\n$ true\n```\n", encoding="utf-8")
    scratch.follow(read(file))
    assert file.read_text(encoding="utf-8") == "text\n```console\n$ echo new\nnew\n$ true\n```\n"


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    return Scratch(tmp_path_factory.mktemp("harness"))


def test_a_reader_goes_from_folder_to_folder_and_starts_anew_in_each_document(
    scratch: Scratch,
) -> None:
    assert scratch.run("cd ~ && mkdir there && cd there")[0] == 0
    scratch.take(NewFile(1, "file", "text\n"))
    assert scratch.run("cat ~/there/file file") == (0, "text\ntext\n")
    scratch.begin()
    assert scratch.run("ls flat") == (0, "flat\n")


@pytest.mark.parametrize(
    "step",
    [
        Command(1, "false", None, 0),
        Command(1, "true", None, 1),
        Command(1, "echo no", "yes", 0),
        Command(1, "./flat run nothing", None, 0),
    ],
)
def test_a_step_that_goes_wrong_is_told(scratch: Scratch, step: Command) -> None:
    scratch.begin()
    with pytest.raises(Mismatch):
        scratch.take(step)


def test_a_tool_is_built_only_where_the_kit_has_none(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch.begin()
    built = Command(1, "echo flat: building the tool collapse; echo done", "done", 0)
    monkeypatch.setattr(scratch, "lent", ["reorder"])
    scratch.take(built)
    monkeypatch.setattr(scratch, "lent", ["collapse"])
    with pytest.raises(Mismatch, match="built a tool that the kit has"):
        scratch.take(built)


def test_a_mismatch_names_document_and_line(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FLAT_UPDATE_EXPECTED", raising=False)
    wrong = parse(kit / "docs" / "x.md", "text\n```console\n$ echo no\nyes\n```\n")
    with pytest.raises(Mismatch, match=r"x\.md:3"):
        scratch.follow(wrong)


def test_eight_usual_runs_follow_all_and_each_the_first_page_and_what_was_changed() -> None:
    every = documents()
    runs = [followed(every, {"FLAT_SEED": str(seed)}, [every[7].path]) for seed in range(8)]
    assert {each.name for run in runs for each in run} == {each.name for each in every}
    assert all({"README.md", every[7].name} <= {each.name for each in run} for run in runs)
    assert all(len(run) < len(every) / 2 for run in runs)


def test_runs_without_a_seed_follow_all_documents() -> None:
    assert followed(documents(), {}, []) == documents()
