# SPDX-License-Identifier: BSD-2-Clause
"""What docs/storage.md says that the shell answers is what tests compare with."""

from __future__ import annotations

import re

import pytest

from flatland import paths

# Reads: docs/storage.md components/shell/file_commands_test.cpp


def _rows() -> list[tuple[str, str]]:
    text = (paths.kit / "docs" / "storage.md").read_text(encoding="utf-8")
    part = text.split("### What is refused\n")[1].split("\n#")[0]
    cells = [line.strip("|").split(" | ") for line in part.splitlines() if line.startswith("|")]
    return [(typed.strip(), answer.strip()) for typed, answer in cells[2:]]


def _said() -> str:
    """The literals of the tests, those that follow each other joined."""
    path = paths.kit / "components" / "shell" / "file_commands_test.cpp"
    text = path.read_text(encoding="utf-8").split("class ShellRefusals")[1]
    return re.sub(r'"\s*\n\s*"', "", text).replace("\\n", "\n")


def _commands(typed: str) -> set[str]:
    """A row that goes on with another one is about a mount."""
    return {each.split()[0] for each in re.findall(r"`([^`]+)`", typed)} or {"mount"}


def test_the_list_is_there() -> None:
    assert len(_rows()) > 30


@pytest.mark.parametrize(("typed", "answer"), _rows())
def test_an_answer_is_compared_for_each_command(typed: str, answer: str) -> None:
    parts = re.fullmatch(r"(?:\((.*)\) )?(.*)", answer)
    assert parts is not None
    hint, last = parts.groups()
    said = _said()
    assert hint is None or re.search(rf'"{re.escape(hint)}\n', said)
    for command in _commands(typed):
        assert re.search(rf'["\n]{command}: {re.escape(last)}(["\n]|:)', said), command
