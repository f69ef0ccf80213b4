# SPDX-License-Identifier: BSD-2-Clause
"""What each binding of a kernel costs, as its image shows.

The sources say where a component calls through a port; the image's line table, its record of what
was inlined and its instructions say what has become of each of these calls. A call that was
copied, because its function was inlined at several places, counts once for each copy.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from flatland.builder.pipeline import BuildResult
from flatland.model.crossing import ways
from flatland.report.call_places import CallPlace, find_uses
from flatland.report.code import Call, Code, Function
from flatland.report.debug import DebugInformation
from flatland.report.remarks import Reasons

How = Literal["virtual", "direct", "inlined", "no code of its own", "not in the image"]
_unknown = "the compiler calls it and gives no reason"
_jump_saves = 1  # the return, which the caller needs anyway
_thunk_most = 4  # a longer one holds a copy of the function, after one instruction of its own
_thunk_least = 1


@dataclass(frozen=True)
class Copy:
    """What has become of one copy of a call."""

    how: How
    caller: str
    instructions: int  # added by the boundary
    reason: str = ""


@dataclass(frozen=True)
class CallSite:
    """A call through a port as a source has it, and its copies."""

    file: str
    line: int
    method: str
    copies: tuple[Copy, ...]


@dataclass(frozen=True)
class Edge:
    """A binding and all calls through it."""

    client: str
    server: str
    interface: str
    kind: str
    sites: tuple[CallSite, ...]
    passed_on: int
    note: str = ""
    crossing: tuple[Mapping[str, str], ...] = ()  # of each method, what is passed, and the way

    @property
    def copies(self) -> list[Copy]:
        """All copies of all calls that are in the image as calls or inlined."""
        absent = ("no code of its own", "not in the image")
        return [copy for site in self.sites for copy in site.copies if copy.how not in absent]

    @property
    def counts(self) -> dict[str, int]:
        """How many copies there are of each kind."""
        return dict(Counter(copy.how for site in self.sites for copy in site.copies))

    @property
    def added(self) -> tuple[int, int] | None:
        """The fewest and the most instructions that the boundary adds to a call."""
        numbers = [copy.instructions for copy in self.copies]
        return (min(numbers), max(numbers)) if numbers else None

    @property
    def reasons(self) -> list[str]:
        """Why calls are not inlined, the most frequent reason first."""
        return [
            reason for reason, _ in Counter(c.reason for c in self.copies if c.reason).most_common()
        ]

    def as_json(self) -> dict[str, Any]:
        """The edge as plain values."""
        added = self.added
        return {
            "client": self.client,
            "server": self.server,
            "interface": self.interface,
            "kind": self.kind,
            "calls": len(self.sites),
            "passed_on": self.passed_on,
            "how": self.counts,
            "instructions_added": {"min": added[0], "max": added[1]} if added else None,
            "not_inlined_because": self.reasons,
            "note": self.note,
            "crossing": [dict(each) for each in self.crossing],
            "sites": [
                {
                    "file": site.file,
                    "line": site.line,
                    "method": site.method,
                    "copies": [vars(copy) for copy in site.copies],
                }
                for site in self.sites
            ],
        }


def report_bindings(built: BuildResult, variant: str, reasons: Reasons) -> list[Edge]:
    """One record for each binding of a kernel that was just built, as the plan lists them."""
    plan = json.loads(built.plan.read_text(encoding="utf-8"))
    sources = _Sources(built, plan)
    edges = []
    for file, planned in zip(built.images, plan["images"], strict=True):
        image = _Image(file.file, variant, reasons)
        edges += [_edge(image, sources, binding) for binding in planned["bindings"]]
    return edges


class _Sources:
    """The sources of each instance."""

    def __init__(self, built: BuildResult, plan: Mapping[str, Any]) -> None:
        self._texts: dict[str, str] = {}
        self._roots = built.workspace.roots
        self._files = {
            each["name"]: self._of(each) for image in plan["images"] for each in image["instances"]
        }

    def of(self, instance: str) -> Iterator[tuple[str, str]]:
        """The files of an instance, with their texts; names as in the plan."""
        for name in self._files[instance]:
            yield name, self._texts[name]

    def _of(self, instance: Mapping[str, Any]) -> list[str]:
        header = Path(instance["header"]).name
        beside = {str(Path(source).parent / header) for source in instance["sources"]}
        return [name for name in (*instance["sources"], *sorted(beside)) if self._read(name)]

    def _read(self, name: str) -> bool:
        for root in self._roots:
            if (root / name).is_file():
                self._texts[name] = (root / name).read_text(encoding="utf-8")
                return True
        return False


class _Image:
    """An image with its calls by the line that they come from."""

    def __init__(self, file: Path, variant: str, reasons: Reasons) -> None:
        self.variant = variant
        self.reasons = reasons
        self.code = Code(file)
        self.debug = DebugInformation(file)
        self.lines = self.debug.lines()
        self.calls: dict[tuple[str, int], list[tuple[Call, int]]] = defaultdict(list)
        for call in self.code.calls():
            place = self.debug.place_of(call.address)
            if place:
                self.calls[place.file, place.line].append((call, place.column))
        self.inlined: dict[tuple[str, int], list[tuple[str, str]]] = defaultdict(list)
        for each in self.debug.inlined:
            key = each.place.file, each.place.line
            self.inlined[key].append((each.callee, each.caller))

    def implementation(self, server: str, method: str) -> Function | None:
        """The function that a call reaches: of the server's class or of one of its bases."""
        function = self.code.by_name.get(f"{server}::{method}")
        facts = self.debug.classes.get(server)
        for base in facts.bases if facts and not function else ():
            function = function or self.implementation(base, method)
        return function

    def thunk_instructions(self, server: str, interface: str, method: str) -> int:
        """What it costs that the interface is not the first of the server's."""
        if self.base_offset(server, interface) == 0:
            return 0
        prefix = f"non-virtual thunk to {server}::{method}("
        for function in self.code.functions:
            if function.name.startswith(prefix):
                length = len(function.instructions)
                return length if length <= _thunk_most else _thunk_least
        return 0

    def base_offset(self, name: str, base: str) -> int | None:
        """Where a base lies in a class; None when the class has no such base, or nobody knows."""
        if name == base:
            return 0
        facts = self.debug.classes.get(name)
        for each, offset in facts.bases.items() if facts else ():
            inner = self.base_offset(each, base)
            if inner is not None and offset is not None:
                return offset + inner
        return None


def _edge(image: _Image, sources: _Sources, binding: Mapping[str, Any]) -> Edge:
    client, server = binding["client"], binding["server"]
    interface = binding["interface_class"]
    methods = image.debug.virtual_functions(interface)
    sites, passed = [], 0
    for name, text in sources.of(client["instance"]):
        uses = find_uses(text, client["port"], methods)
        passed += len(uses.passed_on)
        for place in uses.calls:
            copies = _copies(image, name, place, binding["called_class"], interface)
            sites.append(CallSite(name, place.line, place.method, tuple(copies)))
    index = client["index"]
    port = f"{client['instance']}.{client['port']}" + ("" if index is None else f"[{index}]")
    return Edge(
        port,
        f"{server['instance']}.{server['port']}",
        binding["interface"],
        binding["kind"],
        tuple(sites),
        passed,
        _note(image, binding),
        tuple(binding["crossing"]),
    )


def _note(image: _Image, binding: Mapping[str, Any]) -> str:
    """Why the port keeps the type of its interface where others have that of their server."""
    reason = binding.get("kept_because")
    return f"{reason}" if reason and image.variant == "flat" else ""


def _copies(image: _Image, file: str, place: CallPlace, server: str, interface: str) -> list[Copy]:
    """What has become of a call."""
    key = file, place.line
    function = image.implementation(server, place.method)
    names = {f"{server}::{place.method}", *([function.name] if function else [])}
    found = [
        Copy("inlined", caller, 0)
        for callee, caller in image.inlined.get(key, ())
        if callee in names
    ]
    for call, column in image.calls.get(key, ()):
        if call.kind == "direct" and call.callee in names:
            found.append(_direct(image, call, function))
        elif call.kind == "indirect" and (column in place.columns or not column):
            declared = image.debug.virtual_functions(interface).get(place.method)
            if declared and call.slot in (None, declared[1]):
                found.append(_virtual(image, call, server, interface, place.method))
    if found:
        return found
    return [Copy("no code of its own" if key in image.lines else "not in the image", "", 0)]


def _frame(image: _Image, function: Function | None, call: Call) -> int:
    if function is None:
        return 0
    return image.code.frame_instructions(function) - (_jump_saves if call.is_jump else 0)


def _direct(image: _Image, call: Call, function: Function | None) -> Copy:
    reason = image.reasons.get((call.caller, call.callee)) or image.reasons.get(("", call.callee))
    return Copy(
        "direct", call.caller, call.instructions + _frame(image, function, call), reason or _unknown
    )


def _virtual(image: _Image, call: Call, server: str, interface: str, method: str) -> Copy:
    function = image.implementation(server, method)
    thunk = image.thunk_instructions(server, interface, method)
    count = call.instructions + thunk + _frame(image, function, call)
    return Copy("virtual", call.caller, count, f"called through a table in `{image.variant}`")


def table(edges: Sequence[Edge]) -> list[tuple[str, ...]]:
    """The cells of a row for each edge."""
    return [
        (
            f"{edge.client} -> {edge.server}",
            edge.interface,
            edge.kind,
            str(len(edge.sites)),
            _how(edge),
            _added(edge),
            "; ".join([*edge.reasons, *([edge.note] if edge.note else [])]),
        )
        for edge in edges
    ]


def _how(edge: Edge) -> str:
    words = [f"{count} {how}" for how, count in sorted(edge.counts.items())]
    words += [f"{edge.passed_on} passed on"] if edge.passed_on else []
    return ", ".join(words) or "never used"


def _added(edge: Edge) -> str:
    if edge.added is None:
        return "-"
    low, high = edge.added
    return str(low) if low == high else f"{low} to {high}"


def crossing_table(edges: Sequence[Edge]) -> list[tuple[str, ...]]:
    """The cells of a row for what a method passes over a boundary in the same way."""
    return [
        (f"{edge.client} -> {edge.server}", *row) for edge in edges for row in ways(edge.crossing)
    ]
