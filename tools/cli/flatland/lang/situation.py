# SPDX-License-Identifier: BSD-2-Clause
"""Where a syntax error is: which block, which statement, what was read before."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lark import Token

from flatland.diagnostics import Edit, Span
from flatland.lang.builder import token_span

block_words = ("COMPONENT", "LIBRARY", "OBJECT", "ASSEMBLY", "DOMAIN")
"""The tokens that begin a block, unless they are the name of an instance."""

reserved = frozenset(
    word.upper()
    for word in (
        *("component", "object", "assembly", "extends", "provides", "requires", "optional"),
        *("late", "attribute", "in", "mixin", "context", "source", "test", "via", "true", "false"),
    )
)
"""The words of the language that cannot be names."""


@dataclass(frozen=True)
class Situation:
    """A syntax error: `tokens[index]` does not fit; `accepted` are the kinds that would."""

    path: Path
    lines: list[str]
    tokens: list[Token]
    index: int
    accepted: frozenset[str]

    @cached_property
    def _blocks(self) -> tuple[list[int], int]:
        """Where the open blocks' words are, the outermost first, and where the statement starts."""
        stack: list[int] = []
        start = 0
        for position, token in enumerate(self.tokens[: self.index]):
            if token.type == "LBRACE":
                opens_block = self.tokens[start].type in block_words
                stack.append(start if opens_block else -1 - start)
                if opens_block:
                    start = position + 1
            elif token.type == "RBRACE" and stack:
                if stack.pop() >= 0:
                    start = position + 1
            elif token.type == "SEMICOLON":
                start = position + 1
        return stack, start

    @property
    def depth(self) -> int:
        """How many blocks are open here, braces of settings included."""
        return len(self._blocks[0])

    @property
    def statement_start(self) -> int:
        """The index of the first token of the statement around the error."""
        return self._blocks[1]

    @property
    def statement(self) -> list[Token]:
        """The tokens of the statement before the error."""
        return self.tokens[self.statement_start : self.index]

    @property
    def block(self) -> Token | None:
        """The word (`component`, `library`, …) of the innermost block."""
        words = [place for place in self._blocks[0] if place >= 0]
        return self.tokens[words[-1]] if words else None

    @property
    def in_settings(self) -> bool:
        """Whether the error is between the braces of an instance."""
        stack = self._blocks[0]
        return bool(stack) and stack[-1] < 0

    @property
    def in_header(self) -> bool:
        """Whether the error is between a block's first word and its `{`."""
        statement = self.statement
        if not statement or statement[0].type not in block_words:
            return False
        return len(statement) < 2 or statement[1].type not in ("EQUAL", "DOT")

    @property
    def found(self) -> Token | None:
        """The token that does not fit; None at the end of the file."""
        return self.tokens[self.index] if self.index < len(self.tokens) else None

    @property
    def previous(self) -> Token | None:
        """The token before it."""
        return self.tokens[self.index - 1] if self.index else None

    @property
    def misses_semicolon(self) -> bool:
        """Whether the statement is complete but for its `;`."""
        if "SEMICOLON" not in self.accepted or self.previous is None:
            return False
        found = self.found
        return (
            found is None
            or found.type == "RBRACE"
            or (found.line or 0) > (self.previous.end_line or 0)
            or found.type in reserved - {"IN", "VIA", "TRUE", "FALSE"}
        )

    @property
    def breaks_off(self) -> bool:
        """Whether another statement begins here, in a new line, before this one is complete."""
        found, previous = self.found, self.previous
        if found is None or previous is None or not self.statement:
            return False
        return (found.line or 0) > (previous.end_line or 0) and found.type in reserved

    def span(self, token: Token) -> Span:
        """The place of a token."""
        return token_span(self.path, token)

    def after(self, token: Token) -> Span:
        """The place just after a token."""
        line, column = token.end_line or 1, token.end_column or 1
        return Span(self.path, line, column, column)

    def replaced(self, span: Span, text: str) -> Edit:
        """The edit that puts `text` where `span` is."""
        line = self.lines[span.line - 1].rstrip("\r")
        changed = line[: span.column - 1] + text + line[span.end_column - 1 :]
        return Edit(self.path, span.line, changed, "replace")

    @property
    def misspelt(self) -> Token | None:
        """The token before, if it begins a line inside the statement: perhaps a misspelt word."""
        if len(self.statement) < 2 or self.previous is None:
            return None
        before = self.statement[-2]
        begins = (self.previous.line or 0) > (before.end_line or 0)
        return self.previous if begins and self.previous.type == "NAME" else None
