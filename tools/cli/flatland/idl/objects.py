# SPDX-License-Identifier: BSD-2-Clause
"""Objects that methods of a binding pass: which interfaces they have, and on whose side they stand.

What a method returns stays on the server's side and is called from the client's; what a method gets
stays on the client's side and is called from the server's. The same holds of the methods of these
objects, with the sides as their calls go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flatland.idl.bridge import Unsuitable, WholeBinding
from flatland.idl.crossing import Carried, interface_word, top
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.listed import own_interfaces
from flatland.idl.model import Interface, Method, TypeRef, resource


@dataclass(frozen=True)
class Passed:
    """One interface of objects that pass between the kernel and a domain, with its methods."""

    binding: WholeBinding  # as if it bound this interface
    methods: tuple[Carried, ...]
    first: int  # the first of its entries in the table
    narrowed: tuple[str, ...] = ()  # what such an object is narrowed to, by an entry after these

    @property
    def header(self) -> str:
        """Where the class lies that stands for such objects on the caller's side."""
        return f"between/{self.binding.name}.hpp"

    @property
    def entries(self) -> int:
        """How many entries it has in the table."""
        return len(self.methods) + (1 if self.narrowed else 0)

    @property
    def narrow(self) -> int:
        """The entry that narrows."""
        return self.first + len(self.methods)

    @property
    def entry_prefix(self) -> str:
        """What the names of its entries' functions begin with."""
        return interface_word(self.binding.interface.full_name)

    def is_release(self, method: Method) -> bool:
        """Whether a method ends a hold."""
        return is_resource(self.binding.library, self.binding.interface.full_name) and (
            method.name == "release"
        )

    @property
    def release(self) -> int | None:
        """The entry of `release`; None of what is no resource."""
        found = [place for place, each in enumerate(self.methods) if self.is_release(each.method)]
        return self.first + found[0] if found else None


@dataclass(frozen=True)
class Side:
    """What passes between the kernel and the domain of one end of a binding.

    `prefix` is what all names of it begin with. Of the interfaces `got` the domain gets objects and
    has entries for them in its table of calls; of the interfaces `own` it passes its own, and has
    entries for them among its upcalls.
    """

    prefix: str
    got: tuple[Passed, ...]
    own: tuple[Passed, ...]

    @property
    def got_entries(self) -> int:
        """How many entries of calls all of them have."""
        return sum(each.entries for each in self.got)

    @property
    def own_entries(self) -> int:
        """How many entries of upcalls all of them have."""
        return sum(each.entries for each in self.own)


def client_side(binding: WholeBinding, first_call: int) -> Side:
    """Of a binding whose client is a domain; `first_call` is after its methods."""
    called, calling = flows(binding)
    got = _passed(binding, binding.name, called, first_call, narrowed=binding.interfaces)
    own = _own(binding, binding.name, calling, binding.first_client_upcall)
    return Side(binding.name, tuple(got), own)


def server_side(binding: WholeBinding, first_upcall: int) -> Side:
    """Of a binding whose server is a domain; `first_upcall` is after its methods."""
    called, calling = flows(binding)
    prefix = server_prefix(binding)
    got = _passed(
        _plain(binding), prefix, calling, binding.first_server_call, narrowed=binding.interfaces
    )
    return Side(prefix, tuple(got), _own(binding, prefix, called, first_upcall))


def server_prefix(binding: WholeBinding) -> str:
    """What the names begin with of what passes between the kernel and the server's domain."""
    return f"{binding.name}_server"


def _plain(binding: WholeBinding) -> WholeBinding:
    """As if it listed no interfaces: methods of objects say what they pass."""
    return replace(binding, arguments={**binding.arguments, "interfaces": ""})


def _own(
    binding: WholeBinding, prefix: str, interfaces: Sequence[str], first: int
) -> tuple[Passed, ...]:
    made = tuple(_passed(_plain(binding), prefix, interfaces, first, mark="own_"))
    for each in made:
        _check_own(each)
    return made


def _passed(
    binding: WholeBinding,
    prefix: str,
    interfaces: Sequence[str],
    first: int,
    *,
    mark: str = "",
    narrowed: tuple[str, ...] = (),
) -> Iterator[Passed]:
    for each in interfaces:
        name = f"{prefix}_{mark}{interface_word(each)}"
        as_if = replace(binding, name=name, interface=binding.library.interface(each))
        methods = tuple(
            Carried(as_if, method, is_held=True, prefix=prefix) for method in as_if.methods
        )
        passed = Passed(as_if, methods, first, narrowed if each == resource else ())
        yield passed
        first += passed.entries


def check_interfaces(binding: WholeBinding, *, is_far: bool = False) -> None:
    """What the kind's argument lists are interfaces with methods; where a domain or, as `is_far`
    says, another kernel returns objects of them, those of resources whose methods can all say that
    it is gone.
    """
    for each in binding.interfaces:
        if each in (top, resource) or not isinstance(binding.library.get(each), Interface):
            raise Unsuitable(
                f"`{each}`, which the kind's argument lists, is no interface with methods to call",
                "name one that `flat list interfaces` has",
            )
        if (is_far or binding.server_image != 0) and each not in own_interfaces(binding):
            whose = "another kernel" if is_far else "a domain"
            nearer = "" if is_far else ", or put the server into the kernel and bind by `Syscall`"
            raise Unsuitable(
                f"`{each}`, which the kind's argument lists, is not for objects of {whose}, which"
                f" can end: it is no `{resource}`, or a method cannot say `UNREACHABLE`",
                f"list another one{nearer}",
            )


def _check_own(passed: Passed) -> None:
    """A domain can end, so each call of its objects can fail; `release` then has nothing to do."""
    for each in passed.methods:
        if passed.is_release(each.method) or each.method.one_way:
            continue
        each.unreachable()
        check_result(each)


def check_result(carried: Carried) -> None:
    """What a domain gives away is a resource: else nobody could say when it is used no more."""
    method, name = carried.method, carried.method.result.full_name
    if carried.gives_object and not is_resource(carried.library, name):
        raise Unsuitable(
            f"`{method.name}` returns `{name}` from a domain, and nobody could release that",
            f"let `{name}` extend `{resource}`",
        )


def is_resource(library: InterfaceLibrary, interface: str) -> bool:
    """Whether what has this interface has holders."""
    return library.is_subtype(interface, resource)


def flows(binding: WholeBinding, *, both_ways: bool = False) -> tuple[list[str], list[str]]:
    """The interfaces of objects that the client's side calls, and that the server's side calls.

    Resources turn out to have others in calls by the client's side, or in calls `both_ways`.
    """
    found: tuple[dict[str, None], dict[str, None]] = ({}, {})
    waiting = [(0, each) for each in binding.methods]
    while waiting:
        caller, method = waiting.pop(0)
        passed = [(caller, method.result), *((1 - caller, each.type) for each in method.parameters)]
        for side, type in passed:
            for each in _met(binding, side, type, narrows=both_ways or caller == 0):
                if each not in found[side]:
                    found[side][each] = None
                    waiting += [(side, method) for method in binding.library.methods(each)]
    return list(found[0]), list(found[1])


def _met(binding: WholeBinding, side: int, type: TypeRef, *, narrows: bool) -> list[str]:
    """The interfaces that an object can have which is passed as this type."""
    if type.kind != "interface":
        return []
    if type.full_name != resource or not narrows:
        return [type.full_name]
    return [resource, *(binding.interfaces if side == 0 else own_interfaces(binding))]
