// SPDX-License-Identifier: BSD-2-Clause
// Numbers as objects, and back (JLS 5.1.7, 5.1.8).
#pragma once

#include <java/machine/run.hpp>

namespace flat::java {

/// Makes the result of a run, a number of a kind, an object of its class. False
/// with an exception.
bool box(Run& run, char kind);

/// Writes the number that an object holds, made wider if need be. False if it
/// holds none that fits.
bool unbox(Machine& machine, Object* object, char kind, Slot* to);

/// Whether a number of a kind is or becomes one of another without a cast (JLS 5.1.2).
bool is_wider(char from, char to);

/// The class of objects that hold numbers of a kind, in internal form.
Text box_of(char kind);

} // namespace flat::java
