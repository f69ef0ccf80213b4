# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli tools/graph kernels components interfaces dimensions bindings core
# Reads: user bench docs/images
# One run in 3, unless changed: tools/graph tools/cli/flatland/browse
"""The page of the graph browser in Chromium, used as its reader uses it."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Chrome, Keys

from flatland import paths
from flatland.main import main
from tests.browse.large import bindings, instances, write_large
from tests.browse.open_page import Page

Open = Callable[..., Page]
_svg = "{http://www.w3.org/2000/svg}"
_overlaps = (Path(__file__).parent / "overlaps.js").read_text()


@pytest.fixture
def browse(chromium: Chrome, tmp_path: Path) -> Open:
    """Opens the page of a kernel, which must work without a word of complaint."""

    def opened(*words: str | Path) -> Page:
        folder = tmp_path / "page"
        assert main(["graph", *map(str, words), "--browse", "--output", str(folder)]) == 0
        page = Page(chromium, folder / "index.html")
        assert page.errors() == []
        return page

    return opened


@pytest.fixture
def large(tmp_path: Path) -> Path:
    return write_large(tmp_path)


def test_domains_are_frames_and_hold_their_instances(browse: Open) -> None:
    page = browse("ledger-lrpc")
    assert page.names(".frame") == ["domain kernel", "domain app", "domain books"]
    assert {"check", "ledger", "threads"} < set(page.names(".box.instance"))
    inside = """
        const find = name => document.querySelector(`g[data-name="${name}"]`);
        const place = name => find(name).getBoundingClientRect();
        const [box, frame] = [place("check"), place("domain app")];
        return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top
            && box.bottom <= frame.bottom;"""
    assert page.script(inside)


def test_bindings_show_their_kind_and_rule(browse: Open) -> None:
    page = browse("ledger-lrpc")
    assert page.names(".line.kind-lrpc") == ["check.ledger -> ledger.ledger"]
    assert page.names(".line.rule-explicit.kind-syscall") == ["check.log -> log.log"]
    assert "timer.trap -> traps.trap" in page.names(".line.rule-automatic.kind-static")
    page.click("static", "#legend")
    assert "timer.trap -> traps.trap" in page.names(".line.hidden")
    assert "check.log -> log.log" not in page.names(".line.hidden")


def test_kernel_objects_show_their_mix_ins_and_where_they_come_from(browse: Open) -> None:
    page = browse("pingpong")
    assert page.names(".object") == ["object Space", "object Tcb"]
    page.choose("object Tcb")
    assert "thread.PriorityTcb from scheduler" in page.panel()


def test_search_finds_by_parts_of_names_and_selects(browse: Open) -> None:
    page = browse("pingpong")
    page.press("/")
    page.press("priority")
    assert page.one("#results").location["y"] >= page.one("#search").rect["height"]
    assert page.all("#results button")[0].text.startswith("scheduler")
    page.press(Keys.ENTER)
    page.wait(lambda: page.names(".box.selected") == ["scheduler"])
    assert page.panel().splitlines()[1] == "scheduler"
    assert "dispatch.scheduler -> scheduler.scheduler" in page.panel()


def test_what_search_does_not_find_it_says(browse: Open) -> None:
    page = browse("hello")
    page.press("/")
    page.press("zebra")
    assert page.one("#results").text == "nothing is called so"


def test_a_binding_says_why_it_is_bound_and_shows_the_line(browse: Open) -> None:
    page = browse("ledger-lrpc")
    page.choose("check.ledger -> ledger.ledger")
    assert page.one(".why").text == "explicit: the assembly states it"
    assert page.one(".source-line").text == "check.ledger -> ledger.ledger via Lrpc;"
    assert 'via lrpc(65536, 1000, "")' in page.panel()
    page.choose("timer.trap -> traps.trap")
    rule = "automatic: no other instance provides flat.hal.Trap or a subtype"
    assert page.one(".why").text == rule


def test_a_link_to_the_source_opens_the_file_at_its_line(browse: Open) -> None:
    page = browse("ledger-lrpc")
    page.choose("check.ledger -> ledger.ledger")
    page.click("kernels/ledger-lrpc/ledger-lrpc.flat:6:", "#panel")
    page.wait(lambda: page.one("#source").is_displayed())
    stated = page.one("#source .stated").text
    assert "check.ledger -> ledger.ledger via Lrpc;" in stated
    link = page.one("#source a").get_attribute("href")
    assert link == (paths.kit / "kernels/ledger-lrpc/ledger-lrpc.flat").as_uri()
    page.press(Keys.ESCAPE)
    page.wait(lambda: not page.one("#source").is_displayed())


def test_a_package_and_a_domain_fold_to_one_box_and_unfold(browse: Open) -> None:
    page = browse("ledger-lrpc")
    before = page.names(".box")
    page.click("memory (3)", "#folds")
    assert page.names(".group") == ["package memory"]
    assert "frames" not in page.names(".box")
    page.click("domain kernel", "#folds")
    assert page.names(".group") == ["domain kernel"]
    assert page.names(".box.instance") == ["check", "nothing", "ledger"]
    page.choose("domain kernel")
    page.click("Unfold domain kernel")
    page.choose("package memory")
    page.click("Unfold package memory")
    assert page.names(".box") == before


def test_the_neighbours_of_an_instance_can_be_seen_alone(browse: Open) -> None:
    page = browse("pingpong")
    page.choose("kdebug")
    page.click("Only its neighbours")
    expected = {"kdebug", "console", "page", "mmu", "power", "faults"}
    assert set(page.names(".instance")) == expected
    page.click("Show everything")
    assert len(page.names(".instance")) == 26


def test_the_order_of_initialisation_is_stepped_through(browse: Open) -> None:
    page = browse("pingpong")
    assert page.names(".later") == []
    page.press("n")
    page.press("n")
    assert page.one("#step-text").text == "2 of 26: log"
    assert page.names(".now") == ["log"]
    later = page.names(".box.later")
    assert len(later) == 24
    assert not {"console", "log"} & set(later)
    page.press("p")
    assert page.names(".now") == ["console"]


def test_a_picture_is_saved_as_svg_and_as_dot(browse: Open, downloads: Path) -> None:
    page = browse("pingpong")
    page.click("Save SVG")
    page.click("Save DOT")
    svg, dot = downloads / "pingpong.svg", downloads / "pingpong.dot"
    page.wait(lambda: svg.is_file() and dot.is_file())
    texts = {text.text for text in ElementTree.parse(svg).iter(f"{_svg}text")}
    assert {"14 scheduler", "thread.Priority", "domain kernel"} <= texts
    assert next(ElementTree.parse(svg).iter(f"{_svg}style")).text
    text = dot.read_text()
    assert text.startswith('digraph "Pingpong" {') and text.endswith("}\n")
    assert "<B>14 scheduler</B>" in text


def test_two_assemblies_lie_beside_each_other_with_their_differences(browse: Open) -> None:
    page = browse("ledger-syscall", "--against", "ledger-lrpc")
    assert [pane.get_attribute("aria-label") for pane in page.all(".pane")] == [
        "LedgerSyscall",
        "LedgerLrpc",
    ]
    assert "Differences: 6" in page.panel()
    listed = page.one("#differences").text.splitlines()
    assert "kernel/ledger only in LedgerSyscall" in listed
    assert "books/ledger only in LedgerLrpc" in listed
    assert "app/check changed" in listed
    absent = "return [...arguments[0].querySelectorAll('.box.absent')].map(e => e.dataset.name)"
    first, second = page.all(".pane")
    assert page.script(absent, first) == ["nothing", "ledger"]
    assert page.script(absent, second) == ["ledger"]
    page.choose("check")
    assert "breaks = false" in page.panel()
    assert "breaks = true" in page.panel()


def test_what_two_assemblies_share_can_be_left_out(browse: Open) -> None:
    page = browse("ledger-syscall", "--against", "ledger-lrpc")
    page.click("only differences")
    boxes = page.names(".instance")
    assert sorted(boxes) == ["check", "ledger", "ledger", "log", "nothing"]
    page.press("/")
    page.press("scheduler", Keys.ENTER)
    assert page.names(".box.selected") == ["scheduler"]


def test_costs_are_shown_of_each_binding_and_at_the_arrows(browse: Open) -> None:
    page = browse("ledger-lrpc", "--costs")
    assert len(page.all(".costs tbody tr")) == len(page.names(".line"))
    page.choose("check.ledger -> ledger.ledger")
    assert "flat::bindings::CheckLedgerLrpcSkeleton" in page.panel()
    assert "what that executes is not counted" in page.one(".cost").text
    page.choose("timer.trap -> traps.trap")
    assert page.one(".cost").text.endswith("instructions are added to a call.")
    page.click("costs", "#tools")
    texts = "return [...document.querySelectorAll('.line > text')].map(e => e.textContent)"
    labels = page.script(texts)
    assert any(label.startswith("lrpc +") for label in labels)


def test_without_costs_the_page_says_how_to_get_them(browse: Open) -> None:
    page = browse("hello")
    assert "flat graph hello --browse --costs" in page.panel()


def test_a_large_assembly_is_folded_first_and_unfolds_whole(browse: Open, large: Path) -> None:
    page = browse(large)
    assert len(page.names(".group")) == 10
    assert f"{instances} instances, {bindings} bindings" in page.panel()
    for name in page.names(".group"):
        page.choose(name)
        page.click(f"Unfold {name}")
    assert len(page.names(".instance")) == instances
    assert len(page.names(".line")) == bindings
    page.press("/")
    page.press("f7_31.next", Keys.ENTER)
    assert page.names(".line.selected") == ["f7_31.next -> f8_17.log"]
    seen = """
        const line = document.querySelector(".line.selected").getBoundingClientRect();
        const pane = document.querySelector(".pane").getBoundingClientRect();
        return line.left < pane.right && line.right > pane.left && line.top < pane.bottom
            && line.bottom > pane.top;"""
    assert page.script(seen)


def test_a_drawing_is_moved_by_the_mouse_without_a_click(browse: Open) -> None:
    page = browse("pingpong")
    page.click("+")
    page.click("+")
    held = page.thing("dispatch")
    ActionChains(page.chromium).drag_and_drop_by_offset(held, -200, 0).perform()
    assert page.script("return document.querySelector('.pane').scrollLeft") > 100
    assert page.names(".selected") == []
    ActionChains(page.chromium).click(held).perform()
    assert page.names(".box.selected") == ["dispatch"]


def test_the_page_can_be_used_by_the_keyboard_alone(browse: Open) -> None:
    page = browse("pingpong")
    page.script("document.querySelector('.pane').focus()")
    page.press(Keys.TAB)
    page.press(Keys.ENTER)
    assert page.names(".box.selected") == ["console"]
    page.press("d")
    page.press(Keys.TAB, Keys.TAB)
    page.chromium.switch_to.active_element.send_keys(Keys.ENTER)
    assert page.names(".group") == ["package platform"]
    assert page.script("return document.querySelector('#panel').contains(document.activeElement)")
    page.press(Keys.ESCAPE)
    assert page.names(".selected") == []


@pytest.mark.parametrize("kernel", ["hello", "pingpong", "ledger-lrpc", "large"])
def test_nothing_lies_on_anything_else(kernel: str, browse: Open, large: Path) -> None:
    page = browse(large if kernel == "large" else kernel)
    assert page.script(_overlaps) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_stand_out_from_their_ground(scheme: str, browse: Open) -> None:
    page = browse("pingpong")
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    page.chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    colours = """
        const of = (selector, what) => getComputedStyle(document.querySelector(selector))[what];
        return [of(".box text", "fill"), of(".box polygon[fill='#ffffff']", "fill"),
                of("#panel", "color"), of("#panel", "backgroundColor")];"""
    ink, paper, text, ground = page.script(colours)
    page.chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert abs(brightness(ink) - brightness(paper)) > 150
    assert abs(brightness(text) - brightness(ground)) > 150


def brightness(colour: str) -> float:
    """Of `rgb(255, 255, 255)`: 255."""
    red, green, blue = (float(each) for each in colour.strip("rgba()").split(",")[:3])
    return 0.3 * red + 0.6 * green + 0.1 * blue


pictures = {
    "graph-browser": ("ledger-lrpc",),
    "graph-browser-difference": ("ledger-syscall", "--against", "ledger-lrpc"),
}


@pytest.mark.parametrize("name", pictures)
def test_the_pictures_of_the_document_can_be_taken(name: str, browse: Open) -> None:
    """With FLAT_UPDATE_EXPECTED=1 in the environment they are written anew."""
    page = browse(*pictures[name])
    page.chromium.set_window_size(1240, 760)
    page.chromium.refresh()
    if len(page.all(".pane")) == 1:
        page.choose("check.ledger -> ledger.ledger")
    else:
        page.click("only differences")
    picture = page.chromium.get_screenshot_as_png()
    page.chromium.set_window_size(1400, 800)
    assert len(picture) < 150_000
    file = paths.kit / "docs" / "images" / f"{name}.png"
    if "FLAT_UPDATE_EXPECTED" in os.environ:
        file.write_bytes(picture)
    assert file.is_file()
