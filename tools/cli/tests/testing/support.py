# SPDX-License-Identifier: BSD-2-Clause
"""What tests of the test runner share."""

from __future__ import annotations

from flatland import paths
from flatland.builder.workspace import Workspace

kit = Workspace(paths.kit, paths.kit)
