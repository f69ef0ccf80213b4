# SPDX-License-Identifier: BSD-2-Clause
# Reads: components/rpc bench/components bench/rpc
# Reads: components/net/nowhere.cpp components/net/nowhere.hpp
# Builds: rpc-client rpc-client-tcp rpc-server
# One run in 3, unless changed: components/rpc tools/cli/flatland/idl
"""What our interface compiler makes of `.x` files, beside what rpcgen makes of the same."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from peers import bench_x, build_kernel, here, kit, run
from random_xdr import Values, write_file

from flatland.builder.linked import unit_named, units_of
from flatland.idl.xdr.cpp import declare_programs, load, unit_of
from flatland.idl.xdr.cpp_names import class_name, routine_name
from flatland.idl.xdr.model import Specification

every_type = here / "every_type.x"
_usual = ("-std=c++20", "-Wall", "-Wextra", "-Werror", "-fno-rtti", "-g")
_sanitized = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
_link = ("-fuse-ld=lld", "-Wl,--gc-sections", "-Wl,--defsym=flat_image_start=__executable_start")
_system = Path("/usr/include/rpcsvc")
_system_files = ("bootparam_prot", "mount", "nfs_prot", "rex", "rquota", "rstat", "rusers",
                 "sm_inter", "spray", "yp", "yppasswd")  # fmt: skip


@pytest.fixture(scope="module")
def framework() -> tuple[list[str], list[str]]:
    """The include folders of hosted kernels, and what our routines are linked with."""
    units = units_of(build_kernel("xdr_server", "assembly XdrServer extends RpcServer {\n}\n"))
    objects = [unit.output for unit in units if unit.is_framework]
    sources = [kit / "components/rpc/xdr" / f"xdr{part}.cpp" for part in ("", "_memory", "_values")]
    return unit_named(units, "components/rpc/server.cpp").include_words, [
        *objects,
        *map(str, sources),
    ]


def write_ours(specification: Specification, folder: Path) -> list[Path]:
    """What our compiler makes, and the table of types for xdr_turn.cpp; the sources."""
    texts = declare_programs(specification)
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    unit = unit_of(specification.path)
    space = unit.namespace
    entries = " ".join(
        f"TYPE({space}::{class_name(each)}, {space}::{routine_name(each)})"
        for each in specification.types
    )
    table = f"#include <{unit.path('', '.hpp')}>\n#define TYPES(TYPE) {entries}\n"
    (folder / "xdr_table.hpp").write_text(table, encoding="utf-8")
    return [folder / path for path in texts if path.endswith(".cpp")]


def build_ours(
    specification: Specification, folder: Path, framework: tuple[list[str], list[str]]
) -> Path:
    """A program that turns values with our routines, under sanitizers."""
    routines = write_ours(specification, folder)[0]
    includes, linked = framework
    program = folder / "ours"
    compiler = ("clang++-19", *_usual, *_sanitized, *includes, f"-I{folder}")
    run(*compiler, here / "xdr_turn.cpp", routines, *linked, *_link, "-o", program)
    return program


def build_theirs(specification: Specification, folder: Path) -> Path:
    """The same with rpcgen's."""
    for option, name in (("-h", "peer.h"), ("-c", "peer_xdr.c")):
        source = specification.path
        run("rpcgen", option, "-o", folder / name, source.name, folder=source.parent)
    generated = folder / "peer_xdr.c"
    own = f'"{specification.path.stem}.h"'
    generated.write_text(generated.read_text(encoding="utf-8").replace(own, '"peer.h"'), "utf-8")
    entries = " ".join(f"TYPE({each}, xdr_{each})" for each in specification.types)
    table = f'#include "peer.h"\n#define TYPES(TYPE) {entries}\n'
    (folder / "peer_table.h").write_text(table, encoding="utf-8")
    program = folder / "theirs"
    tirpc = ("-I/usr/include/tirpc", "-ltirpc")
    flags = ("-w", "-Dbool=bool_t", f"-I{folder}")  # rpcgen writes `bool` in places
    run("cc", *flags, here / "peer_turn.c", generated, *tirpc, "-o", program)
    return program


def answers(program: Path, values: list[tuple[int, bytes]], folder: Path) -> list[str]:
    """What a program says of values by the number of their type."""
    asked = folder / "asked"
    asked.write_text("".join(f"{type} .{value.hex()}\n" for type, value in values), "utf-8")
    return run("sh", "-c", f"exec {program} < {asked}").splitlines()


def check_same(specification: Specification, folder: Path, ours: Path, seed: int) -> None:
    """Both programs keep random values of all types; ours refuses all that is cut off."""
    values = Values(specification, seed)
    names = list(specification.types)
    whole = [(type, values.value(name)) for type, name in enumerate(names) for _ in range(10)]
    expected = [value.hex() for _, value in whole]
    assert answers(ours, whole, folder) == expected
    assert answers(build_theirs(specification, folder), whole, folder) == expected
    chance = random.Random(seed)
    cut = [(type, value[: chance.randrange(len(value))]) for type, value in whole if value]
    assert set(answers(ours, cut, folder)) == {"refused"}


@pytest.fixture(scope="module")
def of_every_type(
    tmp_path_factory: pytest.TempPathFactory, framework: tuple[list[str], list[str]]
) -> Path:
    """The program that turns values of every_type.x with our routines."""
    return build_ours(load(every_type), tmp_path_factory.mktemp("every_type"), framework)


def test_every_type_is_encoded_as_by_rpcgen(tmp_path: Path, of_every_type: Path) -> None:
    check_same(load(every_type), tmp_path, of_every_type, 1)


@pytest.mark.parametrize("seed", range(1, 60 if "FLAT_EXHAUSTIVE" in os.environ else 2))
def test_random_files_are_encoded_as_by_rpcgen(
    tmp_path: Path, framework: tuple[list[str], list[str]], seed: int
) -> None:
    file = tmp_path / f"random_{seed}.x"
    file.write_text(write_file(seed), encoding="utf-8")
    specification = load(file)
    check_same(specification, tmp_path, build_ours(specification, tmp_path, framework), seed)


def test_a_list_of_any_length_and_a_tree_of_some_depth_are_decoded(
    tmp_path: Path, of_every_type: Path
) -> None:
    specification = load(every_type)
    names = list(specification.types)
    one, none = bytes.fromhex("00000001"), bytes.fromhex("00000000")
    chain = (one * 2) * 100_000 + one + none
    trees = {levels: (one * 2) * levels + one + none * (levels + 2) for levels in (31, 32, 10_000)}
    asked = [(names.index("plain_list"), chain)]
    asked += [(names.index("tree"), each) for each in trees.values()]
    expected = [chain.hex(), trees[31].hex(), "refused", "refused"]
    assert answers(of_every_type, asked, tmp_path) == expected


def compiles(compiler: str, source: Path, includes: list[str], folder: Path) -> None:
    run(compiler, *_usual, *includes, f"-I{folder}", "-fsyntax-only", source)


@pytest.mark.parametrize("compiler", ["clang++-19", "g++"])
def test_all_that_is_generated_compiles(
    tmp_path: Path, framework: tuple[list[str], list[str]], compiler: str
) -> None:
    several = tmp_path / "several.x"
    procedure = "string JOIN(int, hyper, string) = 1;"
    several.write_text(f"program P {{ version V {{ {procedure} }} = 1; }} = 1;\n", "utf-8")
    files = [several, every_type, bench_x, *(_system / f"{each}.x" for each in _system_files)]
    whole = tmp_path / "all.cpp"
    sources = [source for file in files for source in write_ours(load(file), tmp_path)]
    whole.write_text("".join(f'#include "{each}"\n' for each in sources), encoding="utf-8")
    compiles(compiler, whole, framework[0], tmp_path)


def test_random_bytes_do_no_harm(tmp_path: Path, framework: tuple[list[str], list[str]]) -> None:
    specification = load(every_type)
    routines = write_ours(specification, tmp_path)[0]
    includes, linked = framework
    flags = (*_usual, "-O1", "-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all")
    compiler = ("clang++-19", *flags, *includes, f"-I{tmp_path}")
    program = tmp_path / "fuzz"
    run(*compiler, here / "xdr_fuzz.cpp", routines, *linked, *_link, "-o", program)
    seeds = tmp_path / "seeds"
    seeds.mkdir()
    values = Values(specification, 1)
    for number, name in enumerate(specification.types):
        for each in range(3):
            (seeds / f"{name}-{each}").write_bytes(bytes([number]) + values.value(name))
    options = ("-runs=40000", "-seed=1", "-max_len=600", "-verbosity=0")
    run(program, *options, seeds, folder=tmp_path)
