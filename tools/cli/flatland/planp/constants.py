# SPDX-License-Identifier: BSD-2-Clause
"""A program as constants of C++, and facts about it: what `specialize` evaluates away."""

from __future__ import annotations

from collections.abc import Iterator

from flatland.planp.form import Channel, Form


def constants(form: Form) -> str:
    """A header that defines `planp::program`, a Form.

    Its members are private: the source that includes it is compiled with -fno-access-control.
    """
    return "\n".join(_lines(form)) + "\n"


def facts(form: Form, run: str) -> str:
    """Statements of a spec about a Run that has begun with this form: no others use it.

    They are promises: what they state is written by `Run::begin` alone, but for tables in the
    state, which stay where the program does not put others in their place.
    """
    lines = [f"promise alone {run};"]
    for number, table in enumerate(form.tables):
        place = f"{run}->tables_[{number}]"
        lines.append(f"promise {place}.key_words_ = {table.key_words};")
        lines.append(f"promise {place}.value_words_ = {table.value_words};")
        sets = max(1, -(-table.capacity // _ways))
        lines.append(f"promise {place}.mask_ = {(1 << (sets - 1).bit_length()) - 1};")
    changed = {
        each.d for channel in form.channels for each in channel.code if each.opcode == "state_set"
    }
    lines.append(f"promise {run}->state_count_ = {len(form.states)};")
    for number, (type_, initial) in enumerate(form.states):
        if type_ >= _first_table and number not in changed:
            lines.append(f"static {run}->state_[{number}] = {initial};")
    return "\n".join(lines) + "\n"


_ways, _first_table = 4, 0x40


def _lines(form: Form) -> Iterator[str]:
    yield "// A PlanP program, as constants."
    yield "#pragma once"
    yield "#include <router/planp/form.hpp>"
    yield "namespace flat::router::planp {"
    yield "inline constexpr TableEntry program_tables[] = {"
    yield from (f"    {{{t.key_words}, {t.value_words}, {{}}, {t.capacity}}}," for t in form.tables)
    yield "    {}};"
    yield "inline constexpr StateEntry program_states[] = {"
    yield from (f"    {{{type_}, {{}}, {initial}u}}," for type_, initial in form.states)
    yield "    {}};"
    yield "inline constexpr ChannelEntry program_channels[] = {"
    for each in form.channels:
        yield f"    {{{each.pattern}, {len(each.types)}, {{}}, {len(each.code)}}},"
    yield "    {}};"
    for number, each in enumerate(form.channels):
        yield from _channel(number, each)
    yield "constexpr Form made_program() {"
    yield "    Form form;"
    for name, count in _counts(form):
        yield f"    form.{name}s_ = program_{name}s;"
        yield f"    form.{name}_count_ = {count};"
    for number in range(len(form.channels)):
        yield f"    form.types_[{number}] = program_types{number};"
        yield f"    form.code_[{number}] = program_code{number};"
    yield "    return form;"
    yield "}"
    yield "inline constexpr Form program = made_program();"
    yield "}"


def _counts(form: Form) -> list[tuple[str, int]]:
    named = (("table", form.tables), ("state", form.states), ("channel", form.channels))
    return [(name, len(parts)) for name, parts in named]


def _channel(number: int, channel: Channel) -> Iterator[str]:
    yield f"inline constexpr u8 program_types{number}[] = {{{', '.join(map(str, channel.types))}}};"
    yield f"inline constexpr Instruction program_code{number}[] = {{"
    for each in channel.code:
        yield f"    {{Opcode::{each.opcode}, {each.a}, {each.b}, {each.c}, {each.d}u}},"
    yield "};"
