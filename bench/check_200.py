# SPDX-License-Identifier: BSD-2-Clause
"""Measures `flat check` of an assembly of 200 instances, as a whole process with a warm cache.

Usage: python3 bench/check_200.py [--instances N] [--domains N] [--runs N] [--limit-ms MS]
Exit code 1 if the shortest run is above the limit: what else the machine does only adds to it.
"""

from __future__ import annotations

import argparse
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

kit = Path(__file__).resolve().parents[1]
component_count = 50


def write_workspace(folder: Path, instances: int, domains: int) -> Path:
    """Chains of log filters, one in each domain, to the kernel's log; returns the assembly."""
    package = folder / "components" / "bench"
    package.mkdir(parents=True)
    for number in range(component_count):
        (package / f"filter{number}.flat").write_text(
            f"// SPDX-License-Identifier: BSD-2-Clause\n"
            f"// Filter {number} of the chain.\n"
            f"component Filter{number} {{\n"
            f"    provides Log log;\n"
            f"    requires Log next;\n"
            f"    requires Console console;\n"
            f"    attribute u32 level = {number} in 0..1000;\n"
            f'    source "filter{number}.cpp";\n'
            f"}}\n"
        )
        (package / f"filter{number}.hpp").touch()
        (package / f"filter{number}.cpp").touch()
    (package / "main.flat").write_text(
        "// SPDX-License-Identifier: BSD-2-Clause\n"
        "// Where the kernel begins.\n"
        "component Main {\n"
        "    provides Entry entry;\n"
        "    requires Log log;\n"
        "}\n"
    )
    (package / "main.hpp").touch()
    kernel = folder / "kernels" / "big"
    kernel.mkdir(parents=True)
    file = kernel / "big.flat"
    if domains > 1:
        head, target = "assembly Big extends flat.WithDomains", "x86_64"
        logs = [f"{each}.log -> log.log;" for each in ("domains", "programs")]
        body = [*logs, *_domains(domains, instances // domains)]
    else:
        head, target = "assembly Big", "hosted"
        body = ["console = platform.Console;", "log = log.Console;", *part("", instances - 2)]
    text = "".join(f"    {line}\n" for line in [f"target {target};", *body])
    file.write_text(f"{head} {{\n{text}}}\n")
    return file


def _domains(count: int, instances: int) -> list[str]:
    """The blocks of domains beside the kernel's, each with a chain that ends in the kernel."""
    lines = []
    for number in range(count):
        inner = part(f"d{number}_", instances)
        lines += [f"domain d{number} {{", *(f"    {line}" for line in inner), "}"]
    return lines


def part(prefix: str, instances: int) -> list[str]:
    """A chain of filters, of the kernel or, with a prefix, of a domain beside it."""
    crossing = " via Syscall" if prefix else ""
    chain = [f"{prefix}filter{number}" for number in range(instances - 1)]
    statements = [f"{prefix}main = bench.Main;"]
    for number, name in enumerate(chain):
        component = f"Filter{number % component_count}"
        statements.append(f"{name} = {component} {{ level = {number} }};")
        statements.append(f"{name}.console -> console.console{crossing};")
    statements.append(f"{prefix}main.log -> {chain[0]}.log;")
    for client, server in zip(chain, [*chain[1:], "log"], strict=True):
        kind = crossing if server == "log" else ""
        statements.append(f"{client}.next -> {server}.log{kind};")
    return statements


def run_check(file: Path) -> tuple[float, float]:
    """Wall and processor milliseconds of one `flat check`; ends the benchmark if it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    done = subprocess.run([kit / "flat", "check", file], capture_output=True, text=True)
    elapsed_ms = (time.perf_counter() - started) * 1000
    if done.returncode != 0:
        sys.exit(f"flat check failed:\n{done.stdout}{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return elapsed_ms, processor * 1000


def counted(number: int, what: str) -> str:
    """`1 domain`, `5 domains`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def commit() -> str:
    """The commit measured, with a + if files differ from it."""
    command = ["git", "-C", str(kit), "describe", "--always", "--dirty=+"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip() or "unknown"


def main() -> int:
    """Generates, warms up, measures, prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instances", type=int, default=200)
    parser.add_argument("--domains", type=int, default=1)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--limit-ms", type=float, default=200.0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = write_workspace(Path(folder), arguments.instances, arguments.domains)
        time.sleep(0.2)  # files younger than 0.1 s are not kept in the cache
        cold_ms, _ = run_check(file)
        run_check(file)
        runs = [run_check(file) for _ in range(arguments.runs)]
    times = sorted(wall for wall, _ in runs)
    print(
        f"flat check, {arguments.instances} instances of {component_count} components in "
        f"{counted(arguments.domains, 'domain')}, warm: "
        f"n {len(times)}, min {times[0]:.0f}, median {statistics.median(times):.0f}, "
        f"max {times[-1]:.0f} ms; processor time median "
        f"{statistics.median(processor for _, processor in runs):.0f} ms; "
        f"cold {cold_ms:.0f} ms; "
        f"Python {platform.python_version()}, {platform.machine()}, commit {commit()}"
    )
    return 0 if times[0] <= arguments.limit_ms else 1


if __name__ == "__main__":
    sys.exit(main())
