# SPDX-License-Identifier: BSD-2-Clause
"""What tests with libtirpc share: its source, and the tool."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from realcode.options import KIT
from realcode.source import Unavailable, fetch, unpack
from realcode.tirpc import LIBRARY


@pytest.fixture(scope="session")
def tirpc_source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library's source; tests that need it are skipped if it cannot be had."""
    try:
        tarball = fetch(LIBRARY, KIT / "build" / "real-code")
    except Unavailable as error:
        pytest.skip(f"the source of {LIBRARY.name} cannot be had: {error}")
    return unpack(tarball, tmp_path_factory.mktemp("tirpc") / "source")


@pytest.fixture(scope="session")
def specialize() -> str:
    """The path of the tool, which is made if need be."""
    sys.path.insert(0, str(KIT / "tools" / "cli"))
    from flatland.setup.native_tools import kit_tool, make_kit_tool

    make_kit_tool("specialize", verbose=False)
    return str(kit_tool("specialize").program)
