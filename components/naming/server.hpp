// SPDX-License-Identifier: BSD-2-Clause
// Names in a graph for objects of all domains, each held by whoever has found it.
#pragma once

#include <core/calls/served.hpp>
#include <core/utility.hpp>
#include <flat/core/name.hpp>
#include <naming/server.flat.hpp>

namespace flat::naming {

/// Exports into one context of the graph, and finds names in all of it: those that are exported by
/// it, and those of objects of the kernel that are no resources, and so are there to stay. No
/// method blocks but that which releases what somebody has given.
class Server : public ServerComponent, NonCopyable {
public:
    using NamingError = core::NamingError;
    using Found = Result<core::AbstractResource*, NamingError>;

    Server(Ports const& ports, Attributes const& attributes)
        : ServerComponent(ports, attributes), store_(*objects),
          context_(*graph->create(Text(place).bytes()).value()) {}

    Found export_(core::AbstractResource& target, Span<u8 const> hint) override;
    Result<u32, NamingError> serialize(Span<u8 const> path, Span<u8> form) override;
    Found bind(Span<u8 const> form) override;
    Found resolve(Span<u8 const> path) override;

private:
    Found export_served(Served& served, Span<u8 const> hint, Text text);
    Found found(core::Name& name);

    ServedStore store_;
    core::NamingGraph& context_;
};

} // namespace flat::naming
