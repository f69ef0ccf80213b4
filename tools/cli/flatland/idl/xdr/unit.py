# SPDX-License-Identifier: BSD-2-Clause
"""A generated file: where it lies, its namespace, its frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flatland.idl.layout import separated


@dataclass(frozen=True)
class Unit:
    """What is generated of one `.x` file: of `components/rpc/bench.x`, package `rpc`."""

    package: str  # "rpc", "net.dns"; nothing of a file outside components/
    stem: str

    def path(self, part: str, suffix: str) -> str:
        """`rpc/bench_client.x.hpp`; the part with the types has no name."""
        name = f"{self.stem}_{part}" if part else self.stem
        return "/".join([*filter(None, self.package.split(".")), f"{name}.x{suffix}"])

    @property
    def namespace(self) -> str:
        """`flat::rpc::bench`."""
        return "::".join(filter(None, ["flat", *self.package.split("."), self.stem]))

    def text(
        self,
        what: str,
        includes: Sequence[str],
        blocks: Sequence[Sequence[str]],
        *,
        is_header: bool = False,
    ) -> str:
        """The text of a file with these blocks in the namespace."""
        lines = [
            "// SPDX-License-Identifier: BSD-2-Clause",
            f"// Generated from {self.stem}.x: {what}.",
            *(["#pragma once", ""] if is_header else []),
            *(f"#include <{each}>" for each in includes),
            "",
            f"namespace {self.namespace} {{",
            "",
            *separated(blocks),
            "",
            f"}} // namespace {self.namespace}",
        ]
        return "\n".join(lines) + "\n"
