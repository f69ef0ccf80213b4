# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels core dimensions
"""Tests of what is generated for steps of the ladder: plan, wiring, one unit, sealed objects."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from flatland.builder import collapse_plan, merged, plan, wiring
from flatland.builder.bridges import Bridges
from flatland.builder.ladder import Step
from flatland.builder.object_header import composition_hash, generate
from flatland.builder.workspace import Workspace
from flatland.model.resolved import Binding, KernelObject, Mixin, ResolvedAssembly
from tests.builder.sample import assembly, binding, component, instance, origin, port

console = "flat.hal.Console"
tick = "flat.hal.Tick"
entry = "flat.boot.Entry"

serial = component("platform.Serial", [port("provides", "console", console)])
screen = component("platform.Screen", [port("provides", "console", console)])
split = component(
    "platform.Split", [port("provides", "left", console), port("provides", "right", console)]
)
main = component(
    "boot.Main",
    [
        port("provides", "entry", entry),
        port("requires", "console", console),
        port("requires", "peer", console, late=True),
        port("optional", "trace", console),
        port("requires", "consoles", console, collection=True),
    ],
)
flat = Step("flat")


def kernel(*bindings: Binding) -> ResolvedAssembly:
    """Two instances of Main and one of each console."""
    names = {"serial": serial, "screen": screen, "split": split, "one": main, "two": main}
    return assembly([instance(name, of) for name, of in names.items()], bindings)


workspace = Workspace(Path("/kit"), Path("/kit"))


def planned(of: ResolvedAssembly) -> dict[str, Any]:
    """The one image of the binding plan, as whoever reads the file gets it."""
    (values,) = json.loads(json.dumps(plan.generate(of, Bridges(), workspace)))["images"]
    assert isinstance(values, dict)
    return values


def references(of: ResolvedAssembly) -> set[tuple[str, str, str]]:
    values = collapse_plan.generate(planned(of), flat)
    return {(each["owner"], each["member"], each["concrete"]) for each in values["references"]}


def reasons(of: ResolvedAssembly) -> dict[str, str | None]:
    return {each["client"]["port"]: each["kept_because"] for each in planned(of)["bindings"]}


def test_a_port_gets_the_class_behind_it_where_it_is_declared_and_where_it_is_passed() -> None:
    found = references(kernel(binding("one.console -> serial.console", console)))
    assert found == {
        ("flat::boot::MainComponent", "console", "flat::platform::Serial"),
        ("flat::boot::MainComponent::Ports", "console", "flat::platform::Serial"),
    }


def test_a_late_port_is_not_among_those_that_are_passed() -> None:
    found = references(kernel(binding("one.peer -> serial.console", console, late=True)))
    assert found == {("flat::boot::MainComponent", "peer", "flat::platform::Serial")}


def test_instances_of_one_class_that_agree_share_its_type() -> None:
    agreed = kernel(
        binding("one.console -> serial.console", console),
        binding("two.console -> serial.console", console),
    )
    assert len(references(agreed)) == 2


def test_instances_of_one_class_that_differ_keep_the_interface() -> None:
    mixed = kernel(
        binding("one.console -> serial.console", console),
        binding("two.console -> screen.console", console),
    )
    assert references(mixed) == set()
    reason = reasons(mixed)["console"]
    assert reason and "flat::platform::Screen, flat::platform::Serial" in reason


def test_an_interface_that_is_provided_twice_is_kept() -> None:
    twice = kernel(binding("one.console -> split.left", console))
    assert references(twice) == set()
    assert reasons(twice) == {
        "console": "split provides flat.hal.Console by an object of its own",
    }


def test_a_collection_is_kept() -> None:
    kept = kernel(binding("one.consoles -> serial.console", console, index=0))
    assert references(kept) == set()
    assert "collection" in (reasons(kept)["consoles"] or "")


def test_the_binding_plan_tells_what_becomes_of_each_edge() -> None:
    edges = planned(
        kernel(
            binding("one.console -> serial.console", console),
            binding("one.trace -> split.left", console),
        )
    )["bindings"]
    assert [edge["flat_class"] for edge in edges] == ["flat::platform::Serial", None]
    assert edges[0]["kept_because"] is None
    assert "object of its own" in edges[1]["kept_because"]


def test_the_plan_of_final_only_seals() -> None:
    values = collapse_plan.generate(
        planned(kernel(binding("one.console -> serial.console", console))), Step("final")
    )
    assert (values["classes"], values["references"]) == ([], [])
    assert (values["clones"], values["merged"]) == (False, False)
    assert values["sealed"] == [
        "flat::boot::Main",
        "flat::platform::Screen",
        "flat::platform::Serial",
        "flat::platform::Split",
    ]


def test_plans_of_different_content_have_different_hashes() -> None:
    one = collapse_plan.generate(
        planned(kernel(binding("one.console -> serial.console", console))), flat
    )
    other = collapse_plan.generate(
        planned(kernel(binding("one.console -> screen.console", console))), flat
    )
    again = collapse_plan.generate(
        planned(kernel(binding("one.console -> serial.console", console))), flat
    )
    assert one["hash"] == again["hash"] != other["hash"]
    assert one["clones"]
    assert one["merged"]  # so that `collapse` refuses names that leak from source to source


def test_the_wiring_passes_the_instance_where_the_port_is_retyped_and_else_the_interface() -> None:
    wired = kernel(
        binding("one.console -> serial.console", console),
        binding("one.trace -> split.left", console),
        binding("one.peer -> screen.console", console, late=True),
        binding("one.consoles -> screen.console", console, index=0),
    )
    text = wiring.generate("Sample", wired.kernel, Bridges(), collapse_plan.retyped(planned(wired)))
    assert ".console = serial," in text
    assert ".trace = split.left()" in text
    assert "image.one.late_peer().bind(image.screen);" in text
    assert "{&screen.console()}" in text
    assert ".console = serial.console()," in wiring.generate(
        "Sample", wired.kernel, Bridges(), set()
    )


api = Mixin("api", "TcbApi", "api/tcb_api.hpp", "api")
tcb = KernelObject("Tcb", "api", "TcbBase", (api,), origin)


def test_a_sealed_object_is_another_composition() -> None:
    assert "class Tcb final : public flat::api::TcbApi {};" in generate(tcb, sealed=True)
    assert "final" not in generate(tcb)
    assert composition_hash([tcb], sealed=True) != composition_hash([tcb])


def test_one_unit_has_objects_first_and_a_provider_before_its_client(tmp_path: Path) -> None:
    source, other = tmp_path / "a.cpp", tmp_path / "b.cpp"
    other.write_text("", encoding="utf-8")
    source.write_text("#define LOCAL 1\n#  define TWICE(x) x\nint a = LOCAL;\n", encoding="utf-8")
    wired = kernel(binding("one.console -> serial.console", console))
    sample = replace(wired.kernel, objects=(tcb,))
    lines = merged.generate("Sample", sample, Bridges(), [source, other]).splitlines()
    assert [line for line in lines if line.startswith("#")] == [
        "#include <object/tcb.hpp>",
        "#include <platform/serial.hpp>",
        "#include <platform/screen.hpp>",
        "#include <platform/split.hpp>",
        "#include <boot/main.hpp>",
        f'#include "{source}"',
        "#undef LOCAL",
        "#undef TWICE",
        f'#include "{other}"',
    ]


def test_only_the_first_step_of_the_ladder_is_as_written() -> None:
    assert Step().is_as_written
    assert not Step(retpolines=True).is_as_written
    assert Step("flat", retpolines=True).name == "flat-retpolines"
    assert Step().flags("clang") == Step().flags("g++") == ()


def test_an_image_is_optimized_as_a_whole_where_all_its_calls_are_known() -> None:
    whole = replace(flat, is_whole=True)
    assert whole.optimizes_at_link("clang")
    assert set(whole.flags("clang")) > set(flat.flags("clang"))
    assert not whole.optimizes_at_link("g++")
    assert whole.flags("g++") == flat.flags("g++")
    assert not replace(whole, is_open=True).optimizes_at_link("clang")
    assert not replace(whole, variant="virtual").optimizes_at_link("clang")
    assert not replace(whole, variant="special", has_facts=True).optimizes_at_link("clang")
