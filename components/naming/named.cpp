// SPDX-License-Identifier: BSD-2-Clause
// Gives an object of its domain a name in a graph.
#include <naming/named.hpp>

#include <core/panic.hpp>
#include <flat/core/name.hpp>

namespace flat::naming {

Named::Named(Ports const& ports, Attributes const& attributes) : NamedComponent(ports, attributes) {
    auto const name = graph->export_(*target, Text(hint).bytes());
    if (name.is_error())
        panic("`{}` cannot be given as a name: error {}", Text(hint),
              static_cast<u32>(name.error().code));
    name.value()->release();
}

} // namespace flat::naming
