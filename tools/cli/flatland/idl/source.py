# SPDX-License-Identifier: BSD-2-Clause
"""One interface file as text and as tree-sitter's syntax tree, with everything unlisted refused.

tree-sitter recovers from errors, so a tree alone proves nothing: ERROR and MISSING nodes are
reported, and only the node types listed here reach the parser.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import tree_sitter_java
from tree_sitter import Language, Node, Parser

from flatland.diagnostics import Diagnostic, Span, error

_comments = ("block_comment", "line_comment")
_greatest_depth = 60

_allowed = frozenset(
    """
    program package_declaration import_declaration identifier scoped_identifier
    interface_declaration record_declaration enum_declaration class_declaration
    interface_body class_body enum_body enum_body_declarations enum_constant
    modifiers annotation marker_annotation annotation_argument_list
    extends_interfaces type_list superclass
    type_identifier scoped_type_identifier void_type boolean_type integral_type
    constant_declaration variable_declarator
    method_declaration formal_parameters formal_parameter throws
    decimal_integer_literal hex_integer_literal binary_integer_literal
    true false unary_expression binary_expression parenthesized_expression string_literal
    string_fragment block_comment line_comment
    """.split()
)

_refusals = {
    "type_parameters": ("a generic type", "interfaces have fixed types: write one for each"),
    "generic_type": ("a generic type", "interfaces have fixed types: write one for each"),
    "spread_parameter": ("a variable number of parameters", "pass an `@In Buf`"),
    "block": ("a method body", "an interface declares, a component implements"),
    "constructor_declaration": ("a constructor", "an interface declares, a component implements"),
    "compact_constructor_declaration": ("a constructor", "a record is plain data"),
    "field_declaration": ("a field", "state belongs to the component"),
    "static_initializer": ("an initializer", None),
    "super_interfaces": ("`implements`", None),
    "permits": ("`permits`", None),
    "annotation_type_declaration": ("an annotation type", "flat.lang has all annotations"),
    "element_value_pair": ("a named annotation value", "write the value alone: `@Version(1)`"),
    "element_value_array_initializer": ("a list of annotation values", None),
    "octal_integer_literal": ("an octal number", "write it in decimal or hexadecimal"),
    "decimal_floating_point_literal": ("a floating-point number", "kernels compute with integers"),
    "hex_floating_point_literal": ("a floating-point number", "kernels compute with integers"),
    "character_literal": ("a character", "write its number"),
    "argument_list": ("an argument list", None),
    "annotated_type": ("an annotated type", "annotations stand before the whole declaration"),
    "cast_expression": ("a cast", None),
    "method_invocation": ("a call", None),
    "asterisk": ("an import of everything", "import each type that is used"),
}
"""Construct by construct outside the subset (F0602): how to call it and what to do instead."""

_refused_types = {
    "array_type": ("an array", "bulk data travel as a Buf with @In, @Out or @InOut"),
    "dimensions": ("an array", "bulk data travel as a Buf with @In, @Out or @InOut"),
    "array_initializer": ("an array", "bulk data travel as a Buf with @In, @Out or @InOut"),
    "floating_point_type": ("a floating-point type", "kernels compute with integers"),
}
"""Types that interfaces must not use (F0605), likewise."""


class Refused(Exception):
    """A construct that ends the reading of one member; `diagnostic` is None when reported."""

    def __init__(self, diagnostic: Diagnostic | None) -> None:
        self.diagnostic = diagnostic
        super().__init__(diagnostic.message if diagnostic else "reported before")


class Source:
    """A file read and parsed. Construction never fails: `diagnostics` tells what is wrong.

    `root` is None when the text is no Java at all; otherwise the tree has no error, and nodes
    that are not listed have been reported (`is_refused`).
    """

    def __init__(self, path: Path, data: bytes) -> None:
        self.path = path
        self.diagnostics: list[Diagnostic] = []
        self.root: Node | None = None
        self._data = data.replace(b"\r\n", b"\n")
        self._lines = self._data.split(b"\n")
        self._refused: list[tuple[int, int]] = []
        if self._check_text():
            root = Parser(Language(tree_sitter_java.language())).parse(self._data).root_node
            if self._check_syntax(root):
                self.root = root

    def text(self, node: Node) -> str:
        """The characters of a node."""
        return self._data[node.start_byte : node.end_byte].decode()

    def span(self, node: Node) -> Span:
        """The place of a node; of its first line when it has several."""
        row, column = node.start_point
        last = node.end_point[1] if node.end_point[0] == row else len(self._lines[row])
        return self._span(row, column, last)

    def start(self) -> Span:
        """The place of what is missing in the whole file: its beginning."""
        return Span(self.path, 1, 1, 1)

    def is_refused(self, node: Node) -> bool:
        """Whether something inside this node has been refused."""
        return any(
            node.start_byte <= start and end <= node.end_byte for start, end in self._refused
        )

    def _span(self, row: int, start: int, end: int) -> Span:
        line = self._lines[row]
        column = len(line[:start].decode(errors="replace")) + 1
        width = len(line[start:end].decode(errors="replace"))
        return Span(self.path, row + 1, column, column + width)

    def _check_text(self) -> bool:
        """Refuses what javac and tree-sitter would read differently, or a person not see."""
        for row, line in enumerate(self._lines):
            try:
                text = line.decode()
            except UnicodeDecodeError as failure:
                span = self._span(row, failure.start, failure.start + 1)
                self._add(error("F0601", "the file is not UTF-8 here", span))
                return False
            for column, char in enumerate(text, 1):
                if char != "\t" and unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp"):
                    span = Span(self.path, row + 1, column, column + 1)
                    message = f"invisible character U+{ord(char):04X}"
                    self._add(error("F0601", message, span, help="delete it"))
                    return False
            if "\\u" in text:
                column = text.index("\\u") + 1
                span = Span(self.path, row + 1, column, column + 2)
                message = "Unicode escapes are not in the subset"
                self._add(error("F0602", message, span, help="write the character itself"))
                return False
        return True

    def _check_syntax(self, root: Node) -> bool:
        """Reports the first syntax error, or else everything that is not listed."""
        for node, depth in _walk(root):
            if node.is_missing:
                what = "a name" if node.type == "identifier" else f"`{node.type}`"
                self._add(error("F0601", f"{what} is missing", self.span(node), "expected here"))
                return False
            if node.is_error:
                text = self.text(node).split("\n")[0].strip()
                message = f"syntax error at `{text[:40]}`" if text else "syntax error"
                self._add(error("F0601", message, self.span(node), "Java does not allow this"))
                return False
            if depth > _greatest_depth:
                self._add(error("F0601", "nested too deeply", self.span(node)))
                return False
            if node.is_named and node.type not in _allowed:
                self._refuse(node)
        return True

    def _refuse(self, node: Node) -> None:
        self._refused.append((node.start_byte, node.end_byte))
        code, table = (
            ("F0605", _refused_types) if node.type in _refused_types else ("F0602", _refusals)
        )
        what, help = table.get(node.type, (f"`{node.type.replace('_', ' ')}`", None))
        message = f"{what} is not in the subset of Java that interfaces use"
        self._add(error(code, message, self.span(node), "not allowed here", help=help))

    def _add(self, diagnostic: Diagnostic) -> None:
        self.diagnostics.append(diagnostic)


def children(node: Node) -> list[Node]:
    """The named children that are not comments."""
    return [child for child in node.named_children if child.type not in _comments]


def field(node: Node, name: str) -> Node:
    """A child that the grammar always has."""
    child = node.child_by_field_name(name)
    if child is None:
        raise Refused(None)
    return child


def doc_comment(source: Source, node: Node) -> tuple[str, ...]:
    """The lines of the doc comment right before a declaration, without their decoration."""
    before = node.prev_sibling
    while before is not None and before.type in _comments:
        text = source.text(before)
        if text.startswith("/**") and len(text) > len("/**/"):
            return _undecorated(text)
        before = before.prev_sibling
    return ()


def _undecorated(comment: str) -> tuple[str, ...]:
    lines: list[str] = []
    for line in comment[3:-2].split("\n"):
        text = line.strip()
        lines.append(text.removeprefix("*").removeprefix(" ") if lines else text)
    while lines and not lines[0]:
        del lines[0]
    while lines and not lines[-1]:
        del lines[-1]
    return tuple(line.rstrip() for line in lines)


def _walk(root: Node) -> Iterator[tuple[Node, int]]:
    """All nodes in source order with their depths, not going into unlisted ones."""
    stack = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        yield node, depth
        inside = node.is_error or not node.is_named or node.type in _allowed
        if inside and depth <= _greatest_depth:
            stack.extend((child, depth + 1) for child in reversed(node.children))
