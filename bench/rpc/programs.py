# SPDX-License-Identifier: BSD-2-Clause
"""The programs that are measured: kernels of one client each, compiled anew with other flags."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "cli"))

from flatland.build.linked import units_of
from flatland.setup.native_tools import kit_tool, make_kit_tool

kit = Path(__file__).resolve().parents[2]
place = kit / "build" / "bench" / "rpc"

here = kit / "bench" / "rpc"
by_hand = here / "by_hand"


@dataclass(frozen=True)
class Way:
    """How a program is made: flags, and whether it is trained, specialised, or partly by hand."""

    flags: tuple[str, ...]
    is_trained: bool = False
    is_specialised: bool = False
    is_by_hand: bool = False


_whole = ("-O3", "-flto=full")
_types = ("-fvisibility=hidden", "-fwhole-program-vtables", "-fvirtual-function-elimination")
ways = {
    "-O2": Way(("-O2",)),
    "-O3 -flto": Way(_whole),
    "+ profile": Way(_whole, is_trained=True),
    "+ all types known": Way((*_whole, *_types)),
    "specialised": Way(("-O3",), is_specialised=True),
    "by hand": Way((*_whole, *_types), is_by_hand=True),
}
"""The columns of a table; those with a + add to the flags of the second."""

_headers = ("rpc/datagram_client.hpp", "rpc/auth_none.hpp")
"""What the spec names and the stubs' own source does not include, besides the sockets."""

_replaced = re.compile(r"-O\d|-g|-fno-omit-frame-pointer|-fcolor-diagnostics")


@dataclass(frozen=True)
class Level:
    """How far a call goes."""

    name: str
    is_on_network: bool
    timeout_ms: int  # 0: calls are sent only
    timed_calls: int  # of each procedure, when times are measured


levels = (
    Level("marshalling: the socket returns at once", False, 0, 10_000),
    Level("stub to socket, emission only", True, 0, 2_000),
    Level("stub to socket, round trip", True, 60_000, 1_000),
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


def build(assembly: Path, name: str, level: Level) -> Path:
    """Builds an assembly and, in the way of that name, the same program again; its path."""
    image = build_kernel(assembly)
    folder = place / re.sub(r"\W+", "-", f"{assembly.stem} {name}")
    way = ways[name]
    if way.is_specialised:
        return _build_specialised(image, level, way.flags, folder)
    if not way.is_trained:
        return _build_again(image, way.flags, folder, is_by_hand=way.is_by_hand)
    profile = _train(image, way.flags, folder / "training")
    return _build_again(image, (*way.flags, f"-fprofile-use={profile}"), folder)


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


def _build_again(
    image: Path,
    flags: tuple[str, ...],
    folder: Path,
    *,
    more: Sequence[str] = (),
    is_by_hand: bool = False,
) -> Path:
    """Makes the program of an image anew, with these flags and more words for the linker."""
    folder.mkdir(parents=True, exist_ok=True)
    commands = [list(unit.command) for unit in units_of(image)]
    if is_by_hand:
        commands = [_with_twin(command) for command in commands]
    objects = [_compile(command, flags, folder) for command in commands]
    link = ["clang++-19", *flags, "-fuse-ld=lld", "-Wl,--gc-sections"]
    link += ["-Wl,--defsym=flat_image_start=__executable_start", *objects, *more]
    _run([*link, "-o", str(folder / "program")])
    return folder / "program"


def _train(image: Path, flags: tuple[str, ...], folder: Path) -> Path:
    """Runs the program, which counts what it does; the counts."""
    folder.mkdir(parents=True, exist_ok=True)
    writer = str(folder / "write_profile.o")
    _run(["clang-19", "-O2", "-Werror", "-c", str(here / "write_profile.c"), "-o", writer])
    more = [writer, "-Wl,--wrap=_exit"]
    program = _build_again(image, (*flags, "-fprofile-generate"), folder, more=more)
    raw, profile = folder / "program.profraw", folder / "program.profdata"
    raw.unlink(missing_ok=True)
    _run([str(program)], LLVM_PROFILE_FILE=str(raw))
    _run(["llvm-profdata-19", "merge", f"--output={profile}", str(raw)])
    return profile


def _build_specialised(image: Path, level: Level, flags: tuple[str, ...], folder: Path) -> Path:
    """Makes the program with the stubs specialised for what datagrams.spec states."""
    folder.mkdir(parents=True, exist_ok=True)
    spec = folder / "stubs.spec"
    spec.write_text(_spec(level), encoding="utf-8")
    commands = [list(unit.command) for unit in units_of(image)]
    whole = [command for command in commands if _is_specialised(_source(command))]
    rest = [command for command in commands if command not in whole]
    objects = [_compile(command, flags, folder) for command in rest]
    special = str(folder / "special.o")
    sources = [str(_source(command)) for command in whole]
    words = [word for word in whole[0] if not _replaced.fullmatch(word) and word not in sources]
    for option in ("-o", "-MF"):
        del words[words.index(option) : words.index(option) + 2]
    sockets = "platform/sockets.hpp" if level.is_on_network else "net/nowhere.hpp"
    words += [word for header in (*_headers, sockets) for word in ("-include", header)]
    _run([_specialize(), str(spec), "-o", special, "--replace", "--", *words, *flags, *sources])
    link = ["clang++-19", *flags, "-fuse-ld=lld", "-Wl,--gc-sections"]
    link += ["-Wl,--defsym=flat_image_start=__executable_start", special, *objects]
    _run([*link, "-o", str(folder / "program")])
    return folder / "program"


def _specialize() -> str:
    """The path of the tool, which is made if need be."""
    make_kit_tool("specialize", verbose=False)
    return str(kit_tool("specialize").program)


def _spec(level: Level) -> str:
    """The facts of datagrams.spec, as they are at this level."""
    text = (here / "datagrams.spec").read_text(encoding="utf-8")
    if level.is_on_network:
        text = text.replace("net::Nowhere", "platform::Sockets")
    if level.timeout_ms:
        text = text.replace("static timeout_ns = 0;", "")
    return text


def _source(command: list[str]) -> Path:
    return Path(command[command.index("-c") + 1])


def _is_specialised(source: Path) -> bool:
    """Whether a source is on the path of a call, or is the socket at its end."""
    in_path = source.parent.name == "rpc" and not source.name.startswith("bench_rounds")
    return source.suffix == ".cpp" and (in_path or source.name in ("nowhere.cpp", "sockets.cpp"))


def _with_twin(command: list[str]) -> list[str]:
    """The command with what is written by hand before the components of the same names."""
    source = _source(command)
    twin = by_hand / source.parent.name / source.name
    words = [str(twin) if word == str(source) and twin.exists() else word for word in command]
    return [words[0], f"-I{by_hand}", *words[1:]]


def _compile(command: list[str], wanted: tuple[str, ...], folder: Path) -> str:
    """Compiles a source again, with these flags in place of the kit's own; the object file."""
    source = _source(command)
    output = str(folder / f"{source.parent.name}-{source.name}.o")
    words = [word for word in command if not _replaced.fullmatch(word)]
    words[words.index("-o") + 1] = output
    words[words.index("-MF") + 1] = f"{output}.d"
    _run([*words, *(wanted if source.suffix == ".cpp" else ())])
    return output


def _run(command: list[str], **variables: str) -> str:
    """What a command says, which must succeed; with these environment variables, too."""
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=kit, env=environment
    )
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout
