# SPDX-License-Identifier: BSD-2-Clause
"""Objects of a domain that it passes: what stands for them in the kernel, and what is called there.

A stub in the kernel is made in a table of the domain's (core/machine/exports.hpp); its methods are
entries of the domain's upcalls, with the domain's word for the object as their first one.
"""

from __future__ import annotations

from dataclasses import replace

from flatland.idl import held, names, one_way, outward, upcalls
from flatland.idl.bridge import WholeBinding
from flatland.idl.crossing import Carried, received_function, table_class
from flatland.idl.forwarding import stub_class
from flatland.idl.generated_class import (
    GeneratedClass,
    header_of,
    refuse_taken_names,
    scope,
)
from flatland.idl.model import Method
from flatland.idl.objects import Passed, Side

_stub_includes = (
    "bindings/syscall/objects.hpp",
    "bindings/upcall/visit.hpp",
    "core/machine/payload.hpp",
)


_constants = ("first_upcall", "release_upcall")


def stubs(side: Side) -> dict[str, GeneratedClass]:
    """The classes in the kernel for all that a domain passes, by headers."""
    return {each.header: _stub(side, each) for each in side.own}


def skeleton(binding: WholeBinding, side: Side) -> GeneratedClass | None:
    """The class in a client's domain that is called for its own objects, if it passes any."""
    if not side.own:
        return None
    functions = upcalls.functions_of_objects(side)
    used = [header_of(each.binding.interface.full_name) for each in side.own]
    return table_class(
        f"what is called of the objects that {binding.name} passes",
        f"{names.camel(binding.name)}Own",
        {},
        functions,
        [*upcalls.skeleton_includes, *used, *held.headers(side)],
        entries=[f"{each}, nullptr" for each in functions],
    )


def _stub(side: Side, passed: Passed) -> GeneratedClass:
    interface = scope(passed.binding.interface.full_name)
    refuse_taken_names([each.name for each in passed.methods], _constants)
    bodies: list[tuple[Method, list[str]]] = []
    members: list[str] = []
    for place, each in enumerate(passed.methods):
        statements = _statements(passed, each, passed.first + place)
        if each.method.one_way:
            stub = f"static_cast<{names.camel(passed.binding.name)}*>"
            stub = f"{stub}(static_cast<{interface}*>(object))"
            members += outward.one_way_members(each, stub, statements)
            post = f"entry->post({each.name}_later, "
            statements = one_way.posted(each, one_way.given(each), post)
        elif one_way.occurs(passed.binding.methods) and not passed.is_release(each.method):
            statements = ["entry->settle();", *statements]
        bodies.append((each.method, statements))
    made = stub_class(
        passed.binding,
        {},
        bodies,
        members,
        includes=[*_stub_includes, *map(header_of, outward.interfaces(passed.methods))],
        parameters=[
            ("flat::machine::Exports::Entry*", "entry"),
            ("[[maybe_unused]] flat::memory::Allocator*", "buffers"),
        ],
        narrowed=[("flat::machine::export_id", "entry")],
    )
    release = passed.release
    constants = [
        f"using Interface = {interface};",
        f"static constexpr flat::u32 first_upcall = {passed.first};",
    ]
    if release is not None:
        constants.append(f"static constexpr flat::u32 release_upcall = {release};")
    made = replace(made, public=["", *constants, *made.public])
    made = replace(made, before=[f"{each};" for each in _received(side, passed)])
    if release is None:
        return made
    signature = _signature(side.prefix, passed.binding.interface.full_name)
    received = f"flat::bindings::syscall::Received<{made.name}>(guest, word, buffers)"
    body = f"    return {received}.pass_on();"
    return replace(made, after=[f"{signature} {{", body, "}"])


def _received(side: Side, passed: Passed) -> list[str]:
    """The functions that make the objects which methods return, declared."""
    results = {each.method.result.full_name for each in passed.methods if each.gives_object}
    return [_signature(side.prefix, each) for each in sorted(results)]


def _signature(prefix: str, interface: str) -> str:
    return (
        f"inline {scope(interface)}* {received_function(prefix, interface)}("
        "flat::hal::UserMode::Guest* guest, flat::u64 word, flat::memory::Allocator& buffers)"
    )


def _statements(passed: Passed, carried: Carried, number: int) -> list[str]:
    if passed.is_release(carried.method):
        return [f"entry->release({number});"]
    return outward.of_object(carried, number)
