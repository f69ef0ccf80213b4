# SPDX-License-Identifier: BSD-2-Clause
"""A program as a constant of C++, and facts about it: what `specialize` evaluates away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized

from flatland.planp.form import Channel, Form, version


def constant(form: Form, name: str) -> str:
    """A source that defines a variable of this name which has the bytes of the form.

    They are structures as the interpreter reads them, so that a compiler knows each of them.
    """
    return "\n".join(_lines(form, name)) + "\n"


def facts(form: Form, name: str) -> str:
    """A spec of `Run::run` for a form that was checked in the variable of this name.

    Which form it is is tested. The rest is promised: a form has nothing but what was found in
    these bytes, and a Run has what `Run::begin` wrote when it began with the form, but for tables
    in the state, which stay where the program does not put others in their place.
    """
    return "\n".join(_facts(form, name)) + "\n"


_ways, _first_table = 4, 0x40


def _facts(form: Form, name: str) -> Iterator[str]:
    yield "entry flat::router::planp::Run::run(Form const& form, Run::Arrival const& arrival)"
    yield f"        as {name}_run;"
    yield f"static form.code_[0] = {name}.code0;"
    for part, entries in _parts(form):
        yield f"promise form.{part}_count_ = {len(entries)};"
        if entries:
            yield f"promise form.{part}s_ = {name}.{part}s;"
    for number in range(len(form.channels)):
        yield f"promise form.types_[{number}] = {name}.types{number};"
        if number > 0:
            yield f"promise form.code_[{number}] = {name}.code{number};"
    yield "promise alone this;"
    for number, table in enumerate(form.tables):
        place = f"this->tables_[{number}]"
        yield f"promise {place}.key_words_ = {table.key_words};"
        yield f"promise {place}.value_words_ = {table.value_words};"
        sets = max(1, -(-table.capacity // _ways))
        yield f"promise {place}.mask_ = {(1 << (sets - 1).bit_length()) - 1};"
    changed = {
        each.d for channel in form.channels for each in channel.code if each.opcode == "state_set"
    }
    yield f"promise this->state_count_ = {len(form.states)};"
    for number, (type_, initial) in enumerate(form.states):
        if type_ >= _first_table and number not in changed:
            yield f"static this->state_[{number}] = {initial};"


def _parts(form: Form) -> list[tuple[str, Sized]]:
    return [("table", form.tables), ("state", form.states), ("channel", form.channels)]


def _lines(form: Form, name: str) -> Iterator[str]:
    counts = ", ".join(str(len(entries)) for _, entries in _parts(form))
    members, values = ["u32 magic;", "u8 counts[4];"], ["Form::magic", f"{{{version}, {counts}}}"]
    for part, entries in _parts(form):
        if entries:
            members.append(f"{part.capitalize()}Entry {part}s[{len(entries)}];")
    if form.tables:
        values.append(
            _list(f"{{{t.key_words}, {t.value_words}, {{}}, {t.capacity}}}" for t in form.tables)
        )
    if form.states:
        values.append(_list(f"{{{type_}, {{}}, {initial}u}}" for type_, initial in form.states))
    values.append(
        _list(f"{{{c.pattern}, {len(c.types)}, {{}}, {len(c.code)}}}" for c in form.channels)
    )
    for number, channel in enumerate(form.channels):
        room = (len(channel.types) + 7) // 8 * 8
        members += [f"u8 types{number}[{room}];", f"Instruction code{number}[{len(channel.code)}];"]
        values += [_list(map(str, channel.types)), _code(channel)]
    yield "// A PlanP program, as its form (docs/planp.md)."
    yield "#include <router/planp/form.hpp>"
    yield "namespace flat::router::planp {"
    yield f"struct {name}_form {{"
    yield from (f"    {each}" for each in members)
    yield "};"
    yield f"static_assert(sizeof({name}_form) == {len(form.encode())});"
    yield f'extern "C" constexpr {name}_form {name} = {{'
    yield from (f"    {each}," for each in values)
    yield "};"
    yield "}"


def _list(entries: Iterable[str]) -> str:
    return "{" + ", ".join(entries) + "}"


def _code(channel: Channel) -> str:
    return _list(
        f"{{Opcode::{each.opcode}, {each.a}, {each.b}, {each.c}, {each.d}u}}"
        for each in channel.code
    )
