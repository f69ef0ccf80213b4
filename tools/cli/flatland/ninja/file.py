# SPDX-License-Identifier: BSD-2-Clause
"""Writes Ninja files, and keeps the same edges for compile_commands.json."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

launcher = "FLAT_COMPILED_BEFORE"
"""What stands in the environment under this name is put before commands that compile."""


_launched = f"${{{launcher}-}} "


def without_launcher(command: str) -> str:
    """A command as Ninja tells it, without what is put before it."""
    return command.removeprefix(_launched)


def escape_path(path: Path | str) -> str:
    """A path as it stands in a build line."""
    return str(path).replace("$", "$$").replace(":", "$:").replace(" ", "$ ")


def escape_value(text: str) -> str:
    """Text as it stands in a variable."""
    return text.replace("$", "$$").replace("\n", " ")


def shell_quote(words: Sequence[str]) -> str:
    """Words as one command line of the shell."""
    return " ".join(shlex.quote(word) for word in words)


@dataclass
class Edge:
    """One step: how `output` is made from `inputs`; `what` is its name in messages."""

    rule: str
    output: Path
    inputs: tuple[Path, ...]
    what: str
    implicit: tuple[Path, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Rule:
    """A command with `$in`, `$out` and the file's variables."""

    name: str
    command: str
    depfile: bool = False
    has_launcher: bool = False  # what compiles and has no path of its folders in its product
    response: str | None = None  # the content of a file `$out.rsp`, mostly "$in"


class NinjaFile:
    """A Ninja file under construction; a step that is there already is not added again."""

    def __init__(self, build_folder: Path) -> None:
        self._build_folder = build_folder
        self._variables: dict[str, str] = {}
        self._rules: dict[str, Rule] = {}
        self._edges: dict[Path, Edge] = {}

    @property
    def edges(self) -> list[Edge]:
        """All edges so far."""
        return list(self._edges.values())

    def variable(self, name: str, value: str) -> None:
        """Defines `$name`, already quoted for the shell."""
        self._variables[name] = value

    def rule(self, rule: Rule) -> None:
        """Defines a rule."""
        self._rules[rule.name] = rule

    def edge(self, edge: Edge) -> Path:
        """Adds a step and returns what it makes; no two steps make the same thing."""
        known = self._edges.setdefault(edge.output, edge)
        assert (known.rule, known.inputs) == (edge.rule, edge.inputs), edge.output
        return edge.output

    def text(self, default: Sequence[Path]) -> str:
        """The whole file; `default` are the products that a plain start makes."""
        lines = [
            "# SPDX-License-Identifier: BSD-2-Clause",
            "# The steps of one build; generated.",
            "ninja_required_version = 1.10",
            f"builddir = {escape_path(self._build_folder)}",
            *(f"{name} = {escape_value(value)}" for name, value in self._variables.items()),
        ]
        for rule in self._rules.values():
            lines += _rule_lines(rule)
        for edge in self._edges.values():
            lines += _edge_lines(edge)
        lines += ["", f"default {' '.join(escape_path(path) for path in default)}", ""]
        return "\n".join(lines)

    def compile_commands(self, folder: Path) -> list[dict[str, Any]]:
        """The entry of each compiled source for compile_commands.json."""
        entries = []
        for edge in self._edges.values():
            rule = self._rules[edge.rule]
            if not rule.depfile:
                continue
            command = rule.command
            values = {**self._variables, **edge.variables}
            values |= {"in": str(edge.inputs[0]), "out": str(edge.output)}
            for name in sorted(values, key=len, reverse=True):
                command = command.replace(f"${name}", values[name])
            entries.append(
                {
                    "directory": str(folder),
                    "file": str(edge.inputs[0]),
                    "output": str(edge.output),
                    "command": command,
                }
            )
        return entries


def _rule_lines(rule: Rule) -> list[str]:
    before = escape_value(_launched) if rule.has_launcher else ""
    lines = [
        "",
        f"rule {rule.name}",
        f"  command = {before}{rule.command}",
        "  description = $what",
    ]
    if rule.depfile:
        lines += ["  depfile = $out.d", "  deps = gcc"]
    if rule.response:
        lines += ["  rspfile = $out.rsp", f"  rspfile_content = {rule.response}"]
    return lines


def _edge_lines(edge: Edge) -> list[str]:
    inputs = " ".join(escape_path(path) for path in edge.inputs)
    implicit = " ".join(escape_path(path) for path in edge.implicit)
    head = f"build {escape_path(edge.output)}: {edge.rule} {inputs}"
    lines = ["", head + (f" | {implicit}" if implicit else "")]
    lines += [f"  {name} = {escape_value(value)}" for name, value in edge.variables.items()]
    return [*lines, f"  what = {escape_value(edge.what)}"]
