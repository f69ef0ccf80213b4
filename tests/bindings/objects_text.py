# SPDX-License-Identifier: BSD-2-Clause
"""What programs have in their files that pass objects: two interfaces, and methods about them.

A `Part` is lent, a `Whole` held; both sides have some of their own, which answer by a hash. A
server calls what it is lent and what it holds, a client what it is given; the client shows how its
own were called. In the texts `#` is the program's number.
"""

from __future__ import annotations

from collections.abc import Sequence

from common_text import called, java, java_path, licence, package, parameters, result, served
from random_program import Interface, Program

_methods = {
    "lend": ("Result<u64, Problem#>", "Part#& part, Part#* other, u64 a", "part, other, a"),
    "keep": ("Result<void, Problem#>", "Whole#& whole, u64 a", "whole, a"),
    "ask": ("Result<u64, Problem#>", "u64 a", "a"),
    "give": ("Result<Whole#*, Problem#>", "u64 a", "a"),
    "drop": ("Result<u32, Problem#>", "", ""),
    "hear": ("void", "u64 a, Span<u8 const> b", "a, b"),
}
_java = """
    u64 lend(Part# partWord, @Nullable Part# part, u64 visit) throws Problem#;
    void keep(@Held Whole# wholePassed, u64 whole) throws Problem#;
    u64 ask(u64 a) throws Problem#;
    @Nullable Whole# give(u64 a) throws Problem#;
    u32 drop() throws Problem#;
    @OneWay void hear(u64 a, @In @Max(300) Buf b);
"""
_members = """
    Whole#* kept_ = nullptr;
    OwnWhole# wholes_[3] = {OwnWhole#(7), OwnWhole#(8), OwnWhole#(9)};
    u8 room_[1200] = {};
"""
_server = """
Result<u64, Problem#> Server#::lend(Part#& part, Part#* other, u64 a) {
    Mix mix(a + state_);
    Mix seen(other ? 1 : 2);
    state_ = mix.next();
    serve_Part#(part, mix, seen, room_);
    if (other) serve_Part#(*other, mix, seen, room_);
    serve_Part#(part, mix, seen, room_);
    if (mix.below(5) == 0) return Problem#{Problem#::Code::unreachable};
    return seen.now();
}
Result<void, Problem#> Server#::keep(Whole#& whole, u64 a) {
    state_ += a;
    if (kept_) kept_->release();
    kept_ = &whole;
    return {};
}
Result<u64, Problem#> Server#::ask(u64 a) {
    if (!kept_) return Problem#{Problem#::Code::forbidden};
    Mix mix(a + state_);
    Mix seen(0);
    kept_->note(mix.next());
    serve_Whole#(*kept_, mix, seen, room_);
    kept_->note(mix.next());
    return seen.now();
}
Result<Whole#*, Problem#> Server#::give(u64 a) {
    state_ = state_ * 3 + a;
    if (a % 5 == 0) return static_cast<Whole#*>(nullptr);
    if (a % 7 == 0) return Problem#{Problem#::Code::forbidden};
    return &wholes_[a % 3].held();
}
Result<u32, Problem#> Server#::drop() {
    if (kept_) kept_->release();
    kept_ = nullptr;
    return wholes_[0].holders() + wholes_[1].holders() + wholes_[2].holders();
}
void Server#::hear(u64 a, Span<u8 const> b) {
    Mix mix(a + state_);
    mix.add_bytes(b);
    state_ = mix.next();
}
"""
_client = """
void lend#(Store#& server, Mix& values, Mix& seen) {
    OwnPart# part(values.next());
    OwnPart# other(values.next());
    Part#* const second = values.below(2) ? &other : nullptr;
    auto const outcome = server.lend(part, second, values.next());
    seen.add(outcome.is_error() ? static_cast<u64>(outcome.error().code) : outcome.value());
    seen.add(part.state() + other.state());
}
void keep#(Store#& server, OwnWhole#& whole, Mix& values, Mix& seen) {
    seen.add(server.keep(whole.held(), values.next()).is_ok() ? 1 : 2);
    seen.add(whole.holders());
}
void ask#(Store#& server, Mix& values, Mix& seen) {
    auto const outcome = server.ask(values.next());
    seen.add(outcome.is_error() ? static_cast<u64>(outcome.error().code) : outcome.value());
}
void give#(Store#& server, Mix& values, Mix& seen, Span<u8> room) {
    auto const outcome = server.give(values.next());
    seen.add(outcome.is_error() ? static_cast<u64>(outcome.error().code) : 77);
    if (outcome.is_error() || !outcome.value()) return;
    Whole#& whole = *outcome.value();
    whole.note(values.next());
    ask_Whole#(whole, values, seen, room);
    if (values.below(3) == 0)
        seen.add(server.keep(whole, 1).is_ok() ? 1 : 2);
    else
        whole.release();
}
void drop#(Store#& server, Mix& seen) {
    auto const outcome = server.drop();
    seen.add(outcome.is_error() ? 99 : outcome.value());
}
void hear#(Store#& server, Mix& values, Span<u8> room) {
    Room const bytes(room, 0, 300, values);
    server.hear(values.next(), bytes.span());
}
"""
_end = """
    drop#(server, seen);
    for (OwnWhole# const& each : wholes)
        if (each.holders() != 0) panic("somebody still holds what is the client's");
"""
_calls = (
    "lend#(server, values, seen)",
    "keep#(server, wholes[values.below(2)], values, seen)",
    "ask#(server, values, seen)",
    "give#(server, values, seen, room)",
    "drop#(server, seen)",
    "hear#(server, values, room)",
)


def _numbered(program: Program, text: str) -> list[str]:
    return text.replace("#", str(program.number)).strip("\n").splitlines() if program.parts else []


def files(programs: Sequence[Program]) -> dict[str, str]:
    """The interfaces of objects, and the classes that both sides have of them."""
    found: dict[str, str] = {}
    for program in programs:
        for each in program.parts:
            found[java_path(each.name)] = java(program, each, java_methods(program, each))
        if program.parts:
            path = f"components/{package}/own{program.number}.hpp"
            found[path] = "\n".join(_own(program)) + "\n"
    return found


def java_methods(program: Program, interface: Interface) -> list[str]:
    """The methods about objects, or what a whole has besides."""
    if interface is program.interface:
        return _numbered(program, _java)
    is_whole = interface.name.startswith("Whole")
    return ["    @OneWay void note(u64 a);"] if is_whole else []


def declared(program: Program) -> list[str]:
    """The declarations of the methods about objects."""
    lines = [f"    {kind} {name}({taken}) override;" for name, (kind, taken, _) in _methods.items()]
    return _numbered(program, "\n".join(lines))


def relayed(program: Program) -> list[str]:
    """Their definitions in a relay."""
    lines = [
        f"{kind} Relay#::{name}({taken}) {{ return beyond->{name}({given}); }}"
        for name, (kind, taken, given) in _methods.items()
    ]
    return _numbered(program, "\n".join(lines))


def server_members(program: Program) -> list[str]:
    """What a server has of objects."""
    return _numbered(program, _members)


def server_source(program: Program) -> list[str]:
    """The definitions in a server."""
    if not program.parts:
        return []
    askers = _askers("serve", program.parts)
    return ["namespace {", *askers, "} // namespace", *_numbered(program, _server)]


def client_functions(program: Program) -> list[str]:
    """What a client does with objects."""
    return [*_askers("ask", program.parts[1:]), *_numbered(program, _client)]


def client_cases(program: Program, first: int) -> list[str]:
    """The cases of a client's choice, from this number on."""
    lines = [f"        case {first + place}: {call}; break;" for place, call in enumerate(_calls)]
    return _numbered(program, "\n".join(lines))


def client_begins(program: Program) -> list[str]:
    """What a client has while it calls one server."""
    return _numbered(program, "    OwnWhole# wholes[2] = {OwnWhole#(1), OwnWhole#(2)};")


def client_ends(program: Program) -> list[str]:
    """The server lets go of what the client has."""
    return _numbered(program, _end)


def _askers(prefix: str, asked: Sequence[Interface]) -> list[str]:
    """Functions that call some method of an object, with random arguments.

    Servers and clients of one domain are one unit in `flat`, so theirs have different prefixes.
    """
    lines: list[str] = []
    for each in asked:
        for place, method in enumerate(each.methods):
            lines += called(f"{prefix}_{each.name}", each, place, method)
        taken = f"{each.name}& asked, Mix& values, Mix& seen, Span<u8> room"
        lines.append(f"void {prefix}_{each.name}({taken}) {{")
        lines.append(f"    switch (values.below({len(each.methods)})) {{")
        for place in range(len(each.methods)):
            call = f"{prefix}_{each.name}_{place}(asked, values, seen, room)"
            lines.append(f"    case {place}: {call}; break;")
        lines += ["    }", "}"]
    return lines


def _own(program: Program) -> list[str]:
    """The classes of both sides' own parts and wholes."""
    lines = [
        f"{licence}#pragma once",
        f"#include <{package}/values{program.number}.hpp>",
        *(f"#include <flat/{package}/{each.name.lower()}.hpp>" for each in program.parts),
        f"namespace flat::{package} {{",
    ]
    for each in program.parts:
        own = f"Own{each.name}"
        lines += [
            f"class {own} : public {each.name} {{",
            "public:",
            f"    explicit {own}(u64 state) : state_(state) {{}}",
            "    u64 state() const { return state_; }",
            *(
                f"    {result(program, m)} {m.name}({parameters(m)}) override;"
                for m in each.methods
            ),
        ]
        if each.name.startswith("Whole"):
            lines += [
                f"    {own}& held() {{ ++holders_; return *this; }}",
                "    u32 holders() const { return holders_; }",
                "    void note(u64 a) override { state_ = state_ * 5 + a; }",
                "    void release() override { --holders_; }",
            ]
        holders = ["    u32 holders_ = 0;"] if each.name.startswith("Whole") else []
        lines += ["private:", "    u64 state_;", *holders, "};"]
        for place, method in enumerate(each.methods):
            made = list(served(program, own, place, method))
            lines += [f"inline {made[0]}", *made[1:]]
    return [*lines, f"}} // namespace flat::{package}"]
