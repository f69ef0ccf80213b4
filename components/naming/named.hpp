// SPDX-License-Identifier: BSD-2-Clause
// Gives an object of its domain a name in a graph.
#pragma once

#include <core/utility.hpp>
#include <naming/named.flat.hpp>

namespace flat::naming {

/// The name is in the root of the graph, and there to stay. What is wrong with the hint, it panics.
class Named : public NamedComponent, NonCopyable {
public:
    Named(Ports const& ports, Attributes const& attributes);
};

} // namespace flat::naming
