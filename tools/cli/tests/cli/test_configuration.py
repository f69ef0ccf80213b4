# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels docs/errors core dimensions
"""Tests of what a source's place says about the configuration that it is tested in."""

from __future__ import annotations

import pytest

from flatland import paths
from flatland.builder.resolution import load_library
from flatland.builder.workspace import Workspace
from flatland.testing.configuration import Configuration, Configurations

configurations = Configurations(load_library(Workspace(paths.kit, paths.kit)))


@pytest.mark.parametrize(
    ("file", "preferred", "arch", "api"),
    [
        ("core/containers/list_test.cpp", "hosted", "hosted", "none"),
        ("dimensions/arch/x86_64/start/boot.cpp", "hosted", "x86_64", "none"),
        ("dimensions/platform/pc/acpi_test.cpp", "hosted", "x86_64", "none"),
        # An API is tested on the host and checked freestanding, where it has a binding to both.
        ("dimensions/api/v4/ipc/ipc_test.cpp", "hosted", "hosted", "v4"),
        ("dimensions/api/v4/ipc.hpp", "x86_64", "x86_64", "v4"),
        ("dimensions/api/none/tcb_api.hpp", "x86_64", "x86_64", "none"),
        # A binding is its architecture's, whatever is preferred.
        ("dimensions/api/v4/on/x86_64/faults.hpp", "hosted", "x86_64", "v4"),
        ("dimensions/api/v4/on/hosted/current.hpp", "x86_64", "hosted", "v4"),
    ],
)
def test_a_place_chooses_the_variants(file: str, preferred: str, arch: str, api: str) -> None:
    default = Configuration(arch=preferred)
    found = configurations.for_file(paths.kit / file, paths.kit, default)
    assert (found.arch, found.api) == (arch, api)
