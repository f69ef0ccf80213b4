# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels core dimensions
"""Tests of the generated wiring and binding plan."""

from __future__ import annotations

from pathlib import Path

from flatland.builder import plan, wiring
from flatland.builder.bridges import Bridges
from flatland.builder.workspace import Workspace
from tests.builder.sample import assembly, attribute, binding, component, instance, port

console = "flat.hal.Console"
entry = "flat.boot.Entry"

serial = component("platform.Serial", [port("provides", "console", console)])
main = component(
    "boot.Main",
    [
        port("provides", "entry", entry),
        port("requires", "consoles", console, collection=True),
        port("optional", "trace", console),
        port("requires", "peer", console, late=True),
    ],
    [attribute("name", "string", "x"), attribute("count", "u8")],
)
sample = assembly(
    [
        instance("one", serial),
        instance("two", serial),
        instance("main", main, name="demo", count=3),
    ],
    [
        binding("main.consoles -> two.console", console, index=0),
        binding("main.consoles -> one.console", console, index=1),
        binding("main.peer -> one.console", console, late=True),
    ],
)


def test_instances_are_members_in_the_order_of_initialisation() -> None:
    text = wiring.generate("Sample", sample.kernel, Bridges(), set())
    order = [text.index(f" {name}{{") for name in ("one", "two", "main")]
    assert order == sorted(order)


def test_a_collection_is_an_array_in_the_order_of_its_indexes() -> None:
    text = wiring.generate("Sample", sample.kernel, Bridges(), set())
    array = "flat::hal::Console* const main_consoles[2]{&two.console(), &one.console()};"
    assert array in text
    assert ".consoles = {main_consoles}" in text


def test_the_array_of_a_collection_has_a_name_of_its_own() -> None:
    hub = component("net.Hub", [port("requires", "b_c", console, collection=True)])
    box = component("net.Box", [port("requires", "c", console, collection=True)])
    image = assembly(
        [
            *(instance(name, serial) for name in ("one", "a_b_c_")),
            *(instance("a", hub), instance("a_b", box)),
        ],
        [
            binding("a.b_c -> one.console", console, index=0),
            binding("a_b.c -> one.console", console, index=0),
        ],
    ).kernel
    text = wiring.generate("Sample", image, Bridges(), set())
    assert ".b_c = {a_b_c}" in text
    assert ".c = {a_b_c__}" in text


def test_an_optional_port_that_is_not_bound_stays_empty() -> None:
    assert ".trace = {}" in wiring.generate("Sample", sample.kernel, Bridges(), set())


def test_the_kernel_can_tell_what_it_is_made_of() -> None:
    text = wiring.generate("Sample", sample.kernel, Bridges(), set())
    rows = '{"one", "platform.Serial"}, {"two", "platform.Serial"}, {"main", "boot.Main"}'
    assert f"flat::boot::Instance const instances[] = {{{rows}}};" in text
    assert "flat::u32 flat_instance_count = 3;" in text


def test_attributes_are_given_by_name() -> None:
    assert '{.name = "demo", .count = 3}' in wiring.generate(
        "Sample", sample.kernel, Bridges(), set()
    )


def test_late_ports_are_bound_when_all_instances_exist() -> None:
    text = wiring.generate("Sample", sample.kernel, Bridges(), set())
    made = text.index("new (storage) Image")
    bound = text.index("image.main.late_peer().bind(image.one.console());")
    run = text.index("image.main.entry().run();")
    assert made < bound < run < text.index("domain::end(0);")


def test_the_plan_names_classes_and_members_of_both_ends() -> None:
    workspace = Workspace(Path("/kit"), Path("/kit"))
    (values,) = plan.generate(sample, Bridges(), workspace)["images"]
    edge = values["bindings"][0]
    assert edge["client"]["member"] == "flat::boot::MainComponent::consoles"
    assert edge["client"]["index"] == 0
    assert edge["server"] == {
        "instance": "two",
        "port": "console",
        "class": "flat::platform::Serial",
    }
    assert edge["origin"] == {"file": "x.flat", "line": 1, "column": 1}
    assert [each["order"] for each in values["instances"]] == [0, 1, 2]
    assert values["instances"][2]["attributes"] == {"name": "demo", "count": 3}
