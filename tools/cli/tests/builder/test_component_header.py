# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels
"""Tests of the generated base class of a component."""

from __future__ import annotations

import pytest

from flatland.builder.component_header import (
    attribute_literal,
    base_interfaces,
    generate,
    unbound_ports,
)
from flatland.model.resolved import AttributeValue
from tests.builder.sample import (
    assembly,
    attribute,
    binding,
    component,
    instance,
    port,
    supertypes,
)

timer = "flat.hal.Timer"
clock = "flat.hal.Clock"
trace = "flat.log.Trace"


def header_of(*ports: object, attributes: tuple[object, ...] = ()) -> str:
    made = component("thread.RoundRobin", ports, attributes)  # type: ignore[arg-type]
    return generate(made, supertypes, "components/thread/round_robin.flat")


def test_a_provided_interface_is_a_base_with_an_accessor() -> None:
    text = header_of(port("provides", "timer", timer))
    assert "class RoundRobinComponent : public flat::hal::Timer {" in text
    assert "    flat::hal::Timer& timer() { return *this; }" in text
    assert "#include <flat/hal/timer.hpp>" in text


def test_an_interface_that_another_one_extends_is_no_base_of_its_own() -> None:
    made = component("a.B", [port("provides", "clock", clock), port("provides", "timer", timer)])
    assert base_interfaces(made, supertypes) == [timer]
    assert "    flat::hal::Clock& clock() { return *this; }" in generate(made, supertypes, "x")


def test_two_ports_of_one_interface_have_pure_virtual_accessors_and_no_base() -> None:
    text = header_of(port("provides", "left", timer), port("provides", "right", timer))
    assert "class RoundRobinComponent {" in text
    assert "    virtual flat::hal::Timer& left() = 0;" in text
    assert "    virtual flat::hal::Timer& right() = 0;" in text
    assert "narrow" not in text


def test_requirements_are_members_by_their_kind_and_late_ones_are_no_ports() -> None:
    text = header_of(
        port("requires", "timer", timer),
        port("optional", "trace", trace),
        port("requires", "clocks", clock, collection=True),
        port("requires", "peer", clock, late=True),
    )
    assert "        Required<flat::hal::Timer> timer;" in text
    assert "        Optional<flat::log::Trace> trace;" in text
    assert "        RequiredList<flat::hal::Clock> clocks;" in text
    assert "        Late<flat::hal::Clock> peer;" not in text
    assert "    Late<flat::hal::Clock> peer;" in text
    assert "    auto& late_peer() { return peer; }" in text
    assert ": timer(ports.timer), trace(ports.trace), clocks(ports.clocks) {}" in text


def test_an_optional_port_that_nobody_binds_is_declared_absent() -> None:
    ports = (port("optional", "trace", trace), port("optional", "clock", clock))
    made = component("thread.RoundRobin", ports)
    text = generate(made, supertypes, "x", absent={"trace"})
    assert text.count("Absent<flat::log::Trace> trace;") == 2  # the port and the member
    assert text.count("Optional<flat::hal::Clock> clock;") == 2


def test_a_port_that_one_instance_has_bound_is_unbound_in_none() -> None:
    ports = (port("optional", "trace", trace), port("optional", "clock", clock))
    made = component("thread.RoundRobin", ports)
    two = [instance("one", made), instance("two", made)]
    bound = assembly(two, [binding("two.clock -> clocks.clock", clock)]).kernel
    assert unbound_ports(bound, made) == {"trace"}
    other = assembly(two, [binding("three.clock -> clocks.clock", clock)]).kernel
    assert unbound_ports(other, made) == {"trace", "clock"}


def test_attributes_have_their_defaults_and_those_without_must_be_given() -> None:
    text = header_of(attributes=(attribute("slice_us", "u32", 10000), attribute("name", "string")))
    assert "        flat::u32 slice_us = 10000;" in text
    assert "        char const* name;" in text
    assert "    flat::u32 const slice_us;" in text


def test_narrow_finds_every_interface_of_the_closure() -> None:
    text = header_of(port("provides", "timer", timer))
    for name in ("flat::hal::Timer", "flat::hal::Clock", "flat::Top"):
        assert f"        if (id == {name}::interface_id)" in text


@pytest.mark.parametrize(
    ("type_name", "value", "expected"),
    [
        ("u64", 2**64 - 1, "18446744073709551615u"),
        ("i64", -(2**63), "(-9223372036854775807 - 1)"),
        ("i8", -5, "-5"),
        ("bool", True, "true"),
        ("string", 'a"b\\c\n', r'"a\"b\\c\012"'),
        ("string", "ü1", r'"\303\2741"'),
        ("flat.hal.Trap.Kind", "PAGE_FAULT", "flat::hal::Trap::Kind::page_fault"),
    ],
)
def test_an_attribute_value_is_an_expression_of_its_type(
    type_name: str, value: AttributeValue, expected: str
) -> None:
    assert attribute_literal(type_name, value) == expected


def test_a_package_within_a_package_is_a_namespace_within_a_namespace() -> None:
    made = component("net.ip.Router", [port("provides", "timer", timer)])
    assert "namespace flat::net::ip {" in generate(made, supertypes, "x")
