// SPDX-License-Identifier: BSD-2-Clause
// A name in a naming graph.
#pragma once

#include <core/containers/ordered_tree.hpp>
#include <core/top.hpp>
#include <flat/core/name.hpp>
#include <naming/graph_store.hpp>
#include <naming/path.hpp>

namespace flat::naming {

/// An edge of the graph: a text in a context, and the interface that it designates until it is
/// removed. Its context holds it until then, everybody that got it until `release`; it holds its
/// context, and its target where that is a context of the same graph, so that a walk through it
/// never meets freed memory.
class GraphName final : public core::Name, NonCopyable {
public:
    /// What a name designates.
    struct Target {
        Top& interface;
        InterfaceId type;
        GraphContext* context;         // the target itself, if it is a context of the same graph
        core::AbstractResource* given; // released with the name, or null
    };

    /// A name that is in no context yet, with a text of at most `text_max` bytes.
    GraphName(GraphStore& store, GraphContext& context, Text text, Target const& target);

    /// The name behind an interface, null when it is none of this graph.
    static GraphName* of(core::Name& name, GraphStore& store);

    core::NamingContext& naming_context() override;
    u32 to_byte(Span<u8> destination) override;
    void release() override;
    void* narrow(InterfaceId id) override;

    Text text() const { return Text(characters_, size_); }
    InterfaceId type() const { return type_; }

    /// What it designates, null once it is removed.
    Top* target();

private:
    friend class GraphContext;
    friend class GraphStore;
    static constexpr InterfaceId own_id = InterfaceId::of("naming.GraphName");

    GraphStore& store_;
    GraphContext& context_;
    Top* target_;
    GraphContext* const target_context_;
    core::AbstractResource* given_;
    InterfaceId const type_;
    TreeLink<GraphName> link_;
    u32 holders_ = 0;
    u8 const size_;
    char characters_[text_max];
};

} // namespace flat::naming
