# SPDX-License-Identifier: BSD-2-Clause
"""A large assembly: layers of log filters, each a package, above one log and one console."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from flatland import paths

layers = 10
wide = 50
instances = layers * wide
bindings = (instances - 3) * 2 + wide + 1
"""Of each filter to the layer below and to the console, of the beginning, of the last log."""

_filter = """// SPDX-License-Identifier: BSD-2-Clause
// Passes on what it is told.
component Filter {
    provides Log log;
    requires Log next;
    optional Console console;
}
"""
_start = (
    "// SPDX-License-Identifier: BSD-2-Clause\n"
    "// Where the kernel begins.\n"
    "component Start {\n    provides Entry entry;\n"
    + "".join(f"    requires Log log{place};\n" for place in range(wide))
    + "}\n"
)


def write_large(folder: Path) -> Path:
    """Writes a workspace with an assembly of `instances`; returns its file."""
    for layer in range(layers):
        _write(folder / f"components/layer{layer}/filter.flat", _filter)
        (folder / f"components/layer{layer}/filter.hpp").touch()
    _write(folder / "components/start/start.flat", _start)
    (folder / "components/start/start.hpp").touch()
    (folder / "flat.toml").write_text(f'kit = "{paths.kit}"\n')
    body = "".join(f"    {statement}\n" for statement in _statements())
    file = folder / "kernels/large/large.flat"
    _write(file, f"// A large kernel.\nassembly Large {{\n    target hosted;\n{body}}}\n")
    return file


def _statements() -> Iterator[str]:
    filters = [(index // wide, index % wide) for index in range(instances - 3)]
    yield from ("console = platform.Console;", "last = log.Console;", "start = start.Start;")
    yield from (f"f{layer}_{place} = layer{layer}.Filter;" for layer, place in filters)
    yield from (f"start.log{place} -> f0_{place}.log;" for place in range(wide))
    for layer, place in filters:
        below = (layer + 1, place * 7 % wide)
        server = f"f{layer + 1}_{below[1]}" if below in filters else "last"
        yield f"f{layer}_{place}.next -> {server}.log;"


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
