# SPDX-License-Identifier: BSD-2-Clause
"""Runs Ninja: shows progress on one line, and turns a failed step into an error that names it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from flatland.diagnostics import Diagnostic, FlatError, error

_defined_twice = re.compile(r"error: redefinition of ['‘](?P<name>[^'’]+)['’]")
_colour = re.compile(r"\x1b\[[0-9;]*[mK]")
_place = re.compile(r"\S+:\d+:\d+: (error|note): ")
_status = "@flat %f/%t "
_status_line = re.compile(r"@flat (\d+)/(\d+) (.*)")


class StepsFailed(FlatError):
    """Steps of a build that failed: what to tell the user, and what each did not make."""

    def __init__(self, steps: Sequence[tuple[Diagnostic, Path]]) -> None:
        super().__init__(diagnostic for diagnostic, _ in steps)
        self.products = tuple(product for _, product in steps)


class Progress:
    """A line on the terminal that is written over; nothing at all where there is no terminal."""

    def __init__(self, verbose: bool) -> None:
        self._terminal = sys.stderr.isatty() and not verbose
        self._verbose = verbose
        self._shown = False

    def step(self, done: str, total: str, what: str) -> None:
        """Tells that a step begins."""
        text = f"[{done}/{total}] {what}"
        if self._terminal:
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
            sys.stderr.write(f"\r\033[K{text[: columns - 1]}")
            sys.stderr.flush()
            self._shown = True
        elif self._verbose:
            print(text, file=sys.stderr)

    def finish(self) -> None:
        """Clears the line."""
        if self._shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
            self._shown = False


def run_ninja(
    ninja_file: Path,
    *products: str,
    verbose: bool,
    keep_going: bool = False,
    folder: Path | None = None,
) -> None:
    """Brings products of a Ninja file up to date, its default ones where none are named.

    Relative paths in the file begin at `folder`, the current folder by default. Ninja makes the
    file anew first, if the file itself says how under its path from there.
    Failed steps are raised as one FlatError, with the compiler's output as notes. On Ctrl-C Ninja
    kills its children and removes what they had half written; then KeyboardInterrupt goes on.
    """
    named = ninja_file.relative_to(folder) if folder else ninja_file
    command = ["ninja", "-f", str(named), "-j", str(os.cpu_count() or 1)]
    command += ["-v"] if verbose else []
    command += ["-k", "0"] if keep_going else []
    command += products
    environment = {**os.environ, "NINJA_STATUS": _status, "LC_ALL": "C.UTF-8"}
    environment |= {"CLICOLOR_FORCE": "1"} if sys.stderr.isatty() else {}
    progress = Progress(verbose)
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=environment,
        cwd=folder,
    )
    assert process.stdout
    try:
        failed = list(_read(process.stdout, progress))
        status = process.wait()
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        process.wait()
        raise
    finally:
        progress.finish()
    if status != 0:
        unknown = error("F0706", f"ninja failed with status {status}")
        raise StepsFailed(failed or [(unknown, ninja_file)])


def _read(lines: Iterable[str], progress: Progress) -> Iterable[tuple[Diagnostic, Path]]:
    """Follows Ninja's output; gives a diagnostic and the missing product for each failed step.

    Ninja prints a step's status line, and when the step is done its output; a failed step has
    `FAILED: <output>` and its command before that.
    """
    block: list[str] | None = None
    what = ""
    for line in lines:
        line = line.rstrip("\n")
        status = _status_line.match(line)
        if status or line.startswith("ninja: "):
            if block is not None:
                yield explain(what, block), Path(block[0])
            block = None
        if status:
            what = status.group(3)
            progress.step(status.group(1), status.group(2), what)
        elif line.startswith("FAILED: "):
            block = [line.removeprefix("FAILED: ").strip()]
        elif block is not None:
            block.append(line)
        elif line.startswith("ninja: error: "):
            yield error("F0706", line.removeprefix("ninja: error: ")), Path()
        elif not line.startswith(("ninja: ", "-- ")) and line.strip():  # `--`: CMake's progress
            progress.finish()
            print(line, file=sys.stderr)
    if block is not None:
        yield explain(what, block), Path(block[0])


def explain(what: str, block: list[str]) -> Diagnostic:
    """The diagnostic of a failed step: `block` is what failed, its command, and its output."""
    _, _, *output = [*block, ""]
    text = "\n".join(output).rstrip()
    constructors = [line for line in output if line.startswith("static-constructor: ")]
    if constructors:
        return _static_constructors(constructors)
    owner, _, step = what.partition(": ")
    missing = [line for line in output if line.startswith("missing-function: ")]
    if missing:
        return _missing_functions(owner, missing)
    undefined = [line for line in output if line.startswith("not-given: ")]
    if undefined:
        return _not_given(owner, undefined)
    if step == "leaf functions":
        return _no_leaves(owner, [line for line in output if line])
    if step == "types of C":
        return error("F0718", f"{owner}: a type of C does not fit", notes=[text])
    plain = _colour.sub("", text)
    if step == "kernel.cpp" and (twice := _defined_twice.search(plain)):
        places = [line for line in plain.splitlines() if _place.match(line)]
        return _clash(owner, twice["name"], places)
    if "error[C0" in plain:
        return error("F0714", f"{owner}: collapse refuses {step}", notes=[text])
    if step == "specialised functions":
        return error("F0726", f"{owner}: specialize refuses its facts", notes=[text])
    if step.startswith("link"):
        return error("F0707", f"{owner} does not link", notes=[text])
    return error("F0706", f"{owner}: {step} does not compile", notes=[text])


def _static_constructors(lines: list[str]) -> Diagnostic:
    sources = [Path(line.partition(": ")[2]).name.removesuffix(".o") for line in lines]
    return error(
        "F0708",
        f"static constructors in {', '.join(sources)}",
        notes=["a kernel's initialisation order is computed from its graph, never by the linker"],
        help="make the object `constinit`, or a member of a component",
    )


def _missing_functions(owner: str, lines: list[str]) -> Diagnostic:
    prototypes = [line.partition(": ")[2] for line in lines]
    what = "a function" if len(prototypes) == 1 else f"{len(prototypes)} functions"
    return error(
        "F0717",
        f"{owner} does not define {what} of its ports",
        notes=prototypes,
        help="define it in a source that the component names, and include its generated header",
    )


def _not_given(owner: str, lines: list[str]) -> Diagnostic:
    what = "a function" if len(lines) == 1 else f"{len(lines)} functions"
    return error(
        "F0721",
        f"{owner} cannot be loaded: it calls {what} that the kernel does not give to such objects",
        notes=[line.partition(": ")[2] for line in lines],
        help="compile what defines it with the component, or ask an interface for what it does",
    )


def _no_leaves(owner: str, lines: list[str]) -> Diagnostic:
    return error(
        "F0727",
        f"{owner}: a leaf function calls, uses the stack, or is too long",
        notes=lines,
        help="have what it calls inlined: declare it `[[gnu::always_inline]]`, or its caller"
        " `[[gnu::flatten]]`; a function that it ends with stands after `to`, and how many"
        " instructions its shortest way has at most after `in`",
    )


def _clash(owner: str, name: str, places: list[str]) -> Diagnostic:
    return error(
        "F0713",
        f"{owner}: two sources define `{name}`",
        notes=[
            "the variant `flat` compiles all sources of a kernel as one, so their names meet",
            *places,
        ],
        help="give one of them another name, or make it a member of its class",
    )
