# SPDX-License-Identifier: BSD-2-Clause
"""A page of the graph browser as its reader uses it: by names of things and by keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

_patience_s = 30


class Page:
    """An opened page; every wait is for a condition."""

    def __init__(self, chromium: Chrome, place: Path | str) -> None:
        self.chromium = chromium
        chromium.get(place.as_uri() if isinstance(place, Path) else place)
        self.wait(lambda: self.script("return document.body.dataset.ready === 'yes'"))

    def wait(self, condition: Callable[[], Any]) -> Any:
        """Waits until a condition holds; returns what it gave."""
        waiting = WebDriverWait(self.chromium, _patience_s, poll_frequency=0.02)
        return waiting.until(lambda _: condition())

    def script(self, text: str, *values: Any) -> Any:
        """What a script in the page returns."""
        return self.chromium.execute_script(text, *values)  # type: ignore[no-untyped-call]

    def all(self, selector: str) -> list[WebElement]:
        """The elements that a selector finds."""
        return self.chromium.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        """The first of them."""
        return self.chromium.find_element(By.CSS_SELECTOR, selector)

    def names(self, classes: str) -> list[str]:
        """The names of all things drawn with these classes, as `.line.kind-lrpc`, in one pane."""
        text = "return [...document.querySelector('.pane').querySelectorAll(arguments[0])]"
        found: list[str] = self.script(f"{text}.map(each => each.dataset.name)", classes)
        return [name for name in found if name]

    def thing(self, name: str) -> WebElement:
        """What is drawn under a name."""
        return self.one(f'.pane g[data-name="{name}"]')

    def choose(self, name: str) -> None:
        """Selects a thing by the keyboard."""
        self.script("arguments[0].focus()", self.thing(name))
        self.press(Keys.ENTER)

    def press(self, *keys: str) -> None:
        """Types on whatever has the focus."""
        self.chromium.switch_to.active_element.send_keys(*keys)

    def click(self, text: str, inside: str = "body") -> None:
        """Clicks the button, or the label of a box to tick, that begins with a text."""
        for element in self.all(f"{inside} button, {inside} label"):
            if element.text.startswith(text):
                element.click()
                return
        raise AssertionError(f"nothing to click says `{text}`")

    def panel(self) -> str:
        """The text beside the drawing."""
        return self.one("#panel").text

    def errors(self) -> list[str]:
        """What the browser complained about."""
        entries = self.chromium.get_log("browser")  # type: ignore[no-untyped-call]
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE"]
