# SPDX-License-Identifier: BSD-2-Clause
"""Debian's POSIX Test Suite: its tests as one static program, and what they say.

As a program it runs all of them in the kernel and prints what came of that, by interface.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from both import run_here

from flatland import paths

sys.path.insert(0, str(paths.kit / "tools" / "real"))
from realcode import source

_suite = source.Source(
    name="posixtestsuite",
    about="programs that test what POSIX says of 185 functions",
    package="posixtestsuite",
    tarball="posixtestsuite_1.5.2.orig.tar.gz",
    sha256="15a2185672127cba851d35ec9d538ff6148defdbb75f99c7e9c50aeba0f94757",
)
_flags = ["-std=gnu99", "-O1", "-w", "-fcommon", "-D_POSIX_C_SOURCE=200112L"]
_flags += ["-D_XOPEN_SOURCE=600", "-ffunction-sections"]

_lacking = ["-D_GNU_SOURCE", "-include", "fcntl.h", "-include", "signal.h"]
"""What some use and do not ask for."""

outcomes = {0: "passed", 1: "failed", 2: "unresolved", 4: "unsupported", 5: "untested"}
"""What a test says by its status (include/posixtest.h)."""


def unpacked(cache: Path) -> Path:
    """The suite's folder, fetched and unpacked once."""
    folder = cache / "sources"
    if not folder.is_dir():
        tarball = source.fetch(_suite, cache)
        source.unpack(tarball, folder)
    return next(folder.iterdir())


def tests(suite: Path) -> dict[str, Path]:
    """The tests that run, by interface and number: those that are only compiled are left out."""
    found = {}
    for part in ("behavior", "interfaces"):
        folder = suite / "conformance" / part
        for path in folder.rglob("*-*.c"):
            if re.fullmatch(r"\d+-\d+\.c", path.name):
                found[path.relative_to(folder).with_suffix("").as_posix()] = path
    return dict(sorted(found.items(), key=lambda each: _order(each[0])))


def _order(name: str) -> tuple[str, list[int]]:
    folder, _, numbers = name.rpartition("/")
    return folder, [int(number) for number in numbers.split("-")]


def _symbol(name: str) -> str:
    return "test_" + re.sub(r"\W", "_", name)


def _compile(suite: Path, name: str, path: Path, objects: Path) -> Path | None:
    """A test whose only name for others is its own; None if this compiler refuses it."""
    made = objects / f"{_symbol(name)}.o"
    if made.exists():
        return made
    part = made.with_suffix(".part")
    text = path.read_text(encoding="utf-8", errors="replace").replace("!= 200112L", "< 200112L")
    command = ["gcc", *_flags, f"-I{suite / 'include'}", f"-I{path.parent}", "-c", "-x", "c", "-"]
    command += ["-o", str(part)]
    given = f'#line 1 "{path.name}"\n{text}'
    for more in ([], _lacking):
        done = subprocess.run([*command, *more], input=given, text=True, capture_output=True)
        if done.returncode == 0:
            break
    else:
        return None
    rename = ["--redefine-sym", f"main={_symbol(name)}", "--keep-global-symbol", _symbol(name)]
    subprocess.run(["objcopy", *rename, part], check=True)
    names = subprocess.run(
        ["nm", "-g", "--defined-only", part], capture_output=True, text=True, check=True
    ).stdout
    if _symbol(name) not in names.split():
        return None  # it is compiled, and no program
    part.rename(made)
    return made


def build(suite: Path, chosen: Sequence[str], folder: Path) -> tuple[Path, list[str]]:
    """One program of all chosen tests, each run by its name, and those of them that it has."""
    objects = folder / "objects"
    objects.mkdir(parents=True, exist_ok=True)
    all_tests = tests(suite)
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        made = list(
            workers.map(lambda name: _compile(suite, name, all_tests[name], objects), chosen)
        )
    there = [name for name, path in zip(chosen, made, strict=True) if path]
    table = folder / "table.c"
    table.write_text(_dispatcher(there), encoding="utf-8")
    program = folder / "posix"
    listed = folder / "objects.txt"
    listed.write_text("\n".join(str(path) for path in made if path), encoding="utf-8")
    command = ["gcc", "-O1", "-static", "-pthread", "-Wl,--gc-sections", "-o", str(program)]
    command += [str(table), f"@{listed}", "-lrt", "-lm"]
    subprocess.run(command, check=True, capture_output=True)
    return program, there


def _dispatcher(names: Sequence[str]) -> str:
    """A main that calls the test that its first argument names, as if it were alone."""
    declared = "".join(f"int {_symbol(name)}(int, char**);\n" for name in names)
    rows = "".join(f'    {{"{name}", {_symbol(name)}}},\n' for name in names)
    return f"""#include <stdio.h>
#include <string.h>
{declared}
static struct {{ char const* name; int (*run)(int, char**); }} const tests[] = {{
{rows}}};
int main(int count, char** arguments) {{
    for (unsigned i = 0; count > 1 && i < sizeof tests / sizeof *tests; ++i)
        if (!strcmp(tests[i].name, arguments[1])) return tests[i].run(count - 1, arguments + 1);
    fprintf(stderr, "no such test\\n");
    return 99;
}}
"""


_in_one_run = 150
_patience_s = 1500
_test_s = 20  # of the kernel's own time, which passes only while something runs or is waited for
_script = """cd /tmp
for test in $(cat /list); do
    timeout -s KILL {seconds} setsid /programs/posix $test > /tmp/.said 2>&1
    echo "=== $test $?"
done
"""


def results(program: Path, names: Sequence[str], folder: Path) -> dict[str, int]:
    """The status of each test in the kernel; 137 of one that did not end."""
    script = folder / "run"
    script.write_text(_script.format(seconds=_test_s), encoding="utf-8")
    found: dict[str, int] = {}
    for begin in range(0, len(names), _in_one_run):
        part = names[begin : begin + _in_one_run]
        listed = folder / "list"
        listed.write_text("\n".join(part) + "\n", encoding="utf-8")
        files = {"programs/posix": program, "list": listed, "run": script}
        done = run_here("exec sh /run", files, _patience_s)
        assert "panic" not in done.stdout, done.stdout
        for name, status in re.findall(r"^=== (\S+) (\d+)", done.stdout, re.M):
            found[name] = int(status)
    return found


_listed = Path(__file__).with_name("posix_failing.txt")
on_linux_too = "on Linux too"
untested = "not run to its end"


def known() -> dict[str, str]:
    """The tests that are known not to pass, with the reason."""
    lines = (
        line.split("#")[0].strip() for line in _listed.read_text(encoding="utf-8").splitlines()
    )
    return dict(line.split(": ", 1) for line in lines if line)


def _main() -> None:
    """Prints a line for each interface, and how many of those in scope pass."""
    folder = paths.kit / "build" / "posix"
    suite = unpacked(folder)
    program, there = build(suite, list(tests(suite)), folder)
    reasons = known()
    found = results(program, [name for name in there if reasons.get(name) != untested], folder)
    passed = {name for name in there if found.get(name) == 0}
    scope = {name for name in there if name in passed or reasons.get(name) != on_linux_too}
    for interface in dict.fromkeys(name.split("/")[0] for name in there):
        own = [name for name in there if name.split("/")[0] == interface]
        failing = {
            name: reasons.get(name, outcomes.get(found.get(name, -1), "no end"))
            for name in own
            if name not in passed
        }
        print(f"{interface}: {len(passed.intersection(own))} of {len(own)}", failing or "")
    share = 100 * len(passed) / len(scope)
    print(f"all: {len(passed)} of {len(there)}, {share:.1f} % of the {len(scope)} in scope")


if __name__ == "__main__":
    _main()
