# SPDX-License-Identifier: BSD-2-Clause
"""Why a compiler did not inline: it compiles a flat kernel once more and is asked for its reasons.

Only where a kernel is one translation unit does the compiler choose; otherwise a callee is in
another one, or not known at all.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import tempfile
from pathlib import Path

from flatland.builder.pipeline import BuildResult
from flatland.ninja.file import without_launcher
from flatland.report.code import demangle

Reasons = dict[tuple[str, str], str]
"""By caller and callee; those of a callee anywhere have an empty caller."""

_flags = {
    "clang": (
        "-fsave-optimization-record=yaml",
        "-foptimization-record-passes=inline",
        "-foptimization-record-file={file}",
    ),
    "g++": ("-fopt-info-inline-missed={file}",),
}
_argument = re.compile(r"^  - (\w+): +(.*)$", re.MULTILINE)
_missed = re.compile(r"missed: +not inlinable: (.+)/\d+ ?-> ?(.+)/\d+, (.+)$", re.MULTILINE)


def inline_reasons(built: BuildResult, compiler: str) -> Reasons:
    """Compiles the merged source of a flat kernel into a temporary folder, for the remarks alone.

    Without such a source, or when the compiler fails, there are no reasons.
    """
    ninja_file = built.image.parent / "build.ninja"
    product = built.image.parent / "kernel.cpp.o"
    if not product.is_file():
        return {}
    with tempfile.TemporaryDirectory(prefix="flat-remarks-") as temporary:
        listing = ["ninja", "-f", str(ninja_file), "-t", "commands", str(product)]
        done = subprocess.run(listing, capture_output=True, text=True, check=True)
        command = without_launcher(done.stdout.splitlines()[-1])
        command = command.replace(str(product), f"{temporary}/kernel.o")
        record = Path(temporary) / "remarks"
        flags = shlex.join(flag.format(file=record) for flag in _flags[compiler])
        command = command.replace(" -c ", f" {flags} -c ", 1)
        subprocess.run(command, shell=True, capture_output=True, check=False)
        if not record.is_file():
            return {}
        text = record.read_text(encoding="utf-8", errors="replace")
    return _with_any_caller(read_clang(text) if compiler == "clang" else read_gcc(text))


def _with_any_caller(reasons: Reasons) -> Reasons:
    return {**{("", callee): reason for (_, callee), reason in reasons.items()}, **reasons}


def read_clang(text: str) -> Reasons:
    """Clang's optimization record: YAML documents with the message in pieces."""
    found: Reasons = {}
    for document in text.split("\n...\n"):
        if not document.startswith("--- !Missed"):
            continue
        arguments = [(each[1], _unquoted(each[2])) for each in _argument.finditer(document)]
        values = dict(arguments)
        message = "".join(value for _, value in arguments)
        _, because, reason = message.partition(" because ")
        if because and "Caller" in values and "Callee" in values:
            found[values["Caller"], values["Callee"]] = reason
    names = demangle(sorted({name for pair in found for name in pair}))
    return {(names[a], names[b]): reason for (a, b), reason in found.items()}


def read_gcc(text: str) -> Reasons:
    """The decisions of g++'s inliner of the whole unit; the early one is not the last to decide."""
    return {
        (_function(match[1]), _function(match[2])): match[3] for match in _missed.finditer(text)
    }


def _unquoted(text: str) -> str:
    return text[1:-1].replace("''", "'") if text.startswith("'") else text


def _function(signature: str) -> str:
    """`flat::api::Ipc::send` of `flat::Tcb* flat::api::Ipc::send(flat::Tcb&)`."""
    head = signature.partition("(")[0]
    depth = 0
    begin = 0
    for at, letter in enumerate(head):
        depth += (letter == "<") - (letter == ">")
        if letter in " *&" and depth == 0:
            begin = at + 1
    return head[begin:].replace("{anonymous}", "(anonymous namespace)")
