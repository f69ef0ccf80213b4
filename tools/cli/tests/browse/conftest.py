# SPDX-License-Identifier: BSD-2-Clause
"""A headless Chromium for the tests of the graph browser, started once for all of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

from flatland.setup.install import ensure
from flatland.setup.tools import find


@pytest.fixture(scope="session")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the browser puts the files that a page hands out."""
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="session")
def chromium(downloads: Path) -> Iterator[Chrome]:
    ensure(find("chromium", "chromedriver", "fonts"))
    options = ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for word in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"):
        options.add_argument(f"--{word}")
    options.add_argument("--window-size=1400,800")
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    driver = Chrome(options=options, service=Service(str(shutil.which("chromedriver"))))
    yield driver
    driver.quit()
