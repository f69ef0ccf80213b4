# SPDX-License-Identifier: BSD-2-Clause
"""The code of one channel as it grows: registers by type, jumps to places that come later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flatland.diagnostics import Span
from flatland.planp import form
from flatland.planp.lexer import refusal


class Label:
    """A place that jumps lead to, known when it is reached."""

    def __init__(self) -> None:
        self.place: int | None = None
        self.is_used = False


class Code:
    """Instructions, the registers that they use, and what of both is left."""

    def __init__(self, pattern: int, span: Span) -> None:
        self._channel = form.Channel(pattern)
        self._span = span
        self._jumps: dict[int, Label] = {}
        self._free: list[int] = []
        self._taken: list[int] = []
        self._slots = 0
        self._memories = 0
        self._sends = 0

    def take(self, types: Sequence[int]) -> list[int]:
        """Registers of these types, one after the other."""
        known = self._channel.types
        for first in sorted(self._free) if types else []:
            block = list(range(first, first + len(types)))
            is_free = all(each in self._free for each in block)
            if is_free and [known[each] for each in block] == list(types):
                self._free = [each for each in self._free if each not in block]
                self._taken += block
                return block
        first = len(known)
        if first + len(types) > form.registers_max:
            raise self._too_large(f"{form.registers_max} values at a time")
        known.extend(types)
        block = list(range(first, first + len(types)))
        self._taken += block
        return block

    def mark(self) -> int:
        """What `release` goes back to."""
        return len(self._taken)

    def release(self, mark: int, kept: Sequence[int]) -> None:
        """Gives back what was taken since, but for what is kept."""
        later = self._taken[mark:]
        self._free += [register for register in later if register not in kept]
        self._taken[mark:] = [register for register in later if register in kept]

    def slot(self) -> int:
        """Memory for a header that is made."""
        self._slots += 1
        if self._slots > form.slots_max:
            raise self._too_large(f"{form.slots_max} headers made or changed")
        return self._slots - 1

    def memory(self) -> int:
        """Memory for bytes that are made."""
        self._memories += 1
        if self._memories > form.memories_max:
            raise self._too_large(f"{form.memories_max} places that make bytes")
        return self._memories - 1

    def count_send(self) -> None:
        """One more place that sends."""
        self._sends += 1
        if self._sends > form.sends_max:
            raise self._too_large(f"{form.sends_max} places that send")

    def emit(
        self,
        opcode: str,
        a: int = 0,
        b: int = 0,
        c: int = 0,
        d: int | Label = 0,
        detail: int = 0,
    ) -> None:
        """Adds an instruction; a label stands for the place that it jumps to.

        `detail` is what the number has beside such a place.
        """
        if len(self._channel.code) == form.instructions_max:
            raise self._too_large(f"{form.instructions_max} instructions")
        if isinstance(d, Label):
            d.is_used = True
            self._jumps[len(self._channel.code)] = d
            d = detail << 16
        self._channel.code.append(form.Instruction(opcode, a, b, c, d))

    def constant(self, register: int, value: int) -> None:
        """Loads a number."""
        self.emit("constant", register, d=value & 0xFFFFFFFF)
        if value >> 32:
            self.emit("constant_high", register, d=value >> 32)

    def here(self, label: Label) -> None:
        """The label is this place."""
        label.place = len(self._channel.code)

    def finished(self) -> form.Channel:
        """All of it, with every jump led to its place."""
        for place, label in self._jumps.items():
            assert label.place is not None
            self._channel.code[place] = replace(
                self._channel.code[place], d=self._channel.code[place].d | label.place
            )
        return self._channel

    def _too_large(self, what: str) -> Exception:
        return refusal(
            "F1306",
            f"this is too large: a channel has at most {what}",
            self._span,
            help="a function counts as often as it is called",
        )
