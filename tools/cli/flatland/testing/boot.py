# SPDX-License-Identifier: BSD-2-Clause
"""Boot tests: a kernel is run and its console must show certain lines, in order and in time.

A test is a file tests/boot/<name>.toml:

    summary = "what it shows"
    like = "disks"                    # what it does not say is as that test says; default: none
    kernel = "hello"
    targets = ["hosted", "x86_64"]    # each is a test
    compilers = ["clang", "g++"]      # default: clang
    variants = ["virtual", "flat"]    # default: virtual
    timeout_s = 20                    # default: 60
    lines = ["Hello", "…"]            # regular expressions; each must match a later line
    never = ["panic"]                 # no line may match one of these
    exit_code = 0                     # of `flat run`; default: 0
    input = "list\\n"                  # what its console's input gets; default: nothing
    input_after = ["ready"]           # lines that it shows before that, in any order; default: none
    until = "ready"                   # a line that matches ends it with success; default: none
    beside = "server"                 # a kernel that runs meanwhile, once it has said something
    configuration = "patient"         # which of its configurations; default: the first
    keys = "a,esc"                    # that are pressed once it has said something; default: none
    disk = "truncate -s 1M $DISK"     # what makes its disk, and $DISK.1 for more; default: none
    program = ["/bin/busybox", "true"]  # what it is to run, and its arguments; default: nothing
    retpolines = true                 # its indirect branches are hardened; default: not
    exhaustive = true                 # it takes long: only with --exhaustive, or when it is named
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count, groupby, takewhile
from pathlib import Path
from typing import Any

from flatland import paths
from flatland.builder.workspace import Workspace
from flatland.errors import failure, shown
from flatland.testing import pairwise
from flatland.testing.built_from import not_stated, options_of
from flatland.testing.compilations import remembering
from flatland.testing.console_input import run_with_input
from flatland.testing.job import Job
from flatland.testing.kernel_reads import kernel_inputs, kernel_parts, kernel_reads
from flatland.testing.results import Context, Result, failed, passed
from flatland.testing.usual_part import compiler_of_run, is_changed, part_of, varied

runs = 4
"""How many usual runs have a test of each file between them."""
changed_max = 24
"""How many others a usual run has as well, where something is changed that is in many kernels."""
_keys = {
    "summary",
    "like",
    "kernel",
    "targets",
    "compilers",
    "variants",
    "timeout_s",
    "lines",
    "never",
    "exit_code",
    "exhaustive",
    "input",
    "input_after",
    "until",
    "beside",
    "configuration",
    "keys",
    "disk",
    "program",
    "retpolines",
}


@dataclass(frozen=True)
class BootTest:
    """One variant of one kernel on one target, built with one compiler."""

    name: str
    kernel: str
    target: str
    compiler: str
    variant: str
    timeout_s: float
    lines: tuple[str, ...]
    never: tuple[str, ...]
    exit_code: int
    is_exhaustive: bool
    input: str = ""
    input_after: tuple[str, ...] = ()
    until: str | None = None
    beside: str | None = None
    configuration: str | None = None
    keys: str | None = None
    disk: str | None = None
    program: tuple[str, ...] = ()
    retpolines: bool = False
    like: str | None = None

    @property
    def file(self) -> str:
        """The file that states it, without suffix: `hello`."""
        return self.name.split("/")[1]

    @property
    def stated_in(self) -> tuple[str, ...]:
        """The files that state it, from the kit's folder on."""
        names = (self.file, self.like) if self.like else (self.file,)
        return tuple(f"tests/boot/{name}.toml" for name in names)

    @property
    def factors(self) -> pairwise.Row:
        """What it combines."""
        return self.file, self.target, self.compiler, self.variant

    @property
    def way(self) -> str:
        """How its kernel is built: `x86_64/clang/flat`."""
        return f"{self.target}/{self.compiler}/{self.variant}"

    @property
    def command(self) -> list[str]:
        """The arguments of flat that run it."""
        more = [] if self.until is None else ["--until", self.until]
        more += ["--configuration", self.configuration] if self.configuration else []
        more += ["--keys", self.keys] if self.keys else []
        return [*self._running(self.kernel), *more]

    @property
    def program_words(self) -> list[str]:
        """Those after all others: what the kernel is to run."""
        return ["--", *self.program] if self.program else []

    @property
    def command_beside(self) -> list[str]:
        """Those that run the other kernel, which does not end by itself."""
        return self._running(self.beside or "")

    def _running(self, kernel: str) -> list[str]:
        words = ["run", kernel, "-t", self.target, "--timeout", f"{self.timeout_s:g}"]
        words += [] if self.compiler == "clang" else ["--compiler", self.compiler]
        words += ["--retpolines"] if self.retpolines else []
        return words if self.variant == "virtual" else [*words, "--variant", self.variant]


def labels(context: Context) -> list[str]:
    """The tests' names: `boot/hello`, with its target and compiler after it."""
    return [test.name for test in every(context)]


def files(workspace: Workspace) -> list[Path]:
    """The files that state boot tests."""
    return sorted((workspace.folder / "tests" / "boot").glob("*.toml"))


def every(context: Context) -> list[BootTest]:
    """All boot tests, in the order of their files."""
    return [test for file in files(context.workspace) for test in read_boot_tests(file)]


def read_boot_tests(file: Path) -> list[BootTest]:
    """The tests of one file; a malformed one is a user error."""
    try:
        values = _values_of(file)
        if "like" in values:
            values = _values_of(file.with_name(f"{values['like']}.toml")) | values
        unknown = sorted(set(values) - _keys)
        if unknown:
            raise ValueError(f"`{unknown[0]}` is not one of {', '.join(sorted(_keys))}")
        single = [values["until"]] if "until" in values else []
        many = [each for key in ("lines", "never", "input_after") for each in values.get(key, ())]
        for pattern in (*many, *single):
            re.compile(pattern)
        return [
            BootTest(
                f"boot/{file.stem}/{target}/{compiler}{_suffix(variant)}",
                values["kernel"],
                target,
                compiler,
                variant,
                float(values.get("timeout_s", 60)),
                tuple(values["lines"]),
                tuple(values.get("never", ())),
                int(values.get("exit_code", 0)),
                bool(values.get("exhaustive", False)),
                str(values.get("input", "")),
                tuple(values.get("input_after", ())),
                values.get("until"),
                values.get("beside"),
                values.get("configuration"),
                values.get("keys"),
                values.get("disk"),
                tuple(values.get("program", ())),
                bool(values.get("retpolines", False)),
                values.get("like"),
            )
            for target in values["targets"]
            for compiler in values.get("compilers", ["clang"])
            for variant in values.get("variants", ["virtual"])
        ]
    except (KeyError, TypeError, ValueError, re.error) as problem:
        what = f"lacks `{problem.args[0]}`" if isinstance(problem, KeyError) else str(problem)
        raise failure("F0807", f"{shown(file)}: {what}") from problem


def _values_of(file: Path) -> dict[str, Any]:
    """What a file says."""
    if not file.exists():
        raise ValueError(f"there is no {shown(file)}")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _suffix(variant: str) -> str:
    return "" if variant == "virtual" else f"/{variant}"


def jobs(context: Context) -> Iterator[Job]:
    """A job for each file of tests: its kernels share products, and would wait for each other.

    Where nothing is named, `usual` tests run; the job is called by those, too, since others of the
    same file may have passed in another run.
    """
    is_choice = not context.selection.names and not context.exhaustive
    wanted = [test for test in every(context) if context.selection.wants("boot", test.name)]
    more = remembering(context) if wanted else {}
    for file, tests in groupby(usual(context) if is_choice else wanted, lambda test: test.file):
        together = list(tests)
        ways = [test.way for test in together] if is_choice else []
        inputs = inputs_of(context.workspace, together)
        run = partial(_run, context, together, more, inputs)
        yield Job(" ".join([f"boot/{file}", *ways]), run, inputs)


def inputs_of(workspace: Workspace, tests: Sequence[BootTest]) -> tuple[str, ...]:
    """What tests of one file read."""
    made = dict.fromkeys((name, target) for name, target, _ in built(tests))
    return (*tests[0].stated_in, *kernel_inputs(workspace, made))


def usual(context: Context) -> list[BootTest]:
    """What a run tries that names nothing: one test of each other file, chosen by the seed.

    A file is tried in any case that was changed, or something in the folder of its kernel; of
    those whose kernels have something that was changed elsewhere, at most `changed_max`, which have
    most components, binding kinds and variants between them. Each two of target, compiler and
    variant that tests combine are combined by one of these; where that leaves a choice, it is the
    compiler of the run.
    """
    tests = [test for test in every(context) if not test.is_exhaustive]
    by_file = [(file, list(own)) for file, own in groupby(tests, lambda test: test.file)]
    part = part_of(context, by_file, lambda each: _stated(context, each[1]), runs)
    others = (each for each in by_file if each not in part)
    changed = [each for each in others if is_changed(context, _reads(context, each[1]))]

    def parts(each: tuple[str, list[BootTest]]) -> frozenset[str]:
        return _parts(context, each[1])

    part += varied(changed, parts, changed_max, frozenset().union(*map(parts, part)))
    rows = [test.factors for _, own in part for test in own]
    preferred = compiler_of_run(context.part)
    chosen = set(pairwise.one_of_each(rows, context.part, preferred))
    return [test for test in tests if test.factors in chosen]


def built(tests: Iterable[BootTest]) -> Iterator[pairwise.Row]:
    """The kernels that tests build, each with its target and compiler."""
    for test in tests:
        yield test.kernel, test.target, test.compiler
        if test.beside:
            yield test.beside, test.target, test.compiler


def _stated(context: Context, tests: Sequence[BootTest]) -> Iterator[Path]:
    """The file of tests, and what states their kernels."""
    workspace = context.workspace
    for name in tests[0].stated_in:
        yield workspace.folder / name
    assemblies = [root / "kernels" for root in workspace.roots]
    for file in _reads(context, tests):
        if any(file.is_relative_to(folder) for folder in assemblies):
            yield file


def _reads(context: Context, tests: Sequence[BootTest]) -> Iterator[Path]:
    """What their kernels are made of."""
    for kernel, target in _kernels(tests):
        yield from kernel_reads(context.workspace, kernel, target)


def _parts(context: Context, tests: Sequence[BootTest]) -> frozenset[str]:
    """The names of what they are made of."""
    made = (kernel_parts(context.workspace, *each) for each in _kernels(tests))
    return frozenset().union(*made)


def _kernels(tests: Sequence[BootTest]) -> list[tuple[str, str]]:
    """Each with a target."""
    return sorted({(kernel, target) for kernel, target, _ in built(tests)})


def _run(
    context: Context, tests: Iterable[BootTest], more: Mapping[str, str], inputs: Sequence[str]
) -> Iterator[Result]:
    """Runs tests in a process of their own; `more` is added to its environment.

    Their `inputs` are compared with what their kernels were built from.
    """
    os.environ.update(more)
    for test in tests:
        result = run_boot_test(context, test)
        yield result
        if result.outcome == "passed":
            yield from _not_stated(context, test, inputs)


def _not_stated(context: Context, test: BootTest, inputs: Sequence[str]) -> Iterator[Result]:
    """A failure for each of its kernels that was built from more than `inputs`."""
    options = options_of(test.target, test.compiler, test.variant, test.retpolines)
    for kernel in (test.kernel, test.beside):
        if kernel:
            yield from not_stated(context.workspace, test.name, inputs, kernel, options)


def run_boot_test(context: Context, test: BootTest) -> Result:
    """Runs one kernel and looks at what came of it."""
    with _beside(context, test), _disk(context, test) as more:
        done = run_with_input(
            [str(paths.kit / "flat"), *test.command, *more, *test.program_words],
            context.workspace.folder,
            test.input,
            test.input_after,
        )
    problem = judge(test, done.stdout.splitlines(), done.returncode)
    if problem is None:
        return passed(test.name)
    detail = f"{problem}\n--- its output:\n{done.stdout}{done.stderr}"
    command = shlex.join([*test.command, *test.program_words])
    return failed(test.name, detail, f"flat {command}")


@contextmanager
def _disk(context: Context, test: BootTest) -> Iterator[list[str]]:
    """Makes the disks that the test is to have, and yields the words that name them."""
    if test.disk is None:
        yield []
        return
    with tempfile.TemporaryDirectory(prefix="flat-disk-") as folder:
        image = str(Path(folder) / "image")
        path = f"{os.environ['PATH']}:/usr/sbin"  # where some have mke2fs
        subprocess.run(
            ["sh", "-ec", test.disk],
            cwd=context.workspace.folder,
            env={**os.environ, "DISK": image, "PATH": path},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        more = (f"{image}.{number}" for number in count(1))
        files = (image, *takewhile(os.path.exists, more))
        yield [word for file in files for word in ("--disk", file)]


@contextmanager
def _beside(context: Context, test: BootTest) -> Iterator[None]:
    """Has the other kernel run meanwhile, if there is one: from its first line on."""
    if test.beside is None:
        yield
        return
    command = [str(paths.kit / "flat"), *test.command_beside]
    with subprocess.Popen(
        command,
        cwd=context.workspace.folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as other:
        assert other.stdout
        other.stdout.readline()
        try:
            yield
        finally:
            os.killpg(other.pid, signal.SIGKILL)


def judge(test: BootTest, lines: Sequence[str], exit_code: int) -> str | None:
    """Why the test failed; None when it passed."""
    for pattern in test.never:
        for line in lines:
            if re.search(pattern, line):
                return f"a line matches `{pattern}`: {line}"
    rest = iter(lines)
    for pattern in test.lines:
        if not any(re.search(pattern, line) for line in rest):
            return f"no line, after those before it, matches `{pattern}`"
    if exit_code != test.exit_code:
        return f"flat run ended with {exit_code} in place of {test.exit_code}"
    return None
