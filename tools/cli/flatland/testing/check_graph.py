# SPDX-License-Identifier: BSD-2-Clause
"""Compiler calls that check one file as the kernel would compile it, without an image."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from flatland.builder.includes import IncludeScanner
from flatland.builder.layout import Layout
from flatland.builder.resolution import load_library
from flatland.builder.rules import include_folders, user_include_folders
from flatland.builder.toolchain import Compiler, kernel_flags, user_flags
from flatland.files import locked, write_if_changed
from flatland.model.resolved import kernel_domain
from flatland.ninja.execute import StepsFailed, run_ninja
from flatland.ninja.file import Edge, NinjaFile, Rule, shell_quote
from flatland.testing.configuration import Configuration, Configurations
from flatland.testing.host_graph import emit_configuration
from flatland.testing.interfaces import workspace_interfaces
from flatland.testing.quick_choice import narrowed
from flatland.testing.results import Context, Result, failed, passed

Check = tuple[str, Path]
"""The name of a test and the file that Ninja makes when it passes."""


class CheckGraph:
    """Steps that check files, each in the configuration that its place asks for."""

    def __init__(self, context: Context, name: str) -> None:
        self.workspace = context.workspace
        self.folder = self.workspace.build / "tests" / name
        self.ninja = NinjaFile(self.folder)
        self.configurations = Configurations(load_library(self.workspace))
        self._default = Configuration(arch=self.configurations.freestanding_arch())
        self._interfaces = workspace_interfaces(self.workspace)
        self._layouts: dict[Configuration, Layout] = {}
        self._scanners: dict[Configuration, IncludeScanner] = {}
        self._user = self.workspace.folder / "user"

    def configuration(self, file: Path) -> Configuration:
        """The configuration to check a file in: freestanding where nothing else is said."""
        root = next(each for each in self.workspace.roots if file.is_relative_to(each))
        return self.configurations.for_file(file, root, self._default)

    def wanted(self, context: Context, files: Sequence[Path], limit: int) -> list[Path]:
        """The files to check: all, in a quick run few."""
        return narrowed(context, files, lambda file: (file,), self._reads, limit)

    def _reads(self, file: Path) -> Iterator[Path]:
        """A file and what it includes."""
        configuration = self.configuration(file)
        if configuration not in self._scanners:
            folders = [*include_folders(self._layout(configuration)), self._user]
            self._scanners[configuration] = IncludeScanner(folders)
        return (each.resolve() for each in self._scanners[configuration].closure(file))

    def command(self, configuration: Configuration, compiler: Compiler, is_user: bool) -> list[str]:
        """The compiler with all flags for one configuration; for user programs with theirs."""
        layout = self._layout(configuration)
        variants = self.configurations.variants(configuration)
        folders = [*include_folders(layout), layout.objects_include]
        flags = kernel_flags(compiler, variants)
        if is_user:
            flags = user_flags(compiler, variants)
            folders = user_include_folders(layout)
        words = [compiler.program, *flags, *(f"-I{folder}" for folder in folders)]
        if variants.freestanding or is_user:
            words += ["-isystem", str(self.workspace.kit / "core" / "freestanding")]
        return words

    def add(self, kind: str, command: str, file: Path, test: str) -> Check:
        """Adds a check of a file; `command` has `$in` and `$out`, and depends on all includes."""
        rule = f"rule_{len(self.ninja.edges)}"
        display = self.workspace.display(file)
        stamp = self.folder / kind / f"{display}.ok"
        self.ninja.rule(Rule(rule, command, depfile=True))
        self.ninja.edge(Edge(rule, stamp, (file,), f"{kind}: {display}"))
        return test, stamp

    def results(self, checks: Sequence[Check], verbose: bool, again: str) -> list[Result]:
        """Runs the checks; those that passed are one result."""
        ninja_file = self.folder / "build.ninja"
        broken: dict[Path, str] = {}
        try:
            with locked(self.folder / "lock"):
                write_if_changed(ninja_file, self.ninja.text([stamp for _, stamp in checks]))
                run_ninja(ninja_file, verbose=verbose, keep_going=True)
        except StepsFailed as failures:
            for product, diagnostic in zip(failures.products, failures.diagnostics, strict=True):
                broken[product] = "\n".join(diagnostic.notes) or diagnostic.message
        bad = [failed(test, broken[stamp], again) for test, stamp in checks if stamp in broken]
        unknown = set(broken) - {stamp for _, stamp in checks}
        bad += [failed(self.folder.name, broken[product], again) for product in sorted(unknown)]
        good = sum(stamp not in broken for _, stamp in checks)
        return [*bad, passed(self.folder.name, good)] if good else bad

    def _layout(self, configuration: Configuration) -> Layout:
        """The folders of a configuration, with everything in them that is generated."""
        if configuration not in self._layouts:
            folder = self.workspace.build / "tests" / configuration.label
            domain = "domain" if configuration.is_domain else kernel_domain
            composition = folder / "composition"
            layout = Layout(self.workspace, folder, folder, folder, composition, domain)
            emit_configuration(layout, configuration, self.configurations, self._interfaces)
            self._layouts[configuration] = layout
        return self._layouts[configuration]


def check_with(words: Sequence[str], tail: str) -> str:
    """A command for `CheckGraph.add`: checks, then makes the stamp."""
    return f"{shell_quote(words)} {tail} && touch $out"
