# SPDX-License-Identifier: BSD-2-Clause
"""A run from the built image to its report: files, instruments, debugger, what the end means."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO
from urllib.parse import quote

from flatland.builder.pipeline import BuildResult
from flatland.errors import failure, shown
from flatland.run import archive, disks, java, keys, network, window
from flatland.run.command import (
    debugger_command,
    fill,
    free_port,
    option_path,
    with_debugger,
)
from flatland.run.console import Console, Record
from flatland.run.instruments import build_instrument, find_instruments, kernel_code
from flatland.run.machine import End, Outcome, run_machine
from flatland.run.settings import Archive, RunFile, read_run_file
from flatland.run.statistics import Count, Statistics
from flatland.setup.install import ensure
from flatland.setup.tools import find, find_programs

_ram_blank = "{ram_file}"
_ram_name = "ram"
# All keys go to the machine; Ctrl-A x ends it.
_for_typing = {"stdio": "mon:stdio"}


@dataclass(frozen=True)
class RunOptions:
    """What a user asks of a run."""

    until: re.Pattern[str] | None = None
    timeout_s: float | None = None
    gdb: bool = False
    instruments: tuple[str, ...] | None = None  # None: those of the kernel's run.toml
    verbose: bool = False
    cables: tuple[str, ...] = ()  # of its network cards, in order
    capture: Path | None = None  # where the frames at the first one go
    configuration: str | None = None  # None: the kernel's first, or the kernel has none
    keys: tuple[str, ...] = ()  # that are pressed, once the kernel has said something
    headless: bool = False  # without a window, also where there is a display
    disks: tuple[Path, ...] = ()  # the files that are its disks, in order
    module: Path | None = None  # the file that the kernel gets; None: that of its run.toml
    program: tuple[str, ...] = ()  # what the kernel is to run, and its arguments
    statistics: bool = False  # read what its components have counted


@dataclass(frozen=True)
class RunReport:
    """How a run ended; `problem` says why that is a failure, None when it is none."""

    records: list[Record]
    end: End
    status: int
    problem: str | None
    program_status: int = 0  # of the program that the kernel has run


def archive_of(tree: Path, wanted: Archive) -> bytes:
    """The files that a kernel begins with."""
    (tool,) = find(wanted.program)
    ensure([tool])
    program = Path("/", tool.file or "")
    done = subprocess.run([program, wanted.list_option], capture_output=True, text=True, check=True)
    names = [f"{wanted.links}/{name}" for name in done.stdout.split()]
    files = {wanted.path: program}
    return archive.pack(archive.entries(tree, files, {f"/{wanted.path}": names}))


@contextmanager
def plain_command(built: BuildResult, cables: tuple[str, ...] = ()) -> Iterator[list[str]]:
    """The command that starts an image without instruments, while it may run."""
    with tempfile.TemporaryDirectory(prefix="flat-run-") as temporary:
        ram_file = option_path(Path(temporary) / _ram_name)
        words = _with_devices(built, read_run_file(built.kernel.parent), RunOptions(cables=cables))
        command = fill(words, {"image": str(built.image), "ram_file": ram_file})
        ensure(find_programs(command[0]))
        yield command


def _with_devices(built: BuildResult, run_file: RunFile, options: RunOptions) -> list[str]:
    """The command with the devices of a kernel's run.toml, or a process' environment."""
    words = built.run.command
    disks.check(options.disks)
    if built.run.kind == "qemu":
        name = built.kernel.stem
        models = run_file.cards.get(name, ())
        cards = network.card_words(models, options.cables)
        cards += network.capture_words(models, options.capture)
        drives = disks.drive_words(run_file.disks.get(name, ()), options.disks)
        devices = [word for model in run_file.devices.get(name, ()) for word in ("-device", model)]
        firmware = ["-bios", run_file.firmware[name]] if name in run_file.firmware else []
        return [*words, *map(_literally, [*firmware, *cards, *devices, *drives])]
    if options.capture:
        raise failure(
            "F0826",
            "the frames of a process are not captured",
            help="run it for another target, as in `-t x86_64`",
        )
    environment = {**network.environment(options.cables), **disks.environment(options.disks)}
    variables = [f"{name}={value}" for name, value in environment.items()]
    return ["env", *map(_literally, variables), *words] if variables else list(words)


def _literally(word: str) -> str:
    """A word that means itself, among those with placeholders."""
    return word.replace("{", "{{").replace("}", "}}")


class Session:
    """One run of a built kernel."""

    def __init__(self, built: BuildResult, options: RunOptions, console_out: TextIO) -> None:
        self.built = built
        self.options = options
        self.run_file = read_run_file(built.kernel.parent)
        self._presser: keys.KeyPresser | None = None
        self._program = options.program
        self._java = self._java_program()
        self._console = Console(console_out, options.until, self._said)
        self.counts: list[Count] | None = None  # what was counted, once it has run

    def run(self) -> RunReport:
        """Starts the image and follows it to its end."""
        with tempfile.TemporaryDirectory(prefix="flat-run-") as temporary:
            command = self._command(Path(temporary))
            announce = None
            if self.options.gdb:
                command, announce = self._debugged(command)
            ensure(find_programs(command[0]))
            if self.options.verbose:
                print(shlex.join(command), file=sys.stderr)
            observer = self._observer(Path(temporary)) if self.options.statistics else None
            limit_s = self.options.timeout_s
            try:
                outcome = run_machine(command, self._console, limit_s, announce, observer)
            except FileNotFoundError as problem:
                raise failure("F0801", f"there is no program `{command[0]}`") from problem
            finally:
                self.counts = observer.counts if observer else None
        for file in self._console.pictures.save(self.built.image.parent):
            print(f"flat: a picture: {shown(file)}", file=sys.stderr)
        return self._report(outcome)

    def _observer(self, temporary: Path) -> Statistics:
        """What reads the counters of the instances that the kernel has."""
        structure = "Image"
        if configurations := self.built.configurations:
            wanted = self.options.configuration or configurations[0]
            number = configurations.index(wanted) if wanted in configurations else 0
            structure += str(number)
        is_machine = self.built.run.kind == "qemu"
        ram_file = temporary / _ram_name if is_machine else None
        return Statistics(self.built.image, structure, ram_file, self.built.images[1:])

    def _java_program(self) -> java.Program | None:
        """The program of a kernel that runs one of Java; the kernel is told its class, no file."""
        usual = self.run_file.java.get(self.built.kernel.stem)
        if usual is None or self.options.module is not None:
            return None
        words = self._program or (str(self.built.kernel.parent / usual),)
        program = java.read_program(Path(words[0]))
        self._program = (program.main, *words[1:])
        return program

    def _command(self, temporary: Path) -> list[str]:
        """The command that starts the image, with its instruments."""
        settings = self.built.run
        words = _with_devices(self.built, self.run_file, self.options)
        if settings.kind == "qemu" and self.built.kernel.stem in self.run_file.typed:
            words = [_for_typing.get(word, word) for word in words]
        words = [*words, *self._boot_words()]
        ram_file = option_path(temporary / _ram_name)
        placeholders = {"image": str(self.built.image), "ram_file": ram_file}
        names = self.options.instruments
        words += [*self._keyboard(temporary), *self._module(temporary), *self._window()]
        if names is None:
            names = self.run_file.instruments if settings.kind == "qemu" else ()
        if names and not (settings.kind == "qemu" and any(_ram_blank in word for word in words)):
            raise failure(
                "F0806",
                f"the target {self.built.arch} has no instruments",
                help="they are plug-ins of QEMU and need the memory in a file: {ram_file}",
            )
        command = fill(words, placeholders)
        for instrument in find_instruments(names):
            kit, build = self.built.workspace.kit, self.built.workspace.build
            plugin = build_instrument(kit, build, instrument, self.options.verbose)
            result = self.built.image.with_name(f"{instrument.name}.json")
            more = {
                **placeholders,
                "plugin": str(plugin),
                "json": str(result),
                "kernel_code": kernel_code(self.built.image),
            }
            command += fill(instrument.arguments, more)
        return command

    def _keyboard(self, temporary: Path) -> list[str]:
        """QEMU's words for keys that are pressed, if any are."""
        if not self.options.keys:
            return []
        if self.built.run.kind != "qemu":
            raise failure(
                "F0820",
                f"the target {self.built.arch} has no keyboard",
                help="keys are pressed on the keyboard of a machine: -t x86_64",
            )
        path = temporary / "keys"
        self._presser = keys.KeyPresser(path, self.options.keys)
        return [_literally(word) for word in keys.machine_words(path)]

    def _window(self) -> list[str]:
        """QEMU's words for a window, where the kernel is to have one."""
        name = self.built.kernel.stem
        if self.options.headless or not window.has_window(self.run_file, name, os.environ):
            return []
        ensure(find("windows of qemu"))
        return window.window_words()

    def _module(self, temporary: Path) -> list[str]:
        """QEMU's words for the file that the loader puts beside the kernel, if it has one."""
        file = self.options.module
        wanted = self.run_file.archives.get(self.built.kernel.stem)
        if file is None and wanted:
            file = temporary / "archive"
            file.write_bytes(archive_of(self.built.kernel.parent / wanted.tree, wanted))
        elif file is None and self._java:
            file = temporary / "archive"
            file.write_bytes(java.archive_of(self._java))
        elif file is None:
            name = self.run_file.modules.get(self.built.kernel.stem)
            if name is None:
                return []
            (tool,) = find(name)
            ensure([tool])
            file = Path("/", tool.file or "")
        if not file.is_file():
            raise failure("F0821", f"there is no file {file} to be the kernel's module")
        return ["-initrd", _literally(option_path(file))]

    def _said(self, line: str) -> None:
        """The kernel has said something."""
        if self._presser:
            self._presser.said(line)

    def _boot_words(self) -> list[str]:
        """What has the kernel choose a configuration; whether it has one of that name, it says."""
        wanted = self.options.configuration
        if wanted is not None and not self.built.configurations:
            raise failure(
                "F0818",
                f"{self.built.kernel.stem} has no configurations, of which one could be chosen",
                help="they are statements of an assembly: `configuration NAME = ASSEMBLY;`",
            )
        said = [] if wanted is None else [f"configuration={wanted}"]
        if self._program:
            said.append("program=" + "+".join(quote(each, "/") for each in self._program))
        if said and not self.built.run.words:
            raise failure(
                "F0824",
                f"the target {self.built.arch} runs no programs",
                help="a kernel that does is a machine: -t x86_64",
            )
        line = _literally(" ".join(said))
        return [word.replace("{word}", line) for word in self.built.run.words] if said else []

    def _debugged(self, command: list[str]) -> tuple[list[str], Callable[[], None]]:
        """The command that waits for a debugger, and what tells the user how to attach one."""
        ensure(find("gdb"))
        port = free_port()
        attach = debugger_command(self.built.image, self.built.workspace.kit, port)

        def announce() -> None:
            print(f"flat: waiting for a debugger; attach with\n  {attach}", file=sys.stderr)

        return with_debugger(self.built.run, command, port), announce

    def _report(self, outcome: Outcome) -> RunReport:
        """What the end means: a status of the kernel other than 0 is a failure."""
        status = self.built.run.exit_codes.get(outcome.status, outcome.status)
        problem = None
        if outcome.end == "exited" and status < 0:
            problem = f"the kernel was killed: {signal.strsignal(-status)}"
        elif outcome.end == "exited" and status != 0:
            problem = f"the kernel ended with status {status}"
        elif outcome.end == "exited" and self.options.until:
            problem = f"the kernel ended before a line matched `{self.options.until.pattern}`"
        records = self._console.records
        ended = [each["program_status"] for each in records if set(each) == {"program_status"}]
        others = [each for each in records if set(each) != {"program_status"}]
        return RunReport(others, outcome.end, status, problem, int(ended[-1]) if ended else 0)
