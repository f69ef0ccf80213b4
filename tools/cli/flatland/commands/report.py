# SPDX-License-Identifier: BSD-2-Clause
"""Reports on a built kernel: how large it is, and what that is made of."""

from __future__ import annotations

import argparse
import json

from flatland.build.options import add_build_options, build_options
from flatland.build.pipeline import build_kernel
from flatland.commands._options import Subparsers, add_format, add_verb
from flatland.report.size import Part, SizeReport, measure


def register(subparsers: Subparsers) -> None:
    """Adds `flat report`."""
    parser = add_verb(
        subparsers,
        "report",
        "Report on a built kernel.",
        [
            ("flat report size hello", "bytes of each component and kind of section"),
            ("flat report size pingpong --format json", "the same as data"),
        ],
    )
    parser.add_argument("what", choices=("size",), help="what to report")
    parser.add_argument("kernel", metavar="KERNEL", help="a kernel's name or .flat file")
    add_build_options(parser)
    add_format(parser)


def run(arguments: argparse.Namespace) -> int:
    """Builds the kernel and prints the report."""
    built = build_kernel(arguments.kernel, build_options(arguments))
    report = measure(built)
    if arguments.format == "json":
        print(json.dumps(report.as_json(), indent=2))
    else:
        print("\n".join(table(report)))
    return 0


def table(report: SizeReport) -> list[str]:
    """The report as lines of text."""
    kinds = report.kinds
    rows = [*report.parts, Part("total", report.totals)]
    width = max(len(part.name) for part in rows)
    head = "".join(f"{kind:>10}" for kind in [*kinds, "all"])
    lines = [f"{report.image}, bytes in memory", "", f"{'':{width}}{head}"]
    for part in rows:
        cells = [part.bytes.get(kind, 0) for kind in kinds]
        numbers = "".join(f"{cell or '-':>10}" for cell in [*cells, part.total])
        lines.append(f"{part.name:{width}}{numbers}")
    return [*lines, "", f"image file: {report.file_bytes} bytes, debug information included"]
