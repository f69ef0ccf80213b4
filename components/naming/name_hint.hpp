// SPDX-License-Identifier: BSD-2-Clause
// What is asked for when an interface is exported into a graph.
#pragma once

#include <core/maybe.hpp>
#include <core/top.hpp>

namespace flat::naming {

/// The longest name of a type, with its version.
inline constexpr usize type_name_max = 255;

/// Whether a component has an interface; each has `Top`. Calls the component.
bool has_interface(Top& target, InterfaceId type);

/// The hint of `export`: `text`, `text:type` or `:type`.
struct NameHint {
    Text text; // empty when the context is to make one up
    InterfaceId type;
};

/// Nothing when the hint is malformed, or asks for a text that only contexts make up.
Maybe<NameHint> parse_name_hint(Text hint);

} // namespace flat::naming
