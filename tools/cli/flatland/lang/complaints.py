# SPDX-License-Identifier: BSD-2-Clause
"""Says what is wrong at a syntax error: what was found, what could stand there, what helps."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lark import Token

from flatland.diagnostics import Diagnostic, Edit, Label, Span, error
from flatland.lang.builder import token_span

_block_words = ("COMPONENT", "OBJECT", "ASSEMBLY", "DOMAIN")
_punctuation = {
    "SEMICOLON": ";",
    "COMMA": ",",
    "DOT": ".",
    "EQUAL": "=",
    "ARROW": "->",
    "LBRACE": "{",
    "RBRACE": "}",
    "LSQB": "[",
    "RSQB": "]",
    "LPAR": "(",
    "RPAR": ")",
    "COLON": ":",
    "RANGE": "..",
    "SLASH": "/",
}
_statements = {
    "": ("component", "object", "assembly"),
    "COMPONENT": (
        *("provides", "requires", "optional", "late", "attribute"),
        *("mixin", "context", "source", "test"),
    ),
    "OBJECT": ("base", "mixin"),
    "ASSEMBLY": ("module", "domain", "target", "api", "smp"),
    "DOMAIN": (),
}
_reserved = frozenset(
    word.upper()
    for word in (
        *("component", "object", "assembly", "extends", "provides", "requires", "optional"),
        *("late", "attribute", "in", "mixin", "context", "source", "test", "via", "true", "false"),
    )
)
_names_after_word = {
    "COMPONENT": "the component's name",
    "OBJECT": "the object's name",
    "ASSEMBLY": "the assembly's name",
    "EXTENDS": "the name of an assembly",
    "ATTRIBUTE": "a type",
    "MIXIN": "the name of a mix-in",
    "FROM": "the name of an instance",
    "BASE": "the name of a class",
    "CONTEXT": "the name of a port",
    "MODULE": "the module's name",
    "DOMAIN": "the domain's name",
    "TARGET": "the name of a target",
    "API": "the name of a variant",
    "SMP": "the name of a variant",
    "VIA": "the name of a binding kind",
    "ARROW": "a port, as `instance.port`",
    "LSQB": "a port, as `instance.port`",
    "COLON": "`interrupt` or `thread`",
    "SLASH": "the name of a folder",
}


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
                opens_block = self.tokens[start].type in _block_words
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
        """The word `component`, `object`, `assembly` or `domain` of the innermost block."""
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
        if not statement or statement[0].type not in _block_words:
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
            or found.type in _reserved - {"IN", "VIA", "TRUE", "FALSE"}
        )

    @property
    def breaks_off(self) -> bool:
        """Whether another statement begins here, in a new line, before this one is complete."""
        found, previous = self.found, self.previous
        if found is None or previous is None or not self.statement:
            return False
        return (found.line or 0) > (previous.end_line or 0) and found.type in _reserved

    def span(self, token: Token) -> Span:
        """The place of a token."""
        return token_span(self.path, token)

    def behind(self, token: Token) -> Span:
        """The place just behind a token."""
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


def explain(situation: Situation) -> Diagnostic:
    """The diagnostic of a syntax error."""
    if situation.misses_semicolon and situation.previous:
        return _missing_semicolon(situation, situation.previous)
    found = situation.found
    if found is None:
        return _unexpected_end(situation)
    if found.type == "RBRACE" and situation.depth == 0:
        return error("F0101", "this `}` closes nothing", situation.span(found))
    expected = _expected(situation)
    message = f"expected {expected}, found `{_shortened(found)}`"
    if situation.breaks_off and situation.previous:
        return error("F0101", message, situation.behind(situation.previous), "missing here")
    help_text, edit = _help(situation, found)
    label = "not expected here"
    return error("F0101", message, situation.span(found), label, help=help_text, edit=edit)


def _missing_semicolon(situation: Situation, previous: Token) -> Diagnostic:
    place = situation.behind(previous)
    found = situation.found
    what = f"`{_shortened(found)}`" if found else "the end of the file"
    return error(
        "F0101",
        f"expected `;`, found {what}",
        place,
        "the statement ends here",
        help="end it with `;`",
        edit=situation.replaced(place, ";"),
    )


def _unexpected_end(situation: Situation) -> Diagnostic:
    previous = situation.previous
    place = situation.behind(previous) if previous else Span(situation.path, 1, 1, 1)
    labels = []
    block = situation.block
    if block:
        labels.append(Label(situation.span(block), "this block is not closed"))
    wanted = _expected(situation) if situation.statement else "`}`"
    message = f"expected {wanted}, found the end of the file"
    return error("F0101", message, place, labels=labels)


def _expected(situation: Situation) -> str:
    """What could stand at the error, in the words of the language's users."""
    if not situation.statement and not situation.in_settings:
        return _expected_statement(situation)
    accepted = set(situation.accepted)
    nouns = []
    if "NUMBER" in accepted:
        nouns.append("a value")
        accepted -= {"NUMBER", "NAME", "STRING", "MINUS", "TRUE", "FALSE"}
    if "NAME" in accepted:
        nouns.append(_name_wanted(situation))
    if "STRING" in accepted:
        nouns.append('a text in `"`' if situation.statement[0].type == "MODULE" else "a file name")
    if {"EXTENDS"} & accepted:
        nouns.append("`extends`")
    if {"IN"} & accepted:
        nouns.append("`in`")
    if {"VIA"} & accepted:
        nouns.append("`via`")
    if {"PROVIDES"} & accepted:
        nouns.append("`provides`, `requires`, `optional`")
    if len(situation.statement) == 1 and {"EQUAL", "DOT"} <= accepted:
        return "`=` after an instance's name or `.PORT ->` after a client's"
    if nouns or len(accepted & _punctuation.keys()) > 1:
        accepted -= {"DOT"}
    nouns += [f"`{text}`" for kind, text in _punctuation.items() if kind in accepted]
    return _alternatives(nouns)


def _expected_statement(situation: Situation) -> str:
    words = [f"`{word}`" for word in _statements[situation.block.type if situation.block else ""]]
    if situation.block and situation.block.type in ("ASSEMBLY", "DOMAIN"):
        words = ["an instance", "a binding", *words]
    if situation.block:
        words.append("`}`")
    return _alternatives(words)


def _name_wanted(situation: Situation) -> str:
    """What a name at the error would be the name of."""
    previous = situation.previous
    statement = situation.statement
    if previous is None or not statement:
        return "a name"
    if situation.in_settings:
        return "the name of an attribute"
    first = next((token.type for token in statement if token.type != "LATE"), "")
    if first in ("PROVIDES", "REQUIRES", "OPTIONAL"):
        starts = previous.type in (first, "COMMA")
        return "an interface" if starts else "the port's name"
    if previous.type == "DOT":
        return "a name"
    if first == "ATTRIBUTE" and previous.type != "ATTRIBUTE":
        return "the attribute's name"
    if previous.type == "EQUAL":
        return "a folder" if first == "MODULE" else "a component"
    if previous.type == "IN":
        return "the name of an object"
    if first == "TARGET":
        return "the name of a target"
    return _names_after_word.get(previous.type, "a name")


def _help(situation: Situation, found: Token) -> tuple[str | None, Edit | None]:
    """Advice for the likely mistakes."""
    statement = situation.statement
    shape = [token.type for token in statement]
    place = situation.span(found)
    if found.type == "EQUAL" and len(shape) == 3 and shape[1] == "DOT":
        return "a binding is written with `->`", situation.replaced(place, "->")
    if found.type == "ARROW" and len(shape) == 1:
        following = situation.tokens[situation.index + 1 : situation.index + 3]
        if any(token.type in ("DOT", "LSQB") for token in following):
            return f"a binding begins at a port: `{statement[0]}.PORT -> …`", None
        return "an instance is made with `=`", situation.replaced(place, "=")
    if found.type == "SEMICOLON" and situation.in_settings and "COMMA" in situation.accepted:
        return "settings are separated by `,`", None
    if found.type == "LSQB" and "NAME" in situation.accepted:
        return "the brackets of a collection follow the port's name: `requires Link links[];`", None
    if statement and found.type in _reserved and "NAME" in situation.accepted:
        return f"`{found}` is a word of the language; choose another name", None
    return _help_with_word(situation, found)


def _help_with_word(situation: Situation, found: Token) -> tuple[str | None, Edit | None]:
    """Advice where a misspelt word of the language is likely."""
    statement = situation.statement
    if not statement:
        suspect, words = found, _statements[situation.block.type if situation.block else ""]
    elif situation.misspelt:
        suspect = situation.misspelt
        words = _statements[situation.block.type if situation.block else ""]
    elif situation.in_header and len(statement) >= 2:
        suspect, words = found, ("extends",)
    elif len(statement) == 1 and statement[0].type == "NAME":
        suspect, words = statement[0], _statements[situation.block.type if situation.block else ""]
    else:
        return None, None
    near = difflib.get_close_matches(str(suspect), words, n=1, cutoff=0.7)
    if suspect.type != "NAME" or not near:
        return None, None
    return f"did you mean `{near[0]}`?", situation.replaced(situation.span(suspect), near[0])


def _alternatives(nouns: list[str]) -> str:
    if len(nouns) < 2:
        return "".join(nouns) or "something else"
    return ", ".join(nouns[:-1]) + " or " + nouns[-1]


def _shortened(token: Token) -> str:
    text = token.partition("\n")[0]
    return text if len(text) <= 30 else text[:29] + "…"
