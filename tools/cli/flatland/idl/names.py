# SPDX-License-Identifier: BSD-2-Clause
"""How Java names become C++ names and header paths."""

from __future__ import annotations

import re

# Boundaries of words: `yieldTo` -> yield|To, `toUTFText` -> to|UTF|Text.
_boundary = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

_keywords = frozenset(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
    constinit continue decltype default delete do double dynamic_cast else enum explicit export
    extern false float for friend goto if inline int long mutable namespace new noexcept not
    not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires
    return short signed sizeof static static_assert static_cast struct switch template this
    thread_local throw true try typedef typeid typename union unsigned using virtual void volatile
    wchar_t while xor xor_eq
    """.split()
)
# Types and members that generated code names, and macros of the host's C headers (unit tests).
_taken = frozenset(
    """
    u8 u16 u32 u64 i8 i16 i32 i64 usize paddr vaddr flat interface_id narrow assert errno stdin
    stdout stderr offsetof
    """.split()
)

framework_types = frozenset(
    "InterfaceId Late Maybe Optional Required RequiredList Result Span Top".split()
)
"""Names in namespace flat that generated code uses: no interface may hide them."""

java_keywords = frozenset(
    """
    abstract assert boolean break byte case catch char class const continue default do double else
    enum extends final finally float for goto if implements import instanceof int interface long
    native new package private protected public return short static strictfp super switch
    synchronized this throw throws transient try void volatile while true false null _
    """.split()
)


def words(name: str) -> str:
    """`sizeLog2` -> `size_log2`, `NamingContext` -> `naming_context`, `MAX_2D` -> `max_2d`."""
    return name.lower() if name.isupper() else _boundary.sub("_", name).lower()


def camel(name: str) -> str:
    """`main_log_counted` -> `MainLogCounted`."""
    return "".join(part.capitalize() for part in name.split("_"))


def member(name: str) -> str:
    """The C++ name of a method, parameter, field, constant or enum value."""
    mapped = words(name)
    return mapped + "_" if mapped in _keywords or mapped in _taken else mapped


def given(name: str) -> str:
    """What a generated class calls a parameter of a method that it defines.

    Whatever else such a class and its statements name never ends so: no parameter can hide it.
    """
    return f"{words(name)}_given"


def unusable_part(package: str) -> str | None:
    """The part of a package's name that cannot be a namespace, if there is one."""
    for place, part in enumerate(package.split(".")):
        is_free = member(part) == part and part != "std"
        if place == 0 and part == "flat":
            continue
        if not re.fullmatch("[a-z][a-z0-9]*", part) or not is_free:
            return part
    return None


def limit(method: str, parameter: str) -> str:
    """The C++ constant for a `@Max`: `write_text_max_bytes`."""
    return f"{words(method)}_{words(parameter)}_max_bytes"


def scope(package: str, name: str) -> str:
    """The C++ name of a type from the outside: `flat::hal::Timer::Tick`."""
    return f"{package}.{name}".replace(".", "::")


def header(package: str, name: str) -> str:
    """What a file includes to use a type: `flat/hal/timer.hpp`, for nested types too."""
    return "/".join([*package.split("."), words(name.partition(".")[0])]) + ".hpp"
