# SPDX-License-Identifier: BSD-2-Clause
"""The rules of a kernel's Ninja file: how each kind of step is carried out."""

from __future__ import annotations

import sys
from pathlib import Path

from flatland.builder import c_steps, loadable
from flatland.builder.foreign import foreign_folder
from flatland.builder.ladder import Step
from flatland.builder.layout import Layout
from flatland.builder.toolchain import (
    Compiler,
    c_flags,
    foreign_flags,
    kernel_flags,
    linker,
    prefix_maps,
    user_flags,
)
from flatland.builder.variants import Variants
from flatland.ninja.file import NinjaFile, Rule, shell_quote
from flatland.setup import native_tools

build_modules = Path(__file__).resolve().parent

_compile_one = "-MD -MF $out.d -c $in -o $out"

# With retpolines, clang 19 chooses between few overriders by comparing pointers to their tables, in
# functions that it declares to return nothing: their callers then ignore what they return.
_no_branch_funnels = ("-mllvm=-wholeprogramdevirt-branch-funnel-threshold=0",)

_user_link = (
    "ld.lld-19 --build-id=none --gc-sections -static -z max-page-size=4096 -z noexecstack"
    " -T $script --defsym=program_base=$base"
)


def include_folders(layout: Layout) -> list[Path]:
    """Where kernel sources' includes are looked up, without the composed objects."""
    roots = layout.workspace.roots
    return [
        layout.include,
        *offered_folders(layout),
        *([layout.own_components] if layout.own_components.is_dir() else []),
        layout.components,
        layout.interfaces,
        *(root / "components" for root in roots),
    ]


def offered_folders(layout: Layout) -> list[Path]:
    """What the chosen variants offer by names that do not say which dimension they come from."""
    links = sorted(layout.include.iterdir()) if layout.include.is_dir() else []
    return [link / "include" for link in links if (link / "include").is_dir()]


def user_include_folders(layout: Layout) -> list[Path]:
    """Where includes of programs that run in user mode are looked up."""
    roots = layout.workspace.roots
    return [layout.include, *offered_folders(layout), *(root / "user" for root in roots)]


def symbol_flags(freestanding: bool) -> str:
    """Section flags of the table of functions, which must lie after the code.

    A link script puts it there; without one, a linker puts what is writable after the code.
    """
    return "a" if freestanding else "aw"


class KernelRules:
    """Adds the variables and rules of one kernel to its Ninja file."""

    def __init__(
        self, layout: Layout, variants: Variants, compiler: Compiler, step: Step, ninja: NinjaFile
    ) -> None:
        self.layout = layout
        self.variants = variants
        self.compiler = compiler
        self.step = step
        self.ninja = ninja

    def add(self) -> None:
        """All of them."""
        self._variables()
        quiet = " -Wno-unused-command-line-argument" if self.compiler.name == "clang" else ""
        link = shell_quote(self._link())
        kernel, user = "$compiler $kernel_flags $composition", "$compiler $user_flags"
        # Assembly includes binary files, of which no dependency file tells: it has no launcher.
        for rule in (
            Rule(
                "compile", f"{kernel} $step_flags {_compile_one}", depfile=True, has_launcher=True
            ),
            Rule("assemble", f"{kernel}{quiet} {_compile_one}", depfile=True),
            Rule("user_compile", f"{user} {_compile_one}", depfile=True, has_launcher=True),
            Rule("user_assemble", f"{user}{quiet} {_compile_one}", depfile=True),
            Rule(
                "c_compile", f"$c_compiler $c_flags {_compile_one}", depfile=True, has_launcher=True
            ),
            Rule(
                "foreign_compile",
                f"$c_compiler $foreign_flags $library {_compile_one}",
                depfile=True,
                has_launcher=True,
            ),
            *c_steps.rules("$python", "$tools"),
            *loadable.rules(_compile_one),
            Rule("check", "$python $tools/constructors.py $out $out.rsp", response="$in"),
            self._symbols_rule(),
            Rule("link", f"{link} {self._map()} -o $out @$out.rsp", response="$in"),
            Rule("user_link", f"{_user_link} -o $out @$out.rsp", response="$in"),
            Rule("leaf_check", "$python $tools/leaf_check.py $out $in $leaves"),
            Rule("strip", "llvm-objcopy-19 --strip-all $in $out"),
        ):
            self.ninja.rule(rule)
        if self.step.uses_collapse:
            self.ninja.rule(self._collapse_rule(f"{kernel} $step_flags {_compile_one}"))
        if self.step.has_constants:
            script = "$python $tools/specialised.py $out $in $tools_and_facts"
            self.ninja.rule(Rule("specialise", f"{script} -- {kernel} $step_flags"))
        if self.step.optimizes_at_link(self.compiler.name):
            self.ninja.rule(self._optimize_rule())

    def _variables(self) -> None:
        layout, compiler = self.layout, self.compiler
        maps = prefix_maps(layout.workspace, layout.include)
        folders = [f"-I{folder}" for folder in include_folders(layout)]
        core = layout.workspace.kit / "core" / "freestanding"
        system = ["-isystem", str(core)] if self.variants.freestanding else []
        kernel = [*kernel_flags(compiler, self.variants), *maps, *folders, *system]
        c_code = [*c_flags(compiler, self.variants), *self.step.c_flags(compiler.name)]
        c_code += [*maps, *folders]
        if self.variants.freestanding:
            seen = [core / "c", compiler.own_headers(), foreign_folder(layout)]
            c_code += [word for folder in seen for word in ("-isystem", str(folder))]
        foreign = [
            *foreign_flags(compiler, self.variants),
            *self.step.c_flags(compiler.name),
            *maps,
        ]
        if self.variants.freestanding:
            foreign += ["-isystem", str(compiler.own_headers())]
        self.ninja.variable("foreign_flags", shell_quote(foreign))
        user_folders = [f"-I{folder}" for folder in user_include_folders(layout)]
        user = [*user_flags(compiler, self.variants), *maps, *user_folders]
        user += ["-isystem", str(core)]
        self.ninja.variable("compiler", compiler.program)
        self.ninja.variable("kernel_flags", shell_quote(kernel))
        self.ninja.variable("c_compiler", compiler.c_program)
        self.ninja.variable("c_flags", shell_quote(c_code))
        self.ninja.variable("step_flags", shell_quote(self.step.flags(compiler.name)))
        apart = [*loadable.flags, *self.step.c_flags(compiler.name)]
        self.ninja.variable("loadable_flags", shell_quote(apart))
        self.ninja.variable("user_flags", shell_quote(user))
        self.ninja.variable("python", shell_quote([sys.executable, "-I", "-S"]))
        self.ninja.variable("tools", shell_quote([str(build_modules)]))

    def _collapse_rule(self, command: str) -> Rule:
        """Compiles C++ through `collapse`; what it reports lies beside the object file."""
        collapse = shell_quote([str(native_tools.kit_tool("collapse").program)])
        launcher = f"{collapse} --plan $plan --verbose --"
        if self.step.uses_reorder:
            reorder = str(native_tools.kit_tool("reorder").program)
            plan_words = ["--plan", str(self.layout.object_plan), "--verbose", "--"]
            launcher += " " + shell_quote([reorder, *plan_words])
        command = f"{launcher} {command} 2> $out.summary || {{ cat $out.summary >&2; exit 1; }}"
        return Rule("collapse", command, depfile=True, has_launcher=True)

    def _symbols_rule(self) -> Rule:
        flags = symbol_flags(self.variants.freestanding)
        script = f"$python $tools/symbols.py $in $instances $out {flags}"
        return Rule("symbols", f"{script} llvm-nm-19 llvm-cxxfilt-19")

    def _optimize_rule(self) -> Rule:
        """Makes one object file of the kernel's intermediate code.

        lld does so as a part of a link, whose image nobody needs; of g++'s code it knows nothing,
        but g++ can do it alone.
        """
        if self.compiler.name == "clang":
            words = ["--lto-obj-path=$out", *_no_branch_funnels]
            if not self.variants.freestanding:
                words = ["-flto=full", *(f"-Wl,{word}" for word in words)]
            link = shell_quote(self._link())
            command = f"{link} {' '.join(words)} -o $out.image @$out.rsp"
            return Rule("optimize", command, response="$in")
        flags = "$kernel_flags $step_flags -flto-partition=one -flinker-output=nolto-rel"
        command = f"$compiler {flags} -r -nostdlib -o $out @$out.rsp"
        return Rule("optimize", command, response="$in")

    def _link(self) -> list[str]:
        arch = self.variants.get("arch").compile
        if self.variants.freestanding:
            words = [linker, "--build-id=none", "--gc-sections", "-static"]
            words += ["-z", "max-page-size=4096", "-z", "noexecstack", *arch.link_flags]
            if arch.link_script:
                words += ["-T", str(arch.link_script)]
            return words
        words = [self.compiler.program, "-Wl,--build-id=none", "-Wl,--gc-sections"]
        words += ["-Wl,--defsym=flat_image_start=__executable_start"]
        words += ["-Wl,-z,retpolineplt"] if self.step.retpolines else []
        return [*words, "-fuse-ld=lld", *self.compiler.linker_flags, *arch.link_flags]

    def _map(self) -> str:
        return "-Map=$out.map" if self.variants.freestanding else "-Wl,-Map=$out.map"
