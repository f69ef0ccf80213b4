# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli tools/graph kernels components interfaces dimensions bindings core
# Reads: docs/images
"""`flat graph --browse --live`: a running kernel that is asked, in Chromium and by hand."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from flatland import paths
from flatland.browse.kernel import RunningKernel, by_binding
from flatland.main import main
from tests.browse.open_page import Page
from tests.builder.sample import flat_command

_answers = """
import sys
print("I begin", flush=True)
for line in sys.stdin:
    if line == "counts\\n":
        print('@inspect {"binding":"a.b","method":"m","calls":3,"failures":1,"ticks":9}')
        print('@inspect {"binding":"a.c","inside":2}')
        print("in between")
        print('@inspect {"enrolled":1}')
        print('@inspect {"end":"counts"}', flush=True)
    elif line == "noise\\n":
        print("@inspect {broken")
        print('@inspect {"error":"no"}', flush=True)
    else:
        sys.exit(3)
"""


@pytest.fixture
def kernel() -> Iterator[tuple[RunningKernel, io.StringIO]]:
    """Something that answers as a kernel does."""
    out = io.StringIO()
    running = RunningKernel([sys.executable, "-c", _answers], out)
    yield running, out
    running.end()


def test_an_answer_is_told_from_what_the_kernel_writes(
    kernel: tuple[RunningKernel, io.StringIO],
) -> None:
    running, out = kernel
    answer = running.ask("counts")
    assert answer is not None
    assert by_binding(answer) == {
        "a.b": {
            "methods": [{"method": "m", "calls": 3, "failures": 1, "ticks": 9}],
            "inside": None,
        },
        "a.c": {"methods": [], "inside": 2},
    }
    assert running.ask("noise") == []
    assert out.getvalue() == "I begin\nin between\n@inspect {broken\n"


def test_what_domains_of_one_image_count_is_counted_together() -> None:
    once = {"binding": "a.b", "method": "m", "calls": 3, "failures": 1, "ticks": 9}
    other = {**once, "method": "n"}
    sums = {"method": "m", "calls": 6, "failures": 2, "ticks": 18}
    both = by_binding([once, other, {"binding": "a.c", "inside": 2}, once])
    assert both["a.b"]["methods"][0] == sums
    assert [each["method"] for each in both["a.b"]["methods"]] == ["m", "n"]
    assert by_binding([{"binding": "a.c", "inside": 2}] * 2)["a.c"]["inside"] == 4


def test_a_kernel_that_has_ended_answers_nothing(
    kernel: tuple[RunningKernel, io.StringIO],
) -> None:
    running, _ = kernel
    assert running.ask("end") is None
    assert running.wait() == 3
    assert running.ask("counts") is None
    assert not running.is_running


def test_a_kernel_without_an_inspector_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["graph", "hello", "--browse", "--live", "--output", str(tmp_path)]) == 1
    text = capsys.readouterr().err
    assert text.startswith("error[F0908]: nothing in `hello` tells what its bindings count\n")
    assert "inspector = service.Inspector;" in text


def test_live_is_for_the_browser(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", "inspected", "--live"]) == 2
    assert "error[F0903]: `--live` is for `--browse`" in capsys.readouterr().err


_counted = {
    ("hosted", "inspected"): {"main.stage": "scale.stage"},
    ("x86_64", "domains"): {
        "entry.stage": "scale.stage",
        "relay.beyond": "ledger.ledger",  # in a domain beside the kernel's
        "beat.stage": "stage.stage",  # in one whose entry never returns
    },
    ("x86_64", "tasks"): {"relay.beyond": "ledger.ledger"},  # in an L4 task
}
"""By target and kernel, the bindings whose calls the page is to count."""


@pytest.fixture
def served(
    target: str, kernel_name: str, tmp_path: Path
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The verb while it serves, and the address that it has printed."""
    kernel = str(paths.kit / "kernels" / "inspected" / f"{kernel_name}.flat")
    words = ["graph", kernel, "--browse", "--live", "-t", target]
    process = subprocess.Popen(
        flat_command(*words, "--output", str(tmp_path / "page")),
        cwd=paths.kit,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    address = next(line for line in process.stdout if line.startswith("http://")).strip()
    yield process, address
    process.terminate()
    process.wait(30)


@pytest.mark.parametrize(("target", "kernel_name"), _counted)
def test_the_page_follows_the_kernel_to_its_end(
    served: tuple[subprocess.Popen[str], str], chromium: Chrome, target: str, kernel_name: str
) -> None:
    process, address = served
    page = Page(chromium, address)
    page.errors()  # what earlier pages had to complain about
    page.wait(lambda: page.one("#live-state").text == "The kernel runs.")
    to_count = _counted[target, kernel_name]
    for client, server in to_count.items():
        _counts_rise(page, client, server)
    if kernel_name == "inspected":
        assert "no call is inside servers that were exchanged" in page.one("#live").text
    counted = list(to_count)[-1]
    high = _calls(page, counted)
    assert not [each for each in page.names(".line.called") if each.endswith("-> log.log")]
    page.click("Count anew", "#live")
    page.wait(lambda: _calls(page, counted) < high)
    _take_picture(chromium, kernel_name)
    assert page.errors() == []
    process.send_signal(signal.SIGINT)
    assert process.wait(30) != 0
    page.wait(lambda: page.one("#live-state").text == "Nobody serves this page any more.")


def _calls(page: Page, end: str) -> int:
    """How many calls of a binding's first method the page shows."""
    text = page.script(
        "return document.querySelector(`#live tr[data-end='${arguments[0]}'] .number`)"
        "?.textContent",
        end,
    )
    return int(re.sub(",", "", text or "0"))


def _counts_rise(page: Page, client: str, server: str) -> None:
    """Waits until calls of a binding are counted, more of them, and its arrow shows it."""
    page.wait(lambda: _calls(page, client) > 0)
    before = _calls(page, client)
    page.wait(lambda: _calls(page, client) > before)
    page.wait(lambda: f"{client} -> {server}" in page.names(".line.called"))


def _take_picture(chromium: Chrome, kernel_name: str) -> None:
    """The one of the documents is that of `inspected`."""
    picture = paths.kit / "docs" / "images" / "graph-browser-live.png"
    if os.environ.get("FLAT_UPDATE_EXPECTED") and kernel_name == "inspected":
        chromium.save_screenshot(str(picture))
    assert picture.is_file()
