# SPDX-License-Identifier: BSD-2-Clause
"""A stub that counts each call before it returns."""

from __future__ import annotations

from flatland.idl.bridge import Bridge, WholeBinding
from flatland.idl.forwarding import forwarding
from flatland.idl.model import Method

_scope = "flat::bindings::monitored"


def bridge(binding: WholeBinding) -> Bridge:
    """Measures each call with a meter that the domain's controls know."""
    place = {method.name: index for index, method in enumerate(binding.methods)}
    listed = ", ".join(f'"{method.name}"' for method in binding.methods)
    end = binding.client_end
    meter = f'{_scope}::Meter<{len(place)}> meter_{{*controls, "{end}", {{{listed}}}}};'

    def body(method: Method, call: str) -> list[str]:
        counted = f"measured(meter_.count({place[method.name]}));"
        if method.throws is None:
            return [f"{_scope}::Call const {counted}", f"return {call};"]
        return [
            f"{_scope}::Call {counted}",
            f"auto const outcome = {call};",
            "if (outcome.is_error()) measured.fail();",
            "return outcome;",
        ]

    return forwarding(binding, body, members=[meter], includes=["bindings/monitored/meter.hpp"])
