# SPDX-License-Identifier: BSD-2-Clause
# Reads: components/router tools/cli tools/specialize tools/rewrite
# Builds: kernels/router
# One run in 3, unless changed: components/router tools/cli/flatland/planp kernels/router
"""What `specialize` makes of the interpreter and a PlanP program does the same, and less for it."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from cable import build, here, kit, run

from flatland.builder.linked import unit_named, units_of
from flatland.planp.compiler import compile_file
from flatland.planp.constants import constant, facts
from flatland.setup.native_tools import kit_tool, make_kit_tool

_frames = 2_000_000 if "FLAT_EXHAUSTIVE" in os.environ else 50_000
_counted = 2_000
_runs = 3
_programs = sorted((kit / "kernels" / "router" / "programs").glob("*.planp"))
if "FLAT_SEED" in os.environ:  # three usual runs have all of them between them
    _programs = _programs[int(os.environ["FLAT_SEED"]) // _runs % _runs :: _runs]
_flags = ("-std=c++20", "-O2", "-fno-rtti", "-fno-exceptions", "-fno-access-control")
_link = (
    "-fuse-ld=lld",
    "-Wl,--gc-sections,--strip-debug",
    "-Wl,--defsym=flat_image_start=__executable_start",
)
_symbol = "planp_program"


@pytest.fixture(scope="module", params=_programs, ids=lambda file: file.stem)
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A program of the host with a PlanP program in it, as a form and as code."""
    folder = tmp_path_factory.mktemp(request.param.stem, numbered=False)
    form = compile_file(request.param)
    (folder / "program.hpp").write_text(constant(form, _symbol))
    (folder / "program.spec").write_text(facts(form, _symbol))
    units = units_of(build(str(kit / "kernels" / "router" / "hosted.flat")))
    unit = unit_named(units, "components/router/planp/form.cpp")
    words = [*_flags, *unit.include_words, f"-I{kit / 'components'}", f"-I{folder}"]
    make_kit_tool("specialize", False)
    special = folder / "special.o"
    command = ["clang++-19", *words, "-c", str(here / "special_entry.cpp")]
    tool = kit_tool("specialize").program
    report = run(tool, folder / "program.spec", "-o", special, "--", *command)
    (folder / "report").write_text(report)
    component = kit / "components" / "router" / "planp"
    sources = [component / f"{name}.cpp" for name in ("form", "form_check", "packet")]
    objects = [each.output for each in units if each.is_framework]
    program = folder / "both"
    run("clang++-19", *words, here / "specialised.cpp", *sources, special, *objects, *_link, "-o",
        program)  # fmt: skip
    return [str(program), str(len(form.encode()))]


def test_both_do_the_same_with_random_and_hostile_frames(both: list[str]) -> None:
    program, size = both
    said = re.fullmatch(r"done (\d+) sent (\d+)\n", run(program, "compare", str(_frames), size))
    assert said and int(said[1]) > _frames / 50 and int(said[2]) > _frames / 100


def _instructions(program: str, size: str, what: str) -> int:
    """What the program of the host executes for some frames."""
    words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program]
    done = subprocess.run(
        [*words, what, str(_counted), size], capture_output=True, text=True, check=True
    )
    found = re.search(r"Collected : (\d+)", done.stderr)
    assert found, done.stderr
    return int(found[1])


def test_specialised_it_executes_at_least_four_times_less(both: list[str]) -> None:
    program, size = both
    around = _instructions(program, size, "nothing")
    interpreted, specialised = (
        (_instructions(program, size, what) - around) / _counted
        for what in ("interpreted", "specialised")
    )
    folder = Path(program).parent
    code = re.search(r"before, (\d+) after", (folder / "report").read_text())
    assert code
    print(
        f"{folder.name}: {interpreted:.0f} interpreted, {specialised:.0f} specialised,"
        f" by {code[1]} instructions of code"
    )
    assert specialised * 4 < interpreted
