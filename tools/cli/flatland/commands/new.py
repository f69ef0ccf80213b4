# SPDX-License-Identifier: BSD-2-Clause
"""Makes a new component or kernel that compiles and is tested."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

from flatland import paths
from flatland.builder.names import snake_case
from flatland.builder.workspace import find_workspace, marker
from flatland.commands._options import Subparsers, add_verb
from flatland.errors import failure
from flatland.idl import names as java
from flatland.templates import expand

_component = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*\.[A-Z][A-Za-z0-9]*")
_kernel = re.compile(r"[a-z][a-z0-9_]*")


def register(subparsers: Subparsers) -> None:
    """Adds `flat new`."""
    parser = add_verb(
        subparsers,
        "new",
        "Make a new component or kernel, with a test, ready to be changed.",
        [
            ("flat new component thread.Tombola", "components/thread/tombola.*"),
            ("flat test thread.Tombola", "and its test passes"),
            ("flat new kernel demo", "kernels/demo/ and components/demo/"),
            ("flat new kernel demo --in ~/mine", "in a folder of yours, outside the kit"),
        ],
    )
    parser.add_argument("kind", choices=("component", "kernel"), help="what to make")
    parser.add_argument(
        "name", metavar="NAME", help="PACKAGE.Name of a component, name of a kernel"
    )
    parser.add_argument(
        "--in",
        dest="folder",
        metavar="FOLDER",
        help="a folder of yours; it need not exist (default: the current one, or the kit)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Writes the files and prints their paths; refuses to replace one."""
    make = new_component if arguments.kind == "component" else new_kernel
    root = target_folder(arguments.folder)
    files = make(root, arguments.name)
    if root != paths.kit and not (root / marker).exists():
        files = {**workspace_files(root), **files}
    write_new(files)
    for file in files:
        print(os.path.relpath(file))
    sys.stdout.flush()
    word = arguments.name if arguments.kind == "component" else f"{arguments.name}.Main"
    place = "" if find_workspace().folder == root else f"cd {os.path.relpath(root)} && "
    print(f"try: {place}flat test {word}", file=sys.stderr)
    if arguments.kind == "kernel":
        print(f"     {place}flat run {arguments.name}", file=sys.stderr)
    return 0


def target_folder(wanted: str | None) -> Path:
    """Where the new files go: the kit, a user's folder, or one that becomes such a folder."""
    place = Path(wanted).expanduser().resolve() if wanted else Path.cwd().resolve()
    if place.is_relative_to(paths.kit):
        if wanted and place != paths.kit:
            message = f"{wanted} lies inside the kit"
            raise failure("F0905", message, help="leave --in out, or name a folder outside")
        return paths.kit
    found = find_workspace(place)
    return place if found.folder == paths.kit else found.folder


def new_component(root: Path, name: str) -> dict[Path, str]:
    """The files of a new component, by path."""
    if not _component.fullmatch(name):
        help = "a package in small letters and a name in CamelCase, as in `thread.Tombola`"
        raise failure("F0904", f"`{name}` is no name for a component", help=help)
    package, _, simple = name.rpartition(".")
    return component_files(root, package, simple, f"This is {name}.")


def component_files(root: Path, package: str, simple: str, greeting: str) -> dict[Path, str]:
    """The component that the template describes."""
    for word in [*package.split("."), snake_case(simple)]:
        if java.member(word) != word:
            raise failure("F0904", f"`{word}` cannot be a name: it means something else in C++")
    folder = package.replace(".", "/")
    values = {
        "Name": simple,
        "name": snake_case(simple),
        "package": package,
        "folder": folder,
        "namespace": "flat::" + package.replace(".", "::"),
        "greeting": greeting,
    }
    texts = expand("component", values["name"], values)
    return {root / "components" / folder / file: text for file, text in texts.items()}


def new_kernel(root: Path, name: str) -> dict[Path, str]:
    """The files of a new kernel and of the component that it begins with."""
    if not _kernel.fullmatch(name):
        help = "small letters, digits and `_`, as in `demo`"
        raise failure("F0904", f"`{name}` is no name for a kernel", help=help)
    simple = java.camel(name)
    texts = expand("kernel", name, {"Name": simple, "name": name, "package": name})
    files = {root / "kernels" / name / file: text for file, text in texts.items()}
    return files | component_files(root, name, "Main", f"Hello from {name}.")


def workspace_files(root: Path) -> dict[Path, str]:
    """What makes a folder one of the user's own that stands on this kit."""
    kit = os.path.relpath(paths.kit, root)
    if len(Path(kit).parts) > 4:
        kit = str(paths.kit)
    return {
        root / marker: f'# The kit of components that this folder builds on.\nkit = "{kit}"\n',
        root / ".gitignore": "/build/\n/compile_commands.json\n",
    }


def write_new(files: dict[Path, str]) -> None:
    """Writes files that do not exist yet; refuses them all when one does."""
    existing = [file for file in files if file.exists() and file.name != ".gitignore"]
    if existing:
        raise failure("F0906", f"{os.path.relpath(existing[0])} exists already")
    for file, text in files.items():
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
