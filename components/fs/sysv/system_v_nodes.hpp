// SPDX-License-Identifier: BSD-2-Clause
// Nodes that the table of System V's file system has.
#pragma once

#include <fs/disk/stored_link.hpp>
#include <fs/nodes/directory_node.hpp>
#include <fs/sysv/block_map.hpp>
#include <fs/sysv/system_v_volume.hpp>

namespace flat::fs::sysv {

/// What `StoredAs` asks for.
struct SystemVFormat {
    using Volume = SystemVVolume;
    using Node = StoredNode;
    using Map = BlockMap;
};

using SystemVLink = StoredLink<SystemVFormat>;
using SystemVNode = StoredSpecial<SystemVFormat>;
using SystemVFile = StoredFile<SystemVFormat>;

/// A directory: slots of the same length, each with the number of a node, or 0, and a name of at
/// most 14 bytes. The place of an iteration is an offset.
class SystemVDirectory final : public StoredAs<DirectoryNode, SystemVFormat> {
public:
    static constexpr u32 slot_bytes = 16;
    static constexpr u32 name_max_here = 14;

    using StoredAs::StoredAs;

    Outcome<u64> find(Text name) override;
    Outcome<void> add_name(Text name, NodeBase& node) override;
    Outcome<void> remove_name(Text name) override;
    Outcome<void> change_name(Text name, NodeBase& node) override;
    Outcome<bool> is_empty() override;
    Outcome<Entry> entry_at(u64 place, Span<u8> name) override;
    u64 size_bytes() override { return storage().size_bytes; }
    void destroy() override { disk().dispose(*this); }

    /// Writes both own names of a new directory.
    Outcome<void> start(u64 parent);

private:
    /// A slot and where it lies.
    struct Slot {
        u32 number;
        Text name; // valid as long as the hold
        u64 place; // in the directory
    };

    /// Visits slots from a place on, until `visit` says that it has what it wants; whether it has.
    template<class Visit>
    Outcome<bool> visit_from(u64 place, BlockHold& hold, Visit visit);

    Outcome<u64> place_of(Text name);
    Outcome<void> open_slot(u64 place, BlockHold& hold);
    Outcome<void> append(u64 number, Text name);
    Outcome<void> put(u64 place, u64 number, Text name);
    Outcome<void> set_number(u64 place, u64 number);
};

} // namespace flat::fs::sysv
