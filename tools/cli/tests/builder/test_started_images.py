# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli interfaces core components bindings dimensions kernels
# One run in 3, unless changed: components/domains tools/cli/flatland/builder
"""The image of a domain that is built alone, and started by a kernel that was built without it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.builder.sample import flat, make_workspace

files = {
    "components/later/starter.flat": """// SPDX-License-Identifier: BSD-2-Clause
// Starts the program of the boot module as the domain `app`.
component Starter {
    provides boot.Entry entry;
    requires service.Programs programs;
    source "starter.cpp";
}
""",
    "components/later/starter.hpp": """#pragma once
#include <later/starter.flat.hpp>
namespace flat::later {
class Starter : public StarterComponent {
public:
    using StarterComponent::StarterComponent;
    void run() override;
};
}
""",
    "components/later/starter.cpp": """#include <core/image/boot_module.hpp>
#include <core/text.hpp>
#include <domain/last_resort.hpp>
#include <flat/domain/domain.hpp>
#include <later/starter.hpp>
namespace flat::later {
void Starter::run() {
    Span<u8 const> const file(flat_modules[0].begin, flat_modules[0].size_bytes);
    auto const made = programs->load(file, Text("app").bytes(), Text("late\\0", 5).bytes());
    using Code = domain::ProgramError::Code;
    if (made.is_error()) domain::end(made.error().code == Code::wrong_calls ? 1 : 2);
    made.value()->start();
    (void)made.value()->join();
}
}
""",
    "kernels/host/host.flat": """assembly Host extends WithDomains {
    entry = later.Starter;
    loader = service.ElfPrograms;
    quotas = memory.Quotas;
    power = platform.Power;
    domain app {
        hello = boot.Hello { greeting = "I came with the kernel." };
        hello.log -> log.log via Syscall;
        hello.power -> power.power via Syscall;
    }
    module program = "late.elf";
    target x86_64;
}
""",
    "kernels/guest/guest.flat": """assembly Guest extends Host {
    domain app {
        hello = boot.Hello { greeting = "I came later." };
    }
}
""",
    "kernels/stranger/stranger.flat": """assembly Stranger extends Host {
    domain app {
        hello = boot.Hello { greeting = "I am no guest." };
        hello.log -> log.log via Monitored, Syscall;
        controls = binding.Registry;
    }
}
""",
    "late.elf": "no program yet",
}


def run_with(folder: Path, kernel: str) -> subprocess.CompletedProcess[str]:
    """Runs the host with the image that a kernel of that name has for the domain."""
    built = flat(folder, "build", kernel, "--domain", "app")
    assert built.returncode == 0, built.stderr
    shutil.copyfile(folder / built.stdout.strip(), folder / "late.elf")
    image = folder / f"build/kernels/{kernel}/x86_64/{kernel}.elf"
    assert not image.exists()  # the domain's alone was built
    return flat(folder, "run", "host", "--timeout", "60")


def test_a_kernel_starts_an_image_that_was_built_alone_for_the_same_calls(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path, files)
    done = run_with(folder, "guest")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("I came later.\nI am made of\n    hello: boot.Hello\n")
    done = run_with(folder, "stranger")
    assert "warning: not started: late: it is made for other calls" in done.stdout
    assert "the kernel ended with status 1" in done.stderr
    done = flat(folder, "build", "guest", "--domain", "other")
    assert (done.returncode, done.stdout) == (2, "")
    assert "error[F0723]: guest has no domain `other`" in done.stderr
    assert "help: it has app" in done.stderr
