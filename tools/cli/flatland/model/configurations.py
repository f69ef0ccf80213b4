# SPDX-License-Identifier: BSD-2-Clause
"""Several assemblies in one image, of which one is chosen at boot (THINK 2002, section 1).

Each is resolved and checked as the assembly that it is. Then they become one: instances get the
name of their configuration before their own, kernel objects the shares of all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from flatland.diagnostics import Diagnostic, Diagnostics, Label, Span, error
from flatland.lang.syntax import ConfigurationDeclaration, Name
from flatland.model.inherit import Whole, find_base
from flatland.model.library import DeclaredAssembly, Library
from flatland.model.resolved import (
    Binding,
    Configuration,
    EntryPoint,
    Image,
    Instance,
    KernelObject,
    Link,
    Mixin,
    ResolvedAssembly,
)
from flatland.model.targets import choose_target

Resolved = tuple[ConfigurationDeclaration, ResolvedAssembly]


def target(
    library: Library, declared: DeclaredAssembly, wanted: str | None, found: Diagnostics
) -> str | None:
    """The architecture that all configurations are for."""
    whole = Whole([declared], targets=declared.declaration.targets)
    chosen = choose_target(library, whole, wanted, found)
    return chosen["arch"].name if chosen else wanted


def assemblies(
    library: Library, declared: DeclaredAssembly, found: Diagnostics
) -> Iterator[tuple[ConfigurationDeclaration, DeclaredAssembly]]:
    """The assemblies that the configurations name; reports what cannot be one."""
    _check_nothing_else(declared, found)
    names: dict[str, Name] = {}
    for each in declared.declaration.configurations:
        first = names.setdefault(each.name.text, each.name)
        if first is not each.name:
            message = f"configuration `{each.name.text}` is named twice"
            labels = [Label(first.span, "first here")]
            found.add(error("F0425", message, each.name.span, "again here", labels=labels))
            continue
        assembly = find_base(library, declared, each.assembly, found)
        if assembly and assembly.declaration.configurations:
            message = f"`{each.assembly.text}` has configurations of its own"
            help_text = "name one of those"
            found.add(error("F0425", message, each.assembly.span, help=help_text))
        elif assembly:
            yield each, assembly


def _check_nothing_else(declared: DeclaredAssembly, found: Diagnostics) -> None:
    """Whatever such an assembly states besides would be of none of its configurations."""
    written = declared.declaration
    others: list[Span] = [each.name.span for each in written.instances]
    others += [each.client.span for each in written.bindings]
    others += [each.name.span for each in written.modules]
    others += [each.dimension.span for each in written.choices]
    others += [each.span for each in written.facts]
    others += [written.base.span] if written.base else []
    for span in others:
        message = "an assembly of configurations states these and its targets, and nothing else"
        help_text = "state it in the assemblies that the configurations name"
        found.add(error("F0425", message, span, help=help_text))


def check(resolved: Sequence[Resolved], found: Diagnostics) -> None:
    """Whether what lies in one image can do so."""
    for written, assembly in resolved:
        if len(assembly.images) > 1:
            domain = assembly.images[1].domain
            found.add(_unfit(written, f"it has the domain `{domain}` beside the kernel's"))
        other = resolved[0][1].target
        if (assembly.target.api, assembly.target.smp) != (other.api, other.smp):
            what = f"its dimensions are api {assembly.target.api}, smp {assembly.target.smp}"
            found.add(_unfit(written, f"{what}, those of the first {other.api} and {other.smp}"))
        if assembly.target.optimize != other.optimize:
            what = f"its code is optimized for {assembly.target.optimize}"
            found.add(_unfit(written, f"{what}, that of the first for {other.optimize}"))
        if assembly.facts:
            found.add(_unfit(written, "it has facts, which would not hold for them"))
    _check_modules(resolved, found)
    _check_names(resolved, found)


def _unfit(written: ConfigurationDeclaration, why: str) -> Diagnostic:
    message = f"`{written.assembly.text}` cannot be in one image with the others: {why}"
    return error("F0426", message, written.assembly.span)


def _check_modules(resolved: Sequence[Resolved], found: Diagnostics) -> None:
    known: dict[str, object] = {}
    for written, assembly in resolved:
        for name, content in _modules(assembly.kernel):
            if known.setdefault(name, content) != content:
                found.add(_unfit(written, f"its module `{name}` is another one"))


def _modules(image: Image) -> Iterator[tuple[str, object]]:
    for module in image.modules:
        yield module.name, module.folder
    for file in image.files:
        yield file.name, file.file
    for loadable in image.loadables:
        yield loadable.name, (loadable.component.full_name, loadable.attributes)


def _check_names(resolved: Sequence[Resolved], found: Diagnostics) -> None:
    """`a` with `b_c` and `a_b` with `c` would meet."""
    owners: dict[str, str] = {}
    for written, assembly in resolved:
        for instance in assembly.kernel.instances:
            name = _named(written, instance.name)
            if owners.setdefault(name, written.name.text) != written.name.text:
                message = (
                    f"two configurations have an instance that is called `{name}` in the image"
                )
                help_text = "give the configuration another name"
                found.add(error("F0425", message, written.name.span, help=help_text))


def merged(declared: DeclaredAssembly, resolved: Sequence[Resolved]) -> ResolvedAssembly:
    """All of them as one assembly, whose kernel knows its configurations."""
    first = resolved[0][1]
    renamed = [(written, _renamed(written, assembly.kernel)) for written, assembly in resolved]
    images = [image for _, image in renamed]
    kernel = replace(
        images[0],
        origin=declared.declaration.name.origin,
        instances=tuple(each for image in images for each in image.instances),
        bindings=tuple(each for image in images for each in image.bindings),
        objects=_composed(images),
        modules=tuple({m.name: m for image in images for m in image.modules}.values()),
        files=tuple({m.name: m for image in images for m in image.files}.values()),
        loadables=tuple({m.name: m for image in images for m in image.loadables}.values()),
        configurations=tuple(
            Configuration(
                *(written.name.text, written.assembly.text, image.entry),
                tuple(each.name for each in image.instances),
            )
            for written, image in renamed
        ),
    )
    kinds = {kind.name: kind for _, assembly in resolved for kind in assembly.kinds}
    inputs = {file for _, assembly in resolved for file in assembly.inputs}
    return replace(
        first,
        name=declared.declaration.name.text,
        command_name=declared.command_name,
        file=declared.source.path,
        images=(kernel,),
        kinds=tuple(kinds[name] for name in sorted(kinds)),
        inputs=tuple(sorted({*inputs, declared.source.path})),
    )


def _named(written: ConfigurationDeclaration, name: str) -> str:
    return f"{written.name.text}_{name}"


def _renamed(written: ConfigurationDeclaration, image: Image) -> Image:
    """An image with the configuration's name before those of its instances."""

    def named(name: str) -> str:
        return _named(written, name)

    def link(each: Link) -> Link:
        supplies = (replace(supply, server=named(supply.server)) for supply in each.supplies)
        return replace(each, supplies=tuple(supplies))

    def binding(each: Binding) -> Binding:
        chain = tuple(map(link, each.chain))
        client, server = named(each.client), named(each.server)
        return replace(each, client=client, server=server, chain=chain)

    def instance(each: Instance) -> Instance:
        return replace(each, name=named(each.name))

    return replace(
        image,
        entry=EntryPoint(named(image.entry.instance), image.entry.port),
        instances=tuple(map(instance, image.instances)),
        bindings=tuple(map(binding, image.bindings)),
    )


def _composed(images: Sequence[Image]) -> tuple[KernelObject, ...]:
    """Kernel objects with the mix-ins of all configurations, each once."""
    found: dict[str, KernelObject] = {}
    for composed in (each for image in images for each in image.objects):
        known = found.setdefault(composed.name, composed)
        mixins = {_identity(mixin): mixin for mixin in (*known.mixins, *composed.mixins)}
        found[composed.name] = replace(known, mixins=tuple(mixins.values()))
    return tuple(found.values())


def _identity(mixin: Mixin) -> tuple[str, str]:
    return mixin.package, mixin.name
