# SPDX-License-Identifier: BSD-2-Clause
"""Where a kernel's image has the list of the programs that are its domains (machine::Program)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from flatland.dwarf.counters import Types, instances_of, opened
from flatland.dwarf.entries import Die, qualified_name
from flatland.dwarf.types import offset_of, type_of, without_aliases

_holder = "flat::abi::UserMode"  # of `api none`, on each architecture
_list = "programs_"
_program = "flat::machine::Program"
_process = "flat::arch::ChildProcess"


@dataclass(frozen=True)
class DomainList:
    """The address of the pointer to the first program, and where programs have their members."""

    first: int
    image: int  # the number of what it is made from
    next: int
    page_root: int | None  # of a machine's programs
    process: int | None  # of programs that are processes: a pointer to
    process_id: int  # what has its number here


def domain_list_of(image: Path, structure: str) -> DomainList | None:
    """That of an image; None: it has no domains beside its own."""
    with opened(image) as (types, addresses):
        for instance in instances_of(types, structure, addresses):
            if qualified_name(instance.kind) != _holder:
                continue
            holder = types.definition(_holder)
            for member in holder.iter_children() if holder is not None else ():
                if not _is_called(member, _list):
                    continue
                place = instance.start + (offset_of(member) or 0)
                return _described(types, place, _type_of_member(types, member))
    return None


def _described(types: Types, place: int, kind: Die) -> DomainList | None:
    program, process = types.definition(_program), types.definition(_process)
    if program is None:
        return None
    members = _offsets(program)
    link = next(each for each in program.iter_children() if _is_called(each, "link"))
    inner = _offsets(_type_of_member(types, link))
    return DomainList(
        first=place + _offsets(kind)["first_"],
        image=members["image"],
        next=members["link"] + inner["next_"],
        page_root=members.get("page_root"),
        process=members.get("process"),
        process_id=_offsets(process).get("id_", 0) if process is not None else 0,
    )


def _type_of_member(types: Types, member: Die) -> Die:
    kind = type_of(member)
    assert kind is not None
    whole = without_aliases(kind)
    return types.definition(qualified_name(whole)) or whole


def _offsets(kind: Die) -> dict[str, int]:
    """Where the members of a class are."""
    members = [each for each in kind.iter_children() if each.tag == "DW_TAG_member"]
    found = [(each.attributes.get("DW_AT_name"), offset_of(each)) for each in members]
    return {name.value.decode(): offset for name, offset in found if name and offset is not None}


def _is_called(member: Die, name: str) -> bool:
    attribute = member.attributes.get("DW_AT_name")
    return attribute is not None and bool(attribute.value == name.encode())
