# SPDX-License-Identifier: BSD-2-Clause
"""Generates the client's stubs and the server's skeleton of the programs of an `.x` file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flatland.idl.layout import wrapped
from flatland.idl.xdr.builtin import numbers
from flatland.idl.xdr.cpp_names import (
    class_name,
    member_name,
    null_name,
    place_name,
    procedures_name,
    server_name,
    stub_name,
)
from flatland.idl.xdr.kinds import by_value_bytes
from flatland.idl.xdr.model import Procedure, Program, Specification, Type, Version
from flatland.idl.xdr.unit import Unit

_rpc = "flat::rpc"
_error = f"{_rpc}::RpcError"
_client = f"{_rpc}::Client& client"
_timeout = "flat::u64 timeout_ns"


@dataclass(frozen=True)
class Passed:
    """An argument or result: its name, C++ type, the class of its place."""

    name: str
    cpp: str
    place: str
    is_by_value: bool

    @property
    def parameter(self) -> str:
        """As a function takes it."""
        return f"{self.cpp} {self.name}" if self.is_by_value else f"{self.cpp}& {self.name}"


@dataclass(frozen=True)
class Called:
    """A procedure with all that its stubs need."""

    program: Program
    version: Version
    procedure: Procedure
    stub: str
    number: str
    arguments: tuple[Passed, ...]
    result: Passed | None

    @property
    def title(self) -> str:
        """`MIN of BENCH_PROGRAM, BENCH_VERSION`."""
        return f"{self.procedure.name.text} of {self.program.name.text}, {self.version.name.text}"


def called(specification: Specification, program: Program, version: Version) -> Iterator[Called]:
    """The procedures of a version."""
    for each in version.procedures:
        several = len(each.arguments) > 1
        arguments = [
            _passed(specification, type, f"argument{place}" if several else "argument")
            for place, type in enumerate(each.arguments, 1)
        ]
        yield Called(
            program,
            version,
            each,
            stub_name(each.name.text, specification.number(version.number)),
            f"{procedures_name(version)}::{member_name(each.name.text)}",
            tuple(arguments),
            _passed(specification, each.result, "result") if each.result else None,
        )


def _passed(specification: Specification, type: Type, name: str) -> Passed:
    if type.name == "string":
        place = f"{_rpc}::XdrPlace<{_rpc}::XdrBytes, {_rpc}::xdr_any_bytes>"
        return Passed(name, f"{_rpc}::XdrBytes", place, False)
    if type.name in numbers:
        number = numbers[type.name]
        place = f"{_rpc}::XdrPlace<{number.cpp}, {number.routine}>"
        return Passed(name, number.cpp, place, True)
    is_by_value = by_value_bytes(type.name, specification) is not None
    return Passed(name, class_name(type.name), place_name(type.name), is_by_value)


def all_called(specification: Specification) -> Iterator[Called]:
    """The procedures of all versions of all programs."""
    for program in specification.programs:
        for version in program.versions:
            yield from called(specification, program, version)


def client_texts(specification: Specification, unit: Unit) -> dict[str, str]:
    """Header and source of the client's stubs."""
    procedures = list(all_called(specification))
    own = unit.path("client", ".hpp")
    declared = [
        [f"/// Calls {each.title}.", *_note(each), *_client_head(each, ";")] for each in procedures
    ]
    nulls = [_null_head(specification, *each) for each in _without_null(specification)]
    declared += [["/// Asks whether the server is there.", *_ended(head, ";")] for head in nulls]
    includes = ("flat/rpc/client.hpp", unit.path("", ".hpp"))
    header = unit.text("what clients call", includes, declared, is_header=True)
    needed = (own, "rpc/messages/message.hpp", "rpc/xdr/xdr_places.hpp")
    defined = [_client_stub(each) for each in procedures]
    defined += [[*_ended(head, " {"), *_null_body, "}"] for head in nulls]
    source = unit.text("what clients call", needed, defined)
    return {own: header, unit.path("client", ".cpp"): source}


_null_body = (
    f"    {_rpc}::XdrNothing nothing;",
    "    return client.call(0, nothing, nothing, timeout_ns);",
)


def _without_null(specification: Specification) -> list[tuple[Program, Version]]:
    """The versions that do not name procedure 0, which every one has."""
    return [
        (program, version)
        for program in specification.programs
        for version in program.versions
        if all(specification.number(each.number) for each in version.procedures)
    ]


def _null_head(
    specification: Specification, program: Program, version: Version
) -> tuple[str, list[str]]:
    number = specification.number(version.number)
    name = null_name(program, number)
    return f"flat::Result<void, {_error}> {name}(", [_client, _timeout]


def _ended(head: tuple[str, list[str]], end: str) -> list[str]:
    """A function's head with what follows it."""
    return wrapped(*head, f"){end}")


def _note(each: Called) -> list[str]:
    """Whose memory results are."""
    if each.result is None or each.result.is_by_value:
        return []
    return ["/// What decoding allocates is given back by `free_results` of a place for it."]


def _client_head(each: Called, end: str) -> list[str]:
    has_reference = each.result is not None and not each.result.is_by_value
    returned = each.result.cpp if each.result and each.result.is_by_value else "void"
    parameters = [_client, *(it.parameter for it in each.arguments)]
    if has_reference:
        assert each.result
        parameters.append(each.result.parameter)
    head = f"flat::Result<{returned}, {_error}> {each.stub}("
    return _ended((head, [*parameters, _timeout]), end)


def _client_stub(each: Called) -> list[str]:
    lines = _client_head(each, " {")
    is_returned = each.result is not None and each.result.is_by_value
    if each.result and is_returned:
        lines.append(f"    {each.result.cpp} result{{}};")
    lines += [f"    {line}" for line in _places(each)]
    passed = [f"static_cast<flat::u32>({each.number})", "arguments", "results", "timeout_ns"]
    if is_returned:
        call = wrapped("    TRY(client.call(", passed, "));")
        return [*lines, *call, "    return result;", "}"]
    return [*lines, *wrapped("    return client.call(", passed, ");"), "}"]


def _places(each: Called) -> list[str]:
    """The places for arguments and results of a call."""
    lines = []
    for argument in each.arguments if len(each.arguments) > 1 else ():
        lines.append(f"{argument.place} {argument.name}_place({argument.name});")
    if not each.arguments:
        lines.append(f"{_rpc}::XdrNothing arguments;")
    elif len(each.arguments) == 1:
        lines.append(f"{each.arguments[0].place} arguments({each.arguments[0].name});")
    else:
        names = ", ".join(f"{it.name}_place" for it in each.arguments)
        lines.append(f"{_rpc}::XdrPlaces arguments({names});")
    result = f"{each.result.place} results(result);" if each.result else ""
    return [*lines, result or f"{_rpc}::XdrNothing results;"]


def server_texts(specification: Specification, unit: Unit) -> dict[str, str]:
    """Header and source of the server's skeletons."""
    declared: list[list[str]] = []
    defined: list[list[str]] = []
    for program in specification.programs:
        for version in program.versions:
            procedures = list(called(specification, program, version))
            name = server_name(program, specification.number(version.number))
            declared.append(_server_class(name, program, version, procedures))
            head = f"void dispatch({name}& server, {_rpc}::Call& call)"
            text = "/// Executes a call and replies to it, or refuses it."
            declared.append([text, f"{head};"])
            defined.append(_dispatch(head, specification, version, procedures))
    own = unit.path("server", ".hpp")
    includes = ("core/maybe.hpp", "flat/rpc/call.hpp", unit.path("", ".hpp"))
    header = unit.text("what servers are", includes, declared, is_header=True)
    needed = (own, "rpc/serve.hpp", "rpc/xdr/xdr_places.hpp")
    source = unit.text("what servers are", needed, defined)
    return {own: header, unit.path("server", ".cpp"): source}


def _server_class(
    name: str, program: Program, version: Version, procedures: list[Called]
) -> list[str]:
    methods = [
        line
        for each in procedures
        for line in wrapped(f"    virtual Refused {each.stub}(", _served(each), ") = 0;")
    ]
    return [
        f"/// The server of {program.name.text}, {version.name.text}.",
        f"class {name} {{",
        "public:",
        "    using Caller = flat::rpc::Call::Caller;",
        "",
        "    /// Nothing if a procedure was executed; else why not.",
        "    using Refused = flat::Maybe<flat::rpc::Call::Refusal>;",
        "",
        *methods,
        "",
        "    /// After a reply: gives back what its results hold, if that was only for them.",
        f"    virtual void release({_rpc}::XdrValue&) {{}}",
        "",
        "protected:",
        f"    ~{name}() = default;",
        "};",
    ]


def _served(each: Called) -> list[str]:
    parameters = ["Caller const& caller", *(f"{it.cpp}& {it.name}" for it in each.arguments)]
    return [*parameters, *([f"{each.result.cpp}& result"] if each.result else [])]


def _dispatch(
    head: str, specification: Specification, version: Version, procedures: list[Called]
) -> list[str]:
    chosen = f"static_cast<{procedures_name(version)}>(call.procedure())"
    lines = [f"{head} {{", f"    switch ({chosen}) {{"]
    for each in procedures:
        values = [*each.arguments, *([each.result] if each.result else [])]
        names = ["call.caller()", *(it.name for it in values)]
        lines += [
            f"    case {each.number}: {{",
            *(f"        {it.cpp} {it.name}{{}};" for it in values),
            *(f"        {line}" for line in _places(each)),
            f"        return {_rpc}::serve(server, call, arguments, results, [&] {{",
            f"            return server.{each.stub}({', '.join(names)});",
            "        });",
            "    }",
        ]
    lines.append("    }")
    if all(specification.number(each.number) for each in version.procedures):
        lines.append(f"    if (call.procedure() == 0) return {_rpc}::serve_null(call);")
    lines.append(f"    call.refuse({_rpc}::Call::Refusal::procedure_unavailable);")
    return [*lines, "}"]
