# SPDX-License-Identifier: BSD-2-Clause
"""What the reading of every construct shares: names, types, annotations, going on after errors."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

from tree_sitter import Node

from flatland.diagnostics import Diagnostic, error
from flatland.idl import builtin, names
from flatland.idl.model import TypeRef
from flatland.idl.source import Refused, Source, children

Result = TypeVar("Result")
Casing = Literal["type", "member", "constant"]

_casings: dict[Casing, tuple[re.Pattern[str], str]] = {
    "type": (re.compile(r"[A-Z][A-Za-z0-9]*"), "CamelCase"),
    "member": (re.compile(r"[a-z][A-Za-z0-9]*"), "camelCase"),
    "constant": (re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*"), "UPPER_CASE"),
}
_containers = ("interface_declaration", "class_declaration", "method_declaration")
"""Read in spite of a refused part: what else they hold is independent of it."""

_small_types = {"byte": "i8", "short": "i16", "char": "u16"}


@dataclass(frozen=True)
class Marks:
    """What stands before a declaration: keywords and flat.lang's annotations."""

    keywords: frozenset[str]
    annotations: Mapping[str, Node]

    def __contains__(self, annotation: str) -> bool:
        return annotation in self.annotations


class Reader:
    """Reads the small parts of one file; remembers errors and what it used of flat.lang."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.language: list[TypeRef] = []  # annotations and base classes of flat.lang, as used
        self.contexts: list[TypeRef] = []  # the values of @Context, as used

    def report(self, diagnostic: Diagnostic) -> None:
        """Adds an error; reading goes on."""
        self.source.diagnostics.append(diagnostic)

    def refusal(self, code: str, message: str, node: Node, help: str | None = None) -> Refused:
        """What to raise to give up the member that is being read."""
        return Refused(error(code, message, self.source.span(node), help=help))

    def each(self, nodes: Iterable[Node], read: Callable[[Node], Result]) -> list[Result]:
        """Reads several members; those with errors are reported and left out."""
        results = []
        for node in nodes:
            if node.type not in _containers and self.source.is_refused(node):
                continue
            try:
                results.append(read(node))
            except Refused as refused:
                if refused.diagnostic:
                    self.report(refused.diagnostic)
        return results

    def only(self, node: Node, *allowed: str) -> list[Node]:
        """The children of a node, all of which must be of the allowed types."""
        found = children(node)
        for child in found:
            if child.type not in allowed and self.source.is_refused(child):
                raise Refused(None)
            if child.type not in allowed:
                raise self.unexpected(child)
        return found

    def unexpected(self, node: Node) -> Refused:
        """The refusal of a construct that has its place elsewhere."""
        text = self.source.text(node).split("\n")[0]
        return self.refusal("F0602", f"`{text}` is not allowed at this place", node)

    def name(self, node: Node, casing: Casing) -> str:
        """An identifier, which must be spelled as its kind of thing is."""
        text = self.source.text(node)
        pattern, description = _casings[casing]
        if text in names.java_keywords:
            raise self.refusal("F0601", f"`{text}` is a keyword of Java", node)
        if not pattern.fullmatch(text):
            raise self.refusal("F0613", f"`{text}` is not spelled in {description}", node)
        return text

    def dotted(self, node: Node) -> str:
        """A name with dots, without the spaces that Java allows between its parts."""
        if node.type in ("scoped_identifier", "scoped_type_identifier"):
            kinds = ("identifier", "scoped_identifier", "type_identifier", "scoped_type_identifier")
            return ".".join(self.dotted(child) for child in self.only(node, *kinds))
        return self.source.text(node)

    def type(self, node: Node, *, nullable: bool = False) -> TypeRef:
        """A type as used. Java's own types are resolved at once, the others later."""
        span = self.source.span(node)
        text = self.dotted(node)
        if node.type == "void_type":
            return TypeRef(text, span, nullable, "void", "", text)
        if node.type in ("boolean_type", "integral_type"):
            if text in _small_types:
                help = f"use `{_small_types[text]}` of flat.lang"
                raise self.refusal("F0605", f"`{text}` is not a type of interfaces", node, help)
            return TypeRef(text, span, nullable, "scalar", "", text)
        return TypeRef(text, span, nullable)

    def marks(
        self, owner: Node, keywords: Iterable[str], annotations: Iterable[str], what: str
    ) -> Marks:
        """Keywords and annotations before `owner`, which is `what`; others are refused."""
        found_keywords: set[str] = set()
        found: dict[str, Node] = {}
        modifiers = next((each for each in owner.children if each.type == "modifiers"), None)
        for node in modifiers.children if modifiers else ():
            if node.type in ("annotation", "marker_annotation"):
                name = self._annotation(node, annotations, what)
                if name in found:
                    raise self.refusal("F0610", f"`@{name}` is given twice", node)
                found[name] = node
            elif not node.is_extra:
                text = self.source.text(node)
                if text not in keywords:
                    message = f"`{text}` is not in the subset of Java for {what}"
                    raise self.refusal("F0602", message, node, "delete it")
                if text in found_keywords:
                    raise self.refusal("F0601", f"`{text}` is given twice", node)
                found_keywords.add(text)
        return Marks(frozenset(found_keywords), found)

    def argument(self, annotation: Node) -> Node:
        """The one value in the parentheses of an annotation."""
        lists = [child for child in annotation.children if child.type == "annotation_argument_list"]
        values = children(lists[0]) if lists else []
        if len(values) != 1:
            name = self.source.text(annotation)
            raise self.refusal("F0610", f"`{name}` needs one value in parentheses", annotation)
        if self.source.is_refused(values[0]):
            raise Refused(None)
        return values[0]

    def _annotation(self, node: Node, allowed: Iterable[str], what: str) -> str:
        name_node = children(node)[0]
        name = self.dotted(name_node)
        known = (*builtin.annotation_names, "SuppressWarnings")
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            help = f"did you mean `@{near[0]}`?" if near else None
            raise self.refusal("F0610", f"there is no annotation `@{name}`", name_node, help)
        if name not in allowed:
            raise self.refusal("F0610", f"`@{name}` has no meaning on {what}", node)
        takes_value = name in ("Context", "Max", "SuppressWarnings", "Version")
        if not takes_value and node.type == "annotation":
            raise self.refusal("F0610", f"`@{name}` takes no value", node)
        if name != "SuppressWarnings":
            self.language.append(TypeRef(name, self.source.span(name_node)))
        return name
