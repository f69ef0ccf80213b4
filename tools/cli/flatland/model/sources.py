# SPDX-License-Identifier: BSD-2-Clause
"""What is compiled for a component: the files that it names, and those of libraries that it uses.

A source is named once in a root: where several components need it, by a library of its folder.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from flatland.diagnostics import Diagnostics, FlatError, Label, error, replacement
from flatland.idl import names as cpp
from flatland.idl.xdr import suffix
from flatland.lang.syntax import Name
from flatland.model.library import DeclaredLibrary, Library, Owner
from flatland.model.names import listed, matching, nearest, nearest_word


@dataclass(frozen=True)
class CheckedLibrary:
    """A library with all that it compiles, and what is wrong with it."""

    declared: DeclaredLibrary
    sources: tuple[Path, ...]
    tests: tuple[Path, ...]
    diagnostics: Diagnostics


def check_library(declared: DeclaredLibrary, library: Library) -> CheckedLibrary:
    """Finds the files of a library and checks it by itself."""
    found = Diagnostics()
    sources, tests = SourceFinder(library, found).library(declared)
    return CheckedLibrary(declared, sources, tests, found)


class SourceFinder:
    """Finds the files of one declaration and all that it uses; tells what is wrong with them."""

    def __init__(self, library: Library, found: Diagnostics) -> None:
        self._library = library
        self._found = found

    def sources(self, owner: Owner) -> tuple[Path, ...]:
        """Its own sources, then those of libraries, each once."""
        files = dict.fromkeys(self._own(owner))
        for used in self._used(owner, (owner,)):
            files |= dict.fromkeys(self._own(used))
        return tuple(files)

    def tests(self, owner: Owner) -> tuple[Path, ...]:
        """The files of its unit tests."""
        return self._files(owner, owner.declaration.tests, "test")

    def _own(self, owner: Owner) -> tuple[Path, ...]:
        files = self._files(owner, owner.declaration.sources, "source")
        for name in owner.declaration.sources:
            self._check_owner(owner, name)
        return files

    def _used(self, owner: Owner, path: tuple[Owner, ...]) -> Iterable[DeclaredLibrary]:
        """The libraries that a declaration uses, and those that these use; some repeatedly."""
        for name in owner.declaration.uses:
            used = self._find(owner, name)
            if used is None:
                continue
            if used in path:
                self._report_circle(name, [*path[path.index(used) :], used])
                continue
            self._check(used)
            yield used
            yield from self._used(used, (*path, used))

    def _find(self, owner: Owner, name: Name) -> DeclaredLibrary | None:
        """The library that a name means: of the own package first, and of no other variant.

        Those of an architecture are there for the binary interfaces on it, too.
        """
        known: dict[str, list[DeclaredLibrary]] = {}
        dimension, variant = owner.variant or ("", "")
        arch = ("arch", variant.rpartition("/")[2]) if dimension == "abi" else None
        for each in self._library.libraries:
            if each.variant in (None, owner.variant, arch):
                known.setdefault(each.full_name, []).append(each)
        names = matching(name.text, known, owner.package)
        if len(names) == 1:
            return self._only(known[names[0]])
        if names:
            message = f"`{name.text}` can be {listed(names, 'or')}"
            self._found.add(error("F0418", message, name.span, help="write the package, too"))
            return None
        near = nearest(name.text, known)
        help_text = f"did you mean `{near}`?" if near else "`flat list libraries` lists them"
        edit = replacement(name.span, near) if near else None
        message = f"no library is called `{name.text}`"
        self._found.add(error("F0418", message, name.span, help=help_text, edit=edit))
        return None

    def _only(self, declared: list[DeclaredLibrary]) -> DeclaredLibrary:
        """The one declaration of a name; several are reported."""
        spans = [each.declaration.name.span for each in declared]
        if len(spans) > 1:
            labels = [Label(span, "also here") for span in spans[1:]]
            message = f"library `{declared[0].full_name}` is declared {len(spans)} times"
            self._found.add(error("F0412", message, spans[0], "here", labels=labels))
        return declared[0]

    def library(self, declared: DeclaredLibrary) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
        """The sources and tests of a library, whether or not a component uses it."""
        self._check(declared)
        return self.sources(declared), self.tests(declared)

    def _check(self, used: DeclaredLibrary) -> None:
        """What is wrong with a library's declaration itself."""
        self._found.extend(used.source.errors)
        name = used.declaration.name
        stem = cpp.words(name.text)
        file = used.source.path
        if file.stem != stem:
            message = f"library `{name.text}` belongs in {stem}.flat, not in {file.name}"
            self._found.add(error("F0105", message, name.span))

    def _report_circle(self, name: Name, circle: list[Owner]) -> None:
        way = " -> ".join(each.full_name for each in circle)
        message = f"library `{circle[0].full_name}` uses itself"
        self._found.add(error("F0419", message, name.span, notes=[way]))

    def _check_owner(self, owner: Owner, name: Name) -> None:
        """Refuses a source that another declaration names before this one."""
        first = self._library.named_sources[owner.path_of(name)][0]
        if first == name.span:
            return
        message = f"source `{name.text}` is named twice"
        help_text = "name it once, in a library of its folder, and write `uses` where it is needed"
        labels = [Label(first, "first here")]
        self._found.add(
            error("F0420", message, name.span, "again here", labels=labels, help=help_text)
        )

    def _files(self, owner: Owner, names: Iterable[Name], what: str) -> tuple[Path, ...]:
        files: list[Path] = []
        for name in names:
            file = _folder(owner) / name.text
            if file.is_file() and file.suffix == suffix:
                files += self._generated(file)
            elif file.is_file() and name.text:
                files.append(file)
            else:
                self._report_missing(owner, name, what)
        return tuple(files)

    def _generated(self, file: Path) -> list[Path]:
        """The sources that the interface compiler makes of an `.x` file."""
        from flatland.idl.xdr.files import sources_of

        try:
            return sources_of(file, self._library.build or self._library.kit / "build")
        except FlatError as problem:
            self._found.extend(problem.diagnostics)
            return []

    def _report_missing(self, owner: Owner, name: Name, what: str) -> None:
        message = f"there is no {what} file `{name.text}`"
        others = [each.name for each in _folder(owner).glob("*.*") if each.suffix != ".flat"]
        near = nearest_word(name.text, others, likeness=0.8)
        help_text = f"did you mean `{near}`?" if near else None
        self._found.add(error("F0413", message, name.span, help=help_text))


def _folder(owner: Owner) -> Path:
    return owner.source.path.parent
