# SPDX-License-Identifier: BSD-2-Clause
"""What remote procedure calls cost in kernels: Table 1 of Volanschi et al. (1996), real layers.

Each reach is a kernel of its own that counts calls, checks their answers, and ends in a panic
where one is wrong. In `special` the kernel's one unit is specialised for what its assembly states.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from typing import Any

from flatland.bench.ladder import Progress, run_records, run_timeout_s
from flatland.builder.ladder import Step, VariantName
from flatland.builder.pipeline import BuildOptions, BuildResult
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
variants: tuple[VariantName, ...] = ("virtual", "flat", "special")


@dataclass(frozen=True)
class Call:
    """A row: how far a call goes, of what, with how many integers."""

    reach: str
    procedure: str
    integers: int


@dataclass
class Result:
    """What each call takes, by the variant in which the kernel was built."""

    counted: dict[Call, dict[str, int]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    measured: Mapping[str, str] = field(default_factory=dict)


def measure(names: Sequence[str], options: BuildOptions, progress: Progress) -> Result:
    """Builds and runs each kernel in each variant; the result says which fail."""
    result = Result()
    for name in names:
        for variant in variants:
            progress(f"{name}: {variant}")
            own = replace(options, step=Step(variant))
            built = build_kernel(name, own)
            result.measured = result.measured or provenance(built, own)
            far = _servers.get(built.kernel.stem)
            server = build_kernel(far, own) if far else None
            _count(built, server, variant, result)
    result.measured = {key: text for key, text in result.measured.items() if key != "variant"}
    return result


def _count(built: BuildResult, server: BuildResult | None, variant: str, result: Result) -> None:
    with _served(server) as cables:
        found = run_records(built, RunOptions(timeout_s=run_timeout_s, cables=cables))
    if isinstance(found, str):
        result.problems.append(f"{built.kernel.stem}, {variant}: {found}")
        return
    for each in found:
        result.counted.setdefault(_call(each), {})[variant] = int(str(each["kernel"]))


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
    used = [each for each in variants if any(each in values for values in rows.values())]
    cells = [
        [f"{call.procedure}, {call.integers} integers", *(_cell(values, each) for each in used)]
        for call, values in rows.items()
    ]
    return grid(["procedure", *used], cells)


def _cell(values: Mapping[str, int], variant: str) -> str:
    return str(values[variant]) if variant in values else "-"


def as_json(result: Result) -> dict[str, Any]:
    """The same as plain values."""
    rows = [{**vars(call), **values} for call, values in result.counted.items()]
    return {"rows": rows, "problems": result.problems, "measured": dict(result.measured)}
