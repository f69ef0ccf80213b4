# SPDX-License-Identifier: BSD-2-Clause
"""Links lead somewhere: between documents, to headings, and from sources to documents."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from documents import Document, documents, kit, read

_elsewhere = re.compile(r"^(https?|mailto):")
_mention = re.compile(r"(?<![\w/.-])(?P<path>docs/[\w/.-]+\.md)\b")
_sources = {".py", ".cpp", ".hpp", ".c", ".h", ".S", ".lds", ".flat", ".toml", ".java", ".lark"}


@pytest.mark.parametrize("document", documents(), ids=lambda document: document.name)
def test_every_link_resolves(document: Document) -> None:
    broken = [
        f"{document.name}:{line}: {target}"
        for line, target in document.links()
        if not _elsewhere.match(target) and not leads_somewhere(document, target)
    ]
    assert broken == []


def leads_somewhere(document: Document, target: str) -> bool:
    """Whether a relative link names a file or folder of the kit, and a heading that is there."""
    path, _, heading = target.partition("#")
    file = (document.path.parent / path).resolve() if path else document.path
    if not file.is_relative_to(kit) or not file.exists():
        return False
    return not heading or (file.suffix == ".md" and heading in read(file).anchors())


def test_every_document_that_a_source_names_exists() -> None:
    missing = [
        f"{file.relative_to(kit)}: {mention}"
        for file in sources()
        for mention in _mentions(file)
        if not (kit / mention).is_file()
    ]
    assert missing == []


def sources() -> Iterator[Path]:
    """The sources that git knows or could know; inputs of tests are wrong on purpose."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=kit, capture_output=True, text=True, check=True).stdout
    for name in listing.splitlines():
        file = kit / name
        if file.suffix in _sources and "tests" not in file.relative_to(kit).parts:
            yield file


def _mentions(file: Path) -> list[str]:
    text = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
    return [match["path"] for match in _mention.finditer(text)]
