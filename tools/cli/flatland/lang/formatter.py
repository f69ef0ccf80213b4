# SPDX-License-Identifier: BSD-2-Clause
"""The one form of .flat files: what `flat fmt` writes. Comments stay where they are.

A statement stands on one line if it fits; otherwise it is broken after commas, or, with settings,
a line for each. One empty line at most is kept between statements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lark import Token

from flatland.lang.parser import scan
from flatland.lang.situation import block_words

width = 100
indent = 4

_comments = ("LINE_COMMENT", "BLOCK_COMMENT")
_no_space_before = ("SEMICOLON", "COMMA", "DOT", "RPAR", "RSQB", "LPAR", "RANGE", "SLASH")
_no_space_after = ("DOT", "LPAR", "LSQB", "RANGE", "SLASH", "MINUS")


@dataclass
class _Statement:
    """Tokens and comments that belong on one line if they fit."""

    depth: int
    blank_before: bool
    tokens: list[Token] = field(default_factory=list)

    @property
    def opens_block(self) -> bool:
        """Whether it is `component X {` and the like, not an instance named `domain`."""
        code = [token.type for token in self.tokens if token.type not in _comments]
        if code[-1:] != ["LBRACE"] or code[0] not in block_words:
            return False
        return code[1] not in ("EQUAL", "DOT")


def format_text(path: Path, text: str) -> str:
    """The text in its one form. It must be free of syntax errors."""
    scanned = scan(path, text)
    cutter = _Cutter()
    for token in sorted(
        [*scanned.tokens, *scanned.comments], key=lambda token: token.start_pos or 0
    ):
        cutter.add(token)
    lines: list[str] = []
    for statement in cutter.statements:
        if statement.blank_before and lines:
            lines.append("")
        lines += _lines(statement)
    return "\n".join(lines) + "\n"


class _Cutter:
    """Cuts tokens into statements, braces of blocks, and comments on lines of their own."""

    def __init__(self) -> None:
        self.statements: list[_Statement] = []
        self._current: _Statement | None = None
        self._depth = 0
        self._settings = 0
        self._previous: Token | None = None

    def add(self, token: Token) -> None:
        """Takes the next token."""
        previous = self._previous
        self._previous = token
        beside = previous is not None and token.line == previous.end_line
        if token.type in _comments and self._current is None and beside:
            self.statements[-1].tokens.append(token)
            return
        if self._current is None:
            self._current = self._begin(token, previous)
        self._current.tokens.append(token)
        if self._ends(self._current, token):
            self._current = None

    def _begin(self, token: Token, previous: Token | None) -> _Statement:
        closes = token.type == "RBRACE"
        self._depth -= closes
        opened = bool(self.statements) and self.statements[-1].opens_block
        gap = previous is not None and (token.line or 0) > (previous.end_line or 0) + 1
        statement = _Statement(self._depth, gap and not closes and not opened)
        self.statements.append(statement)
        return statement

    def _ends(self, statement: _Statement, token: Token) -> bool:
        """Whether a token ends the statement; keeps count of the braces."""
        if token.type in _comments:
            return len(statement.tokens) == 1
        if token.type == "LBRACE":
            block = statement.opens_block
            self._depth += block
            self._settings += not block
            return block
        if token.type == "RBRACE" and self._settings:
            self._settings -= 1
            return False
        return token.type in ("SEMICOLON", "RBRACE") and not self._settings


def _lines(statement: _Statement) -> list[str]:
    """The lines of one statement."""
    tokens = list(statement.tokens)
    trailing: list[Token] = []
    while len(tokens) > 1 and tokens[-1].type in _comments:
        trailing.insert(0, tokens.pop())
    margin = " " * (indent * statement.depth)
    if any(token.type in _comments for token in tokens[:-1]):
        lines = _broken(tokens, margin)
    else:
        flat = _joined([token for token in tokens if not _is_last_comma(tokens, token)])
        if len(margin) + len(flat) <= width or len(tokens) == 1:
            lines = (margin + flat).split("\n") if len(tokens) > 1 else _comment(tokens[0], margin)
        else:
            lines = _broken(tokens, margin)
    for comment in trailing:
        first, *rest = _comment(comment, margin)
        lines[-1] += " " + first.strip()
        lines += rest
    return lines


def _is_last_comma(tokens: Sequence[Token], token: Token) -> bool:
    """Whether this comma stands before a closing bracket, where a single line needs none."""
    if token.type != "COMMA":
        return False
    position = next(index for index, each in enumerate(tokens) if each is token)
    return tokens[position + 1].type in ("RBRACE", "RSQB")


def _comment(token: Token, margin: str) -> list[str]:
    """The lines of a comment, or of any single token, at a margin; stars stay below each other."""
    first, *rest = (line.rstrip() for line in token.split("\n"))
    lines = [margin + first]
    for line in rest:
        starred = line.lstrip().startswith("*")
        lines.append(f"{margin} {line.lstrip()}" if starred else line)
    return lines


def _broken(tokens: Sequence[Token], margin: str) -> list[str]:
    """A statement that does not fit on one line."""
    types = [token.type for token in tokens]
    if "LBRACE" in types and types[-1] == "SEMICOLON":
        return _broken_settings(tokens, margin)
    return _filled(tokens, margin, margin + " " * (2 * indent))


def _broken_settings(tokens: Sequence[Token], margin: str) -> list[str]:
    """An instance with a line for each of its settings."""
    start = next(index for index, token in enumerate(tokens) if token.type == "LBRACE")
    end = max(index for index, token in enumerate(tokens) if token.type == "RBRACE")
    inner = margin + " " * indent
    lines = _filled(tokens[: start + 1], margin, margin + " " * (2 * indent))
    setting: list[Token] = []
    body = list(tokens[start + 1 : end])
    last_code = max((i for i, each in enumerate(body) if each.type not in _comments), default=-1)
    if last_code >= 0 and body[last_code].type != "COMMA":
        body.insert(last_code + 1, Token.new_borrow_pos("COMMA", ",", body[last_code]))
    for position, token in enumerate(body):
        beside = position > 0 and token.line == body[position - 1].end_line
        if position == 0:
            beside = token.line == tokens[start].end_line
        if token.type in _comments and not setting and beside:
            first, *rest = _comment(token, inner)
            lines[-1] += " " + first.strip()
            lines += rest
            continue
        setting.append(token)
        if token.type == "COMMA" or (token.type in _comments and len(setting) == 1):
            lines += _filled(setting, inner, inner + " " * (2 * indent))
            setting = []
    return [*lines, *_filled(tokens[end:], margin, inner)]


def _filled(tokens: Sequence[Token], margin: str, continuation: str) -> list[str]:
    """Tokens on as few lines as hold them, broken after commas, arrows and `=`.

    A comment at the end of a line ends it; one on a line of its own keeps that.
    """
    lines: list[str] = []
    line = ""
    previous: Token | None = None
    for piece in _pieces(tokens):
        first, last = piece[0], piece[-1]
        text = _joined(piece)
        if first.type in _comments:
            beside = previous is not None and first.line == previous.end_line
            if line and not beside:
                lines.append(line)
                line = ""
            head, *rest = _comment(first, continuation if lines or line else margin)
            line = f"{line} {head.strip()}" if line else head
            if rest or first.type == "LINE_COMMENT":
                lines += [line, *rest]
                line = ""
        elif not line:
            line = (continuation if lines else margin) + text
        else:
            gap = " " if previous is not None and _spaced(previous, first) else ""
            if len(line) + len(gap) + len(text) > width:
                lines.append(line)
                line = continuation + text
            else:
                line += gap + text
        previous = last
    return [*lines, line] if line else lines


def _pieces(tokens: Sequence[Token]) -> list[list[Token]]:
    """Tokens that stay together: a comment, or code up to where a line may end."""
    pieces: list[list[Token]] = [[]]
    for token in tokens:
        if token.type in _comments:
            pieces += [[token], []]
            continue
        if token.type == "IN" and pieces[-1] and pieces[-1][0].type != "MIXIN":
            pieces.append([])
        pieces[-1].append(token)
        if token.type in ("COMMA", "ARROW", "EQUAL"):
            pieces.append([])
    return [piece for piece in pieces if piece]


def _joined(tokens: Sequence[Token]) -> str:
    text = ""
    previous: Token | None = None
    for token in tokens:
        if previous is not None and _spaced(previous, token):
            text += " "
        text += token
        previous = token
    return text


def _spaced(before: Token, after: Token) -> bool:
    """Whether a space stands between two tokens."""
    if before.type == "LBRACE" and after.type == "RBRACE":
        return False
    if before.type in _no_space_after or after.type in _no_space_before:
        return False
    is_collection = after.type == "LSQB" and before.type not in ("ARROW", "COMMA")
    return not is_collection
