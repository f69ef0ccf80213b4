# SPDX-License-Identifier: BSD-2-Clause
"""The interface compiler: reads interfaces written in a subset of Java, generates C++ and more.

`load_interfaces` yields an `InterfaceLibrary`; `flatland.idl.plugins` has the generators that turn
its files into code. The subset is stated in docs/java-subset.md.
"""

from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.load import load_interfaces

__all__ = ["InterfaceLibrary", "load_interfaces"]
