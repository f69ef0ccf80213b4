# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli docs/errors declarations
"""Each mistake gets the text that stands beside it; every code has a case and a page.

A case is a folder bad/<code>_<what>: files laid over the small kit, with the kernel `bad`, and
expected.txt. case.toml may say more: `target`, files to `remove`, the bytes of a file as `latin1`,
or the arguments of `flat` as `command` when the mistake is not in an assembly. With
FLAT_UPDATE_EXPECTED=1 in the environment the expectations are written instead of compared.
"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from flatland.diagnostics import Diagnostic, Edit, render
from flatland.main import main
from flatland.model.load import check, load
from tests.model.support import make_kit

root = Path(__file__).parents[4]
folder = Path(__file__).parent / "bad"
cases = sorted(path.name for path in folder.iterdir() if path.is_dir())
sources = root / "tools/cli/flatland"
pages = root / "docs/errors"

_code = re.compile(r'"(F0[1-5]\d\d)"')


def settings_of(case: str) -> dict[str, Any]:
    """What case.toml says, if there is one."""
    file = folder / case / "case.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def lay_out(case: str, temporary: Path) -> Path:
    """The kit with the files of a case."""
    settings = settings_of(case)
    kit = make_kit(temporary, folder / case)
    for name in settings.get("remove", ()):
        (kit / name).unlink()
    for name, text in settings.get("latin1", {}).items():
        (kit / name).parent.mkdir()
        (kit / name).write_bytes(text.encode("latin-1"))
    return kit


def check_case(case: str, kit: Path) -> list[Diagnostic]:
    target = settings_of(case).get("target")
    return list(check(load(kit), kit / "kernels/bad/bad.flat", target).diagnostics)


def outcome(case: str, temporary: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The text that the user sees."""
    settings = settings_of(case)
    if "command" in settings:
        assert main(settings["command"]) == 1
        return capsys.readouterr().err
    kit = lay_out(case, temporary)
    return render(check_case(case, kit), base=kit)


@pytest.mark.parametrize("case", cases)
def test_mistake_gets_its_text(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = outcome(case, tmp_path, capsys)
    expected = folder / case / "expected.txt"
    if "FLAT_UPDATE_EXPECTED" in os.environ:
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")
    assert f"[{case[:5]}]" in text


def apply(edit: Edit) -> None:
    """Makes the change that a diagnostic proposes."""
    lines = edit.file.read_text(encoding="utf-8").split("\n")
    lines[edit.line - 1 : edit.line - (edit.kind == "insert")] = edit.text.split("\n")
    edit.file.write_text("\n".join(lines), encoding="utf-8")


@pytest.mark.parametrize("case", cases)
def test_every_proposed_edit_mends_its_mistake(case: str, tmp_path: Path) -> None:
    if "command" in settings_of(case):
        return
    count = len(check_case(case, lay_out(case, tmp_path / "found")))
    for number in range(count):
        kit = lay_out(case, tmp_path / str(number))
        before = check_case(case, kit)
        edit, message = before[number].edit, before[number].message
        if edit:
            apply(edit)
            after = check_case(case, kit)
            assert sum(each.message == message for each in after) < sum(
                each.message == message for each in before
            )


def codes_in_sources() -> set[str]:
    """The codes that this part of the command line can report."""
    return {
        code
        for file in sources.rglob("*.py")
        for code in _code.findall(file.read_text(encoding="utf-8"))
    }


def test_every_code_has_a_case_and_every_case_a_code() -> None:
    assert {case[:5] for case in cases} == codes_in_sources()


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    written = {page.stem for page in pages.glob("F0[1-5]*.md")}
    assert written == codes_in_sources()


def test_the_index_names_every_page() -> None:
    index = (pages / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\((F\d{4})\.md\)", index))
    assert named == {page.stem for page in pages.glob("F*.md")}


@pytest.mark.parametrize("code", sorted(codes_in_sources()))
def test_explain_prints_the_page_of_a_code(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", code.lower()]) == 0
    page = (pages / f"{code}.md").read_text(encoding="utf-8")
    assert capsys.readouterr().out == page
    assert page.startswith(f"# {code}: ")


@pytest.mark.parametrize("code", sorted(codes_in_sources()))
def test_the_example_of_a_page_is_what_a_case_prints(code: str) -> None:
    page = (pages / f"{code}.md").read_text(encoding="utf-8")
    example = page.partition("```text\n")[2].partition("\n```")[0]
    printed = [
        (folder / case / "expected.txt").read_text(encoding="utf-8")
        for case in cases
        if case.startswith(code)
    ]
    assert example.startswith(("error[", "warning["))
    assert any(example in text for text in printed)
