# SPDX-License-Identifier: BSD-2-Clause
"""Turns lark's tree of one file into the syntax tree of `flatland.lang.syntax`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from lark import Token, Tree

from flatland.diagnostics import Diagnostic, Span, error
from flatland.lang.syntax import (
    AssemblyDeclaration,
    AttributeDeclaration,
    BindingDeclaration,
    ChoiceDeclaration,
    ComponentDeclaration,
    ConfigurationDeclaration,
    ContextDeclaration,
    Declaration,
    InstanceDeclaration,
    KindReference,
    LeafDeclaration,
    LibraryDeclaration,
    MixinDeclaration,
    ModuleDeclaration,
    Name,
    ObjectDeclaration,
    PortDeclaration,
    PortKind,
    PortReference,
    Setting,
    ShareDeclaration,
    StateDeclaration,
    TypeDeclaration,
    Value,
)

Node = Tree[Token]

_number = re.compile(r"0[xX][0-9a-fA-F]+(_[0-9a-fA-F]+)*|0[bB][01]+(_[01]+)*|0|[1-9]\d*(_\d+)*")
_port_kinds: dict[str, PortKind] = {
    "provides": "provides",
    "requires": "requires",
    "optional": "optional",
}


def token_span(path: Path, token: Token) -> Span:
    """The characters of a token; of its first line, should it have several."""
    line, column = token.line or 1, token.column or 1
    width = len(token.partition("\n")[0])
    return Span(path, line, column, column + width)


class Builder:
    """Builds the declarations of one file; `errors` are numbers that are none."""

    def __init__(self, path: Path, comments: Sequence[Token]) -> None:
        self.errors: list[Diagnostic] = []
        self._path = path
        self._comments = {comment.end_line: comment for comment in comments}

    def declarations(self, tree: Node) -> tuple[Declaration, ...]:
        """All declarations of the file."""
        return tuple(self._declaration(node) for node in _nodes(tree))

    def _declaration(self, node: Node) -> Declaration:
        if node.data == "component":
            return self._component(node)
        if node.data == "library":
            return self._library(node)
        if node.data == "object":
            return self._object(node)
        return self._assembly(node)

    def _component(self, node: Node) -> ComponentDeclaration:
        name, *items = _nodes(node)
        return ComponentDeclaration(
            name=self._name(name),
            doc=self._doc(node),
            ports=tuple(port for each in _of(items, "ports") for port in self._ports(each)),
            attributes=tuple(self._attribute(each) for each in _of(items, "attribute")),
            shares=tuple(self._share(each) for each in _of(items, "share")),
            contexts=tuple(self._context(each) for each in _of(items, "context")),
            uses=tuple(self._uses(items)),
            sources=tuple(self._files(items, "SOURCE")),
            tests=tuple(self._files(items, "TEST")),
            states=tuple(self._state(each) for each in _of(items, "state")),
            types=tuple(self._type(each) for each in _of(items, "type")),
            leaves=tuple(self._leaf(each) for each in _of(items, "leaf")),
        )

    def _library(self, node: Node) -> LibraryDeclaration:
        name, *items = _nodes(node)
        return LibraryDeclaration(
            name=self._name(name),
            doc=self._doc(node),
            uses=tuple(self._uses(items)),
            sources=tuple(self._files(items, "SOURCE")),
            tests=tuple(self._files(items, "TEST")),
        )

    def _ports(self, node: Node) -> Iterator[PortDeclaration]:
        words = [child for child in node.children if isinstance(child, Token)]
        late = words[0].type == "LATE"
        kind = _port_kinds[str(words[-1])]
        for port in _of(_nodes(node), "port"):
            interface, name, *collection = _nodes(port)
            yield PortDeclaration(
                kind, late, self._qualified(interface), self._name(name), bool(collection)
            )

    def _attribute(self, node: Node) -> AttributeDeclaration:
        kind, name, default, minimum, _, maximum = node.children
        return AttributeDeclaration(
            self._qualified(_tree(kind)),
            self._name(_tree(name)),
            self._value(_tree(default)) if default else None,
            self._value(_tree(minimum)) if minimum else None,
            self._value(_tree(maximum)) if maximum else None,
        )

    def _share(self, node: Node) -> ShareDeclaration:
        mixin, object_name = _nodes(node)
        return ShareDeclaration(self._name(mixin), self._name(object_name))

    def _context(self, node: Node) -> ContextDeclaration:
        port, *method, context = (self._name(each) for each in _nodes(node))
        return ContextDeclaration(port, method[0] if method else None, context)

    def _state(self, node: Node) -> StateDeclaration:
        (c_type,) = _nodes(node)
        return StateDeclaration(*self._c_type(c_type))

    def _type(self, node: Node) -> TypeDeclaration:
        name, c_type = _nodes(node)
        return TypeDeclaration(self._qualified(name), *self._c_type(c_type))

    def _leaf(self, node: Node) -> LeafDeclaration:
        tokens = [each for each in node.children if isinstance(each, Token)]
        function, *ends = (self._string(each) for each in tokens if each.type == "STRING")
        limits = [each for each in tokens if each.type == "NUMBER"]
        most = self._integer(limits[0], token_span(self._path, limits[0])) if limits else None
        return LeafDeclaration(function, tuple(ends), most)

    def _c_type(self, node: Node) -> tuple[Name, Name | None]:
        """A type of C and the header that declares it."""
        type, *header = (self._string(each) for each in node.children if isinstance(each, Token))
        return type, header[0] if header else None

    def _uses(self, items: list[Node]) -> Iterator[Name]:
        for item in _of(items, "uses"):
            yield from map(self._qualified, _nodes(item))

    def _files(self, items: list[Node], kind: str) -> Iterator[Name]:
        for item in _of(items, "files"):
            word, *paths = (child for child in item.children if isinstance(child, Token))
            if word.type == kind:
                yield from (self._string(path) for path in paths)

    def _object(self, node: Node) -> ObjectDeclaration:
        name, *items = _nodes(node)
        mixins = []
        for item in items:
            if item.data == "mixin":
                mixins.append(MixinDeclaration(self._qualified(_nodes(item)[0]), False))
            elif item.data == "mixin_from":
                mixins.append(MixinDeclaration(self._name(_nodes(item)[0]), True))
        bases = tuple(self._name(_nodes(item)[0]) for item in _of(items, "base"))
        return ObjectDeclaration(self._name(name), self._doc(node), bases, tuple(mixins))

    def _assembly(self, node: Node) -> AssemblyDeclaration:
        name, *items = _nodes(node)
        base = None
        if items and items[0].data == "qualified":
            base = self._qualified(items.pop(0))
        inside: list[tuple[Node, Name | None]] = [
            (item, None) for item in items if item.data != "domain"
        ]
        for domain in _of(items, "domain"):
            block, *members = _nodes(domain)
            inside += [(member, self._name(block)) for member in members]
        inside.sort(key=lambda pair: (pair[0].meta.line, pair[0].meta.column))
        everything = [item for item, _ in inside]
        return AssemblyDeclaration(
            name=self._name(name),
            doc=self._doc(node),
            last_line=node.meta.end_line,
            base=base,
            instances=tuple(
                self._instance(item, domain) for item, domain in inside if item.data == "instance"
            ),
            bindings=tuple(self._binding(item) for item in _of(everything, "binding")),
            modules=tuple(
                self._module(item, domain) for item, domain in inside if item.data == "module"
            ),
            choices=tuple(self._choice(item) for item in _of(everything, "choice")),
            targets=tuple(
                self._name(target) for item in _of(everything, "target") for target in _nodes(item)
            ),
            configurations=tuple(
                self._configuration(item) for item in _of(everything, "configuration")
            ),
            facts=tuple(
                self._string(path)
                for item in _of(everything, "facts")
                for path in item.children
                if isinstance(path, Token)
            ),
        )

    def _doc(self, node: Node) -> str:
        """The text of the comments directly above a declaration, the licence left out."""
        lines: list[str] = []
        line = node.meta.line
        while comment := self._comments.get(line - 1):
            text = [part.strip().lstrip("/*").removesuffix("*/") for part in comment.split("\n")]
            lines = [part.strip() for part in text] + lines
            line = comment.line or 1
        return " ".join(part for part in lines if part and "SPDX-License-Identifier" not in part)

    def _instance(self, node: Node, domain: Name | None) -> InstanceDeclaration:
        name, component, *block = _nodes(node)
        settings = self._settings(block)
        return InstanceDeclaration(
            self._name(name), self._qualified(component), settings, domain, node.meta.end_line
        )

    def _settings(self, block: Sequence[Node]) -> tuple[Setting, ...]:
        """Those between braces, where there are any."""
        return tuple(
            Setting(self._name(_nodes(each)[0]), self._value(_nodes(each)[1]))
            for each in (_nodes(block[0]) if block else [])
        )

    def _binding(self, node: Node) -> BindingDeclaration:
        client, server, *kinds = _nodes(node)
        arrow = next(child for child in node.children if isinstance(child, Token))
        forms: dict[str, Literal["one", "list", "none"]] = {"list": "list", "none": "none"}
        servers = [server] if server.data == "reference" else _nodes(server)
        return BindingDeclaration(
            self._reference(client),
            tuple(self._reference(each) for each in servers),
            forms.get(server.data, "one"),
            tuple(self._kind(each) for each in kinds),
            token_span(self._path, arrow),
            self._end(server),
        )

    def _kind(self, node: Node) -> KindReference:
        name, *arguments = _nodes(node)
        values = tuple(self._value(each) for each in arguments)
        return KindReference(self._name(name), values, self._end(node))

    def _end(self, node: Node) -> Span:
        """The last character of a node."""
        line, column = node.meta.end_line, node.meta.end_column
        return Span(self._path, line, column - 1, column)

    def _reference(self, node: Node) -> PortReference:
        instance, port = _nodes(node)
        return PortReference(self._name(instance), self._name(port))

    def _module(self, node: Node, domain: Name | None) -> ModuleDeclaration:
        name, content = self._name(_tree(node.children[0])), node.children[1]
        if isinstance(content, Token):
            return ModuleDeclaration(name, self._string(content), domain)
        tree = _tree(content)
        if tree.data == "path":
            return ModuleDeclaration(name, self._joined(tree, "/"), domain)
        component, *block = _nodes(tree)
        settings = self._settings(block)
        return ModuleDeclaration(
            name,
            InstanceDeclaration(
                name, self._qualified(component), settings, None, node.meta.end_line
            ),
            domain,
        )

    def _choice(self, node: Node) -> ChoiceDeclaration:
        word, variant = node.children
        assert isinstance(word, Token)
        return ChoiceDeclaration(
            Name(str(word), token_span(self._path, word)), self._name(_tree(variant))
        )

    def _configuration(self, node: Node) -> ConfigurationDeclaration:
        name, assembly = _nodes(node)
        return ConfigurationDeclaration(self._name(name), self._qualified(assembly))

    def _value(self, node: Node) -> Value:
        if node.data == "constant":
            name = self._qualified(_nodes(node)[0])
            return Value("name", name.text, name.span)
        *sign, token = (child for child in node.children if isinstance(child, Token))
        span = token_span(self._path, token)
        if node.data == "boolean":
            return Value("boolean", token == "true", span)
        if node.data == "string":
            return Value("string", str(token[1:-1]), span)
        value = self._integer(token, span)
        if value is None:
            return Value("broken", 0, span)
        if not sign:
            return Value("integer", value, span)
        return Value("integer", -value, _across(token_span(self._path, sign[0]), span))

    def _integer(self, token: Token, span: Span) -> int | None:
        if _number.fullmatch(token) and len(token) <= 100:
            return int(token, 0)
        self.errors.append(
            error(
                "F0103",
                f"`{token[:40]}` is not a number",
                span,
                notes=["numbers are written 10000, 10_000, 0x2710 or 0b1010"],
            )
        )
        return None

    def _string(self, token: Token) -> Name:
        return Name(str(token[1:-1]), token_span(self._path, token))

    def _name(self, node: Node) -> Name:
        token = node.children[0]
        assert isinstance(token, Token)
        return Name(str(token), token_span(self._path, token))

    def _qualified(self, node: Node) -> Name:
        return self._joined(node, ".")

    def _joined(self, node: Node, separator: str) -> Name:
        parts = [self._name(each) for each in _nodes(node)]
        text = separator.join(part.text for part in parts)
        return Name(text, _across(parts[0].span, parts[-1].span))


def _across(first: Span, last: Span) -> Span:
    if first.line != last.line:
        return first
    return Span(first.file, first.line, first.column, last.end_column)


def _tree(child: Node | Token) -> Node:
    assert isinstance(child, Tree)
    return child


def _nodes(node: Node) -> list[Node]:
    return [child for child in node.children if isinstance(child, Tree)]


def _of(nodes: list[Node], kind: str) -> list[Node]:
    return [node for node in nodes if node.data == kind]
