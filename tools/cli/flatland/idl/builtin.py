# SPDX-License-Identifier: BSD-2-Clause
"""The package flat.lang as the compiler knows it, and Java's types that it does not."""

from __future__ import annotations

from pathlib import Path

from flatland.diagnostics import Span
from flatland.idl.model import Interface

package = "flat.lang"

scalars = {
    "u8": "u8",
    "u16": "u16",
    "u32": "u32",
    "u64": "u64",
    "i8": "i8",
    "i16": "i16",
    "i32": "i32",
    "i64": "i64",
    "paddr": "paddr",
    "vaddr": "vaddr",
    "size": "usize",
}
"""Scalar types of flat.lang and their C++ names in namespace flat."""

primitives = {"boolean": "bool", "int": "i32", "long": "i64"}
"""Java's own types that may be used, and their C++ names."""

annotation_names = (
    "Context",
    "Held",
    "In",
    "InOut",
    "Max",
    "Narrowed",
    "Nullable",
    "OneWay",
    "Out",
    "Pure",
    "Version",
)
contexts = ("THREAD", "INTERRUPT")

others = ("Buf", "ContextKind", "Failure", "KernelObject", "Top")
"""What else flat.lang declares."""

names = frozenset((*scalars, *annotation_names, *others))
"""All of flat.lang."""

java_lang = {
    "String": "an `@In Buf`, or an `@Out Buf` for a result",
    "CharSequence": "an `@In Buf`",
    "Object": "`flat.lang.Top`",
    "Void": "`void`",
    "Boolean": "`boolean`",
    "Byte": "`i8`",
    "Short": "`i16`",
    "Character": "`u8`",
    "Integer": "`int`",
    "Long": "`long`",
    "Float": "an integer type",
    "Double": "an integer type",
    "Number": "an integer type",
    "Exception": "an error class that extends `flat.lang.Failure`",
    "RuntimeException": "an error class that extends `flat.lang.Failure`",
    "Throwable": "an error class that extends `flat.lang.Failure`",
    "Error": "an error class that extends `flat.lang.Failure`",
    "Runnable": "an interface of your own",
    "Iterable": "an interface of your own",
    "Class": "an interface of your own",
}
"""Types that Java knows without import, and what to use in their place."""

_nowhere = Span(Path("flat/lang/Top.java"), 1, 1, 1)
top = Interface(package, "Top", (), _nowhere, 1, (), (), (), ())
"""The root of the lattice."""
