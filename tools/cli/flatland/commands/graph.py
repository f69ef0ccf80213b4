# SPDX-License-Identifier: BSD-2-Clause
"""Shows the instances of a kernel and their bindings, as text, as data or as a page."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flatland.builder.layout import kernel_folder
from flatland.builder.resolution import load_library, resolve_kernel
from flatland.builder.workspace import find_workspace, workspace_of
from flatland.commands._options import (
    Subparsers,
    add_format,
    add_kernel,
    add_target,
    add_verb,
    add_verbose,
)
from flatland.errors import UsageError
from flatland.model.resolved import Binding, Instance, ResolvedAssembly, written

if TYPE_CHECKING:
    from flatland.browse.kernel import RunningKernel
    from flatland.browse.live import LivePage


def register(subparsers: Subparsers) -> None:
    """Adds `flat graph`."""
    parser = add_verb(
        subparsers,
        "graph",
        "Show a kernel's instances, in the order of initialisation, and their bindings.",
        [
            ("flat graph pingpong", "as text"),
            ("flat graph pingpong --format dot | dot -Tsvg", "as a picture (Graphviz)"),
            ("flat graph pingpong --format json", "the whole resolved model"),
            ("flat graph pingpong --browse", "a page to look around in"),
            ("flat graph pingpong --browse --costs flat", "with what each binding costs"),
            ("flat graph inspected --browse --live", "the same while the kernel runs"),
            ("flat graph ledger --browse --against ledger-lrpc", "two kernels side by side"),
        ],
    )
    add_kernel(parser)
    add_target(parser)
    add_format(parser, "dot")
    _add_page_options(parser)


def _add_page_options(parser: argparse.ArgumentParser) -> None:
    page = parser.add_argument_group("the graph browser")
    page.add_argument(
        "--browse",
        action="store_true",
        help="write a page, print its address, and open it where there is a display",
    )
    page.add_argument("--against", metavar="KERNEL", help="show the differences to a second kernel")
    page.add_argument(
        "--costs",
        metavar="VARIANT",
        nargs="?",
        const="virtual",
        help="build the kernel and show what each binding costs (default: virtual)",
    )
    page.add_argument(
        "--live",
        action="store_true",
        help="run the kernel, and serve the page with what its bindings count, until Ctrl-C",
    )
    page.add_argument(
        "--output",
        metavar="FOLDER",
        type=Path,
        help="where the page goes (default: build/graph/KERNEL)",
    )
    add_verbose(parser)


def run(arguments: argparse.Namespace) -> int:
    """Prints the graph in the form asked for."""
    if arguments.browse and arguments.live:
        return _live(arguments)
    if arguments.browse:
        return _browse(arguments)
    for option in ("against", "costs", "output", "live"):
        if getattr(arguments, option):
            help_text = f"`flat graph {arguments.kernel} --browse --{option} …`"
            raise UsageError("F0903", f"`--{option}` is for `--browse`", help=help_text)
    kernel = find_workspace().find_kernel(arguments.kernel)
    workspace = workspace_of(kernel)
    assembly = resolve_kernel(workspace, kernel, arguments.target)
    if arguments.format == "json":
        import json

        from flatland.model.json import to_json

        print(json.dumps(to_json(assembly, load_library(workspace).roots), indent=2))
        return 0
    lines = _dot(assembly) if arguments.format == "dot" else _text(assembly)
    print("\n".join(lines))
    return 0


def _browse(arguments: argparse.Namespace) -> int:
    """Writes the page of one kernel or two, prints its address, and opens it."""
    from flatland.browse.folder import open_page, write_page

    names = [arguments.kernel, *([arguments.against] if arguments.against else [])]
    kernels = [find_workspace().find_kernel(name) for name in names]
    folder = arguments.output or _page_folder(kernels)
    assemblies = [_page_data(kernel, arguments) for kernel in kernels]
    page = write_page(folder.absolute(), assemblies, arguments.verbose)
    if arguments.format == "json":
        import json

        print(json.dumps({"page": page.as_uri()}, indent=2))
    else:
        print(page.as_uri())
    open_page(page.as_uri())
    return 0


def _live(arguments: argparse.Namespace) -> int:
    """Runs the kernel and serves its page until it is ended, by Ctrl-C or by itself."""
    import threading

    from flatland.browse.folder import open_page, write_page
    from flatland.browse.kernel import RunningKernel
    from flatland.browse.live import LivePage, check_inspector
    from flatland.builder.pipeline import BuildOptions
    from flatland.commands._build_options import find_step
    from flatland.guided.build import build_kernel
    from flatland.run.machine import ended_by_signals
    from flatland.run.session import plain_command

    kernel = find_workspace().find_kernel(arguments.kernel)
    workspace = workspace_of(kernel)
    check_inspector(resolve_kernel(workspace, kernel, arguments.target))
    step = find_step(arguments.costs or "virtual")
    built = build_kernel(str(kernel), BuildOptions(arguments.target, step=step))
    folder = (arguments.output or _page_folder([kernel])).absolute()
    write_page(folder, [_page_data(kernel, arguments)], arguments.verbose, is_live=True)
    with plain_command(built) as command, ended_by_signals():
        running = RunningKernel(command)
        page = LivePage(folder, running)
        try:
            print(page.address, flush=True)
            open_page(page.address)
            threading.Thread(target=partial(_close_at_end, running, page), daemon=True).start()
            page.serve()
        finally:
            running.end()
    return 0


def _close_at_end(kernel: RunningKernel, page: LivePage) -> None:
    kernel.wait()
    page.close()


def _page_folder(kernels: Sequence[Path]) -> Path:
    workspace = workspace_of(kernels[0])
    names = [kernel_folder(workspace, kernel).name for kernel in kernels]
    return workspace.build / "graph" / "-against-".join(names)


def _page_data(kernel: Path, arguments: argparse.Namespace) -> dict[str, Any]:
    from flatland.browse.data import assembly_data

    workspace = workspace_of(kernel)
    assembly = resolve_kernel(workspace, kernel, arguments.target)
    costs = None
    if arguments.costs:
        from flatland.browse.costs import measure
        from flatland.builder.pipeline import BuildOptions
        from flatland.commands._build_options import find_step

        step = find_step(arguments.costs)
        options = BuildOptions(arguments.target, verbose=arguments.verbose, step=step)
        costs = measure(kernel, options)
    return assembly_data(assembly, load_library(workspace).roots, costs)


def _text(assembly: ResolvedAssembly) -> Iterator[str]:
    target = assembly.target
    yield (
        f"{assembly.name} for {target.arch}"
        f" (platform {target.platform}, api {target.api}, smp {target.smp})"
    )
    width = len(str(len(assembly.instances)))
    for number, instance in enumerate(assembly.instances, start=1):
        domain = f"  in {instance.domain}" if len(assembly.images) > 1 else ""
        yield ""
        settings = ", ".join(f"{name} = {written(value)}" for name, value in instance.attributes)
        settings = f" {{ {settings} }}" if settings else ""
        name = f"{instance.name} = {instance.component.full_name}{settings}{domain}"
        yield f"{number:>{width}}  {name}"
        yield from (" " * (width + 4) + line for line in _edges(assembly, instance))
    for composed in assembly.objects:
        mixins = ", ".join(f"{mixin.package}.{mixin.name}" for mixin in composed.mixins)
        yield ""
        yield f"object {composed.name}: {composed.package}.{composed.base} with {mixins}"
    for image in assembly.images:
        modules = [each.name for each in image.modules]
        modules += [each.name for each in image.files]
        modules += [each.name for each in image.loadables]
        if modules:
            where = "" if image is assembly.kernel else f" of {image.domain}"
            yield ""
            yield f"modules{where}: {', '.join(modules)}"


def _edges(assembly: ResolvedAssembly, instance: Instance) -> Iterator[str]:
    mine = [binding for binding in assembly.bindings if binding.client == instance.name]
    names = {binding: _client(binding) for binding in mine}
    width = max((len(name) for name in names.values()), default=0)
    for binding in mine:
        via = f", via {binding.kind}" if _stands_between(assembly, binding) else ""
        late = ", late" if binding.late else ""
        yield (
            f"{names[binding].ljust(width)} -> {', '.join(binding.servers)}"
            f"  ({binding.rule}{via}{late})"
        )
    bound = {binding.port for binding in mine}
    for port in instance.component.ports:
        if port.kind == "optional" and port.name not in bound:
            yield f"{port.name} unbound"
        elif port.collection and port.name not in bound:
            yield f"{port.name} -> []"


def _client(binding: Binding) -> str:
    return binding.port if binding.index is None else f"{binding.port}[{binding.index}]"


def _stands_between(assembly: ResolvedAssembly, binding: Binding) -> bool:
    """Whether anything stands between client and server."""
    made = {kind.name for kind in assembly.kinds if kind.generator}
    return any(link.kind in made for link in binding.chain)


def _dot(assembly: ResolvedAssembly) -> Iterator[str]:
    yield f'digraph "{assembly.name}" {{'
    yield "    rankdir=LR;"
    yield "    node [shape=box, fontname=Helvetica];"
    yield "    edge [fontname=Helvetica, fontsize=10];"
    several = len(assembly.images) > 1
    margin = "        " if several else "    "
    for number, image in enumerate(assembly.images):
        if several:
            yield f"    subgraph cluster_{number} {{"
            yield f'        label="{image.domain}";'
        for instance in image.instances:
            label = f"{instance.name}\\n{instance.component.full_name}"
            yield f'{margin}{instance.name} [label="{label}"];'
        if several:
            yield "    }"
    for binding in assembly.bindings:
        style = ", style=dashed" if binding.late else ""
        name = _client(binding)
        if _stands_between(assembly, binding):
            name += f"\\nvia {binding.kind}"
        for server in binding.servers:
            target = server.partition(".")[0]
            yield f'    {binding.client} -> {target} [label="{name}"{style}];'
    yield "}"
