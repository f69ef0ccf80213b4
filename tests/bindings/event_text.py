# SPDX-License-Identifier: BSD-2-Clause
"""The files of interfaces without answers: listeners that show what they hear, and a ringer each.

What a listener shows after each call is a hash of all it has heard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from common_text import called, java, java_path, licence, package, parameters, unit
from random_program import Interface, Program, calls_each

_declaration = f"""{licence}#pragma once
#include <{package}/NAME.flat.hpp>
#include <{package}/mix.hpp>
namespace flat::{package} {{
class CLASS : public CLASSComponent {{
public:
    using CLASSComponent::CLASSComponent;
METHODS
}};
}} // namespace flat::{package}
"""

bells = tuple("rst")
"""The ports of a ringer, each of which leads to listeners."""


def files(programs: Sequence[Program]) -> dict[str, str]:
    """The texts of those programs that have such an interface."""
    found: dict[str, str] = {}
    components = f"components/{package}"
    ringing = [each for each in programs if each.bell]
    listeners, ringers = [], []
    for program in ringing:
        bell, number = program.bell, program.number
        assert bell
        found[java_path(bell.name)] = java(program, bell)
        found[f"{components}/listener{number}.flat"] = (
            f"{licence}// Shows what it hears.\ncomponent Listener{number} {{\n"
            f"    provides {bell.name} bell;\n    requires Log log;\n"
            "    attribute string port;\n    uses Listeners;\n}\n"
        )
        ports = "".join(f"    requires {bell.name} {each};\n" for each in bells)
        found[f"{components}/ringer{number}.flat"] = (
            f"{licence}// Is heard.\ncomponent Ringer{number} {{\n"
            f"    provides Runner runner;\n{ports}    uses Ringers;\n}}\n"
        )
        heard = [f"    void {each.name}({parameters(each)}) override;" for each in bell.methods]
        heard += ["private:", "    Mix heard_{0};", "    u32 calls_ = 0;"]
        found[f"{components}/listener{number}.hpp"] = _header(f"listener{number}", heard)
        run = ["    void run(Span<u8> room) override;"]
        found[f"{components}/ringer{number}.hpp"] = _header(f"ringer{number}", run)
        listeners.append("\n".join(_listener(program, bell)))
        ringers.append("\n".join(_ringer(program, bell)))
    found[f"{components}/listeners.cpp"] = unit(listeners, "listener", ringing)
    found[f"{components}/ringers.cpp"] = unit(ringers, "ringer", ringing)
    return found


def _header(name: str, methods: Sequence[str]) -> str:
    text = _declaration.replace("NAME", name).replace("CLASS", name.capitalize())
    return text.replace("METHODS", "\n".join(methods))


def _listener(program: Program, bell: Interface) -> Iterator[str]:
    for place, method in enumerate(bell.methods):
        yield f"void Listener{program.number}::{method.name}({parameters(method)}) {{"
        yield f"    heard_.add({place});"
        for index, parameter in enumerate(method.parameters):
            add = f"add(heard_, a{index})" if parameter.value else f"heard_.add_bytes(a{index})"
            yield f"    {add};"
        shown = f'"p{program.number} {{}} call {{}} method {place}: {{x}}"'
        yield f"    say(*log, {shown}, port, calls_++, heard_.now());"
        yield "}"


def _ringer(program: Program, bell: Interface) -> Iterator[str]:
    number = program.number
    yield "namespace {"
    for place, method in enumerate(bell.methods):
        yield from called(f"ring{number}", bell, place, method)
    yield f"void drive_bell{number}({bell.name}& server, Span<u8> room) {{"
    yield f"    Mix values({program.seed}u);"
    yield "    Mix seen(0);"
    yield f"    for (u32 call = 0; call < {calls_each}; ++call) {{"
    yield f"        switch (values.below({len(bell.methods)})) {{"
    for place in range(len(bell.methods)):
        yield f"        case {place}: ring{number}_{place}(server, values, seen, room); break;"
    yield from ("        }", "    }", "}", "} // namespace")
    yield f"void Ringer{number}::run(Span<u8> room) {{"
    yield from (f"    drive_bell{number}(*{each}, room);" for each in bells)
    yield "}"
