# SPDX-License-Identifier: BSD-2-Clause
"""Says what is wrong at a syntax error: what was found, what could stand there, what helps."""

from __future__ import annotations

import difflib

from lark import Token

from flatland.diagnostics import Diagnostic, Edit, Label, Span, error
from flatland.lang.situation import Situation, reserved

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
    "": ("component", "library", "object", "assembly"),
    "COMPONENT": (
        *("provides", "requires", "optional", "late", "attribute"),
        *("mixin", "context", "uses", "source", "test", "state", "type", "leaf"),
    ),
    "LIBRARY": ("uses", "source", "test"),
    "OBJECT": ("base", "mixin"),
    "ASSEMBLY": (
        *("module", "domain", "target", "configuration", "facts"),
        *("api", "smp", "optimize", "leaf"),
    ),
    "DOMAIN": ("module",),
}
_texts_after_word = {"MODULE": 'a text in `"`', "LEAF": "the name of a function"}
_names_after_word = {
    "COMPONENT": "the component's name",
    "LIBRARY": "the library's name",
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
    "CONFIGURATION": "the configuration's name",
    "TARGET": "the name of a target",
    "API": "the name of a variant",
    "SMP": "the name of a variant",
    "OPTIMIZE": "`speed` or `size`",
    "LEAF": "`checked` or `unchecked`",
    "USES": "the name of a library",
    "TYPE": "the name of a type",
    "VIA": "the name of a binding kind",
    "ARROW": "a port, as `instance.port`",
    "LSQB": "a port, as `instance.port`",
    "COLON": "`interrupt` or `thread`",
    "SLASH": "the name of a folder",
}


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
        return error("F0101", message, situation.after(situation.previous), "missing here")
    help_text, edit = _help(situation, found)
    label = "not expected here"
    return error("F0101", message, situation.span(found), label, help=help_text, edit=edit)


def _missing_semicolon(situation: Situation, previous: Token) -> Diagnostic:
    place = situation.after(previous)
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
    place = situation.after(previous) if previous else Span(situation.path, 1, 1, 1)
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
        first = situation.statement[0].type
        nouns.append(_texts_after_word.get(first, "a file name"))
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
        return "a folder or component" if first == "MODULE" else "a component"
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
    if statement and found.type in reserved and "NAME" in situation.accepted:
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
