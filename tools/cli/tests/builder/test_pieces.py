# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels core dimensions
"""Tests of the small modules of the build: files, includes, state, Ninja, object files."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from flatland.builder import state
from flatland.builder.constructors import has_constructors
from flatland.builder.constructors import main as check_constructors
from flatland.builder.includes import IncludeScanner
from flatland.builder.memory_limits import MemoryLimit
from flatland.builder.names import interface_header, snake_case
from flatland.files import link_folder, merge_compile_commands, write_if_changed
from flatland.ninja.file import Edge, NinjaFile, Rule


def test_a_file_with_the_same_text_is_not_written_again(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b.txt"
    assert write_if_changed(file, "one")
    before = file.stat().st_mtime_ns
    assert not write_if_changed(file, "one")
    assert file.stat().st_mtime_ns == before
    assert write_if_changed(file, "two")
    assert [each.name for each in file.parent.iterdir()] == ["b.txt"]


def test_a_link_follows_its_folder(tmp_path: Path) -> None:
    link = tmp_path / "include" / "arch"
    for name in ("left", "right"):
        (tmp_path / name).mkdir()
        link_folder(link, tmp_path / name)
        assert link.resolve() == tmp_path / name


def test_compile_commands_keep_the_entries_of_other_sources(tmp_path: Path) -> None:
    sources = [str(tmp_path / name) for name in ("a.cpp", "b.cpp", "gone.cpp")]
    for source in sources:
        Path(source).touch()
    commands = tmp_path / "compile_commands.json"
    merge_compile_commands(commands, [{"file": source, "command": "old"} for source in sources])
    Path(sources[2]).unlink()
    merge_compile_commands(commands, [{"file": sources[0], "command": "new"}])
    text = commands.read_text(encoding="utf-8")
    assert text.count('"file"') == 2
    assert '"new"' in text and "gone" not in text


def test_an_include_of_an_object_is_found_through_other_headers(tmp_path: Path) -> None:
    texts = {
        "direct.cpp": "#include <object/tcb.hpp>\n",
        "through.cpp": '#include "near.hpp"\n',
        "near.hpp": "#pragma once\n  #  include <far.hpp>\n",
        "far.hpp": "#include <object/space.hpp>\n#include <near.hpp>\n",
        "never.cpp": "#include <missing.hpp>\n// #include <object/tcb.hpp>\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    scanner = IncludeScanner([tmp_path])
    reached = [name for name in texts if scanner.reaches_object(tmp_path / name)]
    assert reached == ["direct.cpp", "through.cpp", "near.hpp", "far.hpp"]


def test_what_a_build_will_make_is_followed_before_it_is_written(tmp_path: Path) -> None:
    source = tmp_path / "a.cpp"
    source.write_text("#include <stubs.hpp>\n#include <stale.hpp>\n", encoding="utf-8")
    (tmp_path / "wire.hpp").touch()
    place = tmp_path / "build"
    place.mkdir()
    (place / "stale.hpp").touch()
    made = {place / "stubs.hpp": "#include <wire.hpp>\n"}
    found = IncludeScanner([tmp_path], made, place).closure(source)
    assert found == [source, place / "stubs.hpp", tmp_path / "wire.hpp"]


def saved(file: Path, inputs: list[Path], started_ns: int) -> state.State | None:
    images = [state.ImageState("kernel", "i", "m", [])]
    limits = [MemoryLimit("app", 9, "app_limit", "a.flat", 4, 5)]
    made = state.State("a", ["n"], "l", images, "p", {}, limits, [])
    state.save(file, made, inputs, started_ns)
    found = state.load(file)
    assert found in (made, None)
    return found


def test_a_remembered_build_counts_until_an_input_changes(tmp_path: Path) -> None:
    source, missing = tmp_path / "a.flat", tmp_path / "b.flat"
    source.write_text("one", encoding="utf-8")
    later = time.time_ns() + 10**9
    memory = tmp_path / "state.json"
    assert saved(memory, [source, missing], later)
    source.write_text("three", encoding="utf-8")
    assert state.load(memory) is None
    assert saved(memory, [source, missing], later)
    missing.touch()
    assert state.load(memory) is None


def test_an_input_that_changed_while_it_was_read_is_looked_at_again(tmp_path: Path) -> None:
    source = tmp_path / "a.flat"
    started_ns = time.time_ns() - 10**9
    source.touch()
    assert saved(tmp_path / "state.json", [source], started_ns) is None


def test_a_damaged_memory_is_no_memory(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text("{", encoding="utf-8")
    assert state.load(file) is None


def test_paths_with_blanks_and_colons_survive_in_a_ninja_file(tmp_path: Path) -> None:
    folder = tmp_path / "a b:c$d"
    folder.mkdir()
    source = folder / "x.txt"
    source.write_text("text", encoding="utf-8")
    ninja = NinjaFile(tmp_path)
    ninja.rule(Rule("copy", "cp $in $out"))
    output = ninja.edge(Edge("copy", folder / "y.txt", (source,), "copy $ it"))
    file = tmp_path / "build.ninja"
    file.write_text(ninja.text([output]), encoding="utf-8")
    subprocess.run(["ninja", "-f", str(file)], check=True, capture_output=True)
    assert output.read_text(encoding="utf-8") == "text"


@pytest.mark.parametrize("compiler", ["clang++-19", "g++"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("struct A { A(); }; A a;", True),
        ("struct A { constexpr A() {} int b = 1; }; constinit A a;", False),
        ("__attribute__((constructor)) void early() {}", True),
        ("int zero; int one = 1; int f() { return one; }", False),
    ],
)
def test_objects_with_static_constructors_are_found(
    tmp_path: Path, compiler: str, text: str, expected: bool
) -> None:
    source = tmp_path / "x.cpp"
    source.write_text(text, encoding="utf-8")
    output = tmp_path / "x.o"
    command = [compiler, "-std=c++20", "-c", str(source), "-o", str(output)]
    subprocess.run(command, check=True)
    assert has_constructors(output.read_bytes()) == expected
    response, stamp = tmp_path / "rsp", tmp_path / "stamp"
    response.write_text(f"'{output}'\n", encoding="utf-8")
    assert check_constructors([str(stamp), str(response)]) == (1 if expected else 0)
    assert stamp.exists() != expected


def test_names_become_files_as_the_interface_compiler_has_it() -> None:
    assert snake_case("RoundRobin") == "round_robin"
    assert interface_header("flat.hal.Timer.Tick") == "flat/hal/timer.hpp"
    assert interface_header("flat.lang.Top") == "core/top.hpp"
