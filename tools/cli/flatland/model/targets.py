# SPDX-License-Identifier: BSD-2-Clause
"""Chooses the target and with it one variant of each dimension."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, get_args

from flatland.diagnostics import Diagnostics, Label, Span, error, replacement, source_lines
from flatland.lang.syntax import Name
from flatland.model.inherit import Whole
from flatland.model.library import Library, Variant, dimensions
from flatland.model.names import listed, nearest
from flatland.model.resolved import LeafFunctions, Optimize, Target

_defaults = {"api": "none", "smp": "up"}


class Compiling(NamedTuple):
    """How an assembly's code is compiled."""

    optimize: Optimize
    leaf: LeafFunctions


def choose_target(
    library: Library, whole: Whole, wanted: str | None, found: Diagnostics
) -> dict[str, Variant] | None:
    """The chosen variants by dimension, `abi` among them if there is one; None after an error."""
    for target in whole.targets:
        _check_name(library, "arch", target, found)
    arch = _arch(library, whole, wanted, found)
    chosen = [library.variants.get(("arch", arch))] if arch else [None]
    chosen.append(_platform(library, chosen[0], found) if chosen[0] else None)
    for dimension in ("api", "smp"):
        choice = whole.choices.get(dimension)
        if choice:
            _check_name(library, dimension, choice.variant, found)
        name = choice.variant.text if choice else _defaults[dimension]
        variant = library.variants.get((dimension, name))
        if variant is None and not choice:
            message = f"the kit has no {dimension} variant `{name}`, which is the default"
            found.add(error("F0503", message, whole.assembly.declaration.name.span))
        chosen.append(variant)
    variants = [variant for variant in chosen if variant]
    for variant in variants:
        found.extend(variant.problems)
    if len(variants) < len(dimensions):
        return None
    by_dimension = {variant.dimension: variant for variant in variants}
    return by_dimension if _add_abi(library, whole, by_dimension, found) else None


def target_of(chosen: dict[str, Variant], how: Compiling) -> Target:
    """The target as the resolved model has it."""
    folders = tuple((name, variant.folder) for name, variant in chosen.items())
    names = {name: variant.name for name, variant in chosen.items()}
    return Target(names["arch"], names["platform"], names["api"], names["smp"], folders, *how)


def choose_compiling(whole: Whole, found: Diagnostics) -> Compiling:
    """What the assembly says of how its code is compiled."""
    aim = _choice_of(whole, "optimize", "code cannot be optimized for", get_args(Optimize), found)
    leaf = _choice_of(whole, "leaf", "leaf functions are not", get_args(LeafFunctions), found)
    known: dict[str | None, Optimize] = {"size": "size", "whole": "whole"}
    return Compiling(known.get(aim, "speed"), "unchecked" if leaf == "unchecked" else "checked")


def _choice_of(
    whole: Whole, word: str, problem: str, known: tuple[str, ...], found: Diagnostics
) -> str | None:
    """What the assembly says after a word, if it says anything."""
    choice = whole.choices.get(word)
    if choice and choice.variant.text not in known:
        near = nearest(choice.variant.text, known)
        edit = replacement(choice.variant.span, near) if near else None
        help_text = f"did you mean `{near}`?" if near else f"there is {listed(known)}"
        message = f"{problem} `{choice.variant.text}`"
        found.add(error("F0513", message, choice.variant.span, help=help_text, edit=edit))
    return choice.variant.text if choice else None


def _arch(library: Library, whole: Whole, wanted: str | None, found: Diagnostics) -> str | None:
    supported = [target.text for target in whole.targets]
    if wanted is None:
        if supported:
            return supported[0]
        if whole.complete:
            name = whole.assembly.declaration.name
            choice = listed((f"`{each}`" for each in library.variant_names("arch")), "or")
            message = f"`{name.text}` names no target"
            found.add(error("F0506", message, name.span, help=f"write `target …;` with {choice}"))
        return None
    if wanted in supported or (not supported and ("arch", wanted) in library.variants):
        return wanted
    if ("arch", wanted) not in library.variants:
        known = library.variant_names("arch")
        near = nearest(wanted, known)
        help_text = f"did you mean `{near}`?" if near else f"there is {listed(known)}"
        found.add(error("F0501", f"there is no target `{wanted}`", help=help_text))
        return None
    span = whole.targets[0].span
    message = f"`{whole.assembly.declaration.name.text}` does not support target `{wanted}`"
    found.add(error("F0505", message, span, f"it supports {listed(supported)}"))
    return None


def _check_name(library: Library, dimension: str, name: Name, found: Diagnostics) -> None:
    known = library.variant_names(dimension)
    if name.text in known:
        return
    near = nearest(name.text, known)
    help_text = f"did you mean `{near}`?" if near else f"there is {listed(known)}"
    edit = replacement(name.span, near) if near else None
    code, what = ("F0501", "target") if dimension == "arch" else ("F0503", f"{dimension} variant")
    message = f"there is no {what} `{name.text}`"
    found.add(error(code, message, name.span, help=help_text, edit=edit))


def _platform(library: Library, arch: Variant, found: Diagnostics) -> Variant | None:
    name = arch.settings.get("platform")
    if isinstance(name, str):
        variant = library.variants.get(("platform", name))
        if variant:
            return variant
        known = listed(library.variant_names("platform"))
        message = f"there is no platform variant `{name}`, which {arch.name} names"
        span = _line_of(arch.file, "platform")
        found.add(error("F0503", message, span, help=f"there is {known}"))
    elif not arch.problems:
        message = f"arch variant `{arch.name}` names no default platform"
        help_text = 'write `platform = "…"` at the top of its variant.toml'
        found.add(error("F0511", message, _top(arch.file), help=help_text))
    return None


def _add_abi(
    library: Library, whole: Whole, chosen: dict[str, Variant], found: Diagnostics
) -> bool:
    """Adds the binary interface of the API on the architecture, if the API has one.

    A kernel for itself, with the API that nobody has to choose, does without.
    """
    api, arch = chosen["api"].name, chosen["arch"].name
    known = [name for name in library.variant_names("abi") if name.startswith(f"{api}/")]
    if f"{api}/{arch}" in known:
        chosen["abi"] = library.variants["abi", f"{api}/{arch}"]
        return True
    if not known or api == _defaults["api"]:
        return True
    choice = whole.choices.get("api")
    span = choice.variant.span if choice else whole.assembly.declaration.name.span
    labels = [Label(each.span, "the target") for each in whole.targets if each.text == arch]
    arches = [name.rpartition("/")[2] for name in known]
    message = f"api `{api}` has no binary interface on `{arch}`"
    note = f"dimensions/api/{api}/on has {listed(arches)}"
    found.add(error("F0504", message, span, labels=labels, notes=[note]))
    return False


def _top(file: Path) -> Span:
    return Span(file, 1, 1, 1)


def _line_of(file: Path, key: str) -> Span:
    """The line of a TOML file that begins with a key."""
    for number, line in enumerate(source_lines(file), start=1):
        if line.startswith(key):
            return Span(file, number, 1, len(line) + 1)
    return _top(file)
