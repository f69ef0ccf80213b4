# SPDX-License-Identifier: BSD-2-Clause
"""Parses .flat files; after a syntax error it goes on with the next statement.

Recovery edits the list of tokens and parses again: a missing `;` is put in, any other statement
that does not parse is taken out. Every round ends further on, so it ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken

from flatland.diagnostics import Diagnostic, Span, error
from flatland.lang.builder import Builder, Node, token_span
from flatland.lang.situation import Situation
from flatland.lang.syntax import SourceFile
from flatland.lang.syntax_errors import explain

most_errors = 20
"""After so many syntax errors in one file the rest is not looked at."""

_lexical = {
    "UNTERMINATED_STRING": 'this text has no closing `"` in its line',
    "UNTERMINATED_COMMENT": "this comment has no closing `*/`",
}
_comments = ("LINE_COMMENT", "BLOCK_COMMENT")
_declaration_words = ("COMPONENT", "OBJECT", "ASSEMBLY")


class _Language:
    """The grammar, and what its lexer drops on the way: comments and what is no token."""

    def __init__(self) -> None:
        self.dropped: list[Token] = []
        kept = (*_lexical, *_comments, "UNKNOWN")
        self.grammar = Lark(
            (Path(__file__).parent / "grammar.lark").read_text(encoding="utf-8"),
            parser="lalr",
            lexer="basic",
            maybe_placeholders=True,
            propagate_positions=True,
            lexer_callbacks={kind: self._keep for kind in kept},
        )

    def _keep(self, token: Token) -> Token:
        self.dropped.append(token)
        return token


@cache
def _language() -> _Language:
    return _Language()


def parse_file(path: Path) -> SourceFile:
    """Reads and parses one file; whatever is wrong with it is in `errors`."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as reason:
        message = f"cannot read {path.name}: {reason.strerror}"
        return SourceFile(path, (), (error("F0104", message, Span(path, 1, 1, 1)),))
    except UnicodeDecodeError as reason:
        line = reason.object[: reason.start].count(b"\n") + 1
        message = "this file is not UTF-8 text"
        return SourceFile(path, (), (error("F0104", message, Span(path, line, 1, 1)),))
    return parse(path, text)


def parse(path: Path, text: str) -> SourceFile:
    """Parses the text of a file."""
    scanned = scan(path, text)
    tokens, errors = scanned.tokens, scanned.errors
    lines = text.split("\n")
    tree: Node | None = None
    for _ in range(most_errors):
        outcome = _feed(tokens)
        if isinstance(outcome, Tree):
            tree = outcome
            break
        if scanned.hides(tokens, outcome):
            break
        situation = Situation(path, lines, tokens, outcome, _accepted(tokens, outcome))
        errors.append(explain(situation))
        mended = _mend(situation)
        if mended is None:
            break
        tokens = mended
    builder = Builder(path, scanned.comments)
    declarations = builder.declarations(tree) if tree else ()
    return SourceFile(path, declarations, tuple(errors + builder.errors))


@dataclass
class Scanned:
    """The tokens and comments of a file, and errors for what is neither.

    `unterminated` is the line of a text or comment without an end: nothing after it makes sense.
    """

    tokens: list[Token]
    comments: list[Token]
    errors: list[Diagnostic]
    unterminated: int | None

    def hides(self, tokens: list[Token], index: int) -> bool:
        """Whether a syntax error at `index` only follows from what is unterminated."""
        if self.unterminated is None:
            return False
        return index >= len(tokens) or (tokens[index].line or 0) >= self.unterminated


def scan(path: Path, text: str) -> Scanned:
    """Cuts a text into tokens."""
    language = _language()
    language.dropped.clear()
    tokens = list(language.grammar.lex(text))
    comments = [token for token in language.dropped if token.type in _comments]
    errors = []
    unterminated = None
    for token in language.dropped:
        if token.type in _lexical:
            unterminated = unterminated or token.line
            errors.append(error("F0102", _lexical[token.type], token_span(path, token)))
        elif token.type == "UNKNOWN":
            shown = token if token.isprintable() else f"U+{ord(token):04X}"
            message = f"`{shown}` is no character of the language"
            errors.append(error("F0102", message, token_span(path, token)))
    return Scanned(tokens, comments, errors[:most_errors], unterminated)


def _feed(tokens: list[Token]) -> Node | int:
    """The tree, or the index of the token that does not fit (their number: the end)."""
    machine = _language().grammar.parse_interactive()
    for index, token in enumerate(tokens):
        try:
            machine.feed_token(token)
        except UnexpectedToken:
            return index
    try:
        tree: Node = machine.feed_eof()  # type: ignore[no-untyped-call]
    except UnexpectedToken:
        return len(tokens)
    return tree


def _accepted(tokens: list[Token], index: int) -> frozenset[str]:
    """The kinds of token that could stand at `index`."""
    machine = _language().grammar.parse_interactive()
    for token in tokens[:index]:
        machine.feed_token(token)
    return frozenset(machine.accepts())  # type: ignore[no-untyped-call]


def _mend(situation: Situation) -> list[Token] | None:
    """The tokens without the trouble at `index`; None when there is nothing to go on with."""
    tokens, index = situation.tokens, situation.index
    if situation.misses_semicolon:
        place = tokens[index - 1]
        semicolon = Token.new_borrow_pos("SEMICOLON", ";", place)
        return [*tokens[:index], semicolon, *tokens[index:]]
    if index >= len(tokens):
        return None
    start = situation.statement_start
    brace = _find_brace(tokens, index) if situation.in_header else None
    if brace is not None and brace > index:
        return tokens[:index] + tokens[brace:]
    if situation.in_header or situation.depth == 0:
        return _drop_to_declaration(tokens, start, index)
    end = index if situation.breaks_off else _statement_end(tokens, index, situation.in_settings)
    if end == start:
        return None
    return tokens[:start] + tokens[end:]


def _drop_to_declaration(tokens: list[Token], start: int, index: int) -> list[Token] | None:
    """Without everything from `start` to the next word that begins a declaration."""
    for end in range(max(index, start + 1), len(tokens)):
        if tokens[end].type in _declaration_words:
            return tokens[:start] + tokens[end:]
    return tokens[:start] if start else None


def _find_brace(tokens: list[Token], index: int) -> int | None:
    """The `{` that opens the block of the header around `index`."""
    for position in range(index, len(tokens)):
        kind = tokens[position].type
        if kind == "LBRACE":
            return position
        if kind in ("RBRACE", "SEMICOLON", *_declaration_words):
            return None
    return None


def _statement_end(tokens: list[Token], index: int, in_settings: bool) -> int:
    """After the `;` that ends the statement, or at the `}` of the block around it."""
    depth = 1 if in_settings else 0
    for position in range(index, len(tokens)):
        kind = tokens[position].type
        if kind == "LBRACE":
            depth += 1
        elif kind == "RBRACE":
            if depth == 0:
                return position
            depth -= 1
        elif kind == "SEMICOLON" and depth == 0:
            return position + 1
    return len(tokens)
