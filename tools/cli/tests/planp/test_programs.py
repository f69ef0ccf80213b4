# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli docs kernels/router
"""PlanP programs: each wrong one gets the diagnostic beside it, and forms are what they say.

With FLAT_UPDATE_EXPECTED=1 in the environment the expectations are written instead of compared.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from flatland.diagnostics import FlatError, render
from flatland.main import main
from flatland.planp import form
from flatland.planp.compiler import compile_file, compile_text

folder = Path(__file__).parent / "refused"
kit = Path(__file__).parents[4]
programs = sorted((kit / "kernels" / "router" / "programs").glob("*.planp"))
_head = "channel network(ps : int, ss : int, p : ether*blob) is "


@pytest.mark.parametrize("case", sorted(folder.glob("*.planp")), ids=lambda file: file.stem)
def test_a_wrong_program_gets_its_diagnostic(case: Path) -> None:
    with pytest.raises(FlatError) as caught:
        compile_file(case)
    text = render(caught.value.diagnostics, base=folder)
    expected = case.with_suffix(".expected")
    if "FLAT_UPDATE_EXPECTED" in os.environ:
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")
    for each in caught.value.diagnostics:
        assert (kit / "docs" / "errors" / f"{each.code}.md").is_file()


@pytest.mark.parametrize("program", programs, ids=lambda file: file.stem)
def test_every_jump_leads_forwards_and_the_last_instruction_ends(program: Path) -> None:
    for channel in compile_file(program).channels:
        for place, each in enumerate(channel.code):
            if each.opcode in ("jump", "jump_if_zero", "table_get", "divide", "modulo"):
                assert place < each.d < len(channel.code)
        assert channel.code[-1].opcode in ("finish", "fail")


def _code(body: str) -> list[form.Instruction]:
    return compile_text(_head + body, Path("test.planp")).channels[0].code


def test_a_state_that_stays_is_not_written() -> None:
    assert all(each.opcode != "state_set" for each in _code("(ps, ss)"))
    writes = [each.d for each in _code("(ps + 1, ss)") if each.opcode == "state_set"]
    assert writes == [0]


def test_an_exception_leads_to_the_innermost_handler_that_has_it() -> None:
    inner = "try ps / ss handle DivisionByZero => 7 end"
    code = _code(f"(try {inner} + (raise NotFound) handle NotFound => 8 end, ss)")
    (division,) = [each for each in code if each.opcode == "divide"]
    assert code[division.d] == form.Instruction("constant", code[division.d].a, d=7)
    assert code[-1].opcode == "fail"


def test_the_listing_shows_every_instruction(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["planp", "--listing", str(programs[0])]) == 0
    shown = capsys.readouterr().out
    for opcode in {each.opcode for each in compile_file(programs[0]).channels[0].code}:
        assert opcode in shown


def test_random_texts_are_compiled_or_refused() -> None:
    source = random.Random(int(os.environ.get("FLAT_SEED", "1")))
    words = programs[0].read_text(encoding="utf-8").split()
    for _ in range(20_000 if "FLAT_EXHAUSTIVE" in os.environ else 400):
        damaged = list(words)
        for _ in range(source.randrange(1, 4)):
            place = source.randrange(len(damaged))
            damaged[place] = source.choice(words) if source.random() < 0.7 else ""
        try:
            compile_text(" ".join(damaged), Path("test.planp"))
        except FlatError as refused:
            assert all(each.code.startswith("F13") for each in refused.diagnostics)
