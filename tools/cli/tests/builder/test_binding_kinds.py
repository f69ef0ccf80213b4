# SPDX-License-Identifier: BSD-2-Clause
# One run in 3, unless changed: bindings tools/cli/flatland/builder tools/cli/flatland/model
"""Binding kinds that a workspace brings: a folder each, built into kernels and run."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from flatland.builder.ladder import Step, variant_names
from flatland.builder.pipeline import BuildOptions
from flatland.guided.build import build_kernel
from tests.builder.sample import flat, make_workspace
from tests.builder.test_ladder_builds import output_of

traced_toml = """summary = "Writes a mark before each call."

[parameters.mark]
type = "string"
default = "call"

[requires]
out = "hal.Console"
"""

traced_py = """from flatland.idl.forwarding import forwarding


def bridge(binding):
    mark = f'out->write(flat::Text("{binding.arguments["mark"]} ").bytes());'
    return forwarding(
        binding, lambda method, call: [mark, f"return {call};"], includes=["core/text.hpp"]
    )
"""

doubled_toml = 'summary = "Calls twice."\ngenerator = "generator.py"\n'

doubled_py = """from flatland.idl.forwarding import forwarding


def bridge(binding):
    return forwarding(binding, lambda method, call: [f"{call};", f"return {call};"])
"""

kernel = """assembly Sample {
    console = platform.Console;
    hello = sample.Hello;
    hello.console -> console.console via CHAIN;
    target hosted, x86_64;
}
"""


def workspace(folder: Path, chain: str) -> Path:
    """A workspace with the kinds `traced` and `doubled`, and a kernel that uses them."""
    files = {
        "kernels/sample/sample.flat": kernel.replace("CHAIN", chain),
        "bindings/traced/kind.toml": f'generator = "generator.py"\n{traced_toml}',
        "bindings/traced/generator.py": traced_py,
        "bindings/doubled/kind.toml": doubled_toml,
        "bindings/doubled/generator.py": doubled_py,
    }
    return make_workspace(folder, files)


expected = {
    "static": "sample\n",
    "traced": "call sample\n",
    'Traced("one")': "one sample\n",
    "doubled": "sample\nsample\n",
    "traced, doubled": "call sample\nsample\n",
    "doubled, traced, static": "call sample\ncall sample\n",
}


@pytest.mark.parametrize("chain", expected)
def test_a_kind_in_a_folder_changes_what_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chain: str
) -> None:
    monkeypatch.chdir(workspace(tmp_path, chain))
    built = build_kernel("sample", BuildOptions())
    assert output_of(built.image) == expected[chain]


def test_a_chain_is_what_it_was_in_every_variant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace(tmp_path, "doubled, traced"))
    for variant in ("final", "lto", "flat"):
        assert variant in variant_names
        built = build_kernel("sample", BuildOptions(step=Step(variant)))
        assert output_of(built.image) == "call sample\ncall sample\n"
    plan = json.loads(built.image.with_name("collapse-plan.json").read_text(encoding="utf-8"))
    concrete = {(each["owner"], each["member"]): each["concrete"] for each in plan["references"]}
    assert concrete == {
        ("flat::sample::HelloComponent", "console"): "flat::bindings::HelloConsoleDoubled",
        ("flat::sample::HelloComponent::Ports", "console"): "flat::bindings::HelloConsoleDoubled",
        ("flat::bindings::HelloConsoleDoubled", "beneath"): "flat::bindings::HelloConsoleTraced",
        ("flat::bindings::HelloConsoleDoubled::Ports", "beneath"): (
            "flat::bindings::HelloConsoleTraced"
        ),
        ("flat::bindings::HelloConsoleTraced", "beneath"): "flat::platform::Console",
        ("flat::bindings::HelloConsoleTraced::Ports", "beneath"): "flat::platform::Console",
        ("flat::bindings::HelloConsoleTraced", "out"): "flat::platform::Console",
        ("flat::bindings::HelloConsoleTraced::Ports", "out"): "flat::platform::Console",
    }


def test_the_chain_is_shown_with_its_arguments(tmp_path: Path) -> None:
    folder = workspace(tmp_path, 'traced("one"), doubled')
    text = flat(folder, "graph", "sample").stdout
    assert "console -> console.console  (explicit, via traced(one), doubled)" in text
    assert "via traced(one), doubled" in flat(folder, "graph", "sample", "--format", "dot").stdout
    assert (
        "console.console, traced(one), doubled" in flat(folder, "explain", "hello", "sample").stdout
    )
    explained = flat(folder, "explain", "hello.console", "sample").stdout
    assert "traced requires flat.hal.Console out: console.console" in explained
    listed = flat(folder, "list", "bindings").stdout
    assert re.search(r"traced\(mark: string\) +Writes a mark before each call\.", listed)
    assert "static" in listed
    assert flat(folder, "build", "sample").returncode == 0
    plan = json.loads((folder / "build/kernels/sample/hosted/plan.json").read_text())
    (image,) = plan["images"]
    (binding,) = image["bindings"]
    assert binding["kind"] == "traced(one), doubled"
    assert binding["chain"][0] == {"kind": "traced", "arguments": {"mark": "one"}}
    assert [each["name"] for each in image["between"]] == [
        "hello_console_doubled",
        "hello_console_traced",
    ]
    report = flat(folder, "report", "bindings", "sample").stdout
    assert "traced(one), doubled" in report


def test_a_generator_that_changes_is_asked_again(tmp_path: Path) -> None:
    folder = workspace(tmp_path, "traced")
    for mark in ("call ", "again "):
        file = folder / "bindings/traced/generator.py"
        file.write_text(traced_py.replace('} ")', "} " + mark + '")'), encoding="utf-8")
        assert flat(folder, "build", "sample").returncode == 0
        assert output_of(folder / "build/kernels/sample/hosted/sample.elf").startswith(
            f"call {mark}"
        )


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("caching", "none of its methods is @Pure"),
        ('guarded("read")', "it has no method `read`"),
        ('guarded("read, write")', "its methods: write"),
        ('guarded("")', "`write` cannot say that it is forbidden"),
        ('guarded(" , ")', "let it throw a failure that has the code `FORBIDDEN`"),
    ],
)
def test_a_kind_that_does_nothing_for_an_interface_is_an_error_of_the_binding(
    tmp_path: Path, kind: str, reason: str
) -> None:
    done = flat(workspace(tmp_path, f"doubled, {kind}"), "build", "sample")
    assert done.returncode == 1
    name = kind.partition("(")[0]
    assert f"error[F0716]: binding kind `{name}` does nothing for `flat.hal.Cons" in done.stderr
    assert "kernels/sample/sample.flat:4:19" in done.stderr
    assert reason in done.stderr


def test_a_generator_that_fails_is_an_error_of_its_line(tmp_path: Path) -> None:
    folder = workspace(tmp_path, "doubled")
    broken = "def bridge(binding):\n    return binding.nothing\n"
    (folder / "bindings/doubled/generator.py").write_text(broken, encoding="utf-8")
    done = flat(folder, "build", "sample")
    assert done.returncode == 1
    assert "error[F0715]: the generator of binding kind `doubled` failed: Attribute" in done.stderr
    assert "bindings/doubled/generator.py:2:1" in done.stderr
