# SPDX-License-Identifier: BSD-2-Clause
"""A stub that calls the server which its slot holds at that time."""

from __future__ import annotations

from flatland.idl.bridge import Bridge, WholeBinding
from flatland.idl.cpp import signature
from flatland.idl.forwarding import forwarding
from flatland.idl.generated_class import scope
from flatland.idl.model import Method

_scope = "flat::bindings::dynamic"


def bridge(binding: WholeBinding) -> Bridge:
    """Calls go through a slot that the domain's controls know; it begins with what is beneath."""
    kind = "CountedSlot" if binding.arguments["counted"] else "PlainSlot"
    interface = scope(binding.interface.full_name)
    slot = f'{_scope}::{kind}<{interface}> slot_{{*controls, "{binding.client_end}", *beneath}};'
    header = "counted_slot" if binding.arguments["counted"] else "plain_slot"
    includes = [f"bindings/dynamic/{header}.hpp"]
    return forwarding(binding, _body, members=[slot], includes=includes)


def _body(method: Method, _: str) -> list[str]:
    return [f"return {signature(method).call('slot_.enter()')};"]
