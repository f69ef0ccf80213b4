# SPDX-License-Identifier: BSD-2-Clause
"""The files of random programs: interfaces, one server and one client for each.

What a server does is a hash of its arguments and of what it was asked before. A client makes up
arguments by a generator that begins at the program's seed, and shows a hash of all that it got.
"""

from __future__ import annotations

from collections.abc import Sequence

import objects_text
from common_text import (
    called,
    java,
    java_head,
    java_path,
    licence,
    package,
    parameters,
    result,
    served,
    unit,
)
from random_program import Program, calls_each

ports = tuple("abcdefgh")
"""The ports of a client: all lead to servers of its interface, each in a way of its own."""


def files(programs: Sequence[Program]) -> dict[str, str]:
    """The texts of all programs by path in the workspace."""
    found: dict[str, str] = {}
    components = f"components/{package}"
    for each in programs:
        number = each.number
        found[java_path(f"Problem{number}")] = _failure(each)
        if each.interface.base:
            found[java_path(each.interface.base.name)] = java(each, each.interface.base)
        more = objects_text.java_methods(each, each.interface)
        found[java_path(each.interface.name)] = java(each, each.interface, more)
        found[f"{components}/values{number}.hpp"] = _values(each)
        found[f"{components}/server{number}.flat"] = _server_flat(each)
        found[f"{components}/server{number}.hpp"] = _server_header(each)
        found[f"{components}/relay{number}.flat"] = _relay_flat(each)
        found[f"{components}/relay{number}.hpp"] = _relay_header(each)
        found[f"{components}/client{number}.flat"] = _client_flat(each)
        found[f"{components}/client{number}.hpp"] = _client_header(each)
    found |= objects_text.files(programs)
    relayed = [each for each in programs if each.can_fail]
    found[f"{components}/servers.cpp"] = unit(map(_server_source, programs), "server", programs)
    found[f"{components}/relays.cpp"] = unit(map(_relay_source, relayed), "relay", relayed)
    found[f"{components}/clients.cpp"] = unit(map(_client_source, programs), "client", programs)
    return found


def _failure(program: Program) -> str:
    return (
        f"{java_head('Failure')}/** Why. */\n"
        '@SuppressWarnings("serial")\n'
        f"public final class Problem{program.number} extends Failure {{\n"
        "    /** The reasons. */\n"
        f"    public enum Code {{ {', '.join(program.codes)} }}\n}}\n"
    )


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
    is_pure = all(each.pure for each in program.interface.all_methods) and not program.parts
    state = "" if is_pure else f"\nprivate:\n    u64 state_ = {program.seed % 1000};\n"
    more = "".join(f"{each}\n" for each in objects_text.server_members(program))
    headers = ("mix", *([f"own{number}"] if program.parts else []))
    return _class_header(f"Server{number}", f"{methods}\n{state}{more}", headers)


def _declared(program: Program) -> str:
    own = [
        f"    {result(program, each)} {each.name}({parameters(each)}) override;"
        for each in program.interface.all_methods
    ]
    return "\n".join([*own, *objects_text.declared(program)])


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
        lines.append(f"{result(program, method)} {name}({parameters(method)}) {{")
        lines += [f"    return beyond->{method.name}({given});", "}"]
    return "\n".join([*lines, *objects_text.relayed(program)])


def _server_source(program: Program) -> str:
    own = [
        line
        for place, each in enumerate(program.interface.all_methods)
        for line in served(program, f"Server{program.number}", place, each)
    ]
    return "\n".join([*own, *objects_text.server_source(program)])


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
    cases += objects_text.client_cases(program, len(methods))
    format_text = f'"p{number} {{}} call {{}} method {{}}: {{x}}"'
    runs = [f'    drive{number}(*{each}, *log, "{each}", room);' for each in ports]
    return "\n".join(
        [
            *("namespace {", *calls, *objects_text.client_functions(program)),
            f"void drive{number}({name}& server, log::Log& log, Text port, Span<u8> room) {{",
            f"    Mix values({program.seed}u);",
            "    Mix seen(0);",
            *objects_text.client_begins(program),
            f"    for (u32 call = 0; call < {calls_each}; ++call) {{",
            f"        u64 const method = values.below({len(cases)});",
            "        switch (method) {",
            *cases,
            "        }",
            f"        say(log, {format_text}, port, call, method, seen.now());",
            "    }",
            *objects_text.client_ends(program),
            *("}", "} // namespace"),
            f"void Client{number}::run(Span<u8> room) {{",
            *runs,
            "}",
        ]
    )
