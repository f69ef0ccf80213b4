# SPDX-License-Identifier: BSD-2-Clause
"""What figures were measured with: another compiler moves those of the same source by 40 %."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence

from flatland.builder.ladder import Step
from flatland.builder.pipeline import BuildOptions, BuildResult
from flatland.builder.toolchain import compilers, optimization_flags

# What protects against speculation, by the component whose instance in a kernel has it on.
_protections = {
    "arch.PageIsolation": "page-table isolation",
    "arch.FlushOnSwitch": "flushes on switch",
    "arch.RestrictedBranches": "restricted branches",
}


def provenance(built: BuildResult, options: BuildOptions) -> dict[str, str]:
    """Variant, compiler, flags, emulator, what is on against speculation, and commit; what cannot
    be found out is left out."""
    compiler = compilers[options.compiler]
    facts = {
        "variant": options.step.name,
        "compiler": f"{compiler.name} {_number(compiler.version())}",
        "flags": optimization_flags[built.optimize],
    }
    if built.run.kind == "qemu":
        program = built.run.command[0]
        facts["emulator"] = f"QEMU {_number(_output([program, '--version']))}, TCG"
        found = what_is_on(built.components, options.step)
        facts["protections"] = f"against speculation: {found}"
    commit = _output(["git", "-C", str(built.workspace.kit), "describe", "--always", "--dirty"])
    if commit:
        facts["commit"] = commit
    return facts


def sentence(facts: dict[str, str]) -> str:
    """`Measured: variant virtual, clang 19.1.7 -O2, QEMU 7.2.22, TCG, against speculation: nothing,
    commit 1a2b3c4.`"""
    compiler = f"{facts['compiler']} {facts['flags']}"
    words = [f"variant {facts['variant']}", compiler]
    words += [facts["emulator"]] if "emulator" in facts else []
    words += [facts["protections"]] if "protections" in facts else []
    words += [f"commit {facts['commit']}"] if "commit" in facts else []
    return f"Measured: {', '.join(words)}."


def what_is_on(components: Sequence[str], step: Step) -> str:
    """What a kernel of these components has on against speculation."""
    words = ["retpolines"] if step.retpolines else []
    words += [text for component, text in _protections.items() if component in components]
    return " and ".join(words) or "nothing"


def _output(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.partition("\n")[0].strip() if done.returncode == 0 else ""


def _number(version: str) -> str:
    """`19.1.7` of `Debian clang version 19.1.7 (3~deb12u1)`."""
    found = re.search(r"\d+(\.\d+)+", version)
    return found.group() if found else "of unknown version"
