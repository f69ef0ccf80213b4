# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels core dimensions
"""Tests of what is generated for several domains: wiring, plan and steps of each image."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from flatland import paths
from flatland.builder import collapse_plan, plan, wiring
from flatland.builder.bridges import Between, Bridges, make_bridges
from flatland.builder.emit import Part, emit_image
from flatland.builder.graph import Graph
from flatland.builder.includes import IncludeScanner
from flatland.builder.ladder import Step
from flatland.builder.layout import Layout
from flatland.builder.toolchain import compilers
from flatland.builder.variants import read_variants
from flatland.builder.workspace import Workspace
from flatland.diagnostics import FlatError
from flatland.idl.load import load_interfaces
from flatland.model.load import load, resolve
from flatland.model.resolved import ResolvedAssembly
from tests.builder.sample import make_workspace

gate_py = """
from flatland.idl.bridge import Bridge, Piece

def bridge(binding):
    stub = Piece(f"flat::bindings::Stub_{binding.name}", "between/stub.hpp", beneath="")
    skeleton = Piece("flat::bindings::Skeleton", "between/skeleton.hpp", arguments=("3",))
    return Bridge({}, stub=stub, skeleton=skeleton)
"""

wrap_py = """
from flatland.idl.bridge import Bridge, Piece

def bridge(binding):
    return Bridge({}, stub=Piece("flat::bindings::Wrap", "between/wrap.hpp"))
"""

kernel = """assembly Sample {
    console = platform.Console;
    hello = sample.Hello;
    hello.console -> console.console;
    domain app {
        far = sample.Hello;
    }
    far.console -> console.console via Wrap, Gate, Wrap;
    target hosted;
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with a kind that crosses, one that wraps, and a kernel of two domains."""
    files = {
        "kernels/sample/sample.flat": kernel,
        "bindings/gate/kind.toml": 'summary = "Crosses."\ncrosses = ["kernel"]\n'
        'generator = "generator.py"\n',
        "bindings/gate/generator.py": gate_py,
        "bindings/wrap/kind.toml": 'summary = "Wraps."\ngenerator = "generator.py"\n',
        "bindings/wrap/generator.py": wrap_py,
    }
    return make_workspace(tmp_path_factory.mktemp("images"), files)


@pytest.fixture(scope="module")
def assembly(folder: Path) -> ResolvedAssembly:
    return resolve(load(paths.kit, [folder]), folder / "kernels/sample/sample.flat")


@pytest.fixture(scope="module")
def bridges(assembly: ResolvedAssembly) -> Bridges:
    return make_bridges(assembly, load_interfaces([paths.kit / "interfaces"]))


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        (
            "gate",
            'return Bridge({}, stub=Piece("A", "a.hpp"))',
            "must return a stub and a skeleton",
        ),
        ("wrap", "return Bridge({})", "must return a stub and no skeleton"),
        (
            "wrap",
            'return Bridge({"a.hpp": binding.name}, stub=Piece("A", "a.hpp"))',
            "writes two texts to <a.hpp>",
        ),
    ],
)
def test_a_generator_returns_what_its_kind_needs(
    folder: Path, assembly: ResolvedAssembly, tmp_path: Path, kind: str, text: str, message: str
) -> None:
    file = tmp_path / "generator.py"
    source = f"from flatland.idl.bridge import Bridge, Piece\ndef bridge(binding):\n    {text}\n"
    file.write_text(source, encoding="utf-8")
    kinds = tuple(
        replace(each, generator=file) if each.name == kind else each for each in assembly.kinds
    )
    with pytest.raises(FlatError, match=message):
        make_bridges(replace(assembly, kinds=kinds), load_interfaces([paths.kit / "interfaces"]))


def names(bridges: Bridges, assembly: ResolvedAssembly) -> list[list[str]]:
    return [[each.name for each in bridges.members(image)] for image in assembly.images]


def test_stubs_are_in_the_clients_image_and_skeletons_in_the_servers(
    assembly: ResolvedAssembly, bridges: Bridges
) -> None:
    assert names(bridges, assembly) == [
        ["console", "hello", "far_console_wrap_2", "far_console_gate_skeleton"],
        ["far_console_gate", "far_console_wrap", "far"],
    ]


def test_the_wiring_of_each_image_constructs_its_own_side(
    assembly: ResolvedAssembly, bridges: Bridges
) -> None:
    there, here = (wiring.generate("Sample", image, bridges, set()) for image in assembly.images)
    assert "Wrap far_console_wrap_2{{.beneath = console.console()}};" in there
    assert "Skeleton far_console_gate_skeleton{{.beneath = far_console_wrap_2}, 3};" in there
    assert "image.hello.entry().run();" in there
    assert "far{" not in there
    assert "Stub_far_console_gate far_console_gate{{}};" in here
    assert "Wrap far_console_wrap{{.beneath = far_console_gate}};" in here
    assert ".console = far_console_wrap}" in here
    assert "image.far.entry().run();" in here
    assert "platform::Console" not in here


def test_the_plan_has_a_part_for_each_image(
    folder: Path, assembly: ResolvedAssembly, bridges: Bridges
) -> None:
    kernel, app = plan.generate(assembly, bridges, Workspace(folder, paths.kit))["images"]
    assert [each["name"] for each in app["instances"]] == ["far"]
    assert app["bindings"][0]["kind"] == "wrap, gate, wrap"
    assert app["bindings"][0]["called_class"] == "flat::bindings::Wrap"
    assert not app["objects"]
    sides = {each["name"]: each["side"] for each in kernel["between"]}
    assert sides == {"far_console_wrap_2": "client", "far_console_gate_skeleton": "server"}
    references = {(each["holder"], each["member"]) for each in app["references"]}
    assert references == {("far", "console"), ("far_console_wrap", "beneath")}
    sealed = collapse_plan.generate(app, Step("flat"))["sealed"]
    assert "flat::platform::Console" not in sealed
    assert "flat::bindings::Stub_far_console_gate" in sealed


def test_what_stands_before_a_late_port_comes_after_all_instances(
    assembly: ResolvedAssembly, bridges: Bridges
) -> None:
    late = Bridges()
    (binding,) = assembly.images[1].bindings
    moved = replace(binding, late=True)
    late.add(moved, [replace(each, binding=moved) for each in bridges.of(binding)])
    image = replace(assembly.images[1], bindings=(moved,))
    members = list(late.members(image))
    assert not isinstance(members[0], Between)
    assert [each.name for each in members] == ["far", "far_console_gate", "far_console_wrap"]
    text = wiring.generate("Sample", image, late, set())
    assert "image.far.late_console().bind(image.far_console_wrap);" in text


@pytest.mark.parametrize("step", [Step(), Step("flat")], ids=lambda step: step.name)
def test_each_image_has_its_steps_in_a_folder_of_its_own(
    tmp_path: Path, folder: Path, assembly: ResolvedAssembly, bridges: Bridges, step: Step
) -> None:
    workspace = Workspace(folder, paths.kit)
    objects = tmp_path / "objects"
    values = plan.generate(assembly, bridges, workspace)
    library = load_interfaces([paths.kit / "interfaces"])
    variants = read_variants(assembly.target)
    products = []
    texts = []
    for image, planned in zip(assembly.images, values["images"], strict=True):
        composition = objects / "composition"
        kernel = tmp_path / "kernel"
        layout = Layout(workspace, kernel, objects, objects, composition, image.domain)
        part = Part(image, variants, step, layout)
        emit_image(part, assembly, bridges, planned, library, {"app": 7})
        scanner = IncludeScanner([])
        graph = Graph(layout, assembly, variants, compilers["clang"], scanner, step, library)
        products.append(graph.image(image).add([]))
        texts.append(graph.ninja.text(products[-1].files))
    assert [each.image.relative_to(tmp_path).as_posix() for each in products] == [
        "kernel/sample.elf",
        "kernel/domains/app/app.elf",
    ]
    assert [file.name for file in products[1].files] == ["app.elf", "app.stripped"]
    for each in products:
        assert (each.image.parent / "wiring.cpp").is_file()
        assert (each.image.parent / "collapse-plan.json").is_file() == step.is_flat
    for text in texts:
        assert text.count("/wiring.cpp.o" if not step.is_flat else "/kernel.cpp.o") >= 1
    assert len({each.link_map for each in products}) == 2
    # Whatever else is linked bears no name that a domain could have.
    assert set(re.findall(r"/(\w+)\.elf\b", texts[1])) == {"app"}
