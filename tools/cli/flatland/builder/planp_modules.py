# SPDX-License-Identifier: BSD-2-Clause
"""PlanP programs of an image: bytes that it embeds, or constants that it is specialised for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from flatland.files import write_if_changed
from flatland.model.resolved import EmbeddedFile
from flatland.planp.compiler import compile_file
from flatland.planp.constants import constant, facts
from flatland.planp.form import suffix


@dataclass(frozen=True)
class PlanpConstant:
    """A program in a source of the image's one unit, and the spec that is written for it."""

    module: str
    file: Path
    symbol: str
    source: Path
    spec: Path


def constants_of_facts(
    facts: Sequence[Path], modules: Iterable[EmbeddedFile], folder: Path
) -> tuple[PlanpConstant, ...]:
    """The modules that facts name, with where what is made of them lies."""
    return tuple(
        PlanpConstant(
            each.name,
            each.file,
            f"flat_planp_{each.name}",
            folder / f"{each.name}.planp.cpp",
            folder / f"{each.name}.planp.spec",
        )
        for each in modules
        if each.file.suffix == suffix and each.file in facts
    )


def specs_of(facts: Sequence[Path], constants: Sequence[PlanpConstant]) -> tuple[Path, ...]:
    """The specs that are written by hand, then those of programs."""
    by_hand = [each for each in facts if each.suffix != suffix]
    return (*by_hand, *(each.spec for each in constants))


def emit_constant(made: PlanpConstant) -> int:
    """Writes both; returns how many bytes the program has."""
    form = compile_file(made.file)
    write_if_changed(made.source, constant(form, made.symbol))
    write_if_changed(made.spec, facts(form, made.symbol))
    return len(form.encode())


def embedded_file(file: Path, folder: Path) -> Path:
    """The file that a module is: itself, or of a PlanP program the form that the kernel checks."""
    if file.suffix != suffix:
        return file
    compiled = folder / f"{file.stem}.form"
    data = compile_file(file).encode()
    if not compiled.is_file() or compiled.read_bytes() != data:
        compiled.write_bytes(data)
    return compiled
