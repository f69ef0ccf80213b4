# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli flat
"""Tests of the command line's frame: verbs, help, exit codes, start-up."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from flatland import main as entry
from flatland import paths
from flatland.commands import list as some_verb
from flatland.main import main, verbs
from tests.builder.sample import flat

script = paths.kit / "flat"


def test_help_lists_every_verb_with_its_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    overview = capsys.readouterr().out
    assert main(["--help"]) == 0
    assert capsys.readouterr().out == overview
    for verb in verbs():
        (line,) = [line for line in overview.splitlines() if line.startswith(f"  {verb} ")]
        assert len(line.split()) > 2


@pytest.mark.parametrize("verb", verbs())
def test_every_verb_has_help_with_examples(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([verb, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"usage: flat {verb}")
    assert f"\nexamples:\n  flat {verb}" in text
    assert main(["help", verb]) == 0
    assert capsys.readouterr().out == text


@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        (["biuld"], "F0902", "did you mean `flat build`?"),
        (["zzzz"], "F0902", "`flat --help` lists the verbs"),
        (["help", "biuld"], "F0902", "did you mean `flat build`?"),
        (["build"], "F0903", "KERNEL"),
        (["build", "hello", "--tagret", "x"], "F0903", "`--tagret`"),
        (["build", "hello", "--compiler", "cc"], "F0903", "--compiler"),
        (["build", "hello", "--targ", "hosted"], "F0903", "`--targ`"),
    ],
)
def test_wrong_usage_is_exit_code_2_with_a_hint(
    words: list[str], code: str, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"error[{code}]: ")
    assert part in captured.err


def test_errors_are_data_when_data_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "no_such_kernel", "--format", "json"]) == 1
    (error,) = json.loads(capsys.readouterr().out)["diagnostics"]
    assert error["code"] == "F0701"


def test_a_bug_of_ours_is_exit_code_3_one_line_and_a_log_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def break_down(arguments: object) -> int:
        raise RuntimeError("out of cheese")

    monkeypatch.setattr(some_verb, "run", break_down)
    monkeypatch.setattr(paths, "logs", tmp_path / "log")
    assert main(["list"]) == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    (log,) = (tmp_path / "log").iterdir()
    assert str(log) in captured.err
    text = log.read_text(encoding="utf-8")
    assert text.startswith("flat list\n")
    assert "RuntimeError: out of cheese" in text
    assert "break_down" in text


def test_control_c_is_exit_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(words: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(entry, "dispatch", interrupt)
    assert main(["list"]) == 130


def test_a_reader_that_goes_away_is_no_error() -> None:
    done = subprocess.run(
        f"{script} doctor | head -n 1", shell=True, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


def test_the_script_starts_through_a_link_from_any_folder(tmp_path: Path) -> None:
    link = tmp_path / "a link"
    link.symlink_to(script)
    done = subprocess.run([link, "--help"], cwd="/", capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith("usage: flat VERB")


def test_only_the_chosen_verb_is_imported() -> None:
    done = flat(paths.kit, "list", "--help")
    assert done.returncode == 0
    code = (
        f"import sys; sys.path.insert(0, {str(paths.kit / 'tools' / 'cli')!r})\n"
        "from flatland.main import main\n"
        "main(['clean', '--help'])\n"
        "loaded = {name for name in sys.modules if name.startswith('flatland.commands.')}\n"
        "assert loaded == {'flatland.commands.clean', 'flatland.commands._options'}, loaded\n"
        "assert 'lark' not in sys.modules and 'tree_sitter' not in sys.modules\n"
    )
    subprocess.run(["/usr/bin/python3", "-I", "-c", code], check=True, capture_output=True)
