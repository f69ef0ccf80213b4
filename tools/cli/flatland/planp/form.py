# SPDX-License-Identifier: BSD-2-Clause
"""The form that the kernel checks and runs: components/router/planp/form.hpp, as bytes and text."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

opcodes = (
    "constant constant_high move add subtract multiply divide modulo bit_and bit_or bit_xor "
    "shift_left shift_right equal not_equal less less_equal jump jump_if_zero load store adjust "
    "make table_get table_set table_remove send send_others port ports blob_length blob_none "
    "state_get state_set finish fail now port_address arrived blob_load blob_part blob_thin"
).split()
registers_max, instructions_max, slots_max, memories_max, sends_max = 64, 4096, 32, 2, 8
tables_max, states_max, channels_max, capacity_max = 8, 16, 16, 65536
version = 2
suffix = ".planp"
"""Of files with programs."""


@dataclass(frozen=True)
class Instruction:
    """An operation with registers a, b, c and a number."""

    opcode: str
    a: int = 0
    b: int = 0
    c: int = 0
    d: int = 0


@dataclass
class Table:
    """A table: how many words keys and values have, and how many keys it is for."""

    key_words: int
    value_words: int
    capacity: int


@dataclass
class Channel:
    """The code for packets whose innermost header is `pattern`, and the type of each register."""

    pattern: int
    types: list[int] = field(default_factory=list)
    code: list[Instruction] = field(default_factory=list)


@dataclass
class Form:
    """A whole program; each part of the state is its type and its first value."""

    tables: list[Table] = field(default_factory=list)
    states: list[tuple[int, int]] = field(default_factory=list)
    channels: list[Channel] = field(default_factory=list)

    def encode(self) -> bytes:
        """As the kernel reads it."""
        counts = (len(self.tables), len(self.states), len(self.channels))
        data = b"PLNP" + bytes([version, *counts])
        for table in self.tables:
            data += struct.pack("<BBxxI", table.key_words, table.value_words, table.capacity)
        for type_, initial in self.states:
            data += struct.pack("<B7xQ", type_, initial)
        for channel in self.channels:
            data += struct.pack("<BBxxI", channel.pattern, len(channel.types), len(channel.code))
        for channel in self.channels:
            types = bytes(channel.types)
            data += types + bytes(-len(types) % 8)
            for each in channel.code:
                data += struct.pack(
                    "<BBBBI", opcodes.index(each.opcode), each.a, each.b, each.c, each.d
                )
        return data

    def listing(self) -> Iterator[str]:
        """For people."""
        for number, table in enumerate(self.tables):
            yield (
                f"table {number}: {table.key_words} to {table.value_words} words, "
                f"{table.capacity} keys"
            )
        for number, channel in enumerate(self.channels):
            yield (
                f"channel {number}: {len(channel.code)} instructions, "
                f"{len(channel.types)} registers"
            )
            for place, each in enumerate(channel.code):
                yield f"  {place:4}  {each.opcode:<14}r{each.a} r{each.b} r{each.c} {each.d:#x}"
