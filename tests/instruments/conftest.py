# SPDX-License-Identifier: BSD-2-Clause
"""What the tests of the instruments share: the plugin, and the guests, built once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from guests import build_guest, build_plugin


@pytest.fixture(scope="session")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plugin as a shared library."""
    return build_plugin(tmp_path_factory.mktemp("plugin"))


@pytest.fixture(scope="session")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """Makes the image of a guest that is one assembly file, unless it has been made."""
    folder = tmp_path_factory.mktemp("guests")
    images: dict[Path, Path] = {}

    def build(source: Path) -> Path:
        if source not in images:
            images[source] = build_guest(source, folder)
        return images[source]

    return build
