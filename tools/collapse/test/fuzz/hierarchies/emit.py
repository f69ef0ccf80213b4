# SPDX-License-Identifier: BSD-2-Clause
"""Writes a program as C++, without the items that were dropped."""

from __future__ import annotations

from .model import Class, Constructor, Field, Function, Initialiser, Nested, Program, Statement
from .scope import class_text

PRELUDE = """\
#include <cstdio>
static unsigned trace_hash = 0;
static int trace_lines = 0;
[[maybe_unused]] static int mix(int a, int b) {
    return static_cast<int>((static_cast<unsigned>(a) * 31u + static_cast<unsigned>(b)) & 0xffffu);
}
[[maybe_unused]] static int trace(char const* where, int value) {
    for (char const* at = where; *at; ++at)
        trace_hash = trace_hash * 131u + static_cast<unsigned char>(*at);
    trace_hash = trace_hash * 131u + static_cast<unsigned>(value);
    if (++trace_lines < 60) std::printf("%s %d\\n", where, value);
    return value;
}
"""


class Emitter:
    """Writes one program."""

    def __init__(self, program: Program, dropped: frozenset[int]) -> None:
        self.program = program
        self.dropped = dropped

    def text(self) -> str:
        """The program's namespace with a function `run_all`."""
        late: list[str] = []
        parts = [f"namespace {self.program.space} {{", "int global_cell = 5;"]
        parts += self._statements(self.program.around, "")
        for record in self._classes():
            parts.append(self._within(record.space, f"{record.key} {record.name};"))
            parts.append(f"extern {class_text('', record)}* last_{record.name};")
        for record in self._classes():
            near = [self._class(record)]
            for place, text in self._definitions(record):
                (near if place == "near" else late).append(self._within(record.space, text))
            near[0] = self._within(record.space, near[0])
            parts += near
        parts += late
        parts += [
            f"{class_text('', record)}* last_{record.name} = nullptr;" for record in self._classes()
        ]
        parts.append("void forget() {")
        parts += [f"    last_{record.name} = nullptr;" for record in self._classes()]
        parts.append("}")
        parts += self._statements(self.program.after, "")
        parts += ["int use_all() {", "    int acc = 1;"]
        parts += self._statements(self.program.main, "    ")
        parts += [
            "    return acc;",
            "}",
            "void run_all() {",
            "    int acc = use_all();",
            f'    std::printf("{self.program.space} %u %d %d\\n", trace_hash, trace_lines, acc);',
            "    trace_hash = 0; trace_lines = 0;",
            "}",
            f"}} // namespace {self.program.space}",
        ]
        return "\n".join(parts) + "\n"

    def _classes(self) -> list[Class]:
        return [record for record in self.program.classes if record.id not in self.dropped]

    def _kept(self, item: Statement | Nested | Initialiser) -> bool:
        return item.id not in self.dropped and not item.needs & self.dropped

    def _statements(self, statements: list[Statement], indent: str) -> list[str]:
        return [indent + item.text for item in statements if self._kept(item)]

    @staticmethod
    def _within(space: str, text: str) -> str:
        return f"namespace {space} {{\n{text}\n}}" if space else text

    def _class(self, record: Class) -> str:
        lines = [self._head(record)]
        lines += self._members(record)
        return "\n".join([*lines, "};"])

    def _head(self, record: Class) -> str:
        clauses = [
            " ".join(
                [edge.access, *["virtual"] * edge.virtual, class_text(record.space, edge.base)]
            )
            for edge in record.bases
            if edge.base.id not in self.dropped
        ]
        final = " final" if record.final else ""
        bases = f" : {', '.join(clauses)}" if clauses else ""
        return f"{record.key} {record.name}{final}{bases} {{"

    def _members(self, record: Class) -> list[str]:
        lines = []
        for nested in record.nested:
            if self._kept(nested):
                lines.append(f"{nested.access}: {nested.text}")
        for constructor in record.constructors:
            if constructor.id not in self.dropped:
                lines.append(
                    f"{constructor.access}: {self._constructor(record, constructor, True)}"
                )
        if record.destructor and record.destructor.id not in self.dropped:
            lines.append(f"public: {self._destructor(record, True)}")
        for function in record.functions:
            if function.id not in self.dropped:
                lines.append(f"{function.access}: {self._function(record, function, True)}")
        for member in record.fields:
            if member.id not in self.dropped:
                lines.append(f"{member.access}: {member.declaration};")
        return lines

    def _definitions(self, record: Class) -> list[tuple[str, str]]:
        """What is defined after the class: near or late, and its text."""
        found: list[tuple[str, str]] = []
        for constructor in record.constructors:
            if constructor.id not in self.dropped and constructor.place != "inside":
                found.append((constructor.place, self._constructor(record, constructor, False)))
        destructor = record.destructor
        if destructor and destructor.id not in self.dropped and destructor.place != "inside":
            found.append((destructor.place, self._destructor(record, False)))
        for function in record.functions:
            outside = function.place != "inside" and not function.pure
            if function.id not in self.dropped and outside:
                found.append((function.place, self._function(record, function, False)))
        for member in record.fields:
            if member.id not in self.dropped and member.definition:
                found.append(("near", member.definition))
        return found

    def _function(self, record: Class, function: Function, inside: bool) -> str:
        parameters = [
            f"{kind} {name}" for kind, name in zip(function.parameters, "abc", strict=False)
        ]
        if inside and function.default is not None:
            parameters[-1] += f" = {function.default}"
        words = "template <class U> " if function.template else ""
        if function.template:
            parameters = ["U a"]
        if inside:
            words += "static " if function.static else ""
            words += "virtual " if function.virtual and function.says_virtual else ""
        owner = "" if inside else f"{record.name}::"
        head = f"{words}{function.returns} {owner}{function.name}({', '.join(parameters)})"
        head += function.suffix
        if inside:
            head += " override" if function.says_override else ""
            if function.pure:
                return f"{head} = 0;"
            if function.place != "inside":
                return f"{head};"
        uses = "".join(
            f" acc = mix(acc, static_cast<int>({name}));"
            for _, name in zip(function.parameters, "abc", strict=False)
        )
        body = self._statements(function.body, "    ")
        return "\n".join([f"{head} {{", f"    int acc = 7;{uses}", *body, "    return acc;", "}"])

    def _constructor(self, record: Class, made: Constructor, inside: bool) -> str:
        names = list("ab")[: made.parameters]
        parameters = [f"int {name}" for name in names]
        if inside:
            for index in range(made.parameters - made.defaults, made.parameters):
                parameters[index] += f" = {index + 11}"
        if made.copies:
            parameters = [f"{record.name} const& other"]
        owner = "" if inside else f"{record.name}::"
        explicit = "explicit " if inside and made.explicit else ""
        head = f"{explicit}{owner}{record.name}({', '.join(parameters)})"
        if inside and made.place != "inside":
            return f"{head};"
        initialisers = [item.text for item in made.initialisers if self._kept(item)]
        colon = f" : {', '.join(initialisers)}" if initialisers else ""
        uses = "".join(f" acc = mix(acc, {name});" for name in names)
        body = self._statements(made.body, "    ")
        return "\n".join([f"{head}{colon} {{", f"    int acc = 3;{uses}", *body, "}"])

    def _destructor(self, record: Class, inside: bool) -> str:
        made = record.destructor
        assert made is not None
        owner = "" if inside else f"{record.name}::"
        word = "virtual " if inside and made.virtual else ""
        head = f"{word}{owner}~{record.name}()"
        if inside and made.place != "inside":
            return f"{head};"
        if made.defaulted:
            return f"{head} = default;"
        body = self._statements(made.body, "    ")
        return "\n".join([f"{head} {{", "    int acc = 9;", *body, "}"])


def unit_text(programs: list[tuple[Program, frozenset[int]]]) -> tuple[str, list[tuple[int, int]]]:
    """A translation unit of several programs, and the lines [first, last] of each."""
    text = PRELUDE
    lines = []
    for program, dropped in programs:
        first = text.count("\n") + 1
        text += Emitter(program, dropped).text()
        lines.append((first, text.count("\n")))
    calls = "".join(f"    {program.space}::run_all();\n" for program, _ in programs)
    return f"{text}int main() {{\n{calls}}}\n", lines


def field_initialiser(member: Field, value: str) -> str:
    """An initialiser list's entry for a field."""
    return f"{member.name}({member.initialiser if member.initialiser != '?' else value})"
