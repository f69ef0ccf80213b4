# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli tools/graph kernels components interfaces dimensions bindings core
# Reads: user bench docs/errors
# One run in 3, unless changed: tools/graph tools/cli/flatland/browse interfaces/flat/service
"""`flat graph --browse`: the folder that it writes, and what it refuses."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from flatland import paths
from flatland.browse.folder import open_page
from flatland.files import license_line
from flatland.main import main
from flatland.setup import graph_page

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str | Path) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    code = main(["graph", *map(str, words)])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def data_of(folder: Path) -> list[dict[str, Any]]:
    """What the page of a folder knows."""
    license, script = (folder / "data.js").read_text().split("\n", 1)
    assert license == license_line
    text = script.removeprefix("window.flatland = ").removesuffix(";\n")
    found: list[dict[str, Any]] = json.loads(text)["assemblies"]
    return found


@pytest.fixture(scope="module", autouse=True)
def made_page() -> None:
    graph_page.make_page()


def test_a_page_is_a_folder_and_its_address_is_printed(tmp_path: Path, capsys: Capture) -> None:
    code, out, err = run(capsys, "hello", "--browse", "--output", tmp_path / "page")
    assert (code, out, err) == (0, f"{(tmp_path / 'page/index.html').as_uri()}\n", "")
    names = {each.name for each in (tmp_path / "page").iterdir()}
    assert names == {*graph_page.files, "data.js"}


def test_the_address_is_printed_as_data(tmp_path: Path, capsys: Capture) -> None:
    _, out, _ = run(capsys, "hello", "--browse", "--output", tmp_path, "--format", "json")
    assert json.loads(out) == {"page": (tmp_path / "index.html").as_uri()}


def test_a_page_goes_to_the_build_folder_of_its_kernel(capsys: Capture) -> None:
    _, out, _ = run(capsys, "hello", "--browse")
    assert out == f"{(paths.build / 'graph/hello/index.html').as_uri()}\n"


def test_a_page_has_reasons_and_the_lines_that_state_them(tmp_path: Path, capsys: Capture) -> None:
    run(capsys, "ledger-lrpc", "--browse", "--output", tmp_path)
    (assembly,) = data_of(tmp_path)
    assert assembly["model"]["name"] == "LedgerLrpc"
    assert assembly["costs"] is None
    assert assembly["reasons"]["check.ledger"] == "explicit: the assembly states it"
    (binding,) = [
        binding
        for image in assembly["model"]["images"]
        for binding in image["bindings"]
        if (binding["client"], binding["port"]) == ("check", "ledger")
    ]
    origin = binding["origin"]
    lines = assembly["sources"][origin["file"]]["text"].splitlines()
    assert "check.ledger -> ledger.ledger via Lrpc;" in lines[origin["line"] - 1]


def test_a_binding_to_several_servers_is_a_line_to_each(tmp_path: Path, capsys: Capture) -> None:
    run(capsys, "event", "--browse", "--output", tmp_path)
    (assembly,) = data_of(tmp_path)
    (image,) = assembly["model"]["images"]
    servers = [each["server"] for each in image["bindings"] if each["client"] == "ringer"]
    assert servers == ["first", "second"]


def test_two_kernels_are_on_one_page(tmp_path: Path, capsys: Capture) -> None:
    run(capsys, "ledger-syscall", "--browse", "--against", "ledger-lrpc", "--output", tmp_path)
    names = [assembly["model"]["name"] for assembly in data_of(tmp_path)]
    assert names == ["LedgerSyscall", "LedgerLrpc"]


def test_costs_are_those_of_the_built_image(tmp_path: Path, capsys: Capture) -> None:
    run(capsys, "ledger-lrpc", "--browse", "--costs", "--output", tmp_path)
    (assembly,) = data_of(tmp_path)
    assert assembly["costs"]["variant"] == "virtual"
    costs = assembly["costs"]["bindings"]
    assert costs.keys() == assembly["reasons"].keys()
    assert costs["timer.trap"]["instructions_added"]["min"] > 0
    assert costs["timer.trap"]["between"] == []
    between = costs["check.ledger"]["between"]
    sides = sorted((each["side"], each["domain"]) for each in between)
    assert sides == [("client", "app"), ("kernel", "kernel"), ("server", "books")]
    assert all(each["bytes"] > 0 for each in between)


def test_a_second_kernel_that_is_none_is_refused(capsys: Capture) -> None:
    code, out, err = run(capsys, "hello", "--browse", "--against", "helo")
    assert (code, out) == (1, "")
    assert err.startswith("error[F0701]: there is no kernel `helo`")


def test_costs_of_no_variant_are_refused(capsys: Capture) -> None:
    code, _, err = run(capsys, "hello", "--browse", "--costs", "fast")
    assert code == 2
    assert err.startswith("error[F0709]")


@pytest.mark.parametrize("option", ["--against", "--costs", "--output"])
def test_options_of_the_page_without_a_page_are_refused(option: str, capsys: Capture) -> None:
    code, out, err = run(capsys, "hello", option, "flat")
    assert (code, out) == (2, "")
    assert err.startswith(f"error[F0903]: `{option}` is for `--browse`")


def test_a_page_that_cannot_be_made_is_an_error_that_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    for name in ("npm", "node"):
        (tmp_path / name).write_text("#!/bin/sh\necho no network >&2\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(graph_page, "_page", lambda kit: tmp_path / "page")
    code, out, err = run(capsys, "hello", "--browse")
    assert (code, out) == (1, "")
    assert "error[F0719]: the page of the graph browser could not be made" in err
    assert "`npm` failed: no network" in err


def test_a_page_that_is_up_to_date_is_lent_to_a_copy_of_the_kit(tmp_path: Path) -> None:
    graph_page.lend_page(tmp_path)
    lent = {each.name for each in (tmp_path / "build/tools/graph-page").iterdir()}
    assert lent == set(graph_page.files)


def test_the_lock_file_pins_by_hash_and_not_by_address() -> None:
    text = (paths.kit / "tools/graph/package-lock.json").read_text()
    packages = {name: each for name, each in json.loads(text)["packages"].items() if name}
    assert all("integrity" in each and "resolved" not in each for each in packages.values())


def test_the_sources_of_the_page_have_right_types_and_their_one_form(tmp_path: Path) -> None:
    work = tmp_path / "graph"
    graph_page.install_modules(work, for_checks=True)
    assert said(work, "tsc", "--project", ".") == ""
    checked = ("source", "page.css", "index.html", "package.json", "tsconfig.json")
    assert said(work, "prettier", "--check", "--log-level=warn", *checked) == ""


def said(work: Path, program: str, *words: str) -> str:
    """What a program of a package has to say."""
    command = [f"node_modules/.bin/{program}", *words]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize(("display", "is_person"), [(":0", True), (":0", False), (None, True)])
def test_a_page_is_opened_for_a_person_with_a_display(
    display: str | None, is_person: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = tmp_path / "opened"
    opener = tmp_path / "xdg-open"
    opener.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    opener.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    if display:
        monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setattr("sys.stdout.isatty", lambda: is_person)
    page = tmp_path / "index.html"
    open_page(page.as_uri())
    if display and is_person:
        assert opened.read_text() == f"{page.as_uri()}\n"
    else:
        assert not opened.exists()
