# SPDX-License-Identifier: BSD-2-Clause
"""Prints the code that interface files stand for."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from flatland import paths
from flatland.commands._options import Subparsers, add_format, add_verb
from flatland.errors import UsageError, failure
from flatland.idl import plugins
from flatland.idl.load import load_interfaces
from flatland.idl.xdr import cpp as xdr
from flatland.idl.xdr import suffix


def register(subparsers: Subparsers) -> None:
    """Adds `flat idl`."""
    parser = add_verb(
        subparsers,
        "idl",
        "Print the code that interface files stand for.",
        [
            ("flat idl interfaces/flat/hal/Timer.java", "its C++ declaration"),
            ("flat idl --kind c interfaces/flat/hal/Timer.java", "its C declaration"),
            ("flat idl --format json interfaces/flat/*/*.java", "of many, by header"),
            ("flat idl bench/components/rpc/bench.x", "types and stubs of a remote program"),
        ],
    )
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=Path,
        help="a Java file below a folder interfaces/, or an .x file of rpcgen's language",
    )
    parser.add_argument(
        "--kind",
        default="declaration",
        metavar="KIND",
        help=f"what to generate: {', '.join(plugins.built_in)} (default: %(default)s)",
    )
    add_format(parser)


def run(arguments: argparse.Namespace) -> int:
    """Checks all interfaces of the kit and of the files' own roots, then prints."""
    programs = [file for file in arguments.files if file.suffix == suffix]
    others = [file for file in arguments.files if file not in programs]
    texts = _of_programs(programs)
    if others:
        texts |= _of_interfaces(arguments, others)
    _print(texts.items(), arguments.format)
    return 0


def _of_programs(files: Sequence[Path]) -> dict[str, str]:
    """What `.x` files stand for, by path."""
    declare = plugins.generator(plugins.xdr).declare_programs
    assert declare
    texts: dict[str, str] = {}
    for file in files:
        if not file.is_file():
            raise failure("F0618", f"there is no file `{file}`")
        texts |= declare(xdr.load(file))
    return texts


def _of_interfaces(arguments: argparse.Namespace, files: Sequence[Path]) -> dict[str, str]:
    """What interface files stand for, by path."""
    if arguments.kind not in plugins.built_in:
        help = f"there are: {', '.join(plugins.built_in)}; those of bindings need both ends"
        raise UsageError("F0903", f"there is no kind `{arguments.kind}`", help=help)
    declare = plugins.generator(arguments.kind).declare
    assert declare
    roots = dict.fromkeys([paths.kit / "interfaces", *map(_root, files)])
    library = load_interfaces(tuple(roots), paths.build / "cache" / "interfaces")
    by_path = {each.path: each for each in library.files}
    texts: dict[str, str] = {}
    for file in files:
        found = by_path.get(file.resolve())
        if found is None:
            raise failure("F0618", f"there is nothing to generate from `{file}`")
        texts |= declare(found, library)
    return texts


def _root(file: Path) -> Path:
    """The nearest folder `interfaces` above a file: its source root."""
    if not file.is_file():
        raise failure("F0618", f"there is no file `{file}`")
    for folder in file.resolve().parents:
        if folder.name == "interfaces":
            return folder
    help = "packages are folders below one named `interfaces`"
    raise failure("F0618", f"`{file}` lies below no folder `interfaces`", help=help)


def _print(texts: Iterable[tuple[str, str]], form: str) -> None:
    if form == "json":
        print(json.dumps(dict(texts), indent=2))
        return
    sys.stdout.write("\n".join(text for _, text in texts))
