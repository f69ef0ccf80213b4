# SPDX-License-Identifier: BSD-2-Clause
"""Every command that a document shows is run, and does what the document says.

A document whose reader writes files gets a copy of the kit of its own; the others share one. A
usual run follows an eighth of the documents (`followed.py`).
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from documents import Document, documents, kit
from followed import followed
from transcripts import Command, NewFile, Scratch, steps

from flatland.setup.graph_page import make_page
from flatland.setup.install import ensure
from flatland.setup.native_tools import make_kit_tool
from flatland.setup.tools import find
from flatland.testing.quick_choice import changed_files

_looks = re.compile(r"\./flat (?!new |fmt |clean)|cat |ls |python3 bench/|sed '[^']*' \S+ > build/")


def _writes(document: Document) -> bool:
    """Whether a reader of the document changes more than products in build/."""
    return any(isinstance(step, NewFile) or not _looks.match(step.text) for step in steps(document))


_runnable = followed(
    [document for document in documents() if steps(document)], os.environ, changed_files(kit)
)
_own_copy = [document for document in _runnable if _writes(document)]
_shared_copy = [document for document in _runnable if not _writes(document)]

_installed = {"curl", "tshark"}  # what no verb of ours installs


def _programs_of(document: Document) -> set[str]:
    """The programs among these that the reader of a document runs."""
    texts = [step.text for step in steps(document) if isinstance(step, Command)]
    return _installed.intersection(word for text in texts for word in text.split())


_verb = re.compile(r"(?:^|[\s`(|&;])(?:[\w.~-]+/)*flat (?P<verb>[a-z]+)\b")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    make_kit_tool("collapse", verbose=False)
    make_page()
    return Scratch(tmp_path_factory.mktemp("shared"))


@pytest.mark.parametrize("document", _own_copy, ids=lambda document: document.name)
def test_what_a_document_shows_is_what_happens(document: Document, tmp_path: Path) -> None:
    ensure(find(*_programs_of(document)))
    Scratch(tmp_path).follow(document)


@pytest.mark.parametrize("document", _shared_copy, ids=lambda document: document.name)
def test_what_a_document_shows_without_writing_is_what_happens(
    document: Document, shared: Scratch
) -> None:
    shared.follow(document)


@pytest.mark.parametrize("document", _runnable, ids=lambda document: document.name)
def test_code_that_a_reader_writes_has_our_format(document: Document, tmp_path: Path) -> None:
    files = [step for step in steps(document) if isinstance(step, NewFile)]
    for file in files:
        place = tmp_path / file.path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(file.text, encoding="utf-8")
    cpp = [file.path for file in files if Path(file.path).suffix in (".cpp", ".hpp")]
    flat = [file.path for file in files if Path(file.path).suffix == ".flat"]
    style = f"--style=file:{kit / '.clang-format'}"
    assert found_problems(["clang-format-19", "--dry-run", style], cpp, tmp_path) == ""
    assert found_problems([str(kit / "flat"), "fmt", "--check"], flat, tmp_path) == ""


def found_problems(command: list[str], files: list[str], folder: Path) -> str:
    """What a formatter says about files; nothing about none."""
    if not files:
        return ""
    done = subprocess.run(
        [*command, *files], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def verbs() -> set[str]:
    """The verbs of the command line: one module each."""
    folder = kit / "tools" / "cli" / "flatland" / "commands"
    return {file.stem for file in folder.glob("*.py") if not file.stem.startswith("_")}


def test_every_verb_that_a_document_names_exists(texts: dict[str, Document]) -> None:
    shown = [
        (document.name, line, match["verb"])
        for document in texts.values()
        for line, text in (*document.code_words(), *_shown_lines(document))
        for match in _verb.finditer(text)
    ]
    assert shown
    assert [each for each in shown if each[2] not in verbs()] == []


def test_every_verb_is_explained(texts: dict[str, Document]) -> None:
    explained = {
        match["verb"]
        for _, text in texts["docs/command-line.md"].code_words()
        for match in _verb.finditer(text)
    }
    assert verbs() - explained == set()


def _shown_lines(document: Document) -> list[tuple[int, str]]:
    """The lines of blocks that show commands, run or not."""
    return [
        (block.line + offset, line.removeprefix("$ "))
        for block in document.blocks
        if block.language in ("console", "sh")
        for offset, line in enumerate(block.lines, 1)
        if block.language == "sh" or line.startswith("$ ")
    ]
