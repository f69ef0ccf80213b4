# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels core dimensions
"""Tests of what is constant in `special`, and of the classes and the wiring that say so."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from flatland.builder import collapse_plan, component_header, plan, wiring
from flatland.builder.bridges import Bridges
from flatland.builder.constants import Constants, constants_of, fixed_ports
from flatland.builder.ladder import Step
from flatland.builder.workspace import Workspace
from flatland.model.resolved import Component, ResolvedAssembly
from tests.builder.sample import assembly, attribute, binding, component, instance, port

console = "flat.hal.Console"
serial = component("platform.Serial", [port("provides", "console", console)])
split = component(
    "platform.Split", [port("provides", "left", console), port("provides", "right", console)]
)
main = component(
    "boot.Main",
    [
        port("provides", "entry", "flat.boot.Entry"),
        port("requires", "console", console),
        port("requires", "peer", console, late=True),
        port("optional", "trace", console),
        port("requires", "consoles", console, collection=True),
    ],
    [attribute("name", "string", "x"), attribute("count", "u8")],
)
edges = (
    binding("main.console -> serial.console", console),
    binding("main.peer -> serial.console", console, late=True),
    binding("main.trace -> split.left", console),
    binding("main.consoles -> serial.console", console, index=0),
)


def kernel(*others: str) -> ResolvedAssembly:
    """One instance of each component, and further ones of Main, bound alike."""
    named = [instance("serial", serial), instance("split", split)]
    named += [instance(name, main, name="demo", count=3) for name in ("main", *others)]
    bindings = [replace(each, client=name) for name in ("main", *others) for each in edges]
    return assembly(named, bindings)


def known(of: ResolvedAssembly) -> dict[str, Constants]:
    """What is constant in its only image."""
    return constants_of(of.kernel, Bridges(), retyped(of))


def retyped(of: ResolvedAssembly) -> set[tuple[str, str]]:
    return collapse_plan.retyped(image_plan(of))


def image_plan(of: ResolvedAssembly) -> Mapping[str, object]:
    workspace = Workspace(Path("/kit"), Path("/kit"))
    (values,) = json.loads(json.dumps(plan.generate(of, Bridges(), workspace)))["images"]
    assert isinstance(values, dict)
    return values


def header(of: Component, constants: Mapping[str, Constants]) -> str:
    return component_header.generate(of, lambda _: [], "x", (), constants[of.full_name])


def test_ports_and_attributes_of_the_only_instance_are_constant() -> None:
    found = known(kernel())["boot.Main"]
    assert {name: place.name for name, place in found.ports.items()} == {"console": "serial"}, (
        "an object of its own and a collection keep their interface, and a late port tells when it "
        "is used too early"
    )
    assert found.attributes == {"name": "demo", "count": 3}


def test_of_two_instances_nothing_is_constant() -> None:
    found = known(kernel("other"))
    assert "boot.Main" not in found
    assert not found["platform.Serial"].ports


def test_a_component_that_is_loaded_as_well_keeps_what_differs() -> None:
    of = kernel().kernel
    loadable = type("L", (), {"component": main})()
    image = replace(of, loadables=(loadable,))
    assert "boot.Main" not in constants_of(image, Bridges(), retyped(kernel()))


def test_constants_are_members_of_the_class() -> None:
    text = header(main, known(kernel()))
    place = 'extern flat::platform::Serial serial __asm__("flat_placed_serial");'
    assert text.count(place) == 1
    of = "Fixed<flat::platform::Serial, flat::placed::serial>"
    assert f"    static constexpr {of} console{{}};" in text
    assert "    Late<flat::hal::Console> peer;" in text
    assert "    static constexpr flat::u8 const count = 3;" in text
    assert '    static constexpr char const* const name = "demo";' in text
    assert "    MainComponent(Ports const& ports, Attributes const&)\n" in text
    assert "trace(ports.trace), consoles(ports.consoles) {}" in text


def test_the_plan_retypes_what_is_passed_and_no_member_that_is_constant() -> None:
    of = kernel()
    fixed = fixed_ports(of.kernel, known(of))
    assert fixed == {("main", "console")}
    values = collapse_plan.generate(image_plan(of), Step("special"), fixed)
    owners = [(each["owner"], each["member"]) for each in values["references"]]
    assert owners == [
        ("flat::boot::MainComponent::Ports", "console"),
        ("flat::boot::MainComponent", "peer"),
    ]


def test_each_instance_has_a_variable_and_is_constructed_in_its_turn() -> None:
    of = kernel()
    text = wiring.generate("Sample", of.kernel, Bridges(), retyped(of), are_placed=True)
    bytes_of = "alignas(flat::platform::Serial) u8 serial[sizeof(flat::platform::Serial)]"
    assert f'namespace places {{ {bytes_of} __asm__("flat_placed_serial"); }}' in text
    assert "flat::platform::Serial& serial = *new (&placed::serial) flat::platform::Serial{" in text
    order = [text.index(f"& {name} = ") for name in ("serial", "split", "main")]
    assert order == sorted(order)
