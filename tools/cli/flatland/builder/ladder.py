# SPDX-License-Identifier: BSD-2-Clause
"""The steps of the ladder: how one kernel is compiled, from as written to laid out.

`virtual` is the price of the design. `final` and `lto` are what compilers offer against it, `flat`
is what `collapse` makes of it, `laid-out` what `reorder` makes of that, and in `special` what the
assembly knows is constant besides (`constants.py`). `alphabetical` is for comparison: members in an
order that has nothing to do with how they are used, as inheritance makes it (Dannowski 2006,
section V). Each can have its indirect branches hardened by retpolines.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

VariantName = Literal["virtual", "final", "lto", "flat", "alphabetical", "laid-out", "special"]

variant_names: tuple[str, ...] = get_args(VariantName)

_lto_flags = {
    "clang": ("-flto=full", "-fvisibility=hidden"),
    "g++": ("-flto", "-fvisibility=hidden", "-fdevirtualize-at-ltrans"),
}

# That all classes are known, and all calls of their functions.
_closed_lto_flags = {
    "clang": ("-fwhole-program-vtables", "-fvirtual-function-elimination"),
    "g++": (),
}

# What was behind a boundary is now in sight of the inliner, whose limits are made for code that has
# few calls to begin with. These are just above what a function declared `inline` gets of each.
_flat_flags = {
    "clang": ("-mllvm", "-inline-threshold=325"),
    "g++": ("--param", "max-inline-insns-auto=120"),
}

# Lambda expressions that use ports capture `this`, which constants do not need.
_constants_flags = {"clang": ("-Wno-unused-lambda-capture",), "g++": ()}

# The thunks are in each object file, so nothing has to be linked to it. Assembly within C++ is told
# (core/compiler.hpp).
_retpoline_flags = {
    "clang": ("-mretpoline", "-DFLAT_RETPOLINES"),
    "g++": (
        "-mindirect-branch=thunk-inline",
        "-mfunction-return=keep",
        "-fno-jump-tables",
        "-DFLAT_RETPOLINES",
    ),
}


@dataclass(frozen=True)
class Step:
    """One step of the ladder, with or without retpolines."""

    variant: VariantName = "virtual"
    retpolines: bool = False
    is_open: bool = False  # what is loaded later brings classes and calls of its own
    for_size: bool = False  # the assembly's choice
    is_whole: bool = False  # likewise: an image is one unit, called at its entries alone
    has_facts: bool = False  # likewise: `specialize` makes the code of the unit
    tells_objects: bool = False  # a run says how objects are used: they are laid out in `special`

    @property
    def name(self) -> str:
        """What folders and messages call it: `flat`, `lto-retpolines`."""
        return f"{self.variant}-retpolines" if self.retpolines else self.variant

    @property
    def is_as_written(self) -> bool:
        """Whether it is the first step, whose products lie at the top."""
        return self.variant == "virtual" and not self.retpolines

    @property
    def uses_collapse(self) -> bool:
        """Whether `collapse` stands before the compiler."""
        return self.variant == "final" or self.is_flat

    @property
    def is_flat(self) -> bool:
        """Whether hierarchies are flattened and bindings direct."""
        return self.variant == "flat" or self.has_constants or self.uses_reorder

    @property
    def uses_reorder(self) -> bool:
        """Whether `reorder` stands between `collapse` and the compiler."""
        return self.variant in ("alphabetical", "laid-out") or (
            self.has_constants and self.tells_objects
        )

    @property
    def has_constants(self) -> bool:
        """Whether what the assembly knows of its only instances is in their classes."""
        return self.variant == "special"

    def without_objects(self) -> Step:
        """The same of an image that has none of the kernel's objects, nor is anything loaded."""
        variant: VariantName = "special" if self.has_constants else "flat"
        return replace(self, variant=variant, is_open=False, tells_objects=False)

    def optimizes_at_link(self, compiler: str) -> bool:
        """Whether the linker optimizes C++.

        For size, and as a whole, it does so in `flat`, where clang leaves out what no call reaches:
        of classes that are known to be all, functions that only tables name, and the code that they
        alone need. What `specialize` makes is machine code already.
        """
        is_known = self.is_flat and (self.for_size or self.is_whole) and not self.is_open
        return self.variant == "lto" or (is_known and compiler == "clang" and not self.has_facts)

    def flags(self, compiler: str) -> tuple[str, ...]:
        """What C++ sources of the kernel get besides the flags of their target."""
        flags: tuple[str, ...] = ()
        if self.optimizes_at_link(compiler):
            flags += _lto_flags[compiler]
            flags += () if self.is_open else _closed_lto_flags[compiler]
        if self.is_flat and not self.for_size:
            flags += _flat_flags[compiler]
        if self.has_constants:
            flags += _constants_flags[compiler]
        return flags + self.c_flags(compiler)

    def c_flags(self, compiler: str) -> tuple[str, ...]:
        """What sources of C get, which are compiled alone in every step."""
        return _retpoline_flags[compiler] if self.retpolines else ()


as_written = Step()
