# SPDX-License-Identifier: BSD-2-Clause
"""What the tests of the documents share: what the kit says that it has, asked once."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest
from documents import Document, documents, kit


@pytest.fixture(scope="session")
def inventory() -> dict[str, list[dict[str, Any]]]:
    """What `flat list` lists, by kind."""
    command = [str(kit / "flat"), "list", "--format", "json"]
    done = subprocess.run(command, cwd=kit, capture_output=True, text=True, check=True)
    found: dict[str, list[dict[str, Any]]] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="session")
def texts() -> dict[str, Document]:
    """Every document by its path below the kit."""
    return {document.name: document for document in documents()}
