# SPDX-License-Identifier: BSD-2-Clause
"""Makes the image of a kernel anew with functions that `specialize` has specialised.

A kernel in `flat` is one unit. Its text as `collapse` leaves it goes to `specialize`, together
with the facts that are known; the object that this makes takes the place of the unit's own.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from flatland.builder.pipeline import BuildResult
from flatland.errors import failure, shown
from flatland.ninja.file import without_launcher
from flatland.setup import native_tools

_linked = re.compile(r"^build (\S*/without-symbols\.elf): link ([^|\n]*)", re.MULTILINE)
_own_output = ("-o", "-MF")


def specialise(built: BuildResult, facts: Sequence[Path], verbose: bool) -> BuildResult:
    """The same kernel, built in `flat`, with its functions specialised for what files state."""
    native_tools.make_kit_tool("specialize", verbose)
    found = _linked.search(_ninja_file(built).read_text(encoding="utf-8"))
    assert found, built.image
    first, objects = found[1], found[2].split()
    unit = next(each for each in objects if each.endswith("/kernel.cpp.o"))
    folder = built.image.parent / "specialised"
    folder.mkdir(exist_ok=True)
    spec = folder / "facts.spec"
    spec.write_text("\n".join(each.read_text(encoding="utf-8") for each in facts))
    special = _special_object(built, _command(built, unit), spec)
    response = folder / "objects.rsp"
    response.write_text("\n".join(str(special) if each == unit else each for each in objects))
    image = folder / built.image.name
    link = _command(built, first)
    own = {
        first: str(image),
        f"@{first}.rsp": f"@{response}",
        f"-Map={first}.map": f"-Map={image}.map",
    }
    _run(built, [own.get(word, word) for word in link])
    return replace(built, images=(replace(built.images[0], file=image), *built.images[1:]))


def _special_object(built: BuildResult, command: Sequence[str], spec: Path) -> Path:
    """The object file of the kernel's unit with the versions, whose calls choose among them."""
    separator = command.index("--")
    plan = command[command.index("--plan") + 1]
    compile_words = list(command[separator + 1 :])
    text = spec.with_name("kernel.cpp")
    collapse = str(native_tools.kit_tool("collapse").program)
    _run(built, [collapse, "apply", "--plan", plan, "-o", str(text), "--", *compile_words])
    for option in _own_output:
        place = compile_words.index(option)
        del compile_words[place : place + 2]
    compile_words[compile_words.index("-c") + 1] = str(text)
    compile_words.remove("-MD")
    output = spec.with_name("special.o")
    specialize = str(native_tools.kit_tool("specialize").program)
    words = [specialize, str(spec), "-o", str(output), "--replace", "--", *compile_words]
    try:
        _run(built, words, _options_of_llvm(compile_words))
    except subprocess.CalledProcessError as problem:
        said = str(problem.stderr).rstrip()
        message = f"specialize refuses {shown(spec)}: {said}"
        raise failure("F0726", message) from None
    return output


def _options_of_llvm(words: Sequence[str]) -> dict[str, str]:
    """What gives the clang below `specialize` the same options of LLVM's, which that leaves out."""
    options = [after for word, after in pairwise(words) if word == "-mllvm"]
    return {"CCC_OVERRIDE_OPTIONS": "# " + " ".join(f"+-mllvm={each}" for each in options)}


def _command(built: BuildResult, output: str) -> list[str]:
    """The words of the command that makes a file, without where its messages go."""
    ninja_file = str(_ninja_file(built))
    told = _run(built, ["ninja", "-f", ninja_file, "-t", "commands", "-s", output])
    words = shlex.split(without_launcher(told.strip()))
    return words[: words.index("2>")] if "2>" in words else words


def _ninja_file(built: BuildResult) -> Path:
    return built.image.parent / "build.ninja"


def _run(built: BuildResult, command: Sequence[str], more: Mapping[str, str] | None = None) -> str:
    """What a command prints, which must succeed; with more in its environment."""
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=True,
        cwd=built.workspace.folder,
        env={**os.environ, **(more or {})},
    ).stdout
