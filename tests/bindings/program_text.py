# SPDX-License-Identifier: BSD-2-Clause
"""The files of random programs: interfaces, one server and one client for each.

What a server does is a hash of its arguments and of what it was asked before. A client makes up
arguments by a generator that begins at the program's seed, and shows a hash of all that it got.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from random_program import Interface, Method, Parameter, Program, calls_each

ports = tuple("abcdefgh")
"""The ports of a client: all lead to servers of its interface, each in a way of its own."""
package = "equal"
licence = "// SPDX-License-Identifier: BSD-2-Clause\n"
_buffer_types = {"In": "Span<u8 const>", "Out": "Span<u8>", "InOut": "Span<u8>"}


def files(programs: Sequence[Program]) -> dict[str, str]:
    """The texts of all programs by path in the workspace."""
    found: dict[str, str] = {}
    components = f"components/{package}"
    for each in programs:
        number = each.number
        found[java_path(f"Problem{number}")] = _failure(each)
        if each.interface.base:
            found[java_path(each.interface.base.name)] = java(each, each.interface.base)
        found[java_path(each.interface.name)] = java(each, each.interface)
        found[f"{components}/values{number}.hpp"] = _values(each)
        found[f"{components}/server{number}.flat"] = _server_flat(each)
        found[f"{components}/server{number}.hpp"] = _server_header(each)
        found[f"{components}/relay{number}.flat"] = _relay_flat(each)
        found[f"{components}/relay{number}.hpp"] = _relay_header(each)
        found[f"{components}/client{number}.flat"] = _client_flat(each)
        found[f"{components}/client{number}.hpp"] = _client_header(each)
    relayed = [each for each in programs if each.can_fail]
    found[f"{components}/servers.cpp"] = unit(map(_server_source, programs), "server", programs)
    found[f"{components}/relays.cpp"] = unit(map(_relay_source, relayed), "relay", relayed)
    found[f"{components}/clients.cpp"] = unit(map(_client_source, programs), "client", programs)
    return found


def java_path(name: str) -> str:
    """Where an interface lies."""
    return f"interfaces/flat/{package}/{name}.java"


def _java_head(*used: str) -> str:
    imports = "".join(f"import flat.lang.{each};\n" for each in used)
    return f"{licence}package flat.{package};\n\n{imports}\n"


def _failure(program: Program) -> str:
    return (
        f"{_java_head('Failure')}/** Why. */\n"
        '@SuppressWarnings("serial")\n'
        f"public final class Problem{program.number} extends Failure {{\n"
        "    /** The reasons. */\n"
        f"    public enum Code {{ {', '.join(program.codes)} }}\n}}\n"
    )


_imports = (
    *("Buf", "In", "InOut", "Max", "Out", "Pure", "Top", "Version", "i16", "i32", "i64", "i8"),
    *("paddr", "size", "u16", "u32", "u64", "u8", "vaddr"),
)


def java(program: Program, interface: Interface) -> str:
    """An interface of a program."""
    lines = [
        "/** Random. */",
        "@Version(1)",
        f"public interface {interface.name} extends "
        f"{interface.base.name if interface.base else 'Top'} {{",
    ]
    for value in interface.values:
        if value.is_enum:
            lines.append(f"    enum {value.name} {{ {', '.join(value.choices)} }}")
        else:
            fields = (f"{each.java} f{place}" for place, each in enumerate(value.fields))
            lines.append(f"    record {value.name}({', '.join(fields)}) {{}}")
    for method in interface.methods:
        taken = ", ".join(_java_parameter(*each) for each in enumerate(method.parameters))
        throws = f" throws Problem{program.number}" if method.throws else ""
        result = method.result.java if method.result else "void"
        pure = "@Pure " if method.pure else ""
        lines.append(f"    {pure}{result} {method.name}({taken}){throws};")
    return "\n".join([_java_head(*_imports), *lines, "}", ""])


def _java_parameter(place: int, parameter: Parameter) -> str:
    if parameter.value:
        return f"{parameter.value.java} a{place}"
    limit = f" @Max({parameter.max_bytes})" if parameter.max_bytes else ""
    return f"@{parameter.direction}{limit} Buf a{place}"


def _values(program: Program) -> str:
    """How values of a program's types are added to a hash and made of one."""
    lines = [
        f"{licence}#pragma once",
        f"#include <{package}/mix.hpp>",
        f"#include <flat/{package}/{program.interface.name.lower()}.hpp>",
        f"namespace flat::{package} {{",
    ]
    for value in program.interface.all_values:
        if value.is_enum:
            adds = ["mix.add(static_cast<u64>(value));"]
            takes = [f"value = static_cast<{value.cpp}>(mix.below({len(value.choices)}));"]
        else:
            adds = [f"add(mix, value.f{place});" for place in range(len(value.fields))]
            takes = [f"take(mix, value.f{place});" for place in range(len(value.fields))]
        kind = value.cpp
        lines += [f"inline void add(Mix& mix, {kind} const& value) {{", *adds, "}"]
        lines += [f"inline void take(Mix& mix, {kind}& value) {{", *takes, "}"]
    return "\n".join([*lines, f"}} // namespace flat::{package}", ""])


def _server_flat(program: Program) -> str:
    return (
        f"{licence}// Answers by a hash.\ncomponent Server{program.number} {{\n"
        f"    provides {program.interface.name} store;\n    uses Servers;\n}}\n"
    )


def _class_header(name: str, members: str, headers: Sequence[str] = ()) -> str:
    """The header of a component's class; `headers` are further ones of the package."""
    includes = "".join(
        f"#include <{package}/{each}.hpp>\n" for each in (f"{name.lower()}.flat", *headers)
    )
    return f"""{licence}#pragma once
{includes}namespace flat::{package} {{
class {name} : public {name}Component {{
public:
    using {name}Component::{name}Component;
{members}}};
}} // namespace flat::{package}
"""


def _server_header(program: Program) -> str:
    number = program.number
    methods = _declared(program)
    is_pure = all(each.pure for each in program.interface.all_methods)
    state = "" if is_pure else f"\nprivate:\n    u64 state_ = {program.seed % 1000};\n"
    return _class_header(f"Server{number}", f"{methods}\n{state}", ("mix",))


def _declared(program: Program) -> str:
    return "\n".join(
        f"    {_result(program, each)} {each.name}({parameters(each)}) override;"
        for each in program.interface.all_methods
    )


def _relay_flat(program: Program) -> str:
    name = program.interface.name
    return (
        f"{licence}// Asks another one.\ncomponent Relay{program.number} {{\n"
        f"    provides {name} store;\n    requires {name} beyond;\n    uses Relays;\n}}\n"
    )


def _relay_header(program: Program) -> str:
    return _class_header(f"Relay{program.number}", f"{_declared(program)}\n")


def _relay_source(program: Program) -> str:
    lines = []
    for method in program.interface.all_methods:
        name = f"Relay{program.number}::{method.name}"
        given = ", ".join(f"a{place}" for place in range(len(method.parameters)))
        lines.append(f"{_result(program, method)} {name}({parameters(method)}) {{")
        lines += [f"    return beyond->{method.name}({given});", "}"]
    return "\n".join(lines)


def _result(program: Program, method: Method) -> str:
    value = method.result.cpp if method.result else "void"
    return f"Result<{value}, Problem{program.number}>" if method.throws else value


def parameters(method: Method) -> str:
    """The parameters of a method in C++."""
    return ", ".join(_parameter(*each) for each in enumerate(method.parameters))


def _parameter(place: int, parameter: Parameter) -> str:
    value = parameter.value
    if not value:
        return f"{_buffer_types[parameter.direction]} a{place}"
    return f"{value.cpp} const& a{place}" if value.fields else f"{value.cpp} a{place}"


def unit(texts: Iterable[str], part: str, programs: Sequence[Program]) -> str:
    """One file for all: what they include is compiled once."""
    includes = [
        line
        for each in programs
        for line in (
            f"#include <{package}/{part}{each.number}.hpp>",
            f"#include <{package}/values{each.number}.hpp>",
        )
    ]
    say = (
        ["#include <core/say.hpp>", f"#include <{package}/room.hpp>"]
        if part in ("client", "listener", "ringer")
        else []
    )
    head = [licence, *say, *includes, f"namespace flat::{package} {{"]
    return "\n".join([*head, *texts, f"}} // namespace flat::{package}", ""])


def _server_source(program: Program) -> str:
    return "\n".join(
        line for each in program.interface.all_methods for line in _served(program, each)
    )


def _served(program: Program, method: Method) -> Iterator[str]:
    number = program.number
    yield f"{_result(program, method)} Server{number}::{method.name}({parameters(method)}) {{"
    place = program.interface.all_methods.index(method)
    yield f"    Mix mix({place}{'' if method.pure else ' + state_'});"
    for index, parameter in enumerate(method.parameters):
        if parameter.value:
            yield f"    add(mix, a{index});"
        elif parameter.direction == "Out":
            yield f"    mix.add(a{index}.size());"
        else:
            yield f"    mix.add_bytes(a{index});"
    if not method.pure:
        yield "    state_ = mix.next();"
    for index, parameter in enumerate(method.parameters):
        if parameter.direction in ("Out", "InOut"):
            yield f"    mix.fill_part(a{index});"
    if method.throws:
        code = f"static_cast<Problem{number}::Code>(mix.below({len(program.codes)}))"
        yield f"    if (mix.below(5) == 0) return Problem{number}{{{code}}};"
    if method.result:
        yield f"    {method.result.cpp} result;"
        yield "    take(mix, result);"
        yield "    return result;"
    elif method.throws:
        yield "    return {};"
    yield "}"


def _client_flat(program: Program) -> str:
    required = "".join(f"    requires {program.interface.name} {each};\n" for each in ports)
    return (
        f"{licence}// Asks servers in every way.\ncomponent Client{program.number} {{\n"
        f"    provides Runner runner;\n{required}    requires Log log;\n"
        "    uses Clients;\n}\n"
    )


def _client_header(program: Program) -> str:
    return _class_header(f"Client{program.number}", "    void run(Span<u8> room) override;\n")


def _client_source(program: Program) -> str:
    number, name = program.number, program.interface.name
    methods = program.interface.all_methods
    calls = [
        line
        for place, each in enumerate(methods)
        for line in called(f"call{number}", program.interface, place, each)
    ]
    cases = [
        f"        case {place}: call{number}_{place}(server, values, seen, room); break;"
        for place in range(len(methods))
    ]
    format_text = f'"p{number} {{}} call {{}} method {{}}: {{x}}"'
    runs = [f'    drive{number}(*{each}, *log, "{each}", room);' for each in ports]
    return "\n".join(
        [
            *("namespace {", *calls),
            f"void drive{number}({name}& server, log::Log& log, Text port, Span<u8> room) {{",
            f"    Mix values({program.seed}u);",
            "    Mix seen(0);",
            f"    for (u32 call = 0; call < {calls_each}; ++call) {{",
            f"        u64 const method = values.below({len(methods)});",
            "        switch (method) {",
            *cases,
            "        }",
            f"        say(log, {format_text}, port, call, method, seen.now());",
            "    }",
            *("}", "} // namespace"),
            f"void Client{number}::run(Span<u8> room) {{",
            *runs,
            "}",
        ]
    )


def called(prefix: str, interface: Interface, place: int, method: Method) -> Iterator[str]:
    """A function that makes arguments, calls a method, and adds what comes back to `seen`."""
    yield (
        f"void {prefix}_{place}({interface.name}& server, [[maybe_unused]] Mix& values, "
        "Mix& seen, [[maybe_unused]] Span<u8> room) {"
    )
    buffers = [index for index, each in enumerate(method.parameters) if each.direction]
    for index, parameter in enumerate(method.parameters):
        if parameter.value:
            yield f"    {parameter.value.cpp} a{index};"
            yield f"    take(values, a{index});"
        else:
            part = buffers.index(index)
            most = parameter.max_bytes or 0
            yield f"    Room const r{index}(room, {part}, {most}, values);"
            yield f"    Span<u8> const a{index} = r{index}.span();"
    given = ", ".join(f"a{index}" for index in range(len(method.parameters)))
    call = f"server.{method.name}({given});"
    if method.throws:
        yield f"    auto const outcome = {call}"
        yield "    seen.add(outcome.is_error() ? static_cast<u64>(outcome.error().code) + 1 : 0);"
        if method.result:
            yield "    if (outcome.is_ok()) add(seen, outcome.value());"
    elif method.result:
        yield f"    add(seen, {call[:-1]});"
    else:
        yield f"    {call}"
        yield "    seen.add(1);"
    for index in buffers:
        yield f"    seen.add_bytes(r{index}.whole());"
    yield "}"
