// SPDX-License-Identifier: BSD-2-Clause
// Directories in memory.
#pragma once

#include <core/containers/ordered_tree.hpp>
#include <core/text.hpp>
#include <fs/nodes/directory_node.hpp>
#include <fs/ram/ram_nodes.hpp>

namespace flat::fs {

/// Names are found by their texts and iterated in the order in which they came, each with a number
/// of its own: removing one changes no other's place.
class RamDirectory final : public InMemory<DirectoryNode> {
public:
    RamDirectory(Volume& volume, Facts const& facts, u64 parent)
        : InMemory(volume, facts), parent_(parent) {}

    Outcome<u64> find(Text name) override;
    Outcome<void> add_name(Text name, NodeBase& node) override;
    Outcome<void> remove_name(Text name) override;
    Outcome<void> change_name(Text name, NodeBase& node) override;
    Outcome<bool> is_empty() override { return names_.is_empty(); }
    Outcome<Entry> entry_at(u64 place, Span<u8> name) override;
    void destroy() override;

private:
    /// A name; its text follows it in memory.
    struct Name {
        Text text() const { return Text(reinterpret_cast<char const*>(this + 1), size); }
        u64 place_key() const { return place; }

        u64 place;
        u64 number;
        Kind kind;
        u32 size;
        TreeLink<Name> by_text;
        TreeLink<Name> by_place;
    };

    void end(Name& name);

    OrderedTree<Name, &Name::by_text, &Name::text> names_;
    OrderedTree<Name, &Name::by_place, &Name::place_key> places_;
    u64 parent_;
    u64 next_place_ = 2; // after `.` and `..`
};

} // namespace flat::fs
