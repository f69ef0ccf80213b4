# SPDX-License-Identifier: BSD-2-Clause
"""The instruments that a run may have: QEMU plug-ins of the kit, built when first wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flatland.errors import failure
from flatland.files import locked, write_if_changed
from flatland.ninja.execute import run_ninja
from flatland.ninja.file import Edge, NinjaFile, Rule, shell_quote
from flatland.setup.install import ensure
from flatland.setup.tools import find


@dataclass(frozen=True)
class Instrument:
    """A plug-in: its folder below the kit, and the words that QEMU gets for it."""

    name: str
    folder: str
    arguments: tuple[str, ...]


instruments = {
    "memtrace": Instrument(
        "memtrace",
        "tools/memtrace",
        ("-plugin", "{plugin},ram={ram_file},out={json},kernel={kernel_code}"),
    ),
    "profile": Instrument(
        "profile",
        "tools/memtrace",
        ("-plugin", "{plugin},ram={ram_file},profile={json},kernel={kernel_code}"),
    ),
}

_flags = ("-std=c11", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")


def find_instruments(names: Sequence[str]) -> list[Instrument]:
    """Instruments by name; an unknown one is a user error."""
    for name in names:
        if name not in instruments:
            known = ", ".join(sorted(instruments))
            raise failure("F0805", f"there is no instrument `{name}`", help=f"there are: {known}")
    return [instruments[name] for name in names]


def kernel_code(image: Path) -> str:
    """The addresses at which a kernel runs its own code, as FIRST-LAST.

    They tell CPL 0 from CPL 3 exactly: user mode can run code of the kernel's half, its system-call
    stubs, but only at another address than the image's.
    """
    from elftools.elf.constants import P_FLAGS
    from elftools.elf.elffile import ELFFile

    with image.open("rb") as file:
        segments = [
            (header["p_vaddr"], header["p_vaddr"] + header["p_memsz"] - 1)
            for segment in ELFFile(file).iter_segments("PT_LOAD")
            if (header := segment.header)["p_flags"] & P_FLAGS.PF_X and header["p_memsz"]
        ]
    first, last = max(segments)
    return f"{first:#x}-{last:#x}"


def build_instrument(kit: Path, build: Path, instrument: Instrument, verbose: bool) -> Path:
    """Builds a plug-in of the kit in `build` unless it is up to date; returns the library."""
    ensure(find("ninja", "cc"))
    name = Path(instrument.folder).name
    folder = build / "instruments" / name
    sources = tuple(sorted((kit / instrument.folder).glob("*.c")))
    ninja = NinjaFile(folder)
    flags = [*_flags, f"-ffile-prefix-map={kit}=.", "-Wl,--build-id=none"]
    headers = tuple(sorted((kit / instrument.folder).glob("*.h")))
    ninja.rule(Rule("plugin", f"cc {shell_quote(flags)} $in -o $out"))
    what = f"{name}: plug-in"
    plugin = ninja.edge(Edge("plugin", folder / f"{name}.so", sources, what, headers))
    with locked(folder / "lock"):
        write_if_changed(folder / "build.ninja", ninja.text([plugin]))
        run_ninja(folder / "build.ninja", verbose=verbose)
    return plugin
