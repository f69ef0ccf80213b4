# SPDX-License-Identifier: BSD-2-Clause
"""Builds one kernel for one target: resolve, generate, run Ninja."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path

from flatland.builder import state
from flatland.builder.ladder import Step, as_written
from flatland.builder.layout import kernel_folder
from flatland.builder.memory_limits import check_limits
from flatland.builder.toolchain import CompilerName
from flatland.builder.variants import RunSettings
from flatland.builder.workspace import Workspace, find_workspace, workspace_of
from flatland.files import locked
from flatland.model.resolved import Optimize
from flatland.ninja.execute import run_ninja
from flatland.setup import native_tools


@dataclass(frozen=True)
class BuildOptions:
    """What a user asks of a build."""

    target: str | None = None
    compiler: CompilerName = "clang"
    verbose: bool = False
    step: Step = as_written
    domain: str | None = None  # only the image of this one; None: of all


@dataclass(frozen=True)
class BuiltImage:
    """What a build made of one domain."""

    domain: str
    file: Path
    link_map: Path
    summaries: tuple[Path, ...]  # what was flattened, a line for each thing


@dataclass(frozen=True)
class BuildResult:
    """What a build made: an image for each domain, the kernel's first."""

    workspace: Workspace
    kernel: Path
    arch: str
    images: tuple[BuiltImage, ...]
    plan: Path
    run: RunSettings

    @property
    def image(self) -> Path:
        """The kernel's own image, which is what is started."""
        return self.images[0].file

    @property
    def optimize(self) -> Optimize:
        """What its code was optimized for."""
        plan = json.loads(self.plan.read_text(encoding="utf-8"))
        aim: Optimize = plan["target"]["optimize"]
        return aim

    @property
    def components(self) -> list[str]:
        """The components of the kernel's own instances."""
        plan = json.loads(self.plan.read_text(encoding="utf-8"))
        return [str(each["component"]) for each in plan["images"][0]["instances"]]

    @property
    def configurations(self) -> list[str]:
        """The names of what the image can be, if it can be more than one thing."""
        plan = json.loads(self.plan.read_text(encoding="utf-8"))
        return [str(each) for each in plan["configurations"]]

    @property
    def object_classes(self) -> list[str]:
        """The C++ classes of the kernel objects that are composed from mix-ins."""
        plan = json.loads(self.plan.read_text(encoding="utf-8"))
        return [each["class"] for image in plan["images"] for each in image["objects"]]

    @property
    def summaries(self) -> tuple[Path, ...]:
        """What was flattened, of all images."""
        return tuple(file for image in self.images for file in image.summaries)


def build(name: str, options: BuildOptions, object_layout: Path | None = None) -> BuildResult:
    """Builds the kernel `name` (or a .flat file's path), its objects laid out by a plan if given.

    Mistakes in the kernel, in its sources or in the tools raise FlatError.
    """
    kernel = find_workspace().find_kernel(name)
    workspace = workspace_of(kernel)
    if options.step.uses_collapse:
        native_tools.make_kit_tool("collapse", options.verbose)
    known = _known(workspace, kernel, options, object_layout)
    for tool in known.tools:
        native_tools.make_kit_tool(tool, options.verbose)
    images = [each.domain for each in reversed(known.images)]
    with locked(Path(known.lock)):
        for domain, file in zip(images, known.ninja_files, strict=True):
            if options.domain not in (None, domain):
                continue
            # debug information has the folder in which the compiler runs
            run_ninja(Path(file), verbose=options.verbose, folder=workspace.folder)
    made = {each.domain: Path(each.image) for each in known.images}
    check_limits(known.limits, known.arch, made)
    return _result(workspace, kernel, known)


def generate(name: str, options: BuildOptions) -> Path:
    """Writes what is generated for a kernel, and compiles nothing: where its image would lie.

    For who needs its headers and commands alone; mistakes raise FlatError as in `build`.
    """
    kernel = find_workspace().find_kernel(name)
    known = _known(workspace_of(kernel), kernel, options)
    return Path(known.images[0].image)


def _known(
    workspace: Workspace, kernel: Path, options: BuildOptions, object_layout: Path | None = None
) -> state.State:
    """What is remembered of the kernel, or made anew."""
    memory = _state_file(workspace, kernel, options)
    known = state.load(memory)
    if known is None or not all(Path(file).is_file() for file in known.ninja_files):
        known = prepare(workspace, kernel, options, memory, object_layout)
    return known


def state_file(name: str, options: BuildOptions) -> Path:
    """Where the state of such a build is remembered."""
    kernel = find_workspace().find_kernel(name)
    return _state_file(workspace_of(kernel), kernel, options)


def _state_file(workspace: Workspace, kernel: Path, options: BuildOptions) -> Path:
    suffix = "" if options.step.is_as_written else f"-{options.step.name}"
    name = f"state-{options.target or 'default'}-{options.compiler}{suffix}.json"
    return kernel_folder(workspace, kernel) / name


def prepare(
    workspace: Workspace,
    kernel: Path,
    options: BuildOptions,
    memory: Path,
    object_layout: Path | None = None,
) -> state.State:
    """Resolves the kernel, writes everything that is generated, and remembers the inputs."""
    from flatland.builder.emit import emit  # the language's parser is loaded only when needed

    started_ns = time.time_ns()
    emitted = emit(workspace, kernel, options.target, options.compiler, options.step, object_layout)
    state.save(memory, emitted.state, [*emitted.inputs, *_own_sources()], started_ns)
    return emitted.state


def _own_sources() -> list[Path]:
    """The sources of the command line itself: a new version may generate something else."""
    root = Path(__file__).resolve().parents[1]
    parts = ("builder", "idl", "lang", "model", "ninja")
    found = [file for part in parts for file in (root / part).iterdir() if file.is_file()]
    return [*found, root / "files.py"]


def _result(workspace: Workspace, kernel: Path, known: state.State) -> BuildResult:
    values = dict(known.run)
    values["exit_codes"] = {int(key): code for key, code in values["exit_codes"].items()}
    values["command"] = tuple(values["command"])
    values["words"] = tuple(values["words"])
    return BuildResult(
        workspace,
        kernel,
        known.arch,
        tuple(
            BuiltImage(
                each.domain,
                Path(each.image),
                Path(each.link_map),
                tuple(Path(file) for file in each.summaries),
            )
            for each in known.images
        ),
        Path(known.plan),
        RunSettings(**values),
    )
