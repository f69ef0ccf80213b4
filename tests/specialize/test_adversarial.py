# SPDX-License-Identifier: BSD-2-Clause
# Reads: tests/specialize
"""Programs with roundabout writes are always the same, and find tools that believe too much."""

from __future__ import annotations

from pathlib import Path

import pytest
from adversarial import compare
from adversarial_program import AdversarialProgram, generate
from generated import Ended
from test_generated import tool_that


def called(parts: tuple[str, ...]) -> AdversarialProgram:
    """The first program of these parts that is called by the version's name, without a session."""
    for each in map(generate, range(2000)):
        if set(parts) <= set(each.parts) and not (each.replaces or each.has_session):
            return each
    raise LookupError(parts)


def tool(folder: Path, mode: str) -> str:
    """Compiles `f` as `f_fast`, with `s->mode` taken for what is given."""
    change = f"sed 's/r = r \\* 7 + s->mode/r = r * 7 + {mode}/g; s/int f(/int f_fast(/' \"$1\""
    source = '"${1%.spec}.c"'
    lines = f'set -- {source} "$3"\n{change} > "$2.c"\n'
    compile_it = 'clang-19 -w -pthread -fno-strict-aliasing -O2 -DCALL=f_fast -c "$2.c" -o "$2"'
    return tool_that(folder, lines + compile_it)


def test_a_program_is_the_same_every_time() -> None:
    assert generate(7) == generate(7)
    assert len({generate(seed).source for seed in range(50)}) > 40


def test_a_session_is_opened_before_calls_and_written_between_them() -> None:
    program = next(each for each in map(generate, range(200)) if each.has_session)
    assert "session s->" in program.spec
    assert program.source.count("open_session();") == program.source.count("between(&x")


def test_the_same_code_prints_the_same(tmp_path: Path) -> None:
    honest = tool(tmp_path, "s->mode")
    assert compare(honest, called(("s->mode", "number")), tmp_path) == "called by its name"


def test_a_fact_that_is_kept_past_a_write_is_found(tmp_path: Path) -> None:
    with pytest.raises(Ended) as caught:
        compare(tool(tmp_path, "1"), called(("s->mode", "number")), tmp_path)
    assert caught.value.outcome == "other output"
