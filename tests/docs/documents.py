# SPDX-License-Identifier: BSD-2-Clause
"""The documents of the kit and what is in them: fenced blocks, links, headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

kit = Path(__file__).resolve().parents[2]

_skipped = {"build", "__pycache__"}
_fence = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,})\s*(?P<info>[^`]*)$")
_heading = re.compile(r"^#{1,6} +(?P<text>.+?)#*$")
_link = re.compile(r"(?<!\\)\[(?:[^\[\]]|\[[^\[\]]*\])*\]\((?P<target>[^()\s]+)\)")
_code = re.compile(r"(`+)(?P<text>.+?)\1")


@dataclass(frozen=True)
class Block:
    """A fenced block: the words after its opening fence, and its lines."""

    line: int  # of the opening fence, from 1
    words: tuple[str, ...]
    lines: tuple[str, ...]

    @property
    def language(self) -> str:
        """The first word, which says how the block is shown."""
        return self.words[0] if self.words else ""

    @property
    def text(self) -> str:
        """The lines as a file has them."""
        return "".join(f"{line}\n" for line in self.lines)


@dataclass(frozen=True)
class Document:
    """One Markdown file: its fenced blocks, and its other lines with their numbers."""

    path: Path
    blocks: tuple[Block, ...]
    prose: tuple[tuple[int, str], ...]

    @property
    def name(self) -> str:
        """Its path below the kit."""
        return self.path.relative_to(kit).as_posix()

    def links(self) -> Iterator[tuple[int, str]]:
        """The targets of links and images, with their lines."""
        for number, line in self.prose:
            for match in _link.finditer(_code.sub("", line)):
                yield number, match["target"]

    def code_words(self) -> Iterator[tuple[int, str]]:
        """What stands between backquotes in the prose, with its line."""
        for number, line in self.prose:
            for match in _code.finditer(line):
                yield number, match["text"].strip()

    def anchors(self) -> set[str]:
        """The names by which links reach the headings."""
        headings = (_heading.match(line) for _, line in self.prose)
        return {anchor(heading["text"]) for heading in headings if heading}


def anchor(heading: str) -> str:
    """The name of a heading: small letters, hyphens for spaces, no punctuation."""
    plain = _code.sub(lambda match: match["text"], heading)
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", plain).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def read(path: Path) -> Document:
    """Reads a document; a fence that is never closed is an error of the document."""
    return parse(path, path.read_text(encoding="utf-8"))


def parse(path: Path, text: str) -> Document:
    """Parts a document's text into blocks and prose."""
    blocks: list[Block] = []
    prose: list[tuple[int, str]] = []
    opened: re.Match[str] | None = None
    begun = 0
    inside: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        fence = _fence.match(line)
        if opened is None:
            if fence:
                opened, begun, inside = fence, number, []
            else:
                prose.append((number, line))
        elif fence and not fence["info"] and len(fence["ticks"]) >= len(opened["ticks"]):
            blocks.append(Block(begun, tuple(opened["info"].split()), tuple(inside)))
            opened = None
        else:
            inside.append(line.removeprefix(opened["indent"]))
    if opened is not None:
        raise ValueError(f"{path}:{begun}: this fence is never closed")
    return Document(path, tuple(blocks), tuple(prose))


def documents() -> list[Document]:
    """Every document of the kit, sorted by path."""
    return [read(path) for path in sorted(_walk(kit)) if path.suffix == ".md"]


def _walk(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            if path.name not in _skipped and path.name[0] != ".":
                yield from _walk(path)
        else:
            yield path
