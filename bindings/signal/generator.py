# SPDX-License-Identifier: BSD-2-Clause
"""A stub in the kernel that does not wait, and the skeleton in the server's domain."""

from __future__ import annotations

from flatland.idl import objects, upcalls
from flatland.idl.bridge import Bridge, Unsuitable, WholeBinding
from flatland.idl.crossing import Carried, crossing_bridge
from flatland.idl.forwarding import stub_class
from flatland.idl.travels import all_alike
from flatland.model.resolved import kernel_domain

words_max = 3


def bridge(binding: WholeBinding) -> Bridge:
    """One entry of the upcalls of the server's domain for each method."""
    if binding.client.domain != kernel_domain or binding.server.domain == kernel_domain:
        raise Unsuitable(
            "it tells a domain something from the kernel",
            "bind by `Syscall` into the kernel, by `Lrpc` between two others",
        )
    methods = [Carried(binding, each) for each in binding.methods]
    for each in methods:
        _check(each)
    numbered = list(enumerate(methods, start=binding.first_upcall))
    bodies = [(each.method, _statements(binding, each, number)) for number, each in numbered]
    members = [line for number, each in numbered for line in _otherwise(binding, each, number)]
    stub = stub_class(binding, binding.requires, bodies, members, ["machine/signal.hpp"])
    side = objects.server_side(binding, binding.first_upcall + len(methods))
    return crossing_bridge(
        binding,
        stub,
        upcalls.skeleton(binding, methods, side),
        travels=all_alike(methods, lambda _: "in registers"),
    )


def _check(carried: Carried) -> None:
    """What is sent is not waited for, and goes in registers."""
    method = carried.method
    if method.throws or method.result.kind != "void":
        raise Unsuitable(
            f"`{method.name}` has a result, and a signal is not waited for",
            "have it return nothing and throw nothing, or bind it by `Upcall`",
        )
    if carried.buffers or len(carried.given) > words_max:
        raise Unsuitable(
            f"`{method.name}` passes more than {words_max} words",
            "pass less, or bind it by `Upcall`",
        )


def _statements(binding: WholeBinding, carried: Carried, number: int) -> list[str]:
    """The quick way is for threads; what handlers of interrupts call goes the other one."""
    otherwise = f"{carried.name}_otherwise({', '.join(carried.given)});"
    if carried.method.context == "INTERRUPT":
        return [otherwise]
    words = ", ".join([str(upcalls.image(binding)), str(number), *carried.given])
    return [f"if (!flat::machine::signal_running({words})) [[unlikely]]", f"    {otherwise}"]


def _otherwise(binding: WholeBinding, carried: Carried, number: int) -> list[str]:
    """The member that leaves it to the component that knows all domains."""
    names_of_words = [f"w{place}" for place in range(len(carried.given))]
    parameters = ", ".join(f"flat::u64 {each}" for each in names_of_words)
    words = ", ".join([*names_of_words, *["0"] * (5 - len(names_of_words))])
    return [
        f"[[gnu::cold, gnu::noinline]] void {carried.name}_otherwise({parameters}) {{",
        f"    domains->signal({upcalls.image(binding)}, {number}, {{{words}}});",
        "}",
    ]
