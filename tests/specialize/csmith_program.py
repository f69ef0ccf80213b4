# SPDX-License-Identifier: BSD-2-Clause
"""A program of Csmith's, and which of its global variables are stated to have their values."""

from __future__ import annotations

import random
import re
import subprocess
from dataclasses import dataclass

_scalar = re.compile(r"^static ([^=;()\[\]]*?)(g_\d+) = ([^;{]*);", re.MULTILINE)
_entry = re.compile(r"^static .*?\bfunc_1\(void\);$", re.MULTILINE)


@dataclass(frozen=True)
class Input:
    """A global variable of a type without parts, with its value when the program starts."""

    name: str
    value: str
    is_number: bool


@dataclass(frozen=True)
class Program:
    """A program, the half of its inputs that is stated, and one of them that may be changed."""

    seed: int
    text: str
    stated: tuple[Input, ...]
    changed: Input | None

    @property
    def spec(self) -> str:
        """What is stated, in the language of `specialize`."""
        facts = "".join(f"static {each.name} = {each.value};\n" for each in self.stated)
        return f"entry func_1() as func_1_version;\n{facts}"

    @property
    def source(self) -> str:
        """The program, which changes one of the stated inputs if there is a variable CHANGE."""
        if not self.changed:
            return self.text
        return (
            f"{self.text}\n"
            "extern char *getenv(const char *);\n"
            "__attribute__((constructor)) static void change_an_input(void) {\n"
            f'    if (getenv("CHANGE")) {self.changed.name} ^= 1;\n'
            "}\n"
        )


def generate(seed: int) -> Program:
    """The program of this number: always the same."""
    command = ["csmith", "--seed", str(seed), "--max-funcs", "6", "--concise"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert _entry.search(text), seed
    chance = random.Random(seed)
    found = inputs_of(text)
    stated = tuple(sorted(chance.sample(found, (len(found) + 1) // 2), key=found.index))
    numbers = [each for each in stated if each.is_number]
    return Program(seed, text, stated, chance.choice(numbers) if numbers else None)


def inputs_of(text: str) -> list[Input]:
    """The global variables that can be stated: neither constant nor volatile, and of one part."""
    found = []
    for declared, name, value in _scalar.findall(text):
        is_pointer = "*" in declared
        qualifiers = declared.rpartition("*")[2] if is_pointer else declared
        has_parts = not is_pointer and re.search(r"\b(struct|union)\b", declared)
        if not has_parts and not re.search(r"\b(const|volatile)\b", qualifiers):
            found.append(Input(name, value, not is_pointer))
    return found
