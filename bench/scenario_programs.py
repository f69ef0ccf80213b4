# SPDX-License-Identifier: BSD-2-Clause
"""The programs of the paper's scenario: one source, written as a hierarchy, in every variant."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

here = Path(__file__).resolve().parent / "paper_scenario"
target_class = "scenario::Thread"

compilers = {"clang": "clang++-19", "g++": "g++"}
kinds = ("by hand", "flat", "virtual", "final", "lto")
images = ("production", "testing")

_flags = ("-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-fno-exceptions", "-fno-rtti")
_retpolines = {"clang": ("-mretpoline",), "g++": ("-mindirect-branch=thunk-inline",)}
_lto = {
    "clang": ("-flto", "-fwhole-program-vtables", "-fvisibility=hidden"),
    "g++": ("-flto=1", "-fwhole-program", "-fdevirtualize-at-ltrans"),
}
_definition = re.compile(r"^class Thread :", re.MULTILINE)


@dataclass(frozen=True)
class Program:
    """One way of making the scenario; `image` says whether a test is in the image, too."""

    kind: str
    compiler: str
    image: str = "production"
    retpolines: bool = False

    @property
    def name(self) -> str:
        """`lto, with test, g++, retpolines`."""
        words = [self.kind, self.compiler]
        words += ["with test"] if self.image == "testing" else []
        words += ["retpolines"] if self.retpolines else []
        return ", ".join(words)

    @property
    def file_name(self) -> str:
        """A name for its products."""
        return self.name.replace(", ", "-").replace(" ", "_")


def kit_collapse() -> Path:
    """The kit's own tool, built if it is not up to date."""
    modules = str(here.parents[1] / "tools" / "cli")
    if modules not in sys.path:
        sys.path.insert(0, modules)
    from flatland.setup.native_tools import kit_tool, make_kit_tool

    make_kit_tool("collapse", verbose=False)
    return kit_tool("collapse").program


class BuildFailed(Exception):
    """A program that cannot be built; the text is what the tool said."""


def build(program: Program, folder: Path, collapse: Path | None) -> Path:
    """Compiles and links a program below `folder`; `collapse` is needed for the kind `flat`."""
    place = folder / program.file_name
    place.mkdir(parents=True, exist_ok=True)
    command = [compilers[program.compiler], *_flags]
    command += _lto[program.compiler] if program.kind == "lto" else ()
    command += _retpolines[program.compiler] if program.retpolines else ()
    compile_one = [*command, f"-I{_headers(program, place)}", f"-I{here}"]
    units = []
    for source in ("main", "path", "print_words", program.image):
        parts = [f"-I{here / 'hierarchy'}"] if source == "testing" else []
        output = place / f"{source}.o"
        units.append([*compile_one, *parts, "-c", f"{here / source}.cpp", "-o", str(output)])
    launcher = []
    if program.kind == "flat":
        launcher = [str(collapse), "--plan", str(_plan(str(collapse), units, place)), "--"]
    for unit in units:
        _call([*launcher, *unit])
    image = place / "program"
    linker = ["-fuse-ld=lld"] if program.compiler == "clang" else []
    _call([*command, *linker, "-no-pie", *(unit[-1] for unit in units), "-o", str(image)])
    return image


def _plan(collapse: str, units: Sequence[Sequence[str]], place: Path) -> Path:
    """Makes a plan of the whole program."""
    facts = [str(Path(unit[-1]).with_suffix(".json")) for unit in units]
    for unit, file in zip(units, facts, strict=True):
        _call([collapse, "scan", "-o", file, "--", *unit])
    plan = place / "plan.json"
    apart = ["--apart", "testing.cpp"] if units[-1][-1].endswith("testing.o") else []
    _call([collapse, "plan", "--class", target_class, *apart, "-o", str(plan), *facts])
    return plan


def _headers(program: Program, place: Path) -> Path:
    """The folder of `thread.hpp`: for `final` a copy in which the class is sealed."""
    if program.kind != "final":
        return here / ("by_hand" if program.kind == "by hand" else "hierarchy")
    sealed = place / "sealed"
    sealed.mkdir(exist_ok=True)
    for header in (here / "hierarchy").glob("*.hpp"):
        text = header.read_text(encoding="utf-8")
        text, count = _definition.subn("class Thread final :", text)
        assert count == (header.name == "thread.hpp"), header
        (sealed / header.name).write_text(text, encoding="utf-8")
    return sealed


def _call(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BuildFailed(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
