# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
# Builds: hello
"""What compilers read for a kernel is held against what its test states."""

from __future__ import annotations

import pytest

from flatland.builder.pipeline import build
from flatland.testing.built_from import not_stated, options_of
from flatland.testing.kernel_reads import kernel_inputs
from tests.testing.support import kit


@pytest.mark.parametrize("retpolines", [False, True])
def test_a_header_that_a_kernel_was_built_from_and_that_is_not_stated_is_a_failure(
    retpolines: bool,
) -> None:
    options = options_of("hosted", "clang", "virtual", retpolines)
    build("hello", options)
    inputs = kernel_inputs(kit, [("hello", "hosted")])
    assert not list(not_stated(kit, "boot/hello", inputs, "hello", options))
    header = "core/required.hpp"
    too_few = [each for each in inputs if each != header]
    (failure,) = not_stated(kit, "boot/hello", too_few, "hello", options)
    assert failure.outcome == "failed"
    assert f"  {header}\n" in failure.detail


def test_a_folder_states_what_lies_below_it() -> None:
    options = options_of("hosted", "clang", "virtual")
    build("hello", options)
    inputs = [each for each in kernel_inputs(kit, [("hello", "hosted")]) if each[:5] != "core/"]
    assert not list(not_stated(kit, "boot/hello", ["core", *inputs], "hello", options))
