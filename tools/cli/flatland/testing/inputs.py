# SPDX-License-Identifier: BSD-2-Clause
"""What kinds of tests read, as paths from the top: rather too much than too little."""

from __future__ import annotations

kernel_sources = (
    *("core", "interfaces", "dimensions", "components", "bindings", "kernels", "user", "bench"),
    *("tools/cli/flatland", "tools/memtrace", "tools/CMakeLists.txt"),
    *("tools/collapse", "tools/reorder", "tools/rewrite"),
)
"""All that building, running and tracing any kernel in any variant depends on."""
always = ("flat", "tools/cli/requirements.txt", "tools/cli/flatland/testing")
"""What every job depends on."""
everything = (".",)
"""The whole workspace but its products."""
