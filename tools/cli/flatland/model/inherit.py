# SPDX-License-Identifier: BSD-2-Clause
"""An assembly with all that it inherits: what `extends` makes of a chain of declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from flatland.diagnostics import Diagnostic, Diagnostics, Edit, FlatError, Label, error, replacement
from flatland.idl import names as cpp
from flatland.lang.syntax import (
    BindingDeclaration,
    ChoiceDeclaration,
    InstanceDeclaration,
    ModuleDeclaration,
    Name,
)
from flatland.model.library import DeclaredAssembly, Library, read_assembly, root_of
from flatland.model.names import listed, nearest
from flatland.model.resolved import kernel_domain

Item = TypeVar("Item")


@dataclass(frozen=True)
class Inherited:
    """A statement and how far down the chain it stands: 0 is the assembly itself."""

    distance: int


@dataclass(frozen=True)
class PlacedBinding(Inherited):
    """A binding."""

    declaration: BindingDeclaration


@dataclass(frozen=True)
class PlacedInstance(Inherited):
    """An instance."""

    declaration: InstanceDeclaration


@dataclass(frozen=True)
class PlacedModule(Inherited):
    """A boot module; `root` is where its path begins."""

    declaration: ModuleDeclaration
    root: Path


@dataclass
class Whole:
    """An assembly and its bases as one. `complete`: nothing of the chain is missing."""

    chain: list[DeclaredAssembly]  # itself first
    complete: bool = True
    instances: dict[str, PlacedInstance] = field(default_factory=dict)
    bindings: dict[tuple[str, str], PlacedBinding] = field(default_factory=dict)
    modules: dict[tuple[str, str], PlacedModule] = field(default_factory=dict)
    choices: dict[str, ChoiceDeclaration] = field(default_factory=dict)
    targets: tuple[Name, ...] = ()

    @property
    def assembly(self) -> DeclaredAssembly:
        """The assembly itself."""
        return self.chain[0]

    def insertion(self, statement: str, after: PlacedInstance | None = None) -> Edit:
        """The edit that adds a statement to the assembly itself, after an instance or last."""
        line, margin = self.assembly.declaration.last_line, "    "
        if after and after.distance == 0:
            line = after.declaration.last_line + 1
            margin = " " * (after.declaration.name.span.column - 1)
        return Edit(self.assembly.source.path, line, margin + statement)

    def instance_of(self, component: str) -> str:
        """The statement that makes an instance of a component, with a name that is free."""
        simple = cpp.words(component.rpartition(".")[2])
        name = simple
        number = 2
        while name in self.instances:
            name = f"{simple}{number}"
            number += 1
        return f"{name} = {component};"


def find_assembly(library: Library, path: Path) -> DeclaredAssembly:
    """The assembly that a file declares; raises FlatError if it declares none."""
    file = path.resolve()
    for each in library.assemblies:
        if each.source.path == file:
            return each
    found = read_assembly(library, file, root_of(file))
    if library.cache:
        library.cache.save()
    if found is None:
        errors = (
            each for source in library.broken if source.path == file for each in source.errors
        )
        raise FlatError(Diagnostics.of(errors))
    return found


def whole_assembly(library: Library, assembly: DeclaredAssembly, found: Diagnostics) -> Whole:
    """The assembly with what it inherits; reports broken chains and double statements."""
    whole = _chain(library, assembly, found)
    for distance in range(len(whole.chain) - 1, -1, -1):
        each = whole.chain[distance]
        found.extend(each.source.errors)
        if each.source.errors:
            whole.complete = False
        _add_level(whole, each, distance, found)
    return whole


def _chain(library: Library, assembly: DeclaredAssembly, found: Diagnostics) -> Whole:
    whole = Whole([assembly])
    current = assembly
    while base := current.declaration.base:
        following = find_base(library, current, base, found)
        if following is None:
            whole.complete = False
            break
        if following in whole.chain:
            found.add(_cycle(whole.chain[whole.chain.index(following) :]))
            whole.complete = False
            break
        whole.chain.append(following)
        current = following
    return whole


def find_base(
    library: Library, assembly: DeclaredAssembly, base: Name, found: Diagnostics
) -> DeclaredAssembly | None:
    """The assembly that `extends` names: of the same root, then the kit, then any; reports."""
    wanted = base.text
    pool = [each for each in library.assemblies if each is not assembly or wanted == _name(each)]
    if wanted.startswith("flat."):
        wanted = wanted.removeprefix("flat.")
        pool = [each for each in pool if each.root == library.kit]
    candidates = [each for each in pool if _name(each) == wanted]
    for root in (assembly.root, library.kit):
        near = [each for each in candidates if each.root == root]
        candidates = near or candidates
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        places = [library.relative(each.source.path) for each in candidates]
        message = f"more than one assembly is called `{wanted}`"
        found.add(error("F0407", message, base.span, notes=[f"they are {listed(places)}"]))
        return None
    broken = [file for file in library.broken if file.path.stem == cpp.words(wanted)]
    if broken:
        for file in broken:
            found.extend(file.errors)
        return None
    name = nearest(wanted, [_name(each) for each in pool])
    help_text, edit = "`flat list kernels` lists them", None
    if name:
        name = f"flat.{name}" if base.text.startswith("flat.") else name
        help_text = f"did you mean `{name}`?"
        edit = replacement(base.span, name)
    message = f"no assembly is called `{base.text}`"
    found.add(error("F0407", message, base.span, help=help_text, edit=edit))
    return None


def _name(assembly: DeclaredAssembly) -> str:
    return assembly.declaration.name.text


def _cycle(members: list[DeclaredAssembly]) -> Diagnostic:
    names = [f"`{_name(each)}`" for each in (*members, members[0])]
    spans = [each.declaration.base.span for each in members if each.declaration.base]
    return error(
        "F0408",
        "an assembly cannot extend itself: " + " extends ".join(names),
        spans[0],
        labels=[Label(span, "and here") for span in spans[1:]],
    )


def _add_level(whole: Whole, assembly: DeclaredAssembly, distance: int, found: Diagnostics) -> None:
    declaration = assembly.declaration
    instances = _distinct(
        declaration.instances, lambda each: each.name, "F0403", "instance `{}` is made twice", found
    )
    for name, instance in instances.items():
        whole.instances[name] = PlacedInstance(distance, instance)
    bindings = _distinct(
        declaration.bindings,
        lambda each: Name(str(each.client), each.client.span),
        "F0209",
        "`{}` is bound twice",
        found,
    )
    for binding in bindings.values():
        key = (binding.client.instance.text, binding.client.port.text)
        whole.bindings[key] = PlacedBinding(distance, binding)
    for domain in dict.fromkeys(map(_domain_of, declaration.modules)):
        modules = _distinct(
            (each for each in declaration.modules if _domain_of(each) == domain),
            lambda each: each.name,
            "F0410",
            "module `{}` is named twice",
            found,
        )
        for name, module in modules.items():
            whole.modules[domain, name] = PlacedModule(distance, module, assembly.root)
    choices = _distinct(
        declaration.choices, lambda each: each.dimension, "F0415", "`{}` is chosen twice", found
    )
    whole.choices.update(choices)
    _distinct(declaration.targets, lambda each: each, "F0415", "target `{}` stands twice", found)
    whole.targets = declaration.targets or whole.targets


def _domain_of(module: ModuleDeclaration) -> str:
    """The domain whose image carries a module; each has names of its own."""
    return module.domain.text if module.domain else kernel_domain


def _distinct(
    items: Iterable[Item],
    name_of: Callable[[Item], Name],
    code: str,
    message: str,
    found: Diagnostics,
) -> dict[str, Item]:
    """The statements by name; those that repeat a name are reported and left out."""
    by_name: dict[str, Item] = {}
    for item in items:
        name = name_of(item)
        if name.text in by_name:
            first = Label(name_of(by_name[name.text]).span, "first here")
            text = message.format(name.text)
            found.add(error(code, text, name.span, "again here", labels=[first]))
        else:
            by_name[name.text] = item
    return by_name
