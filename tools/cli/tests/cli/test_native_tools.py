# SPDX-License-Identifier: BSD-2-Clause
"""Tests of building the kit's C++ tools, on a project of the test's own."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from flatland.diagnostics import FlatError
from flatland.setup.native_tools import NativeTool, kit_tool, make_kit_tool, tool_names
from flatland.testing.tool_choice import chosen_tool

project = """
cmake_minimum_required(VERSION 3.25)
project(sample LANGUAGES CXX)
option(FLATLAND_TOOLS_TESTS "As in the kit" OFF)
add_subdirectory(hello)
"""
hello = '#include <cstdio>\nint main() { std::puts("hello"); }\n'


@pytest.fixture
def tool(tmp_path: Path) -> NativeTool:
    """A tool that prints a word."""
    source = tmp_path / "tools"
    (source / "hello/tool").mkdir(parents=True)
    (source / "CMakeLists.txt").write_text(project, encoding="utf-8")
    lists = "file(GLOB sources CONFIGURE_DEPENDS tool/*.cpp)\nadd_executable(hello ${sources})\n"
    (source / "hello/CMakeLists.txt").write_text(lists, encoding="utf-8")
    (source / "hello/tool/main.cpp").write_text(hello, encoding="utf-8")
    return NativeTool("hello", source, tmp_path / "build")


def say(tool: NativeTool) -> str:
    return subprocess.run([tool.program], capture_output=True, text=True, check=True).stdout


def test_a_tool_is_built_once_and_again_when_its_sources_change(
    tool: NativeTool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not tool.is_up_to_date()
    tool.make(verbose=False)
    assert say(tool) == "hello\n"
    assert "building the tool hello" in capsys.readouterr().err
    assert tool.is_up_to_date()
    tool.make(verbose=False)
    assert capsys.readouterr().err == ""
    main = tool.source / "hello/tool/main.cpp"
    main.write_text(hello.replace("hello", "good evening"), encoding="utf-8")
    assert not tool.is_up_to_date()
    tool.make(verbose=False)
    assert say(tool) == "good evening\n"


def test_a_source_that_is_new_belongs_to_the_tool(
    tool: NativeTool, capsys: pytest.CaptureFixture[str]
) -> None:
    tool.make(verbose=False)
    folder = tool.source / "hello/tool"
    (folder / "word.cpp").write_text('char const* word() { return "good night"; }\n')
    says = hello.replace('"hello"', "word()").replace("int main", "char const* word();\nint main")
    (folder / "main.cpp").write_text(says, encoding="utf-8")
    tool.make(verbose=False)
    assert say(tool) == "good night\n"
    assert "--" not in capsys.readouterr().err


def test_what_runs_leave_in_a_build_folder_is_no_source(tool: NativeTool) -> None:
    sources = set(tool.sources())
    left = tool.source / "hello/build/pytest/README.md"
    left.parent.mkdir(parents=True)
    left.write_text("left", encoding="utf-8")
    assert set(tool.sources()) == sources


def test_a_tool_that_is_gone_is_built_again(tool: NativeTool) -> None:
    tool.make(verbose=False)
    tool.program.unlink()
    assert not tool.is_up_to_date()
    tool.make(verbose=False)
    assert say(tool) == "hello\n"


def test_a_tool_that_does_not_compile_is_an_error_with_the_compilers_words(
    tool: NativeTool,
) -> None:
    main = tool.source / "hello/tool/main.cpp"
    main.write_text(f"{hello}int other() {{ return nowhere; }}\n", encoding="utf-8")
    with pytest.raises(FlatError) as caught:
        tool.make(verbose=False)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "F0712"
    assert "nowhere" in "\n".join(diagnostic.notes)
    assert not tool.is_up_to_date()


def test_a_project_that_cannot_be_configured_is_an_error_and_is_tried_again(
    tool: NativeTool,
) -> None:
    lists = tool.source / "CMakeLists.txt"
    lists.write_text(f"{project}find_package(NoSuchThing REQUIRED)\n", encoding="utf-8")
    with pytest.raises(FlatError) as caught:
        tool.make(verbose=False)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "F0712"
    assert "NoSuchThing" in "\n".join(diagnostic.notes)
    lists.write_text(project, encoding="utf-8")
    tool.make(verbose=False)
    assert say(tool) == "hello\n"


def borrowed(tool: NativeTool, folder: Path) -> NativeTool:
    """The tool in a copy of its sources, to which the first one lends the program."""
    shutil.copytree(tool.source, folder / "tools")
    other = NativeTool(tool.name, folder / "tools", folder / "build")
    tool.lend(other)
    return other


def test_a_copy_of_the_sources_takes_the_program_over(
    tool: NativeTool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tool.make(verbose=False)
    capsys.readouterr()
    other = borrowed(tool, tmp_path / "copy")
    for file in other.sources():
        os.utime(file, (1, 1))
    other.make(verbose=False)
    assert say(other) == "hello\n"
    assert capsys.readouterr().err == ""
    main = other.source / "hello/tool/main.cpp"
    main.write_text(hello.replace("hello", "jelly"), encoding="utf-8")
    other.make(verbose=False)
    assert (say(other), say(tool)) == ("jelly\n", "hello\n")


def test_a_tool_that_is_not_up_to_date_is_not_lent(tool: NativeTool, tmp_path: Path) -> None:
    tool.make(verbose=False)
    main = tool.source / "hello/tool/main.cpp"
    main.write_text(hello.replace("hello", "jelly"), encoding="utf-8")
    assert not borrowed(tool, tmp_path / "copy").program.exists()


def test_a_change_of_the_same_size_and_time_just_after_a_build_is_seen(tool: NativeTool) -> None:
    tool.make(verbose=False)
    main = tool.source / "hello/tool/main.cpp"
    before = main.stat()
    main.write_text(hello.replace("hello", "jelly"), encoding="utf-8")
    os.utime(main, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert not tool.is_up_to_date()


def test_a_program_that_another_build_wrote_is_not_taken_for_this_one(tool: NativeTool) -> None:
    tool.make(verbose=False)
    tool.program.write_bytes(b"another")
    assert not tool.is_up_to_date()


def asked() -> tuple[str, ...]:
    """The tools of the kit to ask: in a usual run the one of which it makes everything."""
    seed = os.environ.get("FLAT_SEED")
    return tool_names if seed is None else (chosen_tool(int(seed)),)


@pytest.mark.parametrize("name", asked())
def test_all_that_ninja_read_for_a_tool_of_the_kit_belongs_to_it(name: str) -> None:
    make_kit_tool(name, verbose=False)
    tool = kit_tool(name)
    inputs = ninja(tool, "inputs", f"{name}/{name}").split()
    objects = [each for each in inputs if each.endswith((".o", ".pch"))]
    headers = [line.strip() for line in ninja(tool, "deps", *objects).splitlines() if line]
    read = {Path(tool.build, each).resolve() for each in (*inputs, *headers)}
    ours = {file for file in read if tool.source in file.parents and file.is_file()}
    assert len(ours) > 20
    assert ours - set(tool.sources()) == set()


def ninja(tool: NativeTool, name: str, *words: str) -> str:
    """What a subtool of Ninja says about the build of a tool."""
    command = ["ninja", "-C", str(tool.build), "--quiet", "-t", name, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
