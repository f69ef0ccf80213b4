# SPDX-License-Identifier: BSD-2-Clause
"""The interface compiler: reads interfaces written in a subset of Java, generates C++ and more.

`load.load_interfaces` yields an `InterfaceLibrary`; `plugins` has the generators that turn its
files into code. The subset is stated in docs/java-subset.md.
"""
