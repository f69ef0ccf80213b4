// SPDX-License-Identifier: BSD-2-Clause
// A context of a naming graph.
#pragma once

#include <core/containers/ordered_tree.hpp>
#include <flat/core/binding_factory.hpp>
#include <flat/core/naming_graph.hpp>
#include <naming/graph_name.hpp>
#include <naming/graph_store.hpp>
#include <naming/name_hint.hpp>

namespace flat::naming {

/// Its names, sorted by text in a search tree. A context has a path as long as the name stays that
/// it was created with; others may lead to it as well, from anywhere.
class GraphContext final : public core::NamingGraph, public core::BindingFactory, NonCopyable {
public:
    using NamingError = core::NamingError;
    using NameResult = Result<core::Name*, NamingError>;

    /// A path of a context, written from its end.
    class PathBuffer {
    public:
        Text text() const { return Text(characters_ + begin_, context_path_max - begin_); }
        void put_before(Text text);

    private:
        usize begin_ = context_path_max;
        char characters_[context_path_max];
    };

    /// The root, which the component `interface` stands for.
    GraphContext(GraphStore& store, core::NamingContext& interface)
        : store_(store), root_(*this), interface_(interface), path_size_(0) {}

    NameResult export_(Top& target, Span<u8 const> hint) override;
    NameResult give(core::AbstractResource& target, Span<u8 const> hint) override;
    NameResult byte_to_name(Span<u8 const> bytes) override;
    Result<core::NamingGraph*, NamingError> create(Span<u8 const> text) override;
    NameResult resolve(Span<u8 const> path) override;
    Result<void, NamingError> remove(Span<u8 const> text) override;
    core::Name* next(Span<u8 const> text) override;
    void release() override;
    Result<Top*, core::BindingError> bind(core::Name& name, Span<u8 const> hint) override;
    void* narrow(InterfaceId id) override;

    /// What clients know the context by.
    core::NamingContext& interface() const { return interface_; }

    /// Writes the path from the root; false when there is none any more.
    bool write_path(GraphStore::Links&, PathBuffer& path) const;

private:
    friend class GraphStore;
    static constexpr InterfaceId own_id = InterfaceId::of("naming.GraphContext");

    /// One whose path will have this size.
    GraphContext(GraphStore& store, GraphContext& root, usize path_size)
        : store_(store), root_(root), interface_(*this), path_size_(path_size) {}

    NameResult export_as(Top& target, Span<u8 const> hint, core::AbstractResource* given);
    Result<GraphName*, NamingError> add(Text text, GraphName::Target const& target,
                                        GraphContext* created);
    Result<void, NamingError> insert(GraphName& name, GraphContext* created);
    NameResult find(Text text);
    GraphContext* child(Text text) const;
    bool is_at_or_below(GraphContext const& other) const;
    GraphContext* own_context(Top& target);
    void detach(GraphStore::Links&, GraphName& name, Unheld& unheld);
    void end();
    void remove_all();

    GraphStore& store_;
    GraphContext& root_;
    core::NamingContext& interface_;
    usize const path_size_;
    OrderedTree<GraphName, &GraphName::link_, &GraphName::text> names_;
    GraphName* home_ = nullptr; // the name that it was created with, until that is removed
    u32 holders_ = 1;           // its creator; names in it; names of the graph that lead to it
    bool is_ended_ = false;
};

} // namespace flat::naming
