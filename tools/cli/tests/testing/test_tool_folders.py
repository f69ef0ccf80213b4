# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli tools/rewrite tools/collapse tools/reorder tools/specialize
"""Tests of the rule about folders of the C++ tools."""

from __future__ import annotations

from pathlib import Path

from flatland import paths
from flatland.testing.tool_folders import problems


def _tools(folder: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return list(problems(folder))


def test_the_tools_keep_the_rule() -> None:
    assert list(problems(paths.kit / "tools")) == []


def test_folders_may_include_others_one_way(tmp_path: Path) -> None:
    files = {
        "rewrite/text/unit.hpp": '#include "files.hpp"\n#include <clang/AST/Type.h>\n',
        "rewrite/text/files.hpp": "",
        "collapse/lib/plan/plan.cpp": "#include <rewrite/text/unit.hpp>\n",
    }
    assert _tools(tmp_path, files) == []


def test_a_circle_of_folders_is_refused_by_its_files(tmp_path: Path) -> None:
    files = {
        "rewrite/text/unit.hpp": "#include <rewrite/meaning/uses.hpp>\n",
        "rewrite/meaning/uses.hpp": "",
        "rewrite/meaning/uses.cpp": "#include <rewrite/text/unit.hpp>\n",
    }
    (problem,) = _tools(tmp_path, files)
    assert problem.startswith("folders include each other: rewrite/")
    assert "rewrite/text/unit.hpp has rewrite/meaning" in problem
    assert "rewrite/meaning/uses.cpp has rewrite/text" in problem


def test_the_path_of_another_folder_begins_at_tools(tmp_path: Path) -> None:
    files = {
        "rewrite/text/unit.hpp": "",
        "collapse/lib/plan/plan.cpp": '#include "../../../rewrite/text/unit.hpp"\n',
    }
    assert _tools(tmp_path, files) == [
        "collapse/lib/plan/plan.cpp: `../../../rewrite/text/unit.hpp` is included by its path from "
        "tools/, in <>"
    ]


def test_programs_that_tools_are_tried_on_include_as_they_like(tmp_path: Path) -> None:
    files = {
        "collapse/test/accepted/includes.cpp": '#include "../Inputs/clock.hpp"\n',
        "collapse/test/Inputs/clock.hpp": "",
    }
    assert _tools(tmp_path, files) == []
