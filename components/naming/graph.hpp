// SPDX-License-Identifier: BSD-2-Clause
// Contexts in contexts, resolved by paths, whose names can be removed.
#pragma once

#include <naming/graph.flat.hpp>
#include <naming/graph_context.hpp>

namespace flat::naming {

/// A naming graph (THINK, §3.1); the component is its root. Finding a name takes time in proportion
/// to the logarithm of the names in its context. Binding is that of THINK, §4.5: it yields the
/// interface itself, if it is of the type that the hint names, or else the name's own.
class Graph : public GraphComponent, NonCopyable {
public:
    using NamingError = core::NamingError;
    using NameResult = Result<core::Name*, NamingError>;

    Graph(Ports const& ports, Attributes const& attributes)
        : GraphComponent(ports, attributes), store_(*objects, objects_max), root_(store_, *this) {}

    NameResult export_(Top& target, Span<u8 const> hint) override;
    NameResult give(core::AbstractResource& target, Span<u8 const> hint) override;
    NameResult byte_to_name(Span<u8 const> bytes) override;
    Result<core::NamingGraph*, NamingError> create(Span<u8 const> text) override;
    NameResult resolve(Span<u8 const> path) override;
    Result<void, NamingError> remove(Span<u8 const> text) override;
    core::Name* next(Span<u8 const> text) override;
    void release() override {} // the root stays
    Result<Top*, core::BindingError> bind(core::Name& name, Span<u8 const> hint) override;

private:
    GraphStore store_;
    GraphContext root_;
};

} // namespace flat::naming
