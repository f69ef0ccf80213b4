# SPDX-License-Identifier: BSD-2-Clause
"""Composes the kernel objects of a configuration from their mix-ins (Dannowski 2004, section 2)."""

from __future__ import annotations

from collections.abc import Sequence

from flatland.diagnostics import Diagnostics, Label, Span, error
from flatland.idl import names as cpp
from flatland.lang.syntax import MixinDeclaration
from flatland.model.library import DeclaredObject, Library, Variant
from flatland.model.names import listed, nearest
from flatland.model.parts import Part, domain_of, domain_words
from flatland.model.resolved import KernelObject, Mixin, ObjectShare, kernel_domain


def compose_objects(
    library: Library, chosen: dict[str, Variant], parts: Sequence[Part], found: Diagnostics
) -> tuple[KernelObject, ...]:
    """The objects that the chosen variants declare, sorted by name, with all shares in them."""
    declared = _declared(library, chosen, found)
    _check_shares(declared, parts, found)
    by_name = {part.name: part for part in parts if domain_of(part) == kernel_domain}
    objects = []
    for name in sorted(declared):
        each = declared[name]
        found.extend(each.source.errors)
        base = _base(each, chosen, found)
        mixins = [_mixin(each, mixin, chosen, by_name, found) for mixin in each.declaration.mixins]
        objects.append(
            KernelObject(
                name,
                each.package,
                base,
                tuple(mixin for mixin in mixins if mixin),
                each.declaration.name.origin,
            )
        )
    return tuple(objects)


def _declared(
    library: Library, chosen: dict[str, Variant], found: Diagnostics
) -> dict[str, DeclaredObject]:
    variants = {(each.dimension, each.name) for each in chosen.values()}
    declared: dict[str, DeclaredObject] = {}
    for each in library.objects:
        if each.variant not in variants:
            continue
        name = each.declaration.name
        if name.text in declared:
            first = Label(declared[name.text].declaration.name.span, "first here")
            message = f"object `{name.text}` is declared twice"
            found.add(error("F0412", message, name.span, "again here", labels=[first]))
        declared.setdefault(name.text, each)
    return declared


def _base(declared: DeclaredObject, chosen: dict[str, Variant], found: Diagnostics) -> str:
    declaration = declared.declaration
    if len(declaration.bases) != 1:
        what = "two bases" if declaration.bases else "no base"
        span = declaration.bases[1].span if declaration.bases else declaration.name.span
        message = f"object `{declaration.name.text}` has {what}"
        help_text = "an object has exactly one: `base TcbBase;`"
        found.add(error("F0508", message, span, help=help_text))
        return ""
    base = declaration.bases[0]
    header = f"include/machine/{cpp.words(base.text)}.hpp"
    _check_header(chosen[declared.package], header, f"base `{base.text}`", base.span, found)
    return base.text


def _mixin(
    declared: DeclaredObject,
    mixin: MixinDeclaration,
    chosen: dict[str, Variant],
    parts: dict[str, Part],
    found: Diagnostics,
) -> Mixin | None:
    if mixin.from_instance:
        part = parts.get(mixin.name.text)
        share = _share(part, declared.declaration.name.text) if part else None
        if part is None or share is None:
            return None
        package = part.checked.component.package
        return _made(package, share.mixin, part.name)
    package, _, name = mixin.name.text.rpartition(".")
    package = package or declared.package
    if package not in chosen:
        message = f"this configuration has no package `{package}` for `{mixin.name.text}`"
        help_text = f"the packages of mix-ins are {listed(chosen)}"
        found.add(error("F0510", message, mixin.name.span, help=help_text))
        return None
    header = f"{cpp.words(name)}.hpp"
    _check_header(chosen[package], header, f"mix-in `{name}`", mixin.name.span, found)
    return _made(package, name, package)


def _made(package: str, name: str, source: str) -> Mixin:
    header = "/".join([*package.split("."), cpp.words(name)]) + ".hpp"
    return Mixin(package, name, header, source)


def _check_header(variant: Variant, header: str, what: str, span: Span, found: Diagnostics) -> None:
    if not (variant.folder / header).is_file():
        where = f"{variant.dimension} variant `{variant.name}`"
        message = f"{what} has no {header} in {where}"
        found.add(error("F0510", message, span))


def _share(part: Part, object_name: str) -> ObjectShare | None:
    shares = part.checked.component.shares
    return next((share for share in shares if share.object_name == object_name), None)


def _check_shares(
    declared: dict[str, DeclaredObject], parts: Sequence[Part], found: Diagnostics
) -> None:
    """Every share that a component claims must have a place in an object."""
    for part in parts:
        for share in part.checked.declared.declaration.shares:
            target = share.object_name
            claim = f"`{part.name}` claims a share of `{target.text}`"
            label = Label(part.declaration.name.span, "for this instance")
            if target.text not in declared:
                near = nearest(target.text, declared)
                help_text = f"did you mean `{near}`?" if near else None
                notes = [f"it has {listed(sorted(declared))}" if declared else "it has none"]
                message = f"{claim}, an object that this configuration does not have"
                found.add(
                    error(
                        *("F0507", message, target.span),
                        labels=[label],
                        notes=notes,
                        help=help_text,
                    )
                )
                continue
            mixins = declared[target.text].declaration.mixins
            sources = [mixin.name.text for mixin in mixins if mixin.from_instance]
            if part.name not in sources or domain_of(part) != kernel_domain:
                wanted = listed((f"an instance named `{name}`" for name in sources), "or")
                notes = [f"`{target.text}` takes a share from {wanted or 'no instance'}"]
                message = f"{claim}, which takes none from an instance of this name"
                if domain_of(part) != kernel_domain:
                    message = (
                        f"{claim}, which is the kernel's, from {domain_words(domain_of(part))}"
                    )
                span = part.declaration.name.span
                declared_here = Label(target.span, "claimed here")
                found.add(error("F0512", message, span, labels=[declared_here], notes=notes))
