# SPDX-License-Identifier: BSD-2-Clause
"""The steps from sources to an image, as a Ninja file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flatland.builder import c_steps
from flatland.builder.foreign_libraries import foreign_libraries
from flatland.builder.includes import IncludeScanner
from flatland.builder.ladder import Step
from flatland.builder.layout import Layout
from flatland.builder.leaf_check import leaf_word
from flatland.builder.loadable import LoadableSteps
from flatland.builder.programs import Library, Program
from flatland.builder.rules import KernelRules, build_modules
from flatland.builder.toolchain import Compiler
from flatland.builder.variants import Variants
from flatland.idl.lattice import InterfaceLibrary
from flatland.model.resolved import Image, Loadable, ResolvedAssembly, kernel_domain
from flatland.ninja.file import Edge, NinjaFile, shell_quote
from flatland.setup import native_tools


@dataclass(frozen=True)
class Products:
    """What a build makes of one domain."""

    domain: str
    image: Path
    link_map: Path
    summaries: tuple[Path, ...]
    files: tuple[Path, ...]  # all that is made for somebody


_parts_of_core = ("contract", "domain", "freestanding", "machine")
"""Folders of the framework that some images have; the others are in each."""


def core_sources(kit: Path, freestanding: bool, privileged: bool = True) -> list[Path]:
    """The framework, part of every image; its tests lie beside it and are not.

    `privileged` is the kernel's share of it; other domains have another one.
    """
    core = kit / "core"
    folders = [core, *(each for each in core.iterdir() if each.name not in _parts_of_core)]
    folders += [core / "machine", _contracts(kit)] if privileged else [core / "domain"]
    folders += [core / "freestanding"] if freestanding else []
    return [
        source
        for folder in sorted(folders)
        for source in sorted(folder.glob("*.cpp"))
        if not source.stem.endswith("_test")
    ]


def _contracts(kit: Path) -> Path:
    return kit / "core" / "contract"


def _is_assembly(source: Path) -> bool:
    return source.suffix == ".S"


def _is_native(source: Path) -> bool:
    """Whether a source is compiled alone to machine code, whatever the step of the ladder."""
    return _is_assembly(source) or c_steps.is_c(source)


def program_image(layout: Layout, program: Program) -> Path:
    """Where a user program is linked; what a kernel embeds lies beside it, ending in .stripped."""
    return layout.product(layout.objects / "user" / "programs", program.folder, ".elf")


def image_name(assembly: ResolvedAssembly, image: Image) -> str:
    """What files and messages call an image: as its kernel, or as its domain."""
    return assembly.command_name if image.domain == kernel_domain else image.domain


def embedded_image(layout: Layout) -> Path:
    """The file of another domain's image that the kernel embeds."""
    return layout.image / f"{layout.domain}.stripped"


class Graph:
    """Collects the steps of one image."""

    def __init__(
        self,
        layout: Layout,
        assembly: ResolvedAssembly,
        variants: Variants,
        compiler: Compiler,
        scanner: IncludeScanner,
        step: Step,
        library: InterfaceLibrary,
        generated: Sequence[Path] = (),
        facts: Sequence[Path] = (),
    ) -> None:
        self.library = library
        self.facts = facts  # specs that the image is specialised for
        self.generated = generated  # what the generators of binding kinds wrote
        self.layout = layout
        self.assembly = assembly
        self.variants = variants
        self.compiler = compiler
        self.scanner = scanner
        self.step = step
        self.ninja = NinjaFile(layout.objects)
        KernelRules(layout, variants, compiler, step, self.ninja).add()

    def image(self, image: Image) -> ImageSteps:
        """The steps of one image."""
        return ImageSteps(self, image)

    def loadable(self, loadable: Loadable) -> Path:
        """Compiles and links a component object; returns the file that is embedded."""
        return LoadableSteps(self.layout, self.ninja, self.scanner).add(loadable)

    def program(self, program: Program, library: Library) -> Path:
        """Compiles and links a user program; returns the file that is embedded."""
        folder = self.layout.objects / "user"
        objects = []
        for source in (*program.sources, *library.sources):
            owner = program.name if source in program.sources else library.folder.name
            rule = "user_assemble" if _is_assembly(source) else "user_compile"
            output = self.layout.object_file(folder / "objects", source)
            what = f"user/{owner}: {source.name}"
            objects.append(self.ninja.edge(Edge(rule, output, (source,), what)))
        image = self.ninja.edge(
            Edge(
                "user_link",
                program_image(self.layout, program),
                tuple(objects),
                f"user/{program.name}: link",
                (library.link_script,),
                {"script": shell_quote([str(library.link_script)]), "base": hex(program.base)},
            )
        )
        what = f"user/{program.name}: strip"
        return self.ninja.edge(Edge("strip", image.with_suffix(".stripped"), (image,), what))


class ImageSteps:
    """The steps of one image, in a folder of its own."""

    def __init__(self, graph: Graph, image: Image) -> None:
        self.layout = graph.layout
        self.variants = graph.variants
        self.compiler = graph.compiler
        self.scanner = graph.scanner
        self.step = graph.step
        self.ninja = graph.ninja
        self._generated = [each for each in graph.generated if each.suffix == ".cpp"]
        self._library = graph.library
        self._own_includes = [graph.layout.objects_include]
        if graph.generated:
            self._own_includes.append(graph.layout.bridges)
        self._facts = graph.facts
        self._image = image
        self._checks_leaves = graph.assembly.target.leaf == "checked"
        self._folder = graph.layout.image
        self._name = image_name(graph.assembly, image)

    def add(self, embedded: Sequence[Path]) -> Products:
        """All steps, with what the image embeds; returns what they make."""
        folder = self._folder
        objects = self._code()
        objects.append(self._own(folder / "modules.S", "boot modules", needs=embedded))
        empty = self._own(folder / "symbols_empty.S", "symbols")
        if self.step.optimizes_at_link(self.compiler.name):
            objects = self._optimized(objects, empty)
        checked = [
            self.ninja.edge(
                Edge("check", folder / "constructors.checked", tuple(objects), "check objects")
            ),
            *self._c_functions_checked(),
        ]
        instances = folder / "instances.json"
        first = folder / "without-symbols.elf"
        self._link(first, [*objects, empty], checked)
        table = self.ninja.edge(
            Edge(
                "symbols",
                folder / "symbols.S",
                (first,),
                "symbols",
                (instances, build_modules / "symbols.py"),
                {"instances": shell_quote([str(instances)])},
            )
        )
        symbols = self._own(table, "symbols")
        checked += self._leaves_checked(first)
        image = folder / f"{self._name}.elf"
        self._link(image, [*objects, symbols], checked)
        files = [image]
        if self._image.domain != kernel_domain:
            what = f"{self._name}: strip"
            output = embedded_image(self.layout)
            files.append(self.ninja.edge(Edge("strip", output, (image,), what)))
        link_map = image.with_suffix(".elf.map")
        return Products(self._image.domain, image, link_map, self._summaries(), tuple(files))

    def merged_sources(self) -> list[Path]:
        """The sources that are one translation unit in `flat`."""
        sources = [each for each, _ in self._kernel_sources() if not self._stays_apart(each)]
        return [*sources, *self._generated]

    def _stays_apart(self, source: Path) -> bool:
        """What is no C++, and what checks contracts: that is about classes as they are written."""
        return _is_native(source) or source.parent == _contracts(self.layout.workspace.kit)

    def _code(self) -> list[Path]:
        """Compiles the kernel's code, the wiring included."""
        sources = self._kernel_sources()
        if self.step.is_flat:
            objects = [self._compile(*each) for each in sources if self._stays_apart(each[0])]
            unit = self._own(self._folder / "kernel.cpp", "kernel.cpp", composed=True)
            return [*objects, *self._foreign(), self._specialised(unit) if self._facts else unit]
        wiring = self._own(self._folder / "wiring.cpp", "wiring", composed=True)
        between = [self._own(each, each.name, composed=True) for each in self._generated]
        own = [self._compile(*each) for each in sources]
        return [*own, *self._foreign(), *between, wiring]

    def _specialised(self, unit: Path) -> Path:
        """The kernel's one unit once more, with functions specialised for its facts.

        The unit without them is compiled first: it knows which headers all this depends on.
        """
        before = [("collapse", self._folder / "collapse-plan.json")]
        before += [("reorder", self.layout.object_plan)] if self.step.uses_reorder else []
        words = [word for file in self._facts for word in ("--facts", str(file))]
        for name, plan in before:
            words += ["--before", str(native_tools.kit_tool(name).program), str(plan)]
        tool = native_tools.kit_tool("specialize").program
        words += ["--specialize", str(tool)]
        output = self._folder / "kernel.special.o"
        needs = (unit, *self._facts, tool, build_modules / "specialised.py")
        include = shell_quote([f"-I{each}" for each in self._own_includes])
        variables = {"composition": include, "tools_and_facts": shell_quote(words)}
        what = f"{self._name}: specialised functions"
        source = (self._folder / "kernel.cpp",)
        return self.ninja.edge(Edge("specialise", output, source, what, needs, variables))

    def _foreign(self) -> list[Path]:
        """Compiles the libraries that others keep, for all kernels of the target once."""
        components = {each.component.full_name: each.component for each in self._image.instances}
        objects = []
        for component in components.values():
            for library in foreign_libraries(component, self.layout.workspace.build):
                folder = self.layout.code / "foreign" / component.full_name
                for source in library.sources:
                    output = self.layout.object_file(folder, source)
                    what = f"{library.name}: {source.name}"
                    flags = {"library": shell_quote(library.flags)}
                    edge = Edge("foreign_compile", output, (source,), what, variables=flags)
                    objects.append(self.ninja.edge(edge))
        return objects

    def _optimized(self, objects: Sequence[Path], empty: Path) -> list[Path]:
        """Optimizes what was C++ at link time; what was not stays as it is."""
        native = [file for file in objects if _is_native(file.with_suffix(""))]
        code = tuple(file for file in objects if file not in native)
        # lld must see who uses what, so it gets everything that the image consists of.
        inputs = (*code, *native, empty) if self.compiler.name == "clang" else code
        output = self._folder / "kernel.lto.o"
        what = f"{self._name}: optimize"
        return [*native, self.ninja.edge(Edge("optimize", output, inputs, what))]

    def _c_functions_checked(self) -> list[Path]:
        """Looks whether components in C define all that they should, before the link misses it."""
        components = {each.component.full_name: each.component for each in self._image.instances}
        return [
            c_steps.functions_checked(
                self.ninja,
                self.layout,
                each,
                [self._compile(it, each.full_name) for it in each.sources if _is_native(it)],
                self._folder,
            )
            for each in components.values()
            if each.c
        ]

    def _leaves_checked(self, image: Path) -> list[Path]:
        """Looks in `flat`, where all calls are in sight, whether leaf functions are such."""
        components = {each.component.full_name: each.component for each in self._image.instances}
        return [
            self.ninja.edge(
                Edge(
                    "leaf_check",
                    self._folder / f"{name}.leaves.checked",
                    (image,),
                    f"{name}: leaf functions",
                    (build_modules / "leaf_check.py",),
                    {"leaves": shell_quote([leaf_word(each) for each in component.leaves])},
                )
            )
            for name, component in components.items()
            if component.leaves and self.step.is_flat and self._checks_leaves
        ]

    def _summaries(self) -> tuple[Path, ...]:
        """What `collapse` tells of each unit."""
        if not self.step.uses_collapse:
            return ()
        products = (edge.output for edge in self.ninja.edges if edge.rule == "collapse")
        return tuple(output.with_name(f"{output.name}.summary") for output in products)

    def _kernel_sources(self) -> list[tuple[Path, str]]:
        """Every source of the kernel that is not generated, with its owner's name."""
        kit = self.layout.workspace.kit
        privileged = self._image.domain == kernel_domain
        core = core_sources(kit, self.variants.freestanding, privileged)
        found = [(each, "core") for each in core]
        for variant in self.variants.all:
            found += [(source, variant.name) for source in variant.compile.sources]
        for instance in self._image.instances:
            component = instance.component
            sources = [*component.sources]
            sources += c_steps.generated_sources(self.layout, component, self._library)
            found += [(source, component.full_name) for source in sources]
        return list(dict(found).items())

    def _compile(self, source: Path, owner: str) -> Path:
        """Compiles one source of the kernel, for the composition when it depends on it."""
        layout = self.layout
        composed = self.scanner.reaches_object(source)
        folder = layout.composition / "objects" if composed else layout.code / "objects"
        output = layout.object_file(folder, source)
        needs = self._c_needs(source)
        return self._object(source, output, f"{owner}: {source.name}", composed, needs)

    def _c_needs(self, source: Path) -> list[Path]:
        """What a source needs from C first: that its types are right, and how large states are.

        Generated sources alone read the classes of components in C.
        """
        owners = {each.component.full_name: each.component for each in self._image.instances}
        in_c = [each for each in owners.values() if each.c]
        if c_steps.is_c(source):
            return [
                c_steps.types_checked(self.ninja, self.layout, each)
                for each in in_c
                if source in each.sources
            ]
        if not source.is_relative_to(self.layout.workspace.build) or _is_assembly(source):
            return []
        told = (c_steps.state_told(self.ninja, self.layout, each) for each in in_c)
        return [header for headers in told for header in headers]

    def _own(
        self, source: Path, what: str, composed: bool = False, needs: Sequence[Path] = ()
    ) -> Path:
        """Compiles a generated source of this kernel."""
        output = source.parent / f"{source.name}.o"
        needs = [*needs, *self._c_needs(source)]
        return self._object(source, output, f"{self._name}: {what}", composed, needs, own=True)

    def _object(
        self,
        source: Path,
        output: Path,
        what: str,
        composed: bool,
        needs: Sequence[Path] = (),
        own: bool = False,
    ) -> Path:
        rule = "assemble" if _is_assembly(source) else "compile"
        rule = "c_compile" if c_steps.is_c(source) else rule
        if self.step.uses_collapse and not self._stays_apart(source):
            rule = "collapse"
            needs = [*needs, native_tools.kit_tool("collapse").program]
            if self.step.uses_reorder:
                reorder = native_tools.kit_tool("reorder").program
                needs += [self.layout.object_plan, reorder]
        folders = self._own_includes if own else [self.layout.objects_include]
        include = shell_quote([f"-I{each}" for each in folders]) if composed else ""
        variables = {"composition": include}
        if rule == "collapse":
            variables["plan"] = shell_quote([str(self._folder / "collapse-plan.json")])
        return self.ninja.edge(Edge(rule, output, (source,), what, tuple(needs), variables))

    def _link(self, output: Path, objects: Sequence[Path], checked: Sequence[Path]) -> None:
        arch = self.variants.get("arch").compile
        script = (arch.link_script,) if arch.link_script else ()
        name = self._name
        self.ninja.edge(Edge("link", output, tuple(objects), f"{name}: link", (*checked, *script)))
