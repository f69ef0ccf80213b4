# SPDX-License-Identifier: BSD-2-Clause
"""Reports on a built kernel: its size and of what, what its bindings and protections cost."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from flatland.bench import protections
from flatland.builder.pipeline import BuildOptions
from flatland.commands._build_options import add_build_options, build_options
from flatland.commands._options import Subparsers, add_format, add_verb
from flatland.grid import grid
from flatland.guided.build import build_kernel
from flatland.report.bindings import Edge, crossing_table, report_bindings
from flatland.report.bindings import table as bindings_table
from flatland.report.remarks import inline_reasons
from flatland.report.size import Part, SizeReport, measure

_titles = ("binding", "interface", "kind", "calls", "in the image", "added", "why not inlined")
_legend = (
    "calls: places in the client's source. In the image: what became of them and of their copies;",
    "`passed on` are places that hand the port to another function, which calls through a table.",
    "added: instructions of one call that inlining saves: the loads of table and function, the",
    "call, the callee's frame and return; not the arguments, nor what is spilled around the call.",
)

_crossing_titles = ("across a boundary", "method", "what", "how")
_crossing_legend = (
    "copied: how often on one way between client and server, whatever else these do with it.",
    "in a block: words that registers do not suffice for.",
)


def register(subparsers: Subparsers) -> None:
    """Adds `flat report`."""
    parser = add_verb(
        subparsers,
        "report",
        "Report on a built kernel.",
        [
            ("flat report size hello", "bytes of each component and kind of section"),
            ("flat report size pingpong --format json", "the same as data"),
            (
                "flat report bindings pingpong",
                "each binding: how it is called, what that costs, how arguments cross",
            ),
            (
                "flat report protections pingpong --variant flat",
                "what retpolines, page-table isolation and flushes cost, counted",
            ),
        ],
    )
    parser.add_argument("what", choices=("size", "bindings", "protections"), help="what to report")
    parser.add_argument("kernel", metavar="KERNEL", help="a kernel's name or .flat file")
    add_build_options(parser)
    add_format(parser)


def run(arguments: argparse.Namespace) -> int:
    """Builds the kernel and prints the report."""
    options = build_options(arguments)
    if arguments.what == "protections":
        return _protections(arguments, options)
    built = build_kernel(arguments.kernel, options)
    if arguments.what == "bindings":
        flat = options.step.is_flat
        reasons = inline_reasons(built, options.compiler) if flat else {}
        edges = report_bindings(built, options.step.variant, reasons)
        if arguments.format == "json":
            print(json.dumps([edge.as_json() for edge in edges], indent=2))
        else:
            print(
                "\n".join([*grid(_titles, bindings_table(edges)), "", *_legend, *_crossing(edges)])
            )
        return 0
    reports = measure(built)
    if arguments.format == "json":
        print(json.dumps([report.as_json() for report in reports], indent=2))
    else:
        print("\n\n".join("\n".join(table(report)) for report in reports))
    return 0


def _protections(arguments: argparse.Namespace, options: BuildOptions) -> int:
    prices = protections.measure(arguments.kernel, options, _progress)
    if arguments.format == "json":
        print(json.dumps(prices.as_json(), indent=2))
    else:
        print("\n".join(protections.table(prices)))
    return int(any(each.problem for each in prices.rows))


def _progress(what: str) -> None:
    print(f"flat: {what}", file=sys.stderr)


def _crossing(edges: Sequence[Edge]) -> list[str]:
    """How all that is passed crosses boundaries between domains, if any binding crosses one."""
    rows = crossing_table(edges)
    return ["", *grid(_crossing_titles, rows), "", *_crossing_legend] if rows else []


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
