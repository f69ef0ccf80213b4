# SPDX-License-Identifier: BSD-2-Clause
"""The programs that are measured: kernels of one client each, compiled anew with other flags."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

kit = Path(__file__).resolve().parents[2]
place = kit / "build" / "bench" / "rpc"

flags = {
    "-O2": ("-O2",),
    "-O3 -flto": ("-O3", "-flto=full"),
    "-O3 -flto, all types known": (
        *("-O3", "-flto=full", "-fvisibility=hidden"),
        *("-fwhole-program-vtables", "-fvirtual-function-elimination"),
    ),
}
"""What the rows of a table are compiled with."""

_replaced = re.compile(r"-O\d|-g|-fno-omit-frame-pointer|-fcolor-diagnostics")


@dataclass(frozen=True)
class Level:
    """How far a call goes."""

    name: str
    is_on_network: bool
    timeout_ms: int  # 0: calls are sent only


levels = (
    Level("marshalling: the socket returns at once", False, 0),
    Level("stub to socket, emission only", True, 0),
    Level("stub to socket, round trip", True, 60_000),
)


def kernel(level: Level, calls: int, port: int) -> str:
    """The assembly of a client that calls at a port of this machine."""
    sockets = "platform.Sockets" if level.is_on_network else "net.Nowhere"
    return (
        "// SPDX-License-Identifier: BSD-2-Clause\n"
        "assembly Measured extends RpcRounds {\n"
        f"    rounds = rpc.BenchRounds {{ calls = {calls}, timeout_ms = {level.timeout_ms} }};\n"
        "    client = rpc.DatagramClient {\n"
        f"        program = 0x20464c54, version = 1, port = {port}, retry_ms = 60000\n"
        "    };\n"
        f"    sockets = {sockets};\n"
        "}\n"
    )


def build(assembly: Path, name: str) -> Path:
    """Builds an assembly and, with the flags of that name, the same program again; its path."""
    image = build_kernel(assembly)
    folder = place / re.sub(r"\W+", "-", f"{assembly.stem}{name}")
    folder.mkdir(parents=True, exist_ok=True)
    objects = [_compile(command, flags[name], folder) for command in _commands(image)]
    link = ["clang++-19", *flags[name], "-fuse-ld=lld", "-Wl,--gc-sections"]
    link += ["-Wl,--defsym=flat_image_start=__executable_start", *objects]
    _run([*link, "-o", str(folder / "program")])
    return folder / "program"


def build_kernel(assembly: str | Path) -> Path:
    """The image of a kernel, as `flat build` makes it."""
    command = [str(kit / "flat"), "build", str(assembly)]
    return kit / _run(command).strip().splitlines()[-1]


@contextmanager
def server() -> Iterator[int]:
    """Our own server, as `flat build` makes it, until the end of the block; its port."""
    command = [str(build_kernel("rpc-server"))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield int(process.stdout.readline().rpartition(" ")[2])
        finally:
            process.kill()


def _commands(image: Path) -> list[list[str]]:
    """How the object files of an image, before it had symbols, were compiled."""
    text = (image.parent / "build.ninja").read_text(encoding="utf-8")
    linked = re.search(r"^build \S*/first\.elf: link ([^|\n]*)", text, re.MULTILINE)
    assert linked, image
    database = json.loads((kit / "compile_commands.json").read_bytes())
    known = {entry["output"]: shlex.split(entry["command"]) for entry in database}
    return [known[name] for name in linked[1].split()]


def _compile(command: list[str], wanted: tuple[str, ...], folder: Path) -> str:
    """Compiles a source again, with these flags in place of the kit's own; the object file."""
    source = Path(command[command.index("-c") + 1])
    output = str(folder / f"{source.parent.name}-{source.name}.o")
    words = [word for word in command if not _replaced.fullmatch(word)]
    words[words.index("-o") + 1] = output
    words[words.index("-MF") + 1] = f"{output}.d"
    _run([*words, *(wanted if source.suffix == ".cpp" else ())])
    return output


def _run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=kit)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout
