# SPDX-License-Identifier: BSD-2-Clause
"""Which modules of the command line a run of some verbs may load: rather too many than too few.

Found in the text of modules: what they import wherever the import stands, and every name of a
module or of its file that a string or a comment has: plug-ins and steps of builds are named so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from flatland import paths

_tool = paths.kit / "tools" / "cli"
_always = ("flatland.main", "flatland.ninja.compiled_before")
"""What starts a verb, and what tests have compile."""
_from = re.compile(r"\bfrom\s+(flatland[\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)")
_name = re.compile(r"\bflatland(?:\.\w+)+")
_script = re.compile(r"\b(\w+\.py)\b")


@cache
def python_reads(*verbs: str) -> tuple[Path, ...]:
    """The modules that verbs and generators of binding kinds load, and files that are none."""
    modules = _modules()
    by_file: dict[str, list[str]] = {}
    for name, file in modules.items():
        by_file.setdefault(file.name, []).append(name)
    waiting = [*_always, *(f"flatland.commands.{verb}" for verb in verbs)]
    for generator in sorted((paths.kit / "bindings").glob("*/*.py")):
        waiting += _named(generator.read_text(encoding="utf-8"), by_file)
    found: set[Path] = set()
    while waiting:
        for name in _with_packages(waiting.pop()):
            module = modules.get(name)
            if module and module not in found:
                found.add(module)
                waiting += _named(module.read_text(encoding="utf-8"), by_file)
    return tuple(sorted({*found, *_data(), _tool / "__main__.py"}))


def _modules() -> dict[str, Path]:
    """Every module of the command line by its name."""
    found = {}
    for file in sorted((_tool / "flatland").rglob("*.py")):
        parts = file.relative_to(_tool).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def _named(text: str, by_file: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """The modules that a text names, and other words like them."""
    for package, names in _from.findall(text):
        yield from (f"{package}.{name}" for name in re.findall(r"\w+", names))
    yield from _name.findall(text)
    for script in _script.findall(text):
        if script != "__init__.py":
            yield from by_file.get(script, ())


def _with_packages(module: str) -> Iterator[str]:
    """A module and the packages around it, which Python loads before it."""
    parts = module.split(".")
    return (".".join(parts[:count]) for count in range(1, len(parts) + 1))


def _data() -> Iterator[Path]:
    """Grammars and templates."""
    for file in (_tool / "flatland").rglob("*"):
        if file.is_file() and file.suffix not in (".py", ".pyc"):
            yield file
