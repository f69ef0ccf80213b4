# SPDX-License-Identifier: BSD-2-Clause
"""What each binding of a built kernel costs: instructions by call, bytes of generated code."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from elftools.elf.elffile import ELFFile

from flatland.builder.pipeline import BuildOptions, BuildResult
from flatland.guided.build import build_kernel
from flatland.report.bindings import report_bindings
from flatland.report.remarks import inline_reasons

_generated = re.compile(r"_Z(?:T[VIS])?NK?4flat8bindings(\d+)(\w+)")
"""A symbol of a class in flat::bindings, as compilers mangle it (Itanium C++ ABI, 5.1.2)."""

_told = ("calls", "passed_on", "how", "instructions_added", "not_inlined_because", "note")


def measure(kernel: Path, options: BuildOptions) -> dict[str, Any]:
    """Builds a kernel and measures its bindings, by `instance.port`."""
    built = build_kernel(str(kernel), options)
    reasons = inline_reasons(built, options.compiler) if options.step.is_flat else {}
    between = _between(built)
    found = {}
    for edge in report_bindings(built, options.step.variant, reasons):
        values = edge.as_json()
        values = {name: values[name] for name in _told}
        found[edge.client] = {**values, "between": between[edge.client]}
    return {"variant": options.step.name, "bindings": found}


def _between(built: BuildResult) -> dict[str, list[dict[str, Any]]]:
    """The generated classes of each binding, with their bytes in the image of their domain."""
    plan = json.loads(built.plan.read_text(encoding="utf-8"))
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for image, planned in zip(built.images, plan["images"], strict=True):
        if planned["between"]:
            sizes = _class_bytes(image.file)
            for each in planned["between"]:
                found[each["client"]].append(
                    {
                        "side": each["side"],
                        "domain": planned["domain"],
                        "class": each["class"],
                        "bytes": sizes[each["class"].rpartition("::")[2]],
                    }
                )
    return found


def _class_bytes(image: Path) -> Counter[str]:
    """Bytes of functions and tables of each class in flat::bindings."""
    sizes: Counter[str] = Counter()
    with open(image, "rb") as stream:
        table = ELFFile(stream).get_section_by_name(".symtab")
        for symbol in table.iter_symbols() if table else ():
            match = _generated.match(symbol.name)
            if match:
                sizes[match[2][: int(match[1])]] += symbol["st_size"]
    return sizes
