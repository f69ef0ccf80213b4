# SPDX-License-Identifier: BSD-2-Clause
"""What remote procedure calls cost in kernels: Table 1 of Volanschi et al. (1996), real layers.

Each reach is a kernel of its own that counts calls, checks their answers, and ends in a panic
where one is wrong. In the last column the kernel's one unit has been specialised for what its spec
states.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from typing import Any

from flatland.bench.ladder import Progress, run_records, run_timeout_s
from flatland.bench.specialised import specialise
from flatland.builder.ladder import Step, VariantName
from flatland.builder.pipeline import BuildOptions, BuildResult
from flatland.diagnostics import FlatError
from flatland.grid import grid
from flatland.guided.build import build_kernel
from flatland.run.console import Record
from flatland.run.provenance import provenance
from flatland.run.session import RunOptions, plain_command

kernels = tuple(
    f"kernels/rpc-costs/{name}.flat"
    for name in ("marshalling", "emission", "rpc-costs", "general", "cable", "far")
)
_servers = {"far": "network-rpc"}  # of kernels that call another machine
_facts = {
    "marshalling": ("marshalling",),
    "emission": ("emission",),
    "rpc-costs": ("answered",),
    "general": ("answered", "sockets"),
    "cable": ("answered",),
    "far": ("answered",),
}
specialised = "specialised"
_variants: tuple[VariantName, ...] = ("virtual", "flat", "special")
ways = (*_variants, specialised)


@dataclass(frozen=True)
class Call:
    """A row: how far a call goes, of what, with how many integers."""

    reach: str
    procedure: str
    integers: int


@dataclass
class Result:
    """What each call takes, by the way in which the kernel was made."""

    counted: dict[Call, dict[str, int]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    measured: Mapping[str, str] = field(default_factory=dict)


def measure(names: Sequence[str], options: BuildOptions, progress: Progress) -> Result:
    """Builds and runs each kernel in each way; what cannot be made says why in the result."""
    result = Result()
    for name in names:
        for variant in _variants:
            progress(f"{name}: {variant}")
            own = replace(options, step=Step(variant))
            built = build_kernel(name, own)
            result.measured = result.measured or provenance(built, own)
            far = _servers.get(built.kernel.stem)
            server = build_kernel(far, own) if far else None
            _count(built, server, variant, result)
            if variant == "flat":
                progress(f"{name}: {specialised}")
                _count_specialised(built, server, options.verbose, result)
    result.measured = {key: text for key, text in result.measured.items() if key != "variant"}
    return result


def _count_specialised(
    built: BuildResult, server: BuildResult | None, verbose: bool, result: Result
) -> None:
    names = _facts.get(built.kernel.stem, ())
    facts = [built.kernel.with_name(f"{name}.spec") for name in names]
    try:
        _count(specialise(built, facts, verbose), server, specialised, result)
    except FlatError as problem:
        said = "; ".join(each.message for each in problem.diagnostics)
        result.problems.append(f"{built.kernel.stem}, {specialised}: {said}")


def _count(built: BuildResult, server: BuildResult | None, way: str, result: Result) -> None:
    with _served(server) as cables:
        found = run_records(built, RunOptions(timeout_s=run_timeout_s, cables=cables))
    if isinstance(found, str):
        result.problems.append(f"{built.kernel.stem}, {way}: {found}")
        return
    for each in found:
        result.counted.setdefault(_call(each), {})[way] = int(str(each["kernel"]))


@contextmanager
def _served(server: BuildResult | None) -> Iterator[tuple[str, ...]]:
    """The cables of a client while a server, if it needs one, runs in another machine."""
    if server is None:
        yield ()
        return
    with TemporaryDirectory(prefix="flat-") as folder:
        near, far = f"{folder}/client", f"{folder}/server"
        with (
            plain_command(server, (f"dgram:{far},{near}",)) as command,
            Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL) as process,
        ):
            try:
                yield (f"dgram:{near},{far}",)
            finally:
                process.kill()


def _call(record: Record) -> Call:
    return Call(str(record["reach"]), str(record["procedure"]), int(str(record["integers"])))


def lines(result: Result) -> list[str]:
    """A table for each reach, and what could not be made."""
    text: list[str] = []
    for reach in dict.fromkeys(each.reach for each in result.counted):
        rows = {call: values for call, values in result.counted.items() if call.reach == reach}
        text += [f"{reach}: kernel instructions of a call", *_table(rows), ""]
    measured = ", ".join(result.measured.values())
    return [*text, *result.problems, *([""] if result.problems else []), f"Measured: {measured}."]


def _table(rows: Mapping[Call, Mapping[str, int]]) -> list[str]:
    used = [way for way in ways if any(way in values for values in rows.values())]
    cells = [
        [f"{call.procedure}, {call.integers} integers", *(_cell(values, way) for way in used)]
        for call, values in rows.items()
    ]
    return grid(["procedure", *used], cells)


def _cell(values: Mapping[str, int], way: str) -> str:
    return str(values[way]) if way in values else "-"


def as_json(result: Result) -> dict[str, Any]:
    """The same as plain values."""
    rows = [{**vars(call), **values} for call, values in result.counted.items()]
    return {"rows": rows, "problems": result.problems, "measured": dict(result.measured)}
