# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli interfaces core components bindings dimensions kernels
# One run in 3, unless changed: dimensions/platform/linux components/domains
"""Domains of a kernel on `hosted` are processes, and end with it, however that comes."""

from __future__ import annotations

import os
import re
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
        ledger = demo.ledger.SmallLedger;
    }
    relay = demo.ledger.LedgerRelay;
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

hostile_kernel = """// SPDX-License-Identifier: BSD-2-Clause
// Domains that do not keep to what kernel and processes agree on.
assembly Hostile extends WithDomains {
DOMAINS
    target hosted;
}
"""

hostile_domain = """    domain d{way} {{
        h{way} = sample.Hostile {{ way = {way} }};
        h{way}.log -> log.log via Syscall;
    }}
"""

hostile = """// SPDX-License-Identifier: BSD-2-Clause
// Does with its channel what no generated code does.
#include <hosted/domain_channel.hpp>
#include <sample/hostile.hpp>
#include <sys/socket.h>
#include <unistd.h>
namespace flat::sample {
void Hostile::run() {
    int const channel = arch::first_descriptor;
    arch::Message message{way == 3 ? u64{3} : u64{2}, {}};
    switch (way) {
    case 0: ::send(channel, &message, 3, 0); break;
    case 1: for (;;) ::send(channel, &message, sizeof message, 0);
    case 2: ::close(channel); break;
    case 3: ::send(channel, &message, sizeof message, 0); break;
    case 4: _exit(5);
    case 5: message.number = 1; message.words[0] = ~u64{0}; message.words[1] = 9;
            ::send(channel, &message, sizeof message, 0); break;
    }
    for (;;) {}
}
} // namespace flat::sample
"""

told = (
    r"calls entry 18446744073709551615, and has \d+",
    "takes no answers",
    "is killed by signal 9",
    "answers what nobody has called",
    "exits with 5",
    "shows text that it has not",
)
files |= {
    "kernels/hostile/hostile.flat": hostile_kernel.replace(
        "DOMAINS", "".join(hostile_domain.format(way=way) for way in range(len(told)))
    ),
    "components/sample/hostile.flat": files["components/sample/spinner.flat"]
    .replace("Spinner", "Hostile")
    .replace("spinner", "hostile")
    .replace("    source", "    attribute u32 way;\n    source"),
    "components/sample/hostile.hpp": files["components/sample/spinner.hpp"]
    .replace("Spinner", "Hostile")
    .replace("spinner", "hostile"),
    "components/sample/hostile.cpp": hostile,
}


sharing = """// SPDX-License-Identifier: BSD-2-Clause
// Asks the host for memory in ways that no component does, and says how much it gets.
#include <core/say.hpp>
#include <sample/sharing.hpp>
#include <sys/mman.h>
namespace flat::sample {
namespace {
constexpr usize step = 65536;
char* take(u64 way) {
    int const sort = way == 1 ? MAP_PRIVATE : MAP_SHARED;
    void* const got = mmap(nullptr, step, PROT_READ | PROT_WRITE, sort | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED) return nullptr;
    if (way == 2) mprotect(got, step, PROT_READ);
    return static_cast<char*>(got);
}
// A stack that grows has no error: the host ends the process.
void grow(u32 steps, char volatile& above) {
    char volatile room[step];
    room[0] = above;
    if (steps > 0) grow(steps - 1, room[0]);
    above = room[0];
}
} // namespace
void Sharing::run() {
    char volatile first = 1;
    if (way == 3) grow(100, first);
    u32 steps = 0;
    while (steps < 10000 && take(way)) ++steps;
    say(*log, "way {}: {} KiB", way, steps * step / 1024);
}
} // namespace flat::sample
"""

sharing_domain = """    domain d{way} {{
        s{way} = sample.Sharing {{ way = {way} }};
        s{way}.log -> log.log via Syscall;
    }}
    limit{way} = api.MemoryLimit {{ domain = "d{way}", pages = 1000 }};
"""

files |= {
    "kernels/sharing/sharing.flat": hostile_kernel.replace("Hostile", "Sharing").replace(
        "DOMAINS",
        "    quotas = memory.Quotas;\n"
        + "".join(sharing_domain.format(way=way) for way in range(4)),
    ),
    "components/sample/sharing.flat": files["components/sample/hostile.flat"]
    .replace("Hostile", "Sharing")
    .replace("hostile", "sharing"),
    "components/sample/sharing.hpp": files["components/sample/hostile.hpp"]
    .replace("Hostile", "Sharing")
    .replace("hostile", "sharing"),
    "components/sample/sharing.cpp": sharing,
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
        assert process.stdout.readline() in {
            "warning: domain app is killed by signal 9\n",
            "warning: domain books is killed by signal 9\n",
        }
        assert process.wait() == 101


def test_a_process_that_does_not_keep_to_what_was_agreed_ends_alone(image: Path) -> None:
    folder = image.parents[4]
    done = flat(folder, "run", "hostile", "--timeout", "100")
    assert "the kernel ended with status 101" in done.stderr
    for way, what in enumerate(told):
        assert re.search(f"^warning: domain d{way} {what}$", done.stdout, re.MULTILINE), done.stdout


def test_memory_of_all_sorts_counts_in_the_limit_of_a_process(image: Path) -> None:
    done = flat(image.parents[4], "run", "sharing", "--timeout", "100")
    said = done.stdout + done.stderr
    got = {int(way): int(kib) for way, kib in re.findall(r"way (\d): (\d+) KiB", said)}
    assert set(got) == {0, 1, 2}, said
    assert all(1000 < each < 4000 for each in got.values()), said
    assert max(got.values()) - min(got.values()) <= 64, said
    assert "domain d3" in said, said


limited_kernel = """// SPDX-License-Identifier: BSD-2-Clause
// Says hello from a domain with a limit of memory.
assembly Limited extends Domains {
LINES
    target hosted, x86_64;
}
"""


@pytest.mark.parametrize(
    ("lines", "code", "what"),
    [
        ('app_limit = api.MemoryLimit { domain = "app", pages = 100 };', "F0203", "quotas"),
        ('q = memory.Quotas; app_limit = api.MemoryLimit { domain = "app", pages = 0 };',
         "F0304", "1..16384"),
        ('q = memory.Quotas; app_limit = api.MemoryLimit { domain = "apps", pages = 9 };',
         "F0428", 'did you mean "app"?'),
        ('q = memory.Quotas; app_limit = api.MemoryLimit { domain = "app" };',
         "F0302", "pages"),
    ],
)  # fmt: skip
def test_limits_of_memory_that_nobody_could_keep_are_refused(
    tmp_path: Path, lines: str, code: str, what: str
) -> None:
    assembly = {"kernels/limited/limited.flat": limited_kernel.replace("LINES", f"    {lines}")}
    done = flat(make_workspace(tmp_path, assembly), "check", "limited")
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"error[{code}]" in done.stderr and what in done.stderr, done.stderr
