# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Tests of the rules about the command line's own imports."""

from __future__ import annotations

from pathlib import Path

from flatland import paths
from flatland.testing.imports import problems

_readme = """| `flatland/commands` | verbs |
| `flatland/run` | runs |
| `flatland/builder` | builds |
| `flatland/errors.py` | errors |
"""


def _tool(folder: Path, files: dict[str, str]) -> list[str]:
    (folder / "README.md").write_text(_readme)
    for name, text in files.items():
        file = folder / "flatland" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        (file.parent / "__init__.py").touch()
        file.write_text(text)
    return list(problems(folder))


def test_the_command_line_keeps_the_rules() -> None:
    assert list(problems(paths.kit / "tools" / "cli")) == []


def test_imports_of_rows_below_are_fine(tmp_path: Path) -> None:
    files = {
        "run/machine.py": "from flatland.builder import image\nfrom flatland import errors\n",
        "builder/image.py": "import json\nfrom flatland.errors import failure\n",
        "errors.py": "",
    }
    assert _tool(tmp_path, files) == []


def test_an_import_of_a_row_above_is_refused_by_name(tmp_path: Path) -> None:
    files = {
        "run/machine.py": "",
        "builder/image.py": "import json\nfrom flatland.run.machine import start\n",
    }
    assert _tool(tmp_path, files) == [
        "flatland/builder/image.py:2: flatland/builder imports flatland.run.machine: "
        "README.md has flatland/run above it"
    ]


def test_a_circle_of_modules_is_refused_by_name(tmp_path: Path) -> None:
    files = {
        "run/console.py": "from flatland.run.machine import start\n",
        "run/machine.py": "from flatland.run import session\n",
        "run/session.py": "from flatland.run.console import Console\n",
    }
    (problem,) = _tool(tmp_path, files)
    place, _, circle = problem.partition(": modules import each other: ")
    names = circle.split(" -> ")
    assert place == f"{names[0].replace('.', '/')}.py:1"
    assert names[0] == names[-1]
    steps = {"console": "machine", "machine": "session", "session": "console"}
    shown = [name.removeprefix("flatland.run.") for name in names]
    assert shown[1:] == [steps[name] for name in shown[:-1]]
    assert len(shown) == 4


def test_a_package_whose_modules_import_it_and_are_imported_by_it_is_a_circle(
    tmp_path: Path,
) -> None:
    files = {
        "run/machine.py": "from flatland.run.session import Session\n",
        "run/session.py": "from flatland.run import start\n",
        "run/__init__.py": "from flatland.run.machine import start\n",
    }
    (problem,) = _tool(tmp_path, files)
    assert "modules import each other: " in problem


def test_an_import_of_a_submodule_runs_its_package(tmp_path: Path) -> None:
    files = {
        "run/machine.py": "from flatland.run.session import Session\n",
        "run/session.py": "",
        "run/__init__.py": "from flatland.run.machine import start\n",
    }
    (problem,) = _tool(tmp_path, files)
    assert "flatland.run -> " in problem


def test_imports_in_functions_are_refused_outside_verbs(tmp_path: Path) -> None:
    lazy = "def run() -> None:\n    from flatland.builder import image\n    import json\n"
    files = {"commands/start.py": lazy, "run/machine.py": lazy, "builder/image.py": ""}
    said = "is imported in a function: imports stand at the top"
    assert _tool(tmp_path, files) == [
        f"flatland/run/machine.py:2: `flatland.builder.image` {said}",
        f"flatland/run/machine.py:3: `json` {said}",
    ]


def test_modules_that_bring_a_package_may_be_imported_late(tmp_path: Path) -> None:
    files = {
        "run/machine.py": "def run() -> None:\n    from flatland.builder import image\n",
        "builder/image.py": "from flatland.builder import reader\n",
        "builder/reader.py": "from elftools.elf.elffile import ELFFile\n",
    }
    assert _tool(tmp_path, files) == []


def test_a_package_without_a_row_is_named(tmp_path: Path) -> None:
    files = {"run/machine.py": "import flatland.other.part\n", "other/part.py": ""}
    said = "README.md has no row for flatland/other"
    assert _tool(tmp_path, files) == [f"flatland/run/machine.py:1: {said}"]
