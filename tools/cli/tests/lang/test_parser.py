# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli docs kernels components dimensions bindings bench/components
"""What the parser makes of right and wrong texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from flatland.diagnostics import Span
from flatland.lang.parser import most_errors, parse
from flatland.lang.syntax import (
    AssemblyDeclaration,
    ComponentDeclaration,
    Declaration,
    LibraryDeclaration,
    ObjectDeclaration,
    SourceFile,
)

path = Path("/it.flat")


def right(text: str) -> Declaration:
    """The one declaration of a text without errors."""
    source = parse(path, text)
    assert source.errors == ()
    (declaration,) = source.declarations
    return declaration


def component(body: str) -> ComponentDeclaration:
    declaration = right(f"component It {{ {body} }}")
    assert isinstance(declaration, ComponentDeclaration)
    return declaration


def assembly(body: str) -> AssemblyDeclaration:
    declaration = right(f"assembly It {{ {body} }}")
    assert isinstance(declaration, AssemblyDeclaration)
    return declaration


def messages(source: SourceFile) -> list[str]:
    return [entry.message for entry in source.errors]


def test_a_leaf_function_has_ends_and_a_bound_or_none() -> None:
    plain, ended, bounded = component(
        'leaf "a"; leaf "a" to "b", "c"; leaf "a" to "b" in 0x10;'
    ).leaves
    assert [each.text for each in ended.ends] == ["b", "c"]
    assert (plain.ends, plain.most, ended.most, bounded.most) == ((), None, None, 16)
    assert "F0103" in [each.code for each in parse(path, 'component It { leaf "a" in 1x; }').errors]


def test_ports_of_one_statement_share_kind_and_lateness() -> None:
    ports = component("late requires Timer timer, hal.Trap trap; requires Link links[];").ports
    assert [(port.type.text, port.name.text, port.late, port.collection) for port in ports] == [
        ("Timer", "timer", True, False),
        ("hal.Trap", "trap", True, False),
        ("Link", "links", False, True),
    ]


def test_an_attribute_has_type_default_and_range() -> None:
    (attribute,) = component("attribute i32 level = -5 in -1_0..0x10;").attributes
    assert attribute.default and attribute.minimum and attribute.maximum
    values = [attribute.default, attribute.minimum, attribute.maximum]
    assert [value.value for value in values] == [-5, -10, 16]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("0", "integer", 0),
        ("0b1010", "integer", 10),
        ("18446744073709551615", "integer", 2**64 - 1),
        ("true", "boolean", True),
        ('""', "string", ""),
        ('"// no comment"', "string", "// no comment"),
        ("Log.Level.LOUD", "name", "Log.Level.LOUD"),
    ],
)
def test_values(text: str, kind: str, value: object) -> None:
    (attribute,) = component(f"attribute T it = {text};").attributes
    assert attribute.default
    assert (attribute.default.kind, attribute.default.value) == (kind, value)


@pytest.mark.parametrize("text", ["007", "0x", "1__0", "10_", "5us", "0b12"])
def test_malformed_numbers_are_told(text: str) -> None:
    source = parse(path, f"component It {{ attribute u32 it = {text}; }}")
    assert [entry.code for entry in source.errors] == ["F0103"]


def test_sources_and_tests_collect_over_statements() -> None:
    it = component('source "a.cpp", "b.S"; test "a_test.cpp"; source "c.cpp";')
    assert [name.text for name in it.sources] == ["a.cpp", "b.S", "c.cpp"]
    assert [name.text for name in it.tests] == ["a_test.cpp"]


def test_a_library_names_sources_tests_and_what_it_uses() -> None:
    it = right('library It { uses A, net.B; source "a.cpp"; test "a_test.cpp"; uses C; }')
    assert isinstance(it, LibraryDeclaration)
    assert [name.text for name in it.uses] == ["A", "net.B", "C"]
    assert [name.text for name in it.sources] == ["a.cpp"]
    assert [name.text for name in it.tests] == ["a_test.cpp"]


def test_a_component_uses_libraries() -> None:
    assert [name.text for name in component("uses A, net.B;").uses] == ["A", "net.B"]


def test_statements_of_a_domain_belong_to_the_assembly_in_their_order() -> None:
    it = assembly("a = A; domain app { b = B; b.x -> a.y; } c = C;")
    domains = [(each.name.text, each.domain and each.domain.text) for each in it.instances]
    assert domains == [("a", None), ("b", "app"), ("c", None)]
    assert [str(each.client) for each in it.bindings] == ["b.x"]


@pytest.mark.parametrize(
    ("text", "form", "servers"),
    [
        ("a.b -> c.d;", "one", ["c.d"]),
        ("a.b -> [c.d, e.f,];", "list", ["c.d", "e.f"]),
        ("a.b -> [];", "list", []),
        ("a.b -> none;", "none", []),
    ],
)
def test_forms_of_bindings(text: str, form: str, servers: list[str]) -> None:
    (binding,) = assembly(text).bindings
    assert binding.form == form
    assert [str(server) for server in binding.servers] == servers


@pytest.mark.parametrize(
    "word",
    ["api", "base", "domain", "from", "library", "module", "none", "optimize", "smp", "uses"],
)
def test_words_of_statements_can_name_instances_and_ports(word: str) -> None:
    it = assembly(f"{word} = X {{ {word} = 1 }}; {word}.{word} -> {word}.{word};")
    assert it.instances[0].name.text == word
    assert str(it.bindings[0].servers[0]) == f"{word}.{word}"


def test_objects_have_bases_and_mixins_in_order() -> None:
    it = right("object Tcb { base B; mixin arch.A; mixin from scheduler; mixin C; }")
    assert isinstance(it, ObjectDeclaration)
    assert [(mixin.name.text, mixin.from_instance) for mixin in it.mixins] == [
        ("arch.A", False),
        ("scheduler", True),
        ("C", False),
    ]


def test_the_comment_above_is_the_doc_and_the_licence_is_not() -> None:
    text = "// SPDX-License-Identifier: X\n// One\n/* two\n * three */\ncomponent It {\n}\n"
    declaration = right(text)
    assert declaration.doc == "One two three"


def test_spans_count_characters_from_one() -> None:
    it = right("/* ü\tö */ component It {\n\tprovides A a;\n}")
    assert it.name.span == Span(path, 1, 21, 23)
    assert isinstance(it, ComponentDeclaration)
    assert it.ports[0].type.span == Span(path, 2, 11, 12)


def test_windows_line_ends_and_byte_order_mark_are_no_errors(tmp_path: Path) -> None:
    from flatland.lang.parser import parse_file

    file = tmp_path / "it.flat"
    file.write_bytes("\ufeffcomponent It {\r\n    provides A a;\r\n}\r\n".encode())
    source = parse_file(file)
    assert source.errors == ()
    assert source.declarations[0].name.span.line == 1


def test_statements_around_an_error_are_understood() -> None:
    source = parse(path, "component It { provides A a; requires B; optional C c; }")
    assert len(source.errors) == 1
    (declaration,) = source.declarations
    assert isinstance(declaration, ComponentDeclaration)
    assert [port.name.text for port in declaration.ports] == ["a", "c"]


def test_a_statement_without_semicolon_keeps_its_meaning() -> None:
    source = parse(path, "assembly It {\n    a = A\n    b = B;\n}\n")
    assert messages(source) == ["expected `;`, found `b`"]
    (declaration,) = source.declarations
    assert isinstance(declaration, AssemblyDeclaration)
    assert [each.name.text for each in declaration.instances] == ["a", "b"]


def test_a_declaration_after_a_broken_one_is_found() -> None:
    source = parse(path, "component {\n}\nobject Tcb {\n    base B;\n}\n")
    assert messages(source) == ["expected the component's name, found `{`"]
    assert [each.name.text for each in source.declarations] == ["Tcb"]


def test_errors_of_one_file_are_limited() -> None:
    source = parse(path, "assembly It {\n" + "    a b c;\n" * 100 + "}\n")
    assert len(source.errors) == most_errors


def test_an_empty_file_declares_nothing() -> None:
    assert parse(path, "") == SourceFile(path, (), ())
