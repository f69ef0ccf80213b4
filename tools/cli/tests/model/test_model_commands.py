# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels bindings
"""The verbs check, list, graph, explain and fmt: what they print and how they end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from flatland import paths
from flatland.main import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def kernel(tmp_path: Path) -> Path:
    """A kernel outside the kit, of a component of its own and one of the kit's."""
    file = tmp_path / "kernels/mine/mine.flat"
    file.parent.mkdir(parents=True)
    file.write_text(
        "// My kernel.\nassembly Mine {\n    target hosted;\n    console = platform.Console;\n"
        '    greeter = Greeter { text = "Hi." };\n}\n'
    )
    package = tmp_path / "components/mine"
    package.mkdir(parents=True)
    (package / "greeter.hpp").touch()
    (package / "greeter.flat").write_text(
        "// Greets.\ncomponent Greeter {\n    provides Entry entry;\n"
        "    requires Console console;\n    attribute string text;\n}\n"
    )
    (tmp_path / "flat.toml").write_text(f'kit = "{paths.kit}"\n')
    return file


def run(capsys: Capture, *words: str | Path) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    code = main([str(word) for word in words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def run_json(capsys: Capture, *words: str | Path) -> Any:
    code, out, err = run(capsys, *words, "--format", "json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_check_says_that_a_kernel_is_right(kernel: Path, capsys: Capture) -> None:
    code, out, err = run(capsys, "check", kernel)
    assert (code, out, err) == (0, "mine for hosted: ok, 2 instances, 1 binding\n", "")


def test_check_prints_errors_on_standard_error(kernel: Path, capsys: Capture) -> None:
    kernel.write_text(kernel.read_text().replace("Console", "Konsole"))
    code, out, err = run(capsys, "check", kernel)
    assert (code, out) == (1, "")
    assert err.startswith("error[F0401]: no component is called `platform.Konsole`")


def test_check_prints_errors_as_data(kernel: Path, capsys: Capture) -> None:
    kernel.write_text(kernel.read_text().replace("Console", "Konsole"))
    code, out, err = run(capsys, "check", kernel, "--format", "json")
    assert (code, err) == (1, "")
    (entry,) = json.loads(out)["diagnostics"]
    assert (entry["code"], entry["severity"]) == ("F0401", "error")
    assert entry["span"]["file"] == str(kernel)
    assert (entry["span"]["line"], entry["span"]["column"]) == (4, 15)
    assert entry["edit"] == {
        "file": str(kernel),
        "line": 4,
        "kind": "replace",
        "text": "    console = platform.Console;",
    }


def test_check_of_a_target_that_the_kernel_lacks_fails(kernel: Path, capsys: Capture) -> None:
    code, _, err = run(capsys, "check", kernel, "-t", "x86_64")
    assert code == 1
    assert err.startswith("error[F0505]: `Mine` does not support target `x86_64`")


def test_check_alone_checks_everything(capsys: Capture) -> None:
    found = run_json(capsys, "check")
    assert not [entry for entry in found["diagnostics"] if entry["severity"] == "error"]
    targets = {each["target"] for each in found["kernels"] if each["kernel"] == "hello"}
    assert targets == {"hosted", "x86_64"}


def test_list_names_what_there_is(capsys: Capture) -> None:
    found = run_json(capsys, "list")
    assert "hello" in [row["name"] for row in found["kernels"]]
    assert "boot.Hello" in [row["name"] for row in found["components"]]
    assert "flat.boot.Entry" in [row["name"] for row in found["interfaces"]]
    assert {"arch hosted", "api none"} <= {row["name"] for row in found["variants"]}
    assert all(row["summary"] for rows in found.values() for row in rows if "file" in row)


def test_list_of_one_kind_has_a_line_for_each(capsys: Capture) -> None:
    code, out, _ = run(capsys, "list", "targets")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == ["hosted", "x86_64"]


def test_graph_is_text(kernel: Path, capsys: Capture) -> None:
    code, out, _ = run(capsys, "graph", kernel)
    assert code == 0
    assert out.startswith(
        """Mine for hosted (platform linux, api none, smp up)

1  console = platform.Console

2  greeter = mine.Greeter { text = "Hi." }
     console -> console.console  (automatic)
"""
    )


def test_graph_is_a_picture(kernel: Path, capsys: Capture) -> None:
    code, out, _ = run(capsys, "graph", kernel, "--format", "dot")
    assert code == 0
    assert out.startswith('digraph "Mine" {\n') and out.endswith("}\n")
    assert '    greeter -> console [label="console"];\n' in out


def test_graph_is_data(kernel: Path, capsys: Capture) -> None:
    found = run_json(capsys, "graph", kernel)
    (image,) = found["images"]
    assert [each["name"] for each in image["instances"]] == ["console", "greeter"]
    assert found["file"] == "@1/kernels/mine/mine.flat"


def test_explain_a_port_says_who_by_which_rule_and_where(kernel: Path, capsys: Capture) -> None:
    code, out, _ = run(capsys, "explain", "greeter.console", kernel)
    assert code == 0
    assert "bound to console.console, static" in out
    assert "by rule automatic: no other instance provides flat.hal.Console or a subtype" in out
    assert "components/mine/greeter.flat:4:22" in out


def test_explain_a_stated_binding_names_the_arrow(kernel: Path, capsys: Capture) -> None:
    text = kernel.read_text()
    kernel.write_text(text.replace("}\n", "    greeter.console -> console.console;\n}\n"))
    found = run_json(capsys, "explain", "greeter.console", kernel)
    (binding,) = found[0]["ports"][0]["bindings"]
    assert (binding["rule"], binding["server"]) == ("explicit", "console.console")
    assert (binding["origin"]["line"], binding["origin"]["column"]) == (6, 21)


def test_explain_a_provided_port_names_its_clients(kernel: Path, capsys: Capture) -> None:
    found = run_json(capsys, "explain", "console.console", kernel)
    assert [each["client"] for each in found[0]["ports"][0]["bindings"]] == ["greeter.console"]


def test_explain_an_instance_names_all_ports_and_attributes(kernel: Path, capsys: Capture) -> None:
    (found,) = run_json(capsys, "explain", "greeter", kernel)
    assert found["attributes"] == {"text": "Hi."}
    assert [port["name"] for port in found["ports"]] == ["entry", "console"]


def test_explain_without_a_kernel_searches_all(
    kernel: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(kernel.parent)
    found = run_json(capsys, "explain", "greeter.console")
    assert [each["kernel"] for each in found] == ["mine"]


def test_fmt_changes_what_is_not_in_form_and_says_so(kernel: Path, capsys: Capture) -> None:
    form = kernel.read_text()
    kernel.write_text(form.replace("    ", " "))
    assert run(capsys, "fmt", "--check", kernel)[:2] == (1, f"{kernel}\n")
    assert kernel.read_text() != form
    assert run(capsys, "fmt", kernel.parent)[:2] == (0, f"{kernel}\n")
    assert kernel.read_text() == form
    assert run(capsys, "fmt", "--check", kernel)[:2] == (0, "")


def test_fmt_leaves_a_file_with_errors_alone(kernel: Path, capsys: Capture) -> None:
    kernel.write_text("assembly  Mine { target }\n")
    code, out, err = run(capsys, "fmt", kernel)
    assert (code, out) == (1, "")
    assert err.startswith("error[F0101]")
    assert kernel.read_text() == "assembly  Mine { target }\n"


def test_the_kit_is_in_form(capsys: Capture) -> None:
    assert run(capsys, "fmt", "--check") == (0, "", "")
