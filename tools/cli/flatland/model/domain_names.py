# SPDX-License-Identifier: BSD-2-Clause
"""The domains of an assembly: there are not too many, and attributes name those that there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flatland.diagnostics import Diagnostics, Label, Span, error, replacement
from flatland.lang.syntax import Name
from flatland.model.attributes import declared_at
from flatland.model.names import listed, nearest_word
from flatland.model.parts import Part
from flatland.model.resolved import AttributeType, AttributeValue, kernel_domain

domains_max = 64  # core/image/boot_module.hpp
"""The most images of domains beside its own that a kernel carries."""

Settings = Mapping[str, tuple[tuple[str, AttributeValue], ...]]


def check_domain_names(parts: Iterable[Part], settings: Settings, found: Diagnostics) -> None:
    """Reports values that name no domain beside the kernel's (F0428)."""
    all_parts = list(parts)
    blocks: dict[str, Name] = {}
    for part in all_parts:
        if part.declaration.domain:
            blocks.setdefault(part.declaration.domain.text, part.declaration.domain)
    for part in all_parts:
        values = dict(settings[part.name])
        for attribute in part.checked.component.attributes:
            value = values.get(attribute.name)
            if attribute.names_domain and isinstance(value, str) and value not in blocks:
                _report(part, attribute, value, blocks, found)


def check_domain_count(parts: Iterable[Part], found: Diagnostics) -> None:
    """Reports the first domain that is one too many (F0430)."""
    blocks: dict[str, Name] = {}
    for part in parts:
        block = part.declaration.domain
        if block and block.text != kernel_domain:
            blocks.setdefault(block.text, block)
    for block in list(blocks.values())[domains_max : domains_max + 1]:
        message = (
            f"the assembly has {len(blocks)} domains beside the kernel's: {domains_max} is the most"
        )
        help_text = "put instances that may fail together into one domain"
        found.add(error("F0430", message, block.span, "one too many", help=help_text))


def _report(
    part: Part, attribute: AttributeType, value: str, blocks: Mapping[str, Name], found: Diagnostics
) -> None:
    span = _place(part, attribute)
    labels = declared_at(attribute, span)
    near = nearest_word(value, blocks)
    edit = None
    if near:
        labels.append(Label(blocks[near].span, f"`{near}` is here"))
        help_text = f'did you mean "{near}"?'
        edit = replacement(span, f'"{near}"') if span != part.declaration.name.span else None
    else:
        others = f"it has {listed(f'`{each}`' for each in blocks)}" if blocks else "it has none"
        help_text = f"{others} beside the kernel's"
        if value != kernel_domain:
            help_text += f"; add one: `domain {value or 'NAME'} {{ … }}`"
    message = f"`{part.name}.{attribute.name}` names `{value}`: the assembly has no such domain"
    found.add(error("F0428", message, span, "no domain", labels=labels, help=help_text, edit=edit))


def _place(part: Part, attribute: AttributeType) -> Span:
    """Where the value is set; of a default, the instance that has it."""
    for setting in part.declaration.settings:
        if setting.name.text == attribute.name:
            return setting.value.span
    return part.declaration.name.span
