# SPDX-License-Identifier: BSD-2-Clause
"""Programs that call a random interface directly and through a component in C, and compare."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from flatland.builder import c_component, c_component_header, component_header
from flatland.builder.c_component import CComponent
from flatland.builder.names import c_header, generated_header
from flatland.builder.names import component_header as class_header
from flatland.idl import c, c_functions, c_names, c_stubs, cpp, names
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.model import Method, Parameter, Record, TypeRef, with_nested
from flatland.model.resolved import Component, CPart
from tests.builder.sample import origin, port

_helpers = """#include <sample/relay.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>

[[noreturn]] void flat::assertion_failed(char const*, char const*, u32) {
    std::abort();
}

using namespace flat;

struct Notes {
    u64 seed;
    std::vector<u64> words;
    u64 next() {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        return seed >> 24;
    }
    void note(Span<u8 const> bytes) {
        for (u8 const byte : bytes) words.push_back(byte);
    }
    void fill(Span<u8> bytes) {
        for (u8& byte : bytes) byte = static_cast<u8>(next());
    }
};
"""

_main = """
template<class Target>
Notes used(Notes& notes, Target& target, Server& object) {
    for (int round = 0; round < 50; ++round) {
        %s
    }
    return notes;
}

int main() {
    Fake direct, behind;
    sample::Relay relay{{.beyond = behind}, {}};
    Server& through = relay;
    Notes const expected = used(direct.notes, static_cast<Server&>(direct), direct);
    Notes const found = used(behind.notes, through, behind);
    std::printf("%%zu words\\n", expected.words.size());
    return expected.words == found.words ? 0 : 1;
}
"""


def relay(library: InterfaceLibrary, interface: str) -> CComponent:
    """A component in C that passes calls on."""
    ports = (port("provides", "server", interface), port("requires", "beyond", interface))
    file = Path("/kit/components/sample/relay.flat")
    part = CPart(None, ())
    made = Component("sample", "Relay", ports, (), (), (Path("/relay.c"),), (), file, origin, part)
    return CComponent(made, library)


def write(made: CComponent, folder: Path) -> None:
    """Writes the program: relay.c, *.cpp and what they include."""
    library, component = made.library, made.component
    texts = {
        generated_header(component): component_header.generate(component, library.supertypes, "x"),
        c_header(component): c_component_header.generate(made, "x"),
        class_header(component): c_component.class_header(made),
        "calls.cpp": c_component.calls(made),
        "relay.c": _relay_in_c(made),
        "main.cpp": _program(made),
    }
    for file in c_component.used_interfaces(made):
        texts |= c.declare(file, library) | c_stubs.declare(file, library)
        texts |= cpp.declare(file, library)
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def _relay_in_c(made: CComponent) -> str:
    """Calls through the port and, every other time, through the interface itself."""
    (server, beyond) = made.component.ports
    interface = made.library.interface(server.interface)
    lines = ["#include <sample/relay.flat.h>", f"#include <{_c_header(interface.full_name)}>"]
    for place, (_, method) in enumerate(made.defined()):
        head, *parameters = c_functions.prototype(
            made.function(server, method), made.prefix, method, {}
        )
        arguments = [each.rpartition(" ")[2].lstrip("*") for each in parameters[1:]]
        target, function = "self", made.function(beyond, method)
        if place % 2 and method in interface.methods:
            target, function = f"{made.function(beyond)}(self)", c.function(interface, method)
        word = "" if head.startswith("void ") else "return "
        lines += [
            f"{head}{', '.join(parameters)}) {{",
            f"    {word}{function}({', '.join([target, *arguments])});",
            "}",
        ]
    return "\n".join(lines) + "\n"


def _c_header(full_name: str) -> str:
    package, _, name = full_name.rpartition(".")
    return c_names.header(package, name)


def _program(made: CComponent) -> str:
    interface = made.library.interface(made.component.ports[0].interface)
    methods = made.library.methods(interface.full_name)
    scope = names.scope(interface.package, interface.name)
    lines = [_helpers, f"using {scope};", f"using Base = {scope.rpartition('::')[0]}::Base;"]
    for each in with_nested(interface):
        if isinstance(each, Record):
            lines += _record(each)
    lines += ["struct Fake : Server {", "    Notes notes{7, {}};"]
    for method in methods:
        body = "".join(f"        {line}\n" for line in _faked(method))
        lines += [f"    {cpp.signature(method).declaration} override {{\n{body}    }}"]
    lines += ["};", _main % "\n        ".join(_calls(methods))]
    return "\n".join(lines)


def _record(record: Record) -> Iterator[str]:
    name = names.scope(record.package, record.name)
    fields = [(names.member(each.name), each.type) for each in record.fields]
    yield f"inline {name} make_{record.simple_name}(Notes& notes) {{"
    yield f"    {name} made;"
    yield from (f"    made.{field} = {_made(type)};" for field, type in fields)
    yield "    return made;\n}"
    yield f"inline void note_{record.simple_name}(Notes& notes, {name} const& value) {{"
    yield from (f"    {_noted(type, f'value.{field}')}" for field, type in fields)
    yield "}"


def _made(type: TypeRef) -> str:
    """A random value."""
    if type.kind == "record":
        return f"make_{type.name.rpartition('.')[2]}(notes)"
    if type.kind == "enum":
        return f"static_cast<{cpp.spelled(type)}>(notes.next() % 3)"
    if type.full_name == "boolean":
        return "(notes.next() & 1) != 0"
    return f"static_cast<{cpp.spelled(type)}>(notes.next())"


def _noted(type: TypeRef, value: str) -> str:
    if type.kind == "record":
        return f"note_{type.name.rpartition('.')[2]}(notes, {value});"
    return f"notes.words.push_back(static_cast<u64>({value}));"


def _faked(method: Method) -> Iterator[str]:
    """What the server does: notes what it gets, fills buffers, returns something random."""
    for each in method.parameters:
        value = names.given(each.name)
        if each.type.kind == "buffer":
            if each.direction != "Out":
                yield f"notes.note({value});"
            if each.direction != "In":
                yield f"notes.fill({value});"
        elif each.type.kind == "interface":
            pointer = value if each.type.nullable else f"&{value}"
            yield f"notes.words.push_back({pointer} == static_cast<Base*>(this));"
        else:
            yield _noted(each.type, value)
    if method.throws:
        code = f"{cpp.spelled(method.throws)}::Code"
        failure = f"{cpp.spelled(method.throws)}{{static_cast<{code}>(notes.next() % 3)}}"
        yield f"if (notes.next() % 3 == 0) return {failure};"
    if method.result.kind == "void":
        yield "return {};" if method.throws else ""
    elif method.result.kind != "interface":
        yield f"return {_made(method.result)};"
    elif method.result.nullable:
        yield "return notes.next() & 1 ? static_cast<Base*>(this) : nullptr;"
    else:
        yield "return this;" if method.throws else "return *this;"


def _calls(methods: tuple[Method, ...]) -> Iterator[str]:
    """Calls each method with random arguments and notes what comes of it."""
    for method in methods:
        arguments = ", ".join(names.member(each.name) for each in method.parameters)
        call = f"target.{names.member(method.name)}({arguments})"
        yield "{"
        yield from map(_argument, method.parameters)
        if method.throws:
            yield f"auto const outcome_ = {call};"
            failed = "notes.words.push_back(static_cast<u64>(outcome_.error().code) + 1000);"
            yield f"if (outcome_.is_error()) {failed}"
            if method.result.kind != "void":
                yield f"else {{ {_result(method.result, 'outcome_.value()', True)} }}"
        elif method.result.kind == "void":
            yield f"{call};"
        else:
            yield f"auto&& value_ = {call};"
            yield _result(method.result, "value_", method.result.nullable)
        for each in method.parameters:
            if each.type.kind == "buffer":
                yield f"notes.note({names.member(each.name)});"
        yield "}"


def _argument(parameter: Parameter) -> str:
    name, type = names.member(parameter.name), parameter.type
    if type.kind == "buffer":
        fill = f"for (u8& byte : {name}) byte = static_cast<u8>(notes.next());"
        return f"u8 {name}_bytes[5]; Span<u8> {name}({name}_bytes, notes.next() % 6); {fill}"
    if type.kind == "interface":
        if type.nullable:
            return f"Base* {name} = notes.next() & 1 ? &object : nullptr;"
        return f"Base& {name} = object;"
    return f"{cpp.spelled(type)} const {name} = {_made(type)};"


def _result(type: TypeRef, value: str, is_pointer: bool) -> str:
    if type.kind == "interface":
        pointer = value if is_pointer else f"&{value}"
        return f"notes.words.push_back({pointer} == static_cast<Base*>(&object));"
    return _noted(type, value)
