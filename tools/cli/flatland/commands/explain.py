# SPDX-License-Identifier: BSD-2-Clause
"""Explains a port's binding, an instance, or an error code."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flatland import paths
from flatland.commands._options import Subparsers, add_format, add_target, add_verb
from flatland.errors import failure
from flatland.lang.syntax import Origin
from flatland.model.crossing import ways
from flatland.model.reason import reason
from flatland.model.resolved import Binding, Instance, Port, ResolvedAssembly

_code = re.compile(r"[Ff]\d{4}")


def register(subparsers: Subparsers) -> None:
    """Adds `flat explain`."""
    parser = add_verb(
        subparsers,
        "explain",
        "Explain who is bound to a port, by which rule, and where that is said; or an error.",
        [
            ("flat explain scheduler.scheduler pingpong", "a port of an instance of a kernel"),
            ("flat explain console", "an instance, in every kernel that has one of this name"),
            ("flat explain F0203", "an error at length"),
            ("flat explain system-calls", "Linux' system calls, and which of them there are"),
        ],
    )
    parser.add_argument(
        "what",
        metavar="WHAT",
        help="`instance.port`, `instance`, the code of an error, or system-calls",
    )
    parser.add_argument(
        "kernel", metavar="KERNEL", nargs="?", help="a kernel's name or file (default: all)"
    )
    add_target(parser)
    add_format(parser)


def run(arguments: argparse.Namespace) -> int:
    """Prints the explanation."""
    if arguments.what == "system-calls":
        return _explain_system_calls(arguments.format)
    if _code.fullmatch(arguments.what):
        return _explain_code(arguments.what.upper(), arguments.format)
    found = [
        explanation
        for assembly in _assemblies(arguments)
        for explanation in _explanations(assembly, arguments.what)
    ]
    if not found:
        where = f"kernel `{arguments.kernel}`" if arguments.kernel else "any kernel without errors"
        message = f"there is no instance or port `{arguments.what}` in {where}"
        raise failure("F0416", message, help="`flat graph KERNEL` shows what there is")
    if arguments.format == "json":
        import json

        print(json.dumps(found, indent=2))
        return 0
    print("\n\n".join("\n".join(_text(each)) for each in found))
    return 0


def _explain_code(code: str, form: str) -> int:
    page = paths.kit / "docs" / "errors" / f"{code}.md"
    if not page.is_file():
        raise failure("F0417", f"there is no error {code}", help="docs/errors/README.md lists them")
    text = page.read_text(encoding="utf-8")
    if form == "json":
        import json

        text = json.dumps({"code": code, "text": text}, indent=2)
    print(text.rstrip())
    return 0


def _explain_system_calls(form: str) -> int:
    """The calls of `api unix` on x86_64."""
    from flatland.report.system_calls import system_calls, text_of

    folder = paths.kit / "dimensions" / "api" / "unix" / "on" / "x86_64"
    calls = system_calls(folder / "system_calls.inc")
    if form == "json":
        import json

        print(json.dumps(calls, indent=2))
    else:
        print(text_of(calls))
    return 0


def _assemblies(arguments: argparse.Namespace) -> Iterator[ResolvedAssembly]:
    """The kernel asked for; without one, all kernels without errors."""
    from flatland.builder.resolution import load_library, resolve_kernel
    from flatland.builder.workspace import find_workspace, workspace_of
    from flatland.model.load import check

    workspace = find_workspace()
    if arguments.kernel:
        kernel = workspace.find_kernel(arguments.kernel)
        yield resolve_kernel(workspace_of(kernel), kernel, arguments.target)
        return
    library = load_library(workspace)
    for kernel in workspace.kernels():
        resolution = check(library, kernel, arguments.target)
        if resolution.assembly:
            yield resolution.assembly


def _explanations(assembly: ResolvedAssembly, what: str) -> Iterator[dict[str, Any]]:
    name, _, port_name = what.partition(".")
    for instance in assembly.instances:
        if instance.name != name:
            continue
        ports = [port for port in instance.component.ports if port.name == port_name]
        if ports or not port_name:
            yield {
                "kernel": assembly.command_name,
                "target": assembly.target.arch,
                "instance": instance.name,
                "component": instance.component.full_name,
                "origin": _place(instance.origin),
                "attributes": dict(instance.attributes),
                "ports": [
                    _port(assembly, instance, port) for port in ports or instance.component.ports
                ],
            }


def _port(assembly: ResolvedAssembly, instance: Instance, port: Port) -> dict[str, Any]:
    """One port with the bindings from or to it."""
    end = (instance.name, port.name)
    mine = [each for each in assembly.bindings if (each.client, each.port) == end]
    if port.kind == "provides":
        mine = [each for each in assembly.bindings if (each.server, each.server_port) == end]
    return {
        "name": port.name,
        "kind": port.kind,
        "interface": port.interface,
        "late": port.late,
        "collection": port.collection,
        "origin": _place(port.origin),
        "bindings": [
            _binding(binding) | {"crossing": _crossing(assembly, binding)} for binding in mine
        ],
    }


def _binding(binding: Binding) -> dict[str, Any]:
    return {
        "client": f"{binding.client}.{binding.port}",
        "server": ", ".join(binding.servers),
        "index": binding.index,
        "kind": binding.kind,
        "supplies": [
            {
                "kind": link.kind,
                "name": supply.name,
                "interface": supply.interface,
                "server": f"{supply.server}.{supply.server_port}",
            }
            for link in binding.chain
            for supply in link.supplies
            if not supply.is_server
        ],
        "rule": binding.rule,
        "reason": reason(binding),
        "origin": _place(binding.origin),
        "interface": binding.interface,
    }


def _crossing(assembly: ResolvedAssembly, binding: Binding) -> list[dict[str, str]]:
    """How what methods pass gets over the boundary, if there is one between the ends.

    What the kind refuses, `flat check` tells.
    """
    made = {kind.name for kind in assembly.kinds if kind.generator}
    if not any(link.kind in made for link in binding.chain):
        return []
    from flatland.builder.bridge_check import crossings
    from flatland.diagnostics import FlatError

    try:
        return [vars(each) for each in crossings(assembly).travels(binding)]
    except FlatError:
        return []


def _place(origin: Origin) -> dict[str, Any]:
    from flatland.diagnostics import display_path

    file = display_path(origin.file, Path.cwd())
    return {"file": file, "line": origin.line, "column": origin.column}


def _text(found: dict[str, Any]) -> Iterator[str]:
    yield (
        f"{found['instance']} is {found['component']} in {found['kernel']}"
        f" for {found['target']}  ({_where(found)})"
    )
    for name, value in found["attributes"].items():
        yield f"  attribute {name} = {value}"
    for port in found["ports"]:
        late = "late " if port["late"] else ""
        brackets = "[]" if port["collection"] else ""
        yield (
            f"  {late}{port['kind']} {port['interface']} {port['name']}{brackets}  ({_where(port)})"
        )
        yield from (f"    {line}" for line in _bindings_text(port))


def _bindings_text(port: dict[str, Any]) -> Iterator[str]:
    provides = port["kind"] == "provides"
    if not port["bindings"]:
        yield "nobody is bound to it" if provides else "bound to nothing"
    for binding in port["bindings"]:
        other = binding["client"] if provides else binding["server"]
        yield f"{'serves' if provides else 'bound to'} {other}, {binding['kind']}"
        yield f"  by rule {binding['reason']}  ({_where(binding)})"
        for each in binding["supplies"]:
            yield f"  {each['kind']} requires {each['interface']} {each['name']}: {each['server']}"
        for method, what, way in ways(binding["crossing"]):
            yield f"  {method} passes {what}: {way}"


def _where(found: dict[str, Any]) -> str:
    origin = found["origin"]
    return f"{origin['file']}:{origin['line']}:{origin['column']}"
