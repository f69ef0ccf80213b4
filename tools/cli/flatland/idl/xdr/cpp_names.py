# SPDX-License-Identifier: BSD-2-Clause
"""How names of `.x` files become names of C++.

`nfs_fh3` is a class `NfsFh3`, `NFS3_OK` is `nfs3_ok`.
"""

from __future__ import annotations

from flatland.diagnostics import Diagnostics, Label, error
from flatland.idl import names
from flatland.idl.xdr.model import (
    Constant,
    DefinedType,
    Enum,
    Name,
    Program,
    Specification,
    Version,
    declarations,
)


def class_name(name: str) -> str:
    """`numbers` -> `Numbers`, `GETATTR3args` -> `Getattr3args`."""
    return names.camel(names.words(name)) or name


def member_name(name: str) -> str:
    """A field, a value of an enumeration, a constant, a procedure's number."""
    return names.member(name)


def routine_name(name: str) -> str:
    """The routine of a type: `xdr_numbers`."""
    return f"xdr_{names.words(name)}"


def place_name(name: str) -> str:
    """The class of places for values of a type: `NumbersPlace`."""
    return f"{class_name(name)}Place"


def procedures_name(version: Version) -> str:
    """The enumeration of the procedures of a version."""
    return f"{class_name(version.name.text)}Procedure"


def stub_name(procedure: str, number: int) -> str:
    """The function that calls a procedure of a version, as rpcgen names it: `echo_1`."""
    return f"{names.words(procedure)}_{number}"


def null_name(program: Program, number: int) -> str:
    """The function that calls procedure 0 of a version that does not name it."""
    return f"{names.words(program.name.text)}_{number}_null"


def server_name(program: Program, number: int) -> str:
    """The class of servers of a version: `BenchProgram1`."""
    return f"{class_name(program.name.text)}{number}"


def check_cpp_names(specification: Specification, found: Diagnostics) -> None:
    """No two names become one."""
    known: dict[str, Name] = {}
    for definition in specification.definitions:
        if isinstance(definition, Constant):
            _claim(known, member_name(definition.name.text), definition.name, found)
        elif isinstance(definition, Program):
            _claim_program(specification, definition, known, found)
        else:
            _claim_type(definition, known, found)


def _claim_type(definition: DefinedType, known: dict[str, Name], found: Diagnostics) -> None:
    name = definition.name
    for taken in (class_name(name.text), place_name(name.text)):
        if not _claim(known, taken, name, found):
            return
    inner: dict[str, Name] = {}
    own = [each.name for each in declarations(definition)]
    if isinstance(definition, Enum):
        own = [each.name for each in definition.members]
    for each in own:
        _claim(inner, member_name(each.text), each, found)


def _claim_program(
    specification: Specification, program: Program, known: dict[str, Name], found: Diagnostics
) -> None:
    _claim(known, member_name(program.name.text), program.name, found)
    for version in program.versions:
        number = specification.number(version.number)
        _claim(known, member_name(version.name.text), version.name, found)
        _claim(known, procedures_name(version), version.name, found)
        _claim(known, server_name(program, number), version.name, found)
        _claim(known, null_name(program, number), version.name, found)
        for procedure in version.procedures:
            _claim(known, stub_name(procedure.name.text, number), procedure.name, found)


def _claim(known: dict[str, Name], cpp: str, name: Name, found: Diagnostics) -> bool:
    """Whether a name of C++ is free; it is taken then."""
    if known.setdefault(cpp, name) is name:
        return True
    other = known[cpp]
    message = f"`{name.text}` and `{other.text}` would both be `{cpp}` in C++"
    labels = [Label(other.span, "this is the other one")]
    help = "choose another name for one of them"
    found.add(error("F1209", message, name.span, labels=labels, help=help))
    return False
