# SPDX-License-Identifier: BSD-2-Clause
"""Resolves one assembly for one target: every step in order, every independent error at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from flatland.diagnostics import Diagnostics, FlatError, error, replacement
from flatland.lang.syntax import InstanceDeclaration, Name
from flatland.model import configurations
from flatland.model.attributes import settings_of
from flatland.model.automatic import AutomaticBindings
from flatland.model.bindings import ExplicitBindings
from flatland.model.catalogue import Catalogue
from flatland.model.chains import Chains
from flatland.model.domain_names import check_domain_count, check_domain_names
from flatland.model.identifiers import check_member_name
from flatland.model.inherit import Whole, find_assembly, whole_assembly
from flatland.model.kinds import Kinds
from flatland.model.library import DeclaredAssembly, Library, Variant
from flatland.model.loadable import check_loadable
from flatland.model.names import nearest
from flatland.model.objects import compose_objects
from flatland.model.order import cycle_error, cycles, initialisation_order
from flatland.model.parts import Part, Providers, domain_of
from flatland.model.places import check_places
from flatland.model.resolved import (
    AttributeValue,
    Binding,
    BindingKind,
    EmbeddedFile,
    EntryPoint,
    Image,
    Instance,
    KernelObject,
    Loadable,
    Module,
    ResolvedAssembly,
    kernel_domain,
)
from flatland.model.rules import (
    check_callbacks,
    check_entries,
    check_interrupt_context,
    warn_unused,
)
from flatland.model.targets import choose_compiling, choose_target, target_of
from flatland.planp.form import suffix as planp_suffix

BootModule = Module | EmbeddedFile | Loadable


@dataclass(frozen=True)
class Resolution:
    """What came of an assembly: the result unless there are errors, and all diagnostics."""

    assembly: ResolvedAssembly | None
    diagnostics: Diagnostics


def check_assembly(library: Library, file: Path, target: str | None) -> Resolution:
    """Resolves and checks; see `flatland.model.check`."""
    try:
        declared = find_assembly(library, file)
    except FlatError as failure:
        return Resolution(None, Diagnostics.of(failure.diagnostics))
    found = Diagnostics()
    if declared.declaration.configurations:
        return _check_configurations(library, declared, target, found)
    whole = whole_assembly(library, declared, found)
    return _Resolver(library, whole, target, found).run()


def _check_configurations(
    library: Library, declared: DeclaredAssembly, target: str | None, found: Diagnostics
) -> Resolution:
    """Resolves each configuration as the assembly that it is, and makes them one."""
    chosen = configurations.target(library, declared, target, found)
    resolved = []
    for written, assembly in configurations.assemblies(library, declared, found):
        whole = whole_assembly(library, assembly, found)
        resolution = _Resolver(library, whole, chosen, found).run()
        if resolution.assembly:
            resolved.append((written, resolution.assembly))
    configurations.check(resolved, found)
    if found.has_errors:
        return Resolution(None, found)
    return Resolution(configurations.merged(declared, resolved), found)


class _Resolver:
    """The steps of one resolution."""

    def __init__(
        self, library: Library, whole: Whole, target: str | None, found: Diagnostics
    ) -> None:
        self._library = library
        self._whole = whole
        self._found = found
        self._chosen = choose_target(library, whole, target, found)
        self._compiling = choose_compiling(whole, found)
        self._catalogue = Catalogue(library, self._chosen)
        self._parts: dict[str, Part] = {}
        self._settings: dict[str, tuple[tuple[str, AttributeValue], ...]] = {}
        self._entries: dict[str, EntryPoint] = {}
        self._kinds: dict[str, BindingKind] = {}

    def run(self) -> Resolution:
        """The resolution."""
        for placed in self._whole.instances.values():
            written = placed.declaration
            check_member_name(written.name, self._found)
            if written.domain:
                check_member_name(written.domain, self._found, "a domain")
            checked = self._catalogue.find(written.component, self._whole, self._found)
            if checked:
                self._found.extend(checked.diagnostics)
                part = Part(placed, checked)
                self._parts[part.name] = part
                self._settings[part.name] = settings_of(
                    written, checked.component.attributes, self._catalogue.interfaces, self._found
                )
        check_domain_count(self._parts.values(), self._found)
        if self._whole.complete:
            check_domain_names(self._parts.values(), self._settings, self._found)
        bindings = self._bindings()
        modules = self._modules()
        facts = self._facts(modules)
        objects: tuple[KernelObject, ...] = ()
        if self._chosen:
            parts = list(self._parts.values())
            check_places(self._library, parts, self._chosen, self._found)
            check_callbacks(parts, self._catalogue, self._found)
            objects = compose_objects(self._library, self._chosen, parts, self._found)
        if self._found.has_errors or not self._chosen:
            return Resolution(None, self._found)
        warn_unused(list(self._parts.values()), bindings, self._catalogue.interfaces, self._found)
        result = self._result(self._chosen, bindings, objects, modules, facts)
        return Resolution(result, self._found)

    def _bindings(self) -> list[Binding]:
        """All bindings, in order of client, port and index, with the rules about them checked."""
        parts, interfaces, found = self._parts, self._catalogue.interfaces, self._found
        complete = self._complete()
        providers = Providers(parts.values(), interfaces)
        kinds = Kinds(self._library, interfaces)
        chains = Chains(self._whole, self._catalogue, kinds, providers, found)
        stated = ExplicitBindings(self._whole, parts, interfaces, chains, found)
        automatic = AutomaticBindings(
            self._whole, self._catalogue, providers, chains, stated.settled, complete, found
        )
        self._kinds = chains.used
        bindings = stated.bindings + automatic.bindings
        bindings.sort(key=lambda each: (each.client, each.port, each.index or 0))
        self._entries = check_entries(
            self._whole, self._catalogue, providers, bindings, complete, found
        )
        for domain in dict.fromkeys(map(domain_of, parts.values())):
            for cycle in cycles(
                [name for name in parts if domain_of(parts[name]) == domain], bindings
            ):
                found.add(cycle_error(cycle))
        check_interrupt_context(parts, bindings, interfaces, found)
        return bindings

    def _complete(self) -> bool:
        """Whether everything that is provided is known, so that a lack of it is an error."""
        untyped = any(part.checked.untyped for part in self._parts.values())
        all_known = len(self._parts) == len(self._whole.instances)
        return self._whole.complete and self._chosen is not None and all_known and not untyped

    def _modules(self) -> list[tuple[str, BootModule]]:
        """The boot modules: programs, files and component objects, each with its domain."""
        found = []
        for placed in self._whole.modules.values():
            written = placed.declaration
            if isinstance(written.content, Name):
                module = self._file_or_program(written.name, written.content, placed.root)
            else:
                module = self._loadable(written.content)
            if module and written.domain and written.domain.text != kernel_domain:
                self._check_domain(written.name, written.domain, module)
            if module:
                found.append((written.domain.text if written.domain else kernel_domain, module))
        return found

    def _check_domain(self, name: Name, domain: Name, module: BootModule) -> None:
        """Whether a domain beside the kernel's has any use of a module."""
        reason, help_text = "", None
        if isinstance(module, Module):
            reason = "programs are started by the kernel"
            help_text = "write it outside of the `domain` block"
        elif all(domain_of(part) != domain.text for part in self._parts.values()):
            reason = "no instance is there to use it"
        if reason:
            message = f"module `{name.text}` cannot be in domain `{domain.text}`: {reason}"
            self._found.add(error("F0429", message, name.span, help=help_text))

    def _loadable(self, written: InstanceDeclaration) -> Loadable | None:
        checked = self._catalogue.find(written.component, self._whole, self._found)
        if not checked:
            return None
        self._found.extend(checked.diagnostics)
        component = checked.component
        check_loadable(written, component, self._found)
        attributes = settings_of(
            written, component.attributes, self._catalogue.interfaces, self._found
        )
        return Loadable(written.name.text, component, attributes, written.name.origin)

    def _facts(self, modules: Sequence[tuple[str, BootModule]]) -> tuple[Path, ...]:
        """What the assembly itself names: what is derived from it may be otherwise.

        A spec, or a PlanP program that is a module of the kernel's.
        """
        embedded = [
            each.file
            for domain, each in modules
            if domain == kernel_domain and isinstance(each, EmbeddedFile)
        ]
        declared = self._whole.assembly
        roots = dict.fromkeys((declared.root, *self._library.roots))
        found = []
        for path in declared.declaration.facts:
            files = [root / path.text for root in roots if (root / path.text).is_file()]
            if files:
                found.append(files[0].resolve())
                if found[-1].suffix == planp_suffix and found[-1] not in embedded:
                    message = f"the program {path.text} is no module of the kernel"
                    advice = f'add `module program = "{path.text}";`'
                    self._found.add(error("F0432", message, path.span, help=advice))
            else:
                message = f"there is no file {path.text} with facts"
                near = nearest(path.text, self._other_specs(declared))
                help_text = f"did you mean {near}?" if near else None
                edit = replacement(path.span, f'"{near}"') if near else None
                self._found.add(error("F0431", message, path.span, help=help_text, edit=edit))
        return tuple(found)

    def _other_specs(self, declared: DeclaredAssembly) -> list[str]:
        """The specs beside the assembly that it does not name, as a statement would."""
        named = {each.text for each in declared.declaration.facts}
        specs = sorted(declared.source.path.parent.glob("*.spec"))
        beside = [str(each.relative_to(declared.root)) for each in specs]
        return [each for each in beside if each not in named]

    def _file_or_program(self, name: Name, path: Name, placed_root: Path) -> BootModule | None:
        for root in dict.fromkeys((placed_root, *self._library.roots)):
            if (root / path.text).is_file():
                return EmbeddedFile(name.text, (root / path.text).resolve(), name.origin)
            if (root / path.text / "program.toml").is_file():
                return Module(name.text, (root / path.text).resolve(), name.origin)
        folder = placed_root / path.text
        message = f"module `{name.text}`: there is no folder or file {path.text}"
        help_text = None
        if folder.is_dir():
            message = f"module `{name.text}`: {path.text} has no program.toml"
        elif folder.parent.is_dir():
            near = nearest(folder.name, [each.name for each in folder.parent.iterdir()])
            if near:
                help_text = f"did you mean {path.text.rpartition('/')[0]}/{near}?"
        self._found.add(error("F0409", message, path.span, help=help_text))
        return None

    def _result(
        self,
        chosen: dict[str, Variant],
        bindings: list[Binding],
        objects: tuple[KernelObject, ...],
        modules: list[tuple[str, BootModule]],
        facts: tuple[Path, ...],
    ) -> ResolvedAssembly:
        declared = self._whole.assembly
        domains = dict.fromkeys([kernel_domain, *map(domain_of, self._parts.values())])
        images = [
            self._image(domain, bindings, [each for place, each in modules if place == domain])
            for domain in domains
        ]
        kernel = replace(images[0], objects=objects)
        return ResolvedAssembly(
            name=declared.declaration.name.text,
            command_name=declared.command_name,
            file=declared.source.path,
            target=target_of(chosen, self._compiling),
            images=(kernel, *images[1:]),
            kinds=tuple(self._kinds[name] for name in sorted(self._kinds)),
            inputs=self._inputs(chosen, kernel.modules, facts),
            facts=facts,
        )

    def _image(self, domain: str, bindings: list[Binding], modules: list[BootModule]) -> Image:
        """A domain without kernel objects, which are the kernel's."""
        parts = {name: part for name, part in self._parts.items() if domain_of(part) == domain}
        mine = [each for each in bindings if each.client in parts]
        blocks = [part.declaration.domain for part in parts.values()]
        block = next((each for each in blocks if each), self._whole.assembly.declaration.name)
        order = initialisation_order(list(parts), mine)
        return Image(
            domain,
            block.origin,
            self._entries[domain],
            tuple(self._instance(parts[name]) for name in order),
            tuple(mine),
            objects=(),
            modules=tuple(each for each in modules if isinstance(each, Module)),
            files=tuple(each for each in modules if isinstance(each, EmbeddedFile)),
            loadables=tuple(each for each in modules if isinstance(each, Loadable)),
        )

    def _instance(self, part: Part) -> Instance:
        return Instance(
            part.name,
            part.checked.component,
            self._settings[part.name],
            domain_of(part),
            part.declaration.name.origin,
        )

    def _inputs(
        self, chosen: dict[str, Variant], modules: tuple[Module, ...], facts: tuple[Path, ...]
    ) -> tuple[Path, ...]:
        """Whatever decided the result; names are looked up among all components."""
        files = {each.source.path for each in self._whole.chain}
        files |= {each.source.path for each in self._library.components}
        files |= {each.source.path for each in self._library.libraries}
        files |= {each.source.path for each in self._library.objects}
        files |= {each.file for each in self._library.kinds if each.file.is_file()}
        files |= {variant.file for variant in chosen.values() if variant.file.is_file()}
        files |= {module.folder / "program.toml" for module in modules}
        files |= set(facts)
        return tuple(sorted(files | set(self._catalogue.interfaces.files())))
