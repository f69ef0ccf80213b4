// SPDX-License-Identifier: BSD-2-Clause
// Directories of FAT.
#pragma once

#include <fs/fat/directory_slots.hpp>
#include <fs/fat/fat_nodes.hpp>
#include <fs/nodes/directory_node.hpp>

namespace flat::fs::fat {

/// A directory. The place of an iteration is a slot, plus two for its own names.
class FatDirectory final : public Stored<DirectoryNode> {
public:
    using Stored::Stored;

    /// Counts the directories in it, each of which has a name of this one.
    Outcome<void> count_links();

    Outcome<void> link(Span<u8 const> name, Node& node) override;
    Outcome<u64> find(Text name) override;
    Outcome<void> add_name(Text name, NodeBase& node) override;
    Outcome<void> remove_name(Text name) override;
    Outcome<void> change_name(Text name, NodeBase& node) override;
    bool has_other_spellings() override { return true; }
    Outcome<bool> is_empty() override;
    Outcome<Entry> entry_at(u64 place, Span<u8> name) override;
    u64 size_bytes() override;
    Outcome<void> erase() override;
    void destroy() override;

private:
    static constexpr u64 own_names = 2;

    /// A name that is there.
    struct Taken {
        u32 slot;
        u32 long_slots;
        u64 position;
        ShortName name;
        u8 lower_case;
    };

    bool is_root() { return number() == FatVolume::root_number; }
    bool is_fixed_root() { return is_root() && disk().layout().root_cluster == 0; }
    ClusterChain* chain_of_slots() { return is_fixed_root() ? nullptr : &chain(); }
    Outcome<u64> parent();
    Outcome<Taken> take(Text name);
    Outcome<ShortName> new_short_name(Units const& name);
    Outcome<u32> room_for(u32 needed);
    Outcome<void> leave_place(Record& record, u64 next);
};

} // namespace flat::fs::fat
