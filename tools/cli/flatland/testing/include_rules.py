# SPDX-License-Identifier: BSD-2-Clause
"""What may include what, by the places of the two files.

Includes point down, from components and dimensions to core, and sideways only through contracts:

* `<domain/…>`: any code of ours;
* `<machine/…>`, `<object/…>` and `<core/machine/…>`: code of the kernel, which is dimensions,
  components that are kernel only (`kernel_only.py`), `core/machine` and `core/contract`;
* `<arch/…>`, `<platform/…>`, `<smp/…>`: that dimension itself; `<api/…>` and `<abi/…>`: dimension
  api, whose binary interfaces lie in it. `core/contract` includes what it states;
* what a variant publishes below its `include/` by another name: the variant, for an architecture
  also its platforms and binary interfaces, for an API also user programs;
* `<package/…>`: the same package of components or one around it, and there no other component; a
  folder without declarations is a room of the package that it lies in;
* `<bindings/…>`: the same folder, that of one binding kind.

Unit tests see the host's library and whatever they stand on.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from flatland.builder.workspace import Workspace
from flatland.idl.xdr.files import file_of
from flatland.testing.sources import kernel_part, test_names

_machine = ("machine/", "object/", "core/machine/")
_kernel = ("dimensions/", "components/", "bindings/", "core/machine/", "core/contract/")
_contract = "core/contract/"
_owners = {name: f"dimensions/{name}/" for name in ("arch", "platform", "api", "smp")}
_component = re.compile(r"^component\b", re.MULTILINE)
_owners["abi"] = _owners["api"]


def include_problem(workspace: Workspace, name: str, header: str) -> str | None:
    """What is wrong with a file's include of a header, if anything is."""
    part = kernel_part(name)
    if part is None or name.endswith(test_names):
        return None
    place = workspace.folder / name
    name = name.removeprefix("bench/")
    first, _, rest = header.partition("/")
    if not rest:
        if (place.parent / header).is_file() or (
            workspace.kit / "core" / "freestanding" / header
        ).is_file():
            return None
        return _host_problem(workspace, name, header)
    if is_machine(header):
        return None if name.startswith(_kernel) else f"<{header}> is for code of the kernel only"
    if first in ("core", "flat", "domain"):
        return None
    if owner := _owners.get(first):
        return None if name.startswith((owner, _contract)) else f"<{header}> is private to {owner}"
    if first == "bindings":
        if name.rpartition("/")[0] == header.rpartition("/")[0]:
            return None
        return f"<{header}> is a binding kind's own: it is reached by `via`"
    if publisher := _publisher(workspace, header):
        readers = _readers(workspace, publisher)
        return None if name.startswith(readers) else f"<{header}> is not published to {part}/"
    if any((root / "components" / header).is_file() for root in workspace.roots):
        return _component_problem(workspace, name, header)
    if file_of(header, workspace.roots):
        return _component_problem(workspace, name, header)
    if header.endswith(".flat.hpp"):
        package = f"components/{header.rpartition('/')[0]}/"
        return None if name.startswith(package) else f"<{header}> is of another package"
    if part == "user" and any((root / "user" / header).is_file() for root in workspace.roots):
        return None
    return _host_problem(workspace, name, header)


def c_include_problem(name: str, header: str, folder: Path) -> str | None:
    """What is wrong with an include of a file of C in `folder`: a component's header is its own.

    Headers of C that lie beside a component may belong to it.
    """
    if not header.endswith(".flat.h"):
        return None
    package, _, declared = f"components/{header}".removesuffix(".h").rpartition("/")
    place, _, source = name.rpartition("/")
    if place == package and (folder / declared).is_file():
        text = (folder / declared).read_text(encoding="utf-8")
        if source.endswith(".h") or f'"{source}"' in text:
            return None
    return f"<{header}> is another component's: components meet in interfaces"


def is_machine(header: str) -> bool:
    """Whether a header is for the kernel's domain only."""
    return header.startswith(_machine)


def _component_problem(workspace: Workspace, name: str, header: str) -> str | None:
    """An include of a component's header: only from its own package, and not another's class."""
    if not name.startswith("components/"):
        return f"<{header}> points up: {name.partition('/')[0]} knows no component"
    own = name.removeprefix("components/")
    if not own.startswith(f"{_package(workspace, header)}/"):
        return f"<{header}> is of another package: components meet in interfaces"
    for root in workspace.roots:
        declared = (root / "components" / header).with_suffix(".flat")
        if declared.is_file() and Path(own).stem != Path(header).stem:
            text = declared.read_text(encoding="utf-8")
            is_source = f'"{Path(own).name}"' in text
            if _component.search(text) and not is_source:
                return f"<{header}> is another component: components meet in interfaces"
            return None
    return None


def _package(workspace: Workspace, header: str) -> str:
    """The folder of a header, or the first one around it in which something is declared."""
    own = Path(header).parent
    for folder in (own, *own.parents[:-1]):
        if any(any((root / "components" / folder).glob("*.flat")) for root in workspace.roots):
            return str(folder)
    return str(own)


def _publisher(workspace: Workspace, header: str) -> str | None:
    """The variant, as `dimensions/api/v4`, below whose include/ a header lies."""
    for root in workspace.roots:
        for folder in sorted((root / "dimensions").glob("*/*/include")):
            if (folder / header).is_file():
                return workspace.display(folder.parent)
    return None


def _readers(workspace: Workspace, publisher: str) -> tuple[str, ...]:
    """The folders that may include what a variant publishes."""
    _, dimension, variant = publisher.split("/")
    found = [f"{publisher}/"]
    if dimension == "api":
        found.append("user/")
    if dimension == "arch":
        found.append(f"dimensions/platform/{_architectures(workspace)[variant][0]}/")
        for root in workspace.roots:
            for folder in (root / "dimensions" / "api").glob(f"*/on/{variant}"):
                found.append(f"{workspace.display(folder)}/")
    return tuple(found)


def _host_problem(workspace: Workspace, name: str, header: str) -> str | None:
    """An include of the host's library: for an architecture that is a host and its platform."""
    for arch, (platform, is_freestanding) in _architectures(workspace).items():
        folders = (f"dimensions/arch/{arch}/", f"dimensions/platform/{platform}/")
        if not is_freestanding and name.startswith(folders):
            return None
    return f"<{header}> is the host's; what the kernel needs is in core/"


@cache
def _architectures(workspace: Workspace) -> dict[str, tuple[str, bool]]:
    """The platform of each architecture, and whether it has no host below it."""
    found: dict[str, tuple[str, bool]] = {}
    for root in workspace.roots:
        for file in sorted((root / "dimensions" / "arch").glob("*/variant.toml")):
            settings = tomllib.loads(file.read_text(encoding="utf-8"))
            is_freestanding = settings.get("compile", {}).get("freestanding") is not False
            found.setdefault(file.parent.name, (str(settings.get("platform")), is_freestanding))
    return found
