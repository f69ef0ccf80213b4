# SPDX-License-Identifier: BSD-2-Clause
"""What the files of random programs are made of: interfaces, and methods that answer by a hash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from random_program import Interface, Method, Parameter, Program

package = "equal"
licence = "// SPDX-License-Identifier: BSD-2-Clause\n"
_buffer_types = {"In": "Span<u8 const>", "Out": "Span<u8>", "InOut": "Span<u8>"}


def java_path(name: str) -> str:
    """Where an interface lies."""
    return f"interfaces/flat/{package}/{name}.java"


def java_head(*used: str) -> str:
    """How a file begins that uses these types of the language."""
    imports = "".join(f"import flat.lang.{each};\n" for each in used)
    return f"{licence}package flat.{package};\n\n{imports}\n"


_imports = (
    *("Buf", "Held", "In", "InOut", "Max", "Nullable", "OneWay", "Out", "Pure", "Top", "Version"),
    *("i16", "i32", "i64", "i8"),
    *("paddr", "size", "u16", "u32", "u64", "u8", "vaddr"),
)


def java(program: Program, interface: Interface, more: Sequence[str] = ()) -> str:
    """An interface of a program; `more` are further methods."""
    lines = [
        "/** Random. */",
        "@Version(1)",
        f"public interface {interface.name} extends {_extended(interface)} {{",
    ]
    for value in interface.values:
        if value.is_enum:
            lines.append(f"    enum {value.name} {{ {', '.join(value.choices)} }}")
        else:
            fields = (f"{each.java} f{place}" for place, each in enumerate(value.fields))
            lines.append(f"    record {value.name}({', '.join(fields)}) {{}}")
    for method in interface.methods:
        taken = ", ".join(_java_parameter(program, *each) for each in enumerate(method.parameters))
        throws = f" throws Problem{program.number}" if method.throws else ""
        result = method.result.java if method.result else "void"
        pure = "@Pure " if method.pure else ""
        lines.append(f"    {pure}{result} {method.name}({taken}){throws};")
    return "\n".join([java_head(*_imports), *lines, *more, "}", ""])


def _extended(interface: Interface) -> str:
    if interface.name.startswith("Whole"):
        return "flat.core.AbstractResource"
    return interface.base.name if interface.base else "Top"


_hard_names = (
    *("words", "reply", "payload", "answer", "block", "outcome", "self", "places", "answered"),
    *("call", "result", "w0", "object", "given", "register", "beneath", "buffers", "entry"),
    *("word", "visit", "guest", "target", "kept", "measured", "arrived", "domains", "slot"),
)
"""Names of parameters that generated code could have for itself."""


def _java_parameter(program: Program, place: int, parameter: Parameter) -> str:
    name = _hard_names[(program.number * 5 + place) % len(_hard_names)]
    if parameter.value:
        return f"{parameter.value.java} {name}"
    limit = f" @Max({parameter.max_bytes})" if parameter.max_bytes else ""
    return f"@{parameter.direction}{limit} Buf {name}"


def result(program: Program, method: Method) -> str:
    """What a method returns in C++."""
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
            *([f"#include <{package}/own{each.number}.hpp>"] if each.parts else []),
        )
    ]
    say = (
        ["#include <core/panic.hpp>", "#include <core/say.hpp>", f"#include <{package}/room.hpp>"]
        if part in ("client", "listener", "ringer", "server")
        else []
    )
    head = [licence, *say, *includes, f"namespace flat::{package} {{"]
    return "\n".join([*head, *texts, f"}} // namespace flat::{package}", ""])


def served(program: Program, owner: str, place: int, method: Method) -> Iterator[str]:
    """The definition of a method that answers by a hash, in a class with a state."""
    number = program.number
    yield f"{result(program, method)} {owner}::{method.name}({parameters(method)}) {{"
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
