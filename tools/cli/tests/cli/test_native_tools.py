# SPDX-License-Identifier: BSD-2-Clause
"""Tests of building the kit's C++ tools, on a project of the test's own."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from flatland.diagnostics import FlatError
from flatland.setup.native_tools import NativeTool

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
