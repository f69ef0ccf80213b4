# SPDX-License-Identifier: BSD-2-Clause
"""Hand-made pieces of the resolved model, and workspaces of a few files, for tests of the build."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from flatland import paths
from flatland.lang.syntax import Origin, PortKind
from flatland.model.resolved import (
    AttributeType,
    AttributeValue,
    Binding,
    Component,
    EntryPoint,
    Image,
    Instance,
    Link,
    Port,
    ResolvedAssembly,
    Target,
)
from flatland.run.machine import descendants

origin = Origin(Path("/kit/x.flat"), 1, 1)


def port(kind: PortKind, name: str, interface: str, **more: bool) -> Port:
    """A port; `late` and `collection` as keywords."""
    return Port(kind, name, interface, origin, **more)


def attribute(name: str, type_name: str, default: AttributeValue | None = None) -> AttributeType:
    """An attribute without a range."""
    return AttributeType(name, type_name, default, None, None, origin)


def component(
    full_name: str, ports: Sequence[Port] = (), attributes: Sequence[AttributeType] = ()
) -> Component:
    """A component without sources."""
    package, _, name = full_name.rpartition(".")
    file = Path(f"/kit/components/{package}/{name}.flat")
    return Component(package, name, tuple(ports), tuple(attributes), (), (), (), file, origin)


def instance(name: str, of: Component, /, **attributes: AttributeValue) -> Instance:
    """An instance in the kernel's domain."""
    return Instance(name, of, tuple(attributes.items()), "kernel", origin)


def binding(edge: str, interface: str, late: bool = False, index: int | None = None) -> Binding:
    """A static binding, written `client.port -> server.port`."""
    (client, client_port), (server, server_port) = (end.split(".") for end in edge.split(" -> "))
    ends = (client, client_port, server, server_port)
    return Binding(*ends, interface, (Link("static", (), ()),), "explicit", origin, late, index)


def assembly(instances: Sequence[Instance], bindings: Sequence[Binding] = ()) -> ResolvedAssembly:
    """An assembly for the hosted target, without kernel objects and modules."""
    folder = Path("/kit/dimensions")
    target = Target("hosted", "linux", "none", "up", (("arch", folder / "arch/hosted"),))
    file = Path("/kit/kernels/sample/sample.flat")
    entry = EntryPoint(instances[-1].name, "entry")
    image = Image("kernel", origin, entry, tuple(instances), tuple(bindings), (), (), (), ())
    return ResolvedAssembly("Sample", "sample", file, target, (image,), (), ())


def supertypes(name: str) -> tuple[str, ...]:
    """A lattice for tests: Timer extends Clock, everything extends Top."""
    if name == "flat.hal.Timer":
        return ("flat.hal.Clock", "flat.lang.Top")
    return ("flat.lang.Top",)


hello_flat = """component Hello {
    provides Entry entry;
    requires Console console;
    source "hello.cpp";
}
"""

hello_hpp = """#pragma once
#include <sample/hello.flat.hpp>

namespace flat::sample {
class Hello : public HelloComponent {
public:
    using HelloComponent::HelloComponent;
    void run() override;
};
} // namespace flat::sample
"""

hello_cpp = """#include <core/text.hpp>
#include <sample/hello.hpp>

namespace flat::sample {
void Hello::run() { console->write(Text("sample\\n").bytes()); }
} // namespace flat::sample
"""

hello_kernel = """assembly Sample {
    console = platform.Console;
    hello = sample.Hello;
    target hosted, x86_64;
}
"""


def make_workspace(folder: Path, files: Mapping[str, str] | None = None) -> Path:
    """A folder of a user's own with the kernel `sample`; `files` replace or add to its files."""
    texts = {
        "flat.toml": f'kit = "{paths.kit}"\n',
        "kernels/sample/sample.flat": hello_kernel,
        "components/sample/hello.flat": hello_flat,
        "components/sample/hello.hpp": hello_hpp,
        "components/sample/hello.cpp": hello_cpp,
        **(files or {}),
    }
    for name, text in texts.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    _lend_cache(folder / "build" / "cache")
    return folder


def _lend_cache(place: Path) -> None:
    """What the kit remembers of its own declarations: each workspace would parse them again."""
    known = paths.build / "cache"
    for file in (known / "library", *(known / "interfaces").glob("interfaces-*")):
        copy = place / file.relative_to(known)
        copy.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):  # one that has just been written gets another name
            shutil.copyfile(file, copy)


def flat_command(*words: str, kit: Path = paths.kit) -> list[str]:
    """The command line that runs flat of a kit with this Python."""
    cache = paths.build / "pycache"
    python = [sys.executable, "-I", "-X", f"pycache_prefix={cache}"]
    return [*python, str(kit / "tools" / "cli"), *words]


def flat(folder: Path, *words: str, kit: Path = paths.kit) -> subprocess.CompletedProcess[str]:
    """Runs flat in a folder to its end."""
    return subprocess.run(
        flat_command(*words, kit=kit),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, "NO_COLOR": "1"},
    )


@contextmanager
def interruptible(
    command: Sequence[str | Path], folder: Path, environment: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A running command that takes SIGINT, even where the tests themselves ignore it, as what a
    script starts in the background does. Whatever happens, it and its children end with the block.
    """
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(environment or {})},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield process
    finally:
        for member in [*descendants(process.pid), process.pid]:
            with suppress(ProcessLookupError):
                os.kill(member, signal.SIGKILL)
        process.communicate()
