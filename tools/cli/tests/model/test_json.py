# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels
"""The resolved model survives JSON, and the text does not tell where the kit lies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flatland.model.json import from_json, to_json
from flatland.model.load import check, load, resolve
from tests.model.support import load_kit, make_kit

root = Path(__file__).parents[4]


def test_the_model_survives(tmp_path: Path) -> None:
    library, file = load_kit(tmp_path)
    assembly = resolve(library, file)
    text = json.dumps(to_json(assembly, library.roots))
    assert from_json(json.loads(text), library.roots) == assembly


def test_the_text_is_the_same_in_every_folder(tmp_path: Path) -> None:
    texts = []
    for name in ("here", "there/deeper"):
        library, file = load_kit(tmp_path / name)
        texts.append(json.dumps(to_json(resolve(library, file), library.roots)))
    assert texts[0] == texts[1]
    assert str(tmp_path) not in texts[0]


def test_paths_of_a_further_root_bear_its_number(tmp_path: Path) -> None:
    kit = make_kit(tmp_path)
    own = tmp_path / "own/kernels/it"
    own.mkdir(parents=True)
    (own / "it.flat").write_text("assembly It extends flat.Base { main = Main; }")
    library = load(kit, [tmp_path / "own"])
    assembly = resolve(library, own / "it.flat")
    data = to_json(assembly, library.roots)
    assert data["file"] == "@1/kernels/it/it.flat"
    assert from_json(data, library.roots) == assembly


def test_another_schema_is_refused(tmp_path: Path) -> None:
    library, file = load_kit(tmp_path)
    data = to_json(resolve(library, file), library.roots)
    with pytest.raises(ValueError, match="schema 99"):
        from_json({**data, "schema": 99}, library.roots)


def test_every_kernel_of_the_kit_survives() -> None:
    library = load(root)
    kernels = sorted((root / "kernels").glob("*/*.flat"))
    assert kernels
    for kernel in kernels:
        assembly = check(library, kernel).assembly
        if assembly:
            assert from_json(to_json(assembly, library.roots), library.roots) == assembly
