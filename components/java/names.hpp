// SPDX-License-Identifier: BSD-2-Clause
// The syntax of names and descriptors in class files (JVMS 17, 4.2 to 4.4.7).
#pragma once

#include <core/text.hpp>

namespace flat::java {

/// Whether bytes are modified UTF-8 (4.4.7): no zero, nothing above three bytes a character.
bool is_modified_utf8(Text text);

/// An unqualified name of a field or local variable (4.2.2).
bool is_unqualified_name(Text name);

/// An unqualified name of a method, `<init>` and `<clinit>` included.
bool is_method_name(Text name);

/// A class or interface name in internal form, `java/lang/Object` (4.2.1).
bool is_class_name(Text name);

/// What CONSTANT_Class may name: a class, or the descriptor of an array.
bool is_class_or_array(Text name);

/// The package of a class in internal form, with its slash; empty of one that is in none.
Text package_of(Text class_name);

/// A module's name (4.2.3): no control characters; `:` and `@` only after a backslash.
bool is_module_name(Text name);

/// A field descriptor (4.3.2), at most 255 dimensions.
bool is_field_descriptor(Text descriptor);

/// A method descriptor (4.3.3). How many local variables the parameters take is at most 255, the
/// receiver left out; `is_method_descriptor` does not count.
bool is_method_descriptor(Text descriptor);

/// How many local variables or places of a stack the parameters of a right descriptor take; long
/// and double take two.
u32 parameter_slots(Text descriptor);

/// How many characters the first field descriptor of a text takes; 0 if there is none.
usize field_descriptor_size(Text text);

/// What comes after the parameters of a right method descriptor.
Text return_descriptor(Text descriptor);

/// How many places a value of a right field or return descriptor takes: 0 for void.
constexpr u32 slots_of(char first) {
    return first == 'J' || first == 'D' ? 2 : first == 'V' ? 0 : 1;
}

} // namespace flat::java
