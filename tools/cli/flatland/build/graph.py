# SPDX-License-Identifier: BSD-2-Clause
"""The steps from sources to an image, as a Ninja file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flatland.build.includes import IncludeScanner
from flatland.build.layout import Layout
from flatland.build.ninja import Edge, NinjaFile, Rule, shell_quote
from flatland.build.programs import Library, Program
from flatland.build.toolchain import Compiler, kernel_flags, linker, prefix_maps, user_flags
from flatland.build.variants import Variants
from flatland.model.resolved import ResolvedAssembly

build_modules = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Products:
    """What a build makes."""

    image: Path
    link_map: Path


def include_folders(layout: Layout) -> list[Path]:
    """Where kernel sources' includes are looked up, without the composed objects."""
    roots = layout.workspace.roots
    return [
        layout.include,
        layout.components,
        layout.interfaces,
        *(root / "components" for root in roots),
    ]


def core_sources(kit: Path, freestanding: bool) -> list[Path]:
    """The framework, part of every kernel; its tests lie beside it and are not."""
    folders = ["core", "core/contract"] + (["core/freestanding"] if freestanding else [])
    return [
        source
        for folder in folders
        for source in sorted((kit / folder).glob("*.cpp"))
        if not source.stem.endswith("_test")
    ]


def symbol_flags(freestanding: bool) -> str:
    """Section flags of the table of functions, which must lie behind the code.

    A link script puts it there; without one, a linker puts what is writable behind the code.
    """
    return "a" if freestanding else "aw"


def program_image(layout: Layout, program: Program) -> Path:
    """Where a user program is linked; what a kernel embeds lies beside it, ending in .stripped."""
    return layout.product(layout.objects / "user" / "programs", program.folder, ".elf")


class Graph:
    """Collects the steps of one image."""

    def __init__(
        self,
        layout: Layout,
        assembly: ResolvedAssembly,
        variants: Variants,
        compiler: Compiler,
        scanner: IncludeScanner,
    ) -> None:
        self.layout = layout
        self.assembly = assembly
        self.variants = variants
        self.compiler = compiler
        self.scanner = scanner
        self.ninja = NinjaFile(layout.objects)
        self._variables()
        self._rules()

    def kernel(self, programs: Sequence[tuple[Program, Library]]) -> Products:
        """All steps; returns what they make."""
        layout = self.layout
        modules = [self._program(program, library) for program, library in programs]
        objects = [self._compile(source, what) for source, what in self._kernel_sources()]
        wiring = layout.kernel / "wiring.cpp"
        objects.append(self._own(wiring, "wiring", composed=True))
        objects.append(self._own(layout.kernel / "modules.S", "boot modules", needs=modules))
        checked = self.ninja.edge(
            Edge("check", layout.kernel / "constructors.checked", tuple(objects), "check objects")
        )
        empty = self._own(layout.kernel / "symbols_empty.S", "symbols")
        first = layout.kernel / "first.elf"
        self._link(first, [*objects, empty], checked)
        table = self.ninja.edge(
            Edge(
                "symbols",
                layout.kernel / "symbols.S",
                (first,),
                "symbols",
                (layout.kernel / "instances.json", build_modules / "symbols.py"),
            )
        )
        symbols = self._own(table, "symbols")
        image = layout.kernel / f"{self.assembly.command_name}.elf"
        self._link(image, [*objects, symbols], checked)
        return Products(image, image.with_suffix(".elf.map"))

    def _kernel_sources(self) -> list[tuple[Path, str]]:
        """Every source of the kernel that is not generated, with its owner's name."""
        kit = self.layout.workspace.kit
        found = [(each, "core") for each in core_sources(kit, self.variants.freestanding)]
        for variant in self.variants.all:
            found += [(source, variant.name) for source in variant.compile.sources]
        for instance in self.assembly.instances:
            component = instance.component
            found += [(source, component.full_name) for source in component.sources]
        return list(dict(found).items())

    def _compile(self, source: Path, owner: str) -> Path:
        """Compiles one source of the kernel, for the composition when it depends on it."""
        layout = self.layout
        composed = self.scanner.reaches_object(source)
        folder = layout.composition / "objects" if composed else layout.objects / "objects"
        output = layout.object_file(folder, source)
        return self._object(source, output, f"{owner}: {source.name}", composed)

    def _own(
        self, source: Path, what: str, composed: bool = False, needs: Sequence[Path] = ()
    ) -> Path:
        """Compiles a generated source of this kernel."""
        name = self.assembly.command_name
        output = source.parent / f"{source.name}.o"
        return self._object(source, output, f"{name}: {what}", composed, needs)

    def _object(
        self, source: Path, output: Path, what: str, composed: bool, needs: Sequence[Path] = ()
    ) -> Path:
        rule = "assemble" if source.suffix == ".S" else "compile"
        include = shell_quote([f"-I{self.layout.objects_include}"]) if composed else ""
        variables = {"composition": include}
        return self.ninja.edge(Edge(rule, output, (source,), what, tuple(needs), variables))

    def _link(self, output: Path, objects: Sequence[Path], checked: Path) -> None:
        arch = self.variants.get("arch").compile
        script = (arch.link_script,) if arch.link_script else ()
        name = self.assembly.command_name
        self.ninja.edge(Edge("link", output, tuple(objects), f"{name}: link", (checked, *script)))

    def _program(self, program: Program, library: Library) -> Path:
        """Compiles and links a user program; returns the file that is embedded."""
        folder = self.layout.objects / "user"
        objects = []
        for source in (*program.sources, *library.sources):
            owner = program.name if source in program.sources else library.folder.name
            rule = "user_assemble" if source.suffix == ".S" else "user_compile"
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

    def _variables(self) -> None:
        layout, compiler = self.layout, self.compiler
        maps = prefix_maps(layout.workspace, layout.include)
        folders = [f"-I{folder}" for folder in include_folders(layout)]
        core = layout.workspace.kit / "core" / "freestanding"
        system = ["-isystem", str(core)] if self.variants.freestanding else []
        kernel = [*kernel_flags(compiler, self.variants), *maps, *folders, *system]
        user_folders = [f"-I{root / 'user'}" for root in layout.workspace.roots]
        user = [*user_flags(compiler, self.variants), *maps, f"-I{layout.include}", *user_folders]
        user += ["-isystem", str(core)]
        self.ninja.variable("compiler", compiler.program)
        self.ninja.variable("kernel_flags", shell_quote(kernel))
        self.ninja.variable("user_flags", shell_quote(user))
        self.ninja.variable("python", shell_quote([sys.executable, "-I", "-S"]))
        self.ninja.variable("tools", shell_quote([str(build_modules)]))

    def _rules(self) -> None:
        compile_one = "-MD -MF $out.d -c $in -o $out"
        quiet = " -Wno-unused-command-line-argument" if self.compiler.name == "clang" else ""
        kernel, user = "$compiler $kernel_flags $composition", "$compiler $user_flags"
        instances = shell_quote([str(self.layout.kernel / "instances.json")])
        flags = symbol_flags(self.variants.freestanding)
        for rule in (
            Rule("compile", f"{kernel} {compile_one}", depfile=True),
            Rule("assemble", f"{kernel}{quiet} {compile_one}", depfile=True),
            Rule("user_compile", f"{user} {compile_one}", depfile=True),
            Rule("user_assemble", f"{user}{quiet} {compile_one}", depfile=True),
            Rule("check", "$python $tools/constructors.py $out $out.rsp", response="$in"),
            Rule(
                "symbols",
                f"$python $tools/symbols.py $in {instances} $out {flags}"
                " llvm-nm-19 llvm-cxxfilt-19",
            ),
            Rule("link", f"{self._link_command()} -o $out @$out.rsp", response="$in"),
            Rule("user_link", f"{_user_link} -o $out @$out.rsp", response="$in"),
            Rule("strip", "llvm-objcopy-19 --strip-all $in $out"),
        ):
            self.ninja.rule(rule)

    def _link_command(self) -> str:
        arch = self.variants.get("arch").compile
        if self.variants.freestanding:
            words = [linker, "--build-id=none", "--gc-sections", "-static"]
            words += ["-z", "max-page-size=4096", "-z", "noexecstack", *arch.link_flags]
            if arch.link_script:
                words += ["-T", str(arch.link_script)]
            return f"{shell_quote(words)} -Map=$out.map"
        words = [self.compiler.program, "-Wl,--build-id=none", "-Wl,--gc-sections"]
        words += ["-Wl,--defsym=flat_image_start=__executable_start"]
        words += ["-fuse-ld=lld", *self.compiler.linker_flags]
        return f"{shell_quote([*words, *arch.link_flags])} -Wl,-Map=$out.map"


_user_link = (
    "ld.lld-19 --build-id=none --gc-sections -static -z max-page-size=4096 -z noexecstack"
    " -T $script --defsym=program_base=$base"
)
