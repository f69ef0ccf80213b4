# SPDX-License-Identifier: BSD-2-Clause
"""The programs that are measured: kernels of one client each, compiled anew with other flags."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from levels import Level, build_kernel, kit, place

from flatland.builder.linked import units_of
from flatland.setup.native_tools import kit_tool, make_kit_tool

here = kit / "bench" / "rpc"
by_hand = here / "by_hand"
_replaced = re.compile(r"-O\d|-g|-fno-omit-frame-pointer|-fcolor-diagnostics")


@dataclass(frozen=True)
class Kernel:
    """An image of `flat build`, and where to make it anew."""

    image: Path
    level: Level
    folder: Path


@dataclass(frozen=True)
class Way:
    """How a program is made: the flags, and what is done with them.

    Whether it serves a level, too: not everybody has something for all of them.
    """

    flags: tuple[str, ...]
    make: Callable[[Kernel, tuple[str, ...]], Path]
    serves: Callable[[Level], bool] = lambda level: True


def build(assembly: Path, name: str, level: Level) -> Path:
    """Builds an assembly and, in the way of that name, the same program again; its path."""
    folder = place / re.sub(r"\W+", "-", f"{assembly.stem} {name}")
    folder.mkdir(parents=True, exist_ok=True)
    way = ways[name]
    return way.make(Kernel(build_kernel(assembly), level, folder), way.flags)


def ways_of(level: Level) -> list[str]:
    """The names of the ways that serve a level."""
    return [name for name, way in ways.items() if way.serves(level)]


def compile_anew(kernel: Kernel, flags: tuple[str, ...]) -> Path:
    """The program of the same sources."""
    return _link(kernel, flags, _objects(_commands(kernel), flags))


def train(kernel: Kernel, flags: tuple[str, ...]) -> Path:
    """The same with the counts of a run of the program."""
    folder = kernel.folder / "training"
    counting = (*flags, "-fprofile-generate")
    folder.mkdir(parents=True, exist_ok=True)
    objects = _objects(_commands(kernel), counting)
    objects += _in_place_of("_exit", "write_profile", folder)
    program = _link(replace(kernel, folder=folder), counting, objects)
    raw, profile = folder / "program.profraw", folder / "program.profdata"
    raw.unlink(missing_ok=True)
    _run([str(program)], LLVM_PROFILE_FILE=str(raw))
    _run(["llvm-profdata-19", "merge", f"--output={profile}", str(raw)])
    return compile_anew(kernel, (*flags, f"-fprofile-use={profile}"))


def specialise(kernel: Kernel, flags: tuple[str, ...]) -> Path:
    """The program with the stubs specialised for what the spec of its transport states."""
    return _specialised(kernel, flags, kernel.level.transport.spec)


def specialise_at_run_time(kernel: Kernel, flags: tuple[str, ...]) -> Path:
    """The same with sessions, which are opened as soon as there is a client."""
    commands = _commands(kernel)
    like = next(each for each in commands if _source(each).name == "bench_rounds.cpp")
    mine, other = str(here / "open_sessions.cpp"), str(_source(like))
    opener = [mine if word == other else word for word in like]
    opening = _compile(opener, (*flags, f'-DCONSTRUCTOR="{_constructor}"'))
    runtime = _run([_specialize(), "--runtime"]).split()
    return _specialised(
        kernel, flags, "sessions.spec", [opening, f"-Wl,--wrap={_constructor}", *runtime]
    )


def _specialised(
    kernel: Kernel, flags: tuple[str, ...], facts: str, more: Sequence[str] = ()
) -> Path:
    folder = kernel.folder
    spec = folder / "stubs.spec"
    spec.write_text(_spec(kernel.level, facts), encoding="utf-8")
    commands = _commands(kernel)
    whole = [command for command in commands if _is_specialised(_source(command))]
    rest = [command for command in commands if command not in whole]
    special = str(folder / "special.o")
    sources = [str(_source(command)) for command in whole]
    words = [word for word in whole[0] if not _replaced.fullmatch(word) and word not in sources]
    for option in ("-o", "-MF"):
        del words[words.index(option) : words.index(option) + 2]
    words += [word for header in _headers(kernel.level) for word in ("-include", header)]
    _run([_specialize(), str(spec), "-o", special, "--replace", "--", *words, *flags, *sources])
    return _link(kernel, flags, [special, *_objects(rest, flags), *more])


def write_by_hand(kernel: Kernel, flags: tuple[str, ...]) -> Path:
    """The program with sources of by_hand/ in place of the components' own."""
    commands = [_with_twin(command) for command in _commands(kernel)]
    return _link(kernel, flags, _objects(commands, flags))


# The pipe of a stream is the client itself. Where a version reads by it what it writes of the
# client, the two would have to lie apart.
_of_pipe = re.compile(r"^promise [^;]*\bpipe_[^;]*;\n", re.MULTILINE)
_constructor = (
    "_ZN4flat3rpc14DatagramClientC1ERKNS0_23DatagramClientComponent5PortsERKNS2_10AttributesE"
)
_whole = ("-O3", "-flto=full")
_types = ("-fvisibility=hidden", "-fwhole-program-vtables", "-fvirtual-function-elimination")
ways = {
    "-O2": Way(("-O2",), compile_anew),
    "-O3 -flto": Way(_whole, compile_anew),
    "+ profile": Way(_whole, train),
    "+ all types known": Way((*_whole, *_types), compile_anew),
    "specialised": Way(("-O3",), specialise),
    "at run time": Way(
        ("-O3",), specialise_at_run_time, serves=lambda level: not level.transport.is_connection
    ),
    "by hand": Way(
        (*_whole, *_types), write_by_hand, serves=lambda level: not level.transport.is_connection
    ),
}
"""The columns of a table; those with a + add to the flags of the second."""


def _commands(kernel: Kernel) -> list[list[str]]:
    """How the object files of the image were compiled."""
    return [list(unit.command) for unit in units_of(kernel.image)]


def _objects(commands: Sequence[list[str]], flags: tuple[str, ...]) -> list[str]:
    """Compiles again, with these flags in place of the kit's own; the object files."""
    return [_compile(command, flags) for command in commands]


def _link(kernel: Kernel, flags: tuple[str, ...], objects: Sequence[str]) -> Path:
    """The program of object files, and of other words for the linker."""
    link = ["clang++-19", *flags, "-fuse-ld=lld", "-Wl,--gc-sections"]
    link += ["-Wl,--defsym=flat_image_start=__executable_start", *objects]
    link += _in_place_of("clock_gettime", "processor_clock", kernel.folder)
    _run([*link, "-o", str(kernel.folder / "program")])
    return kernel.folder / "program"


def _in_place_of(function: str, name: str, folder: Path) -> list[str]:
    """Words for the linker: a source of ours wraps a function of the C library."""
    output = str(folder / f"{name}.o")
    _run(["clang-19", "-O2", "-Werror", "-c", str(here / f"{name}.c"), "-o", output])
    return [output, f"-Wl,--wrap={function}"]


def _specialize() -> str:
    """The path of the tool, which is made if need be."""
    make_kit_tool("specialize", verbose=False)
    return str(kit_tool("specialize").program)


def _spec(level: Level, facts: str) -> str:
    """The facts of a file, as they are at this level."""
    text = (here / facts).read_text(encoding="utf-8")
    text = text.replace("8800", str(level.transport.buffer_bytes))
    if level.is_on_network:
        text = text.replace("net::Nowhere", "platform::Sockets")
    if level.waits:
        text = text.replace("static timeout_ns = 0;", "")
        text = _of_pipe.sub("", text)
    return text


def _headers(level: Level) -> tuple[str, ...]:
    """What the spec names and the stubs' own source does not include."""
    sockets = "platform/sockets.hpp" if level.is_on_network else "net/nowhere.hpp"
    return (level.transport.header, "rpc/auth_none.hpp", sockets)


def _source(command: list[str]) -> Path:
    return Path(command[command.index("-c") + 1])


def _is_specialised(source: Path) -> bool:
    """Whether a source is on the path of a call, or is the socket at its end."""
    is_socket = source.name in ("nowhere.cpp", "sockets.cpp")
    is_rounds = source.name.startswith("bench_rounds")
    in_path = source.parent.name in ("rpc", "xdr", "messages") and not is_rounds
    return source.suffix == ".cpp" and (in_path or is_socket)


def _with_twin(command: list[str]) -> list[str]:
    """The command with what is written by hand before the components of the same names."""
    source = _source(command)
    twin = by_hand / source.parent.name / source.name
    words = [str(twin) if word == str(source) and twin.exists() else word for word in command]
    return [words[0], f"-I{by_hand}", *words[1:]]


def _compile(command: list[str], wanted: tuple[str, ...]) -> str:
    """Compiles a source again; the object file.

    Kernels share most of their sources: what was compiled by the same words for another one, since
    the kit made its own object file, is not compiled anew.
    """
    words = [word for word in command if not _replaced.fullmatch(word)]
    own = words[words.index("-o") + 1]
    for option in ("-o", "-MF"):
        del words[words.index(option) : words.index(option) + 2]
    if _source(command).suffix == ".cpp":
        words += wanted
    return _compiled(tuple(words), Path(own).stat().st_mtime_ns)


@cache
def _compiled(words: tuple[str, ...], _made_ns: int) -> str:
    """The object file of a command without output, made once for each time of the kit's own."""
    folder = place / "objects"
    folder.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha256(shlex.join(words).encode()).hexdigest()[:16]
    source = _source(list(words))
    output = str(folder / f"{source.parent.name}-{source.stem}-{name}.o")
    _run([*words, "-MF", f"{output}.d", "-o", output])
    return output


def _run(command: list[str], **variables: str) -> str:
    """What a command prints, which must succeed; with these environment variables, too."""
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=kit, env=environment
    )
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout
