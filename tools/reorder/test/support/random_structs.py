# SPDX-License-Identifier: BSD-2-Clause
"""Random structs, initialisers and uses, in C and C++: programs print the same in every layout.

Each program has a few structs with members of all kinds, some of them shared declarations, and
objects of them initialised in all ways that the language has. A layout is drawn at random, and the
program's output with it must be that without. Whatever reorder refuses is counted, and is a failure
too: nothing of what is drawn here has to be refused.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from layout import described, plan_of, planned_class

_scalars = ("int", "char", "short", "long", "unsigned char", "unsigned long", "double", "float")


@dataclass(frozen=True)
class Value:
    """A part of an object that can be printed: its path, and how many clauses it takes."""

    path: str
    is_bit_field: bool = False


@dataclass
class Struct:
    """One struct: the text of its members, and for each of them the leaves in order."""

    name: str
    lines: list[str] = field(default_factory=list)
    members: list[tuple[str, list[Value]]] = field(default_factory=list)


class Generator:
    """Draws one program."""

    def __init__(self, seed: int, is_cxx: bool) -> None:
        self._random = random.Random(seed)
        self._is_cxx = is_cxx
        self._count = 0

    def program(self) -> tuple[str, list[str]]:
        """The text, and the names of the structs."""
        structs: list[Struct] = []
        for index in range(self._random.randint(1, 3)):
            structs.append(self._struct(f"s{index}", structs))
        lines = ["#include <stdio.h>", ""]
        for struct in structs:
            lines += [f"struct {struct.name} {{", *struct.lines, "};", ""]
        body: list[str] = []
        for struct in structs:
            for _ in range(4):
                self._object(struct, lines, body)
        text = [*lines, "", "int main(void) {", *body, "    return 0;", "}", ""]
        return "\n".join(text), [struct.name for struct in structs]

    def _name(self) -> str:
        self._count += 1
        return f"{self._random.choice('abcdexyz')}{self._count}"

    def _struct(self, name: str, others: Sequence[Struct]) -> Struct:
        struct = Struct(name)
        for _ in range(self._random.randint(2, 7)):
            self._member(struct, others)
        struct.lines = [self._commented(line) for line in struct.lines]
        return struct

    def _commented(self, text: str) -> str:
        """With comments above and after, full of what means something outside of comments."""
        kind = self._random.choice(("none", "none", "after", "above", "both", "line"))
        if kind in ("above", "both"):
            text = f'    /* , ; {{ " */\n{text}'
        if kind in ("after", "both"):
            text += " /* ; } ' */"
        return f"{text} // ; , )\n" if kind == "line" else text

    def _member(self, struct: Struct, others: Sequence[Struct]) -> None:
        kind = self._random.choice(
            ("scalar", "scalar", "array", "several", "bits", "struct", "union", "anonymous")
        )
        if kind == "several":
            self._several(struct)
        elif kind == "bits":
            for _ in range(self._random.randint(1, 3)):
                name = self._name()
                struct.lines.append(f"    unsigned {name} : {self._random.randint(4, 17)};")
                struct.members.append((name, [Value(name, is_bit_field=True)]))
        elif kind == "struct" and others:
            other, name = self._random.choice(others), self._name()
            struct.lines.append(f"    struct {other.name} {name};")
            leaves = [
                Value(f"{name}.{leaf.path}", leaf.is_bit_field)
                for _, all_leaves in other.members
                for leaf in all_leaves
            ]
            struct.members.append((name, leaves))
        elif kind == "union":
            name, other_name = self._name(), self._name()
            struct.lines.append(f"    union {{ int {name}; long {other_name}; }};")
            struct.members.append((name, [Value(name)]))
        elif kind == "anonymous" and not self._is_cxx:
            name, other_name = self._name(), self._name()
            struct.lines.append(f"    struct {{ short {name}; long {other_name}; }};")
            struct.members.append(("", [Value(name), Value(other_name)]))
        elif kind == "array":
            name, size = self._name(), self._random.randint(2, 3)
            struct.lines.append(f"    {self._random.choice(_scalars)} {name}[{size}];")
            struct.members.append((name, [Value(f"{name}[{i}]") for i in range(size)]))
        else:
            name = self._name()
            struct.lines.append(f"    {self._random.choice(_scalars)} {name};")
            struct.members.append((name, [Value(name)]))

    def _several(self, struct: Struct) -> None:
        one, array, other = self._name(), self._name(), self._name()
        struct.lines.append(f"    {self._random.choice(_scalars)} {one}, {array}[2], {other};")
        struct.members.append((one, [Value(one)]))
        struct.members.append((array, [Value(f"{array}[{i}]") for i in range(2)]))
        struct.members.append((other, [Value(other)]))

    def _number(self) -> str:
        return str(self._random.randint(0, 15))

    def _object(self, struct: Struct, lines: list[str], body: list[str]) -> None:
        name = f"object{self._count}"
        self._count += 1
        size = self._random.choice((0, 0, 2))
        lists = [self._list(struct) for _ in range(max(size, 1))]
        array = f"[{size}]" if size else ""
        written = "{" + ", ".join(lists) + "}" if size else lists[0]
        is_local = self._random.random() < 0.5
        text = f"struct {struct.name} {name}{array} = {written};"
        (body if is_local else lines).append(f"    {text}" if is_local else f"static {text}")
        for index in range(max(size, 1)):
            element = f"{name}[{index}]" if size else name
            for _, leaves in struct.members:
                for leaf in leaves:
                    value = f"(double){element}.{leaf.path}"
                    body.append(f'    printf("{element}.{leaf.path} %g\\n", {value});')
        self._count += 1

    def _list(self, struct: Struct) -> str:
        style = self._random.choice(("positional", "elided", "designated", "short"))
        members = struct.members
        if style == "designated":
            chosen = [each for each in members if each[0] and self._random.random() < 0.6]
            clauses = [f".{name} = {self._clause(leaves)}" for name, leaves in chosen]
            return "{" + ", ".join(clauses or ["0" if not self._is_cxx else ""]) + "}"
        if style == "short":
            members = members[: self._random.randint(1, len(members))]
        if style == "elided" and not any(_is_union(struct, each) for each in members):
            leaves = [leaf for _, all_leaves in members for leaf in all_leaves]
            count = self._random.randint(1, len(leaves))
            return "{" + ", ".join(self._number() for _ in range(count)) + "}"
        return "{" + self._commented_list([self._clause(leaves) for _, leaves in members]) + "}"

    def _commented_list(self, clauses: Sequence[str]) -> str:
        commas = [", ", ", ", ", /* , */", " /* } */, ", ", // ; {\n", " // ,\n, ", ", // above\n"]
        text = clauses[0]
        for clause in clauses[1:]:
            text += self._random.choice(commas) + clause
        return text

    def _clause(self, leaves: Sequence[Value]) -> str:
        if len(leaves) == 1:
            return self._number()
        return "{" + self._number() + "}"


def _is_union(struct: Struct, member: tuple[str, list[Value]]) -> bool:
    return any(f"union {{ int {member[0]};" in line for line in struct.lines)


def _run(command: Sequence[str | Path]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        words = " ".join(map(str, command))
        raise RuntimeError(f"$ {words}\n{done.stdout}{done.stderr}[status {done.returncode}]")
    return done.stdout


def test(reorder: str, seed: int, folder: Path) -> None:
    """One program in one layout, by both compilers of its language; RuntimeError if it differs."""
    is_cxx = seed % 2 == 1
    text, names = Generator(seed, is_cxx).program()
    source = folder / f"program{seed}.{'cpp' if is_cxx else 'c'}"
    source.write_text(text, encoding="utf-8")
    compilers = ("g++", "clang++-19") if is_cxx else ("gcc", "clang-19")
    standard = "-std=c++20" if is_cxx else "-std=gnu17"
    for compiler in compilers:
        command = [compiler, standard, "-w", "-c", str(source), "-o"]
        _run([*command, folder / "plain.o"])
        # A struct inside another one is laid out by itself: the plan is made for one of them.
        order = f"random:{seed}"
        described_class = described(reorder, names[-1], [*command, str(folder / "unused.o")])
        plan = folder / "plan.json"
        plan.write_text(json.dumps(plan_of([planned_class(described_class, order)])))
        _run([reorder, "--plan", plan, "--", *command, folder / "laid-out.o"])
        for kind in ("plain", "laid-out"):
            _run([compiler, folder / f"{kind}.o", "-o", folder / kind])
        plain, laid_out = _run([folder / "plain"]), _run([folder / "laid-out"])
        if plain != laid_out:
            raise RuntimeError(f"{compiler} prints\n{laid_out}instead of\n{plain}")


def main() -> int:
    """Runs many; keeps the texts of those that fail."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reorder", required=True, help="the program under test")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first program")
    parser.add_argument("--save", type=Path, help="a folder for programs that fail")
    options = parser.parse_args()
    failures = 0
    for seed in range(options.seed, options.seed + options.count):
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(options.reorder, seed, Path(folder))
            except (RuntimeError, subprocess.CalledProcessError) as problem:
                failures += 1
                print(f"seed {seed}: {problem}")
                if options.save:
                    options.save.mkdir(parents=True, exist_ok=True)
                    for file in Path(folder).glob("program*"):
                        (options.save / file.name).write_bytes(file.read_bytes())
    print(f"{options.count} programs, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
