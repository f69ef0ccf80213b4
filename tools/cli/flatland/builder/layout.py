# SPDX-License-Identifier: BSD-2-Clause
"""Where each product of a build lies.

build/generated/            headers of the interfaces
build/objects/<target>-…/   object files of one target and one set of flags, shared by kernels
    include/                arch -> dimensions/arch/x86_64, platform, api, smp, abi, core
    generated/              headers of the components
    composition-<hash>/     headers of composed kernel objects and what depends on them
    user/                   programs that run in user mode
    <step>-<flags>/         object files and compositions of another step of the ladder
build/components/<target>/       objects of single components, for kernels that load them
build/kernels/<name>/<target>/   wiring, boot modules, symbols, binding plan, image
    <step>/                 the same of another step of the ladder
    <step>/components/      in `flat`, headers of components with optional ports that are unbound
    domains/<domain>/       the same of the image of another domain, without what runs privileged
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from flatland.builder.ladder import Step
from flatland.builder.object_header import composition_hash
from flatland.builder.toolchain import CompilerName
from flatland.builder.workspace import Workspace
from flatland.model.resolved import Image, ResolvedAssembly, Target, kernel_domain


def kernel_folder(workspace: Workspace, kernel: Path) -> Path:
    """The products of a kernel for all its targets, known before it is resolved.

    A .flat file that is not in its place, kernels/<name>/<name>.flat, gets a folder that bears a
    hash of its path, so that two of one name do not meet.
    """
    name = kernel.stem
    usual = [root / "kernels" / name / f"{name}.flat" for root in workspace.roots]
    if kernel not in usual:
        name += "-" + hashlib.sha256(str(kernel).encode()).hexdigest()[:8]
    return workspace.build / "kernels" / name


def target_name(target: Target, compiler: CompilerName) -> str:
    """The folder of one target's products: `x86_64`, `x86_64-g++`."""
    return target.arch if compiler == "clang" else f"{target.arch}-{compiler}"


def image_folder(kernel: Path, domain: str) -> Path:
    """Where the products of one image lie, below those of its kernel."""
    return kernel if domain == kernel_domain else kernel / "domains" / domain


@dataclass(frozen=True)
class Layout:
    """The folders that the build of one image reads and writes."""

    workspace: Workspace
    kernel: Path  # build/kernels/<name>/<target>, or a step's folder below
    objects: Path  # build/objects/<target>-<flags>
    code: Path  # where object files of the kernel's own code lie
    composition: Path
    domain: str = kernel_domain

    @property
    def interfaces(self) -> Path:
        """Generated headers of the interfaces."""
        return self.workspace.build / "generated"

    @property
    def include(self) -> Path:
        """Links to the chosen variants."""
        return self.objects / "include"

    @property
    def components(self) -> Path:
        """Generated headers of the components."""
        return self.objects / "generated"

    @property
    def own_components(self) -> Path:
        """In `flat`, headers of components that are this image's own; before the general."""
        return self.image / "components"

    @property
    def objects_include(self) -> Path:
        """Generated headers of the composed kernel objects."""
        return self.composition / "include"

    @property
    def object_plan(self) -> Path:
        """The places of the members of kernel objects, for steps that use `reorder`."""
        return self.kernel / "object-layout.json"

    @property
    def bridges(self) -> Path:
        """What the generators of binding kinds wrote for this kernel."""
        return self.kernel / "bindings"

    @property
    def image(self) -> Path:
        """Where the products of the image lie."""
        return image_folder(self.kernel, self.domain)

    def product(self, folder: Path, source: Path, suffix: str) -> Path:
        """What is made from a source, below `folder`, whichever root the source comes from."""
        workspace = self.workspace
        name = workspace.display(source).lstrip("/")
        if workspace.folder != workspace.kit and source.is_relative_to(workspace.kit):
            name = f"kit/{name}"
        return folder / f"{name}{suffix}"

    def object_file(self, folder: Path, source: Path) -> Path:
        """The object file of a source."""
        return self.product(folder, source, ".o")


def objects_folder(
    workspace: Workspace, target: Target, flags: str, is_privileged: bool = True
) -> Path:
    """Where object files of kernels, or of other domains, lie; `flags` is the hash of those."""
    name = f"{target.arch}-{target.platform}-{target.api}-{target.smp}"
    if not is_privileged:
        name = f"{target.arch}-{target.api}-domains"
    return workspace.build / "objects" / f"{name}-{flags}"


def make_layout(
    workspace: Workspace,
    kernel: Path,
    assembly: ResolvedAssembly,
    image: Image,
    compiler: CompilerName,
    flags: str,
    step: Step,
    step_flags: str,
) -> Layout:
    """The folders of one image of an assembly for its target and step of the ladder.

    `flags` is the hash of compiler and flags, `step_flags` of those that the step adds. Headers and
    user programs are shared by all steps. What `collapse` has touched is one image's own.
    """
    target = assembly.target
    objects = objects_folder(workspace, target, flags, image.domain == kernel_domain)
    folder = kernel_folder(workspace, kernel) / target_name(target, compiler)
    code = objects
    if not step.is_as_written:
        folder /= step.name
        code = objects / f"{step.name}-{step_flags}"
        if step.uses_collapse:
            code = image_folder(folder, image.domain)
    composition = code / f"composition-{composition_hash(image.objects, step.variant == 'final')}"
    return Layout(workspace, folder, objects, code, composition, image.domain)
