# SPDX-License-Identifier: BSD-2-Clause
"""Whatever the kit has is in its documents: folders, components, variants, kernels, error codes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from documents import Document, kit

Inventory = dict[str, list[dict[str, Any]]]
Texts = dict[str, Document]

_code = re.compile(r"\bF(?:0[1-9]|1[0-3])\d\d\b")


def test_every_folder_at_the_top_has_a_readme_and_a_line_on_the_front_page(texts: Texts) -> None:
    folders = [
        path.name
        for path in kit.iterdir()
        if path.is_dir() and path.name[0] != "." and path.name != "build"
    ]
    linked = {target.rstrip("/") for _, target in texts["README.md"].links()}
    assert [name for name in folders if f"{name}/README.md" not in texts] == []
    assert [name for name in folders if name not in linked] == []


def test_every_component_family_dimension_and_tool_has_a_readme(texts: Texts) -> None:
    families = [
        path.relative_to(kit).as_posix()
        for part in ("components", "dimensions", "tools")
        for path in (kit / part).iterdir()
        if path.is_dir() and path.name[0] not in "._"
    ]
    assert families
    assert [name for name in families if f"{name}/README.md" not in texts] == []


def test_every_package_of_the_command_line_is_in_its_readme_and_nothing_else(texts: Texts) -> None:
    folder = kit / "tools" / "cli" / "flatland"
    packages = {each.parent.name for each in folder.glob("*/__init__.py")}
    named = (text for _, text in texts["tools/cli/README.md"].code_words())
    paths = {text.removeprefix("flatland/") for text in named if text.startswith("flatland/")}
    assert packages
    assert {name for name in paths if not name.endswith(".py")} == packages


def test_every_component_is_in_the_readme_of_its_family(inventory: Inventory, texts: Texts) -> None:
    _check_named(inventory["components"], texts)


def test_every_kernel_is_in_the_readme_of_kernels(inventory: Inventory, texts: Texts) -> None:
    _check_named(inventory["kernels"], texts)


def test_every_interface_is_in_the_readme_of_interfaces(inventory: Inventory, texts: Texts) -> None:
    rows = [row for row in inventory["interfaces"] if row["file"]]
    outermost = [{**row, "name": row["name"].split(".")[2]} for row in rows]
    _check_named(outermost, texts)


def test_every_variant_is_in_the_readme_of_its_dimension(
    inventory: Inventory, texts: Texts
) -> None:
    rows = [
        {"name": row["name"].partition(" ")[2], "file": row["folder"]}
        for row in inventory["variants"]
    ]
    _check_named(rows, texts)


def test_every_user_program_is_in_the_readme_of_user(texts: Texts) -> None:
    programs = sorted((kit / "user").glob("*/program.toml"))
    assert programs
    rows = [{"name": each.parent.name, "file": _below_kit(each)} for each in programs]
    _check_named(rows, texts)


def test_every_error_code_has_a_page_and_every_page_a_code(texts: Texts) -> None:
    sources = [kit / "flat", *(kit / "tools" / "cli" / "flatland").rglob("*.py")]
    used = {code for file in sources for code in _code.findall(file.read_text(encoding="utf-8"))}
    pages = {path.stem for path in (kit / "docs" / "errors").glob("F*.md")}
    listed = {Path(target).stem for _, target in texts["docs/errors/README.md"].links()}
    assert used - pages == set()
    assert pages - used == set()
    assert pages - listed == set()


def test_every_document_is_reachable_from_the_front_page(texts: Texts) -> None:
    reached = {"README.md"}
    waiting = ["README.md"]
    while waiting:
        document = texts[waiting.pop()]
        for _, target in document.links():
            name = _document_behind(document, target)
            if name in texts and name not in reached:
                reached.add(name)
                waiting.append(name)
    assert set(texts) - reached == set()


def _document_behind(document: Document, target: str) -> str:
    """The document that a link leads to: of a folder, its README."""
    path = (document.path.parent / target.partition("#")[0]).resolve()
    if path.is_dir():
        path /= "README.md"
    return _below_kit(path)


def _check_named(rows: list[dict[str, Any]], texts: Texts) -> None:
    """Each row's name stands as code in the README of its family's folder, or of the one above."""
    assert rows
    missing = []
    for row in rows:
        inside = 3 if row["file"].startswith("bench/") else 2
        folder = Path(*Path(row["file"]).parts[:inside])
        document = texts.get(f"{folder}/README.md") or texts[f"{folder.parent}/README.md"]
        words = {word for _, text in document.code_words() for word in re.split(r"[\s,]+", text)}
        if row["name"] not in words:
            missing.append(f"{document.name} lacks {row['name']}")
    assert missing == []


def _below_kit(path: Path) -> str:
    return path.relative_to(kit).as_posix() if path.is_relative_to(kit) else ""
