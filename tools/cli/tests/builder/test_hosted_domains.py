# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli interfaces core components bindings dimensions kernels
"""Domains of a kernel on `hosted` are processes, and end with it, however that comes."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.builder.sample import flat, make_workspace

kernel = """// SPDX-License-Identifier: BSD-2-Clause
// A domain that never ends, and one that is called.
assembly Endless extends WithDomains {
    domain app {
        spinner = sample.Spinner;
        spinner.log -> log.log via Syscall;
    }
    domain books {
        nothing = boot.Nothing;
        ledger = demo.SmallLedger;
    }
    relay = demo.LedgerRelay;
    relay.beyond -> ledger.ledger via Upcall;
    target hosted;
}
"""

files = {
    "kernels/endless/endless.flat": kernel,
    "components/sample/spinner.flat": """// SPDX-License-Identifier: BSD-2-Clause
// Never ends.
component Spinner {
    provides Entry entry;
    requires Log log;
    source "spinner.cpp";
}
""",
    "components/sample/spinner.hpp": """// SPDX-License-Identifier: BSD-2-Clause
// Never ends.
#pragma once
#include <sample/spinner.flat.hpp>
namespace flat::sample {
class Spinner : public SpinnerComponent {
public:
    using SpinnerComponent::SpinnerComponent;
    void run() override;
};
} // namespace flat::sample
""",
    "components/sample/spinner.cpp": """// SPDX-License-Identifier: BSD-2-Clause
// Never ends.
#include <core/say.hpp>
#include <sample/spinner.hpp>
namespace flat::sample {
void Spinner::run() {
    say(*log, "spinning");
    for (u64 volatile count = 0;; count = count + 1) {}
}
} // namespace flat::sample
""",
}


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built kernel."""
    folder = make_workspace(tmp_path_factory.mktemp("endless"), files)
    done = flat(folder, "build", "endless")
    assert done.returncode == 0, done.stderr
    return folder / "build/kernels/endless/hosted/endless.elf"


def _children(process: int) -> list[int]:
    text = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(each) for each in text.split()]


def _is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


def _comes(condition: Callable[[], bool]) -> bool:
    """Whether something comes true; how long that takes is not of interest."""
    for _ in range(3000):
        if condition():
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_kernel_that_is_killed_leaves_no_process(image: Path, end: signal.Signals) -> None:
    with subprocess.Popen([image], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "spinning\n"
        children = _children(process.pid)
        assert len(children) == 2
        assert all(map(_is_running, children))
        os.kill(process.pid, end)
        assert process.wait() == -end
    assert _comes(lambda: not any(map(_is_running, children)))


def test_a_domain_that_is_killed_ends_alone(image: Path) -> None:
    with subprocess.Popen([image], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "spinning\n"
        for child in _children(process.pid):
            if child != process.pid:
                os.kill(child, signal.SIGKILL)
        told = {process.stdout.readline()}
        assert told <= {
            "warning: domain app is killed by signal 9\n",
            "warning: domain books is killed by signal 9\n",
        }
        assert process.wait() == 101
