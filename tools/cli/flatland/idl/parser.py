# SPDX-License-Identifier: BSD-2-Clause
"""Reads one interface file into the model, collecting what the subset refuses.

A member with an error is left out and reading goes on after it, so that all independent errors
of a file are found at once. Names of types stay unresolved: that needs the other files.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as data_field
from pathlib import Path

from tree_sitter import Node

from flatland.diagnostics import Diagnostic, Span, error
from flatland.idl import builtin, names
from flatland.idl.members import MemberReader
from flatland.idl.model import (
    Declaration,
    EnumType,
    FailureType,
    Import,
    Interface,
    InterfaceFile,
    ObjectType,
    Record,
    TypeRef,
)
from flatland.idl.reader import Marks
from flatland.idl.source import Refused, Source, children, doc_comment, field


@dataclass
class Parsed:
    """What one file yields: perhaps a model, what is wrong, and types that exist but are broken."""

    file: InterfaceFile | None = None
    diagnostics: list[Diagnostic] = data_field(default_factory=list)
    broken: set[str] = data_field(default_factory=set)  # full names


def parse(root: Path, path: Path, data: bytes) -> Parsed:
    """Reads the file `path` with the content `data`; `root` is the source root it lies under."""
    source = Source(path, data)
    package = ".".join(path.relative_to(root).parts[:-1])
    parser = _Parser(source, package)
    file = parser.file(source.root) if source.root else None
    if file is None:
        parser.broken.add(f"{package}.{path.stem}")
    return Parsed(file, source.diagnostics, parser.broken)


class _Parser(MemberReader):
    """Reads a file and its declarations; `_outer` and `_version` are those of the one around."""

    def __init__(self, source: Source, package: str) -> None:
        super().__init__(source)
        self.broken: set[str] = set()
        self._package = package
        self._outer = ""
        self._version = 1

    def file(self, root: Node) -> InterfaceFile | None:
        """The file, or None if nothing could be made of its declaration."""
        nodes = children(root)
        packages = [node for node in nodes if node.type == "package_declaration"]
        imports = [node for node in nodes if node.type == "import_declaration"]
        others = [node for node in nodes if node not in packages and node not in imports]
        self.each(packages, self._check_package)
        if not packages:
            self._file_error("the file names no package")
        if not others:
            self._file_error("the file declares nothing")
        for node in others[1:]:
            help = "a file declares one type and bears its name"
            span = self.source.span(node)
            self.report(error("F0612", "a second declaration in one file", span, help=help))
        declarations = self.each(others[:1], self._top_level)
        if not declarations:
            return None
        return InterfaceFile(
            self.source.path,
            self._package,
            tuple(self.each(imports, self._import)),
            tuple(self.language),
            tuple(self.contexts),
            declarations[0],
        )

    def _file_error(self, message: str) -> None:
        name = self.source.path.stem
        help = f"a file is `package {self._package};`, imports, `public interface {name} …`"
        self.report(error("F0612", message, self.source.start(), help=help))

    def _check_package(self, node: Node) -> None:
        (name,) = self.only(node, "identifier", "scoped_identifier")
        text = self.dotted(name)
        part = names.unusable_part(self._package)
        if part is not None:
            message = f"a folder called `{part}` cannot be a package"
            help = "use lower-case letters and digits, and no word of Java or C++"
            raise self.refusal("F0613", message, name, help)
        if text != self._package:
            message = f"package `{text}` in the folder of package `{self._package}`"
            raise self.refusal("F0612", message, name, f"write `package {self._package};`")

    def _import(self, node: Node) -> Import:
        static = any(child.type == "static" for child in node.children)
        (name,) = self.only(node, "identifier", "scoped_identifier")
        return Import(self.dotted(name), static, self.source.span(name))

    def _top_level(self, node: Node) -> Declaration:
        declaration = self._declaration(node)
        stem = self.source.path.stem
        if declaration.name != stem:
            message = f"`{declaration.name}` in a file named {self.source.path.name}"
            help = f"name it `{stem}`, or the file `{declaration.name}.java`"
            self.broken.add(declaration.full_name)
            raise Refused(error("F0612", message, declaration.span, help=help))
        return declaration

    def _declaration(self, node: Node) -> Declaration:
        readers: dict[str, Callable[[Node], Declaration]] = {
            "interface_declaration": self._interface,
            "record_declaration": self._record,
            "enum_declaration": self._enum,
            "class_declaration": self._class,
        }
        if node.type not in readers:
            raise self.unexpected(node)
        return readers[node.type](node)

    def _interface(self, node: Node) -> Interface:
        self.only(node, "modifiers", "identifier", "extends_interfaces", "interface_body")
        marks = self._type_marks(node, "an interface", annotations=("Version",))
        name, span = self._type_name(node)
        version = self._interface_version(marks, node)
        around, self._outer, self._version = (self._outer, self._version), name, version
        body = children(field(node, "body"))
        constants = self.constants(_of(body, "constant_declaration"))
        methods = self.each(_of(body, "method_declaration"), self.method)
        members = self._members(body)
        self._outer, self._version = around
        return Interface(
            self._package,
            name,
            doc_comment(self.source, node),
            span,
            version,
            self._supers(node),
            constants,
            members,
            tuple(methods),
        )

    def _supers(self, node: Node) -> tuple[TypeRef, ...]:
        for clause in _of(children(node), "extends_interfaces"):
            return tuple(self.each(children(children(clause)[0]), self.type))
        span = self.source.span(field(node, "name"))
        return (TypeRef("Top", span, False, "interface", builtin.package, "Top"),)

    def _interface_version(self, marks: Marks, node: Node) -> int:
        if "Version" in marks:
            return self.count(marks, "Version", "F0611")
        if not self._outer:
            span = self.source.span(field(node, "name"))
            help = "write `@Version(1)` before it"
            self.report(error("F0611", "the interface has no version", span, help=help))
        return self._version

    def _members(self, body: list[Node]) -> tuple[Declaration, ...]:
        others = ("method_declaration", "constant_declaration")
        nodes = [node for node in body if node.type not in others]
        found = self.each(nodes, self._declaration)
        read = {declaration.span for declaration in found}
        for node in nodes:
            name = node.child_by_field_name("name")
            if name is not None and self.source.span(name) not in read:
                self.broken.add(f"{self._package}.{self._qualified(self.source.text(name))}")
        return tuple(found)

    def _record(self, node: Node) -> Record:
        self.only(node, "modifiers", "identifier", "formal_parameters", "class_body")
        self._type_marks(node, "a record")
        name, span = self._type_name(node)
        self.only(field(node, "body"))
        doc = doc_comment(self.source, node)
        fields = self.fields(field(node, "parameters"))
        return Record(self._package, name, doc, span, fields)

    def _enum(self, node: Node, *, public: bool = False) -> EnumType:
        self.only(node, "modifiers", "identifier", "enum_body")
        self._type_marks(node, "an enum", public=public)
        name, span = self._type_name(node)
        doc = doc_comment(self.source, node)
        return EnumType(self._package, name, doc, span, self.enumerators(field(node, "body")))

    def _class(self, node: Node) -> Declaration:
        self.only(node, "modifiers", "identifier", "superclass", "class_body")
        marks = self._type_marks(node, "a class", "final", annotations=("SuppressWarnings",))
        name, span = self._type_name(node)
        clauses = _of(children(node), "superclass")
        base = self.type(children(clauses[0])[0]) if clauses else None
        if base is None or base.written.rpartition(".")[2] not in ("Failure", "KernelObject"):
            help = "a class is an error that extends Failure, or a KernelObject; else an interface"
            raise self.refusal("F0615", "a class of neither kind", field(node, "name"), help)
        if "final" not in marks.keywords:
            raise self.refusal("F0615", "the class is not `final`", field(node, "name"))
        self.language.append(base)
        doc = doc_comment(self.source, node)
        if base.written.endswith("KernelObject"):
            return self._object(node, ObjectType(self._package, name, doc, span))
        return FailureType(self._package, name, doc, span, self._code(node, name))

    def _object(self, node: Node, declaration: ObjectType) -> ObjectType:
        body = field(node, "body")
        if children(body):
            message = "a kernel object is opaque: it has no members here"
            raise self.refusal("F0615", message, children(body)[0])
        if self._outer:
            message = "a kernel object inside an interface"
            raise self.refusal("F0615", message, field(node, "name"), "give it its own file")
        return declaration

    def _code(self, node: Node, name: str) -> EnumType:
        body = children(field(node, "body"))
        outer, self._outer = self._outer, name
        codes = self.each(_of(body, "enum_declaration"), lambda it: self._enum(it, public=True))
        self._outer = outer
        if self.source.is_refused(field(node, "body")):
            raise Refused(None)
        if len(body) != 1 or len(codes) != 1 or codes[0].simple_name != "Code":
            message = "an error class has one member, `public enum Code`"
            raise self.refusal("F0615", message, field(node, "name"))
        return codes[0]

    def _type_marks(
        self,
        node: Node,
        what: str,
        *keywords: str,
        annotations: tuple[str, ...] = (),
        public: bool = False,
    ) -> Marks:
        """The marks of a type, public where Java does not make it so by itself."""
        public = public or not self._outer
        allowed = ("public", *keywords) if public else keywords
        marks = self.marks(node, allowed, annotations, what)
        if public and "public" not in marks.keywords:
            name = field(node, "name")
            raise self.refusal("F0612", f"{what} has to be public here", name, "write `public`")
        return marks

    def _type_name(self, node: Node) -> tuple[str, Span]:
        name = field(node, "name")
        return self._qualified(self.name(name, "type")), self.source.span(name)

    def _qualified(self, name: str) -> str:
        return f"{self._outer}.{name}" if self._outer else name


def _of(nodes: list[Node], type: str) -> list[Node]:
    return [node for node in nodes if node.type == type]
