// SPDX-License-Identifier: BSD-2-Clause
// Counting what owners have, by all names of a file system.
#include <fs/quotas/space_scan.hpp>

#include <core/top.hpp>
#include <fs/nodes/held_node.hpp>

#include <new>

namespace flat::fs::quotas {

SpaceScan::~SpaceScan() {
    while (Met* const each = met_.first()) {
        met_.remove(*each);
        objects_.free(address_of(each), sizeof(Met));
    }
}

Outcome<void> SpaceScan::run() {
    // What was taken in advance is given back, so that it does not go unseen.
    TRY(volume_.for_each_node([](NodeBase& each) { return each.write_back(); }));
    {
        HeldNode const root(volume_, TRY(volume_.node(volume_.limits().root)));
        TRY(meet(*root));
    }
    while (Met* const each = directories_.pop_front()) {
        HeldNode const node(volume_, TRY(volume_.node(each->number)));
        TRY(go_through(*narrow_to<DirectoryNode>(*node)));
    }
    return volume_.for_each_node([&](NodeBase& each) { // held, without a name
        return each.facts().links == 0 ? add(each) : Outcome<void>();
    });
}

Outcome<void> SpaceScan::go_through(DirectoryNode& directory) {
    u8 room[Directory::name_max];
    for (u64 place = 0;;) {
        Directory::Entry const entry = TRY(volume_.noted(directory.entry_at(place, room)));
        if (entry.name_bytes == 0) return {};
        place = entry.next;
        Text const name = Text::from_bytes(Span<u8 const>(room).first(entry.name_bytes));
        if (name == "." || name == "..") continue;
        HeldNode const node(volume_, TRY(volume_.node(entry.number)));
        TRY(meet(*node));
    }
}

Outcome<void> SpaceScan::meet(NodeBase& node) {
    if (node.facts().links == 0) return {}; // a damaged disk's: counted if somebody holds it
    bool const may_come_again = node.is_directory() || node.facts().links > 1;
    if (!may_come_again) return add(node);
    if (met_.find(node.number()))
        return node.is_directory() ? FsError{FsError::corrupt} : Outcome<void>();
    auto const memory = objects_.allocate(sizeof(Met));
    if (memory.is_error()) return FsError{FsError::out_of_memory};
    Met& met = *new (pointer_to<void>(memory.value())) Met{node.number(), {}, {}};
    met_.insert(met);
    if (node.is_directory()) directories_.push_back(met);
    return add(node);
}

Outcome<void> SpaceScan::add(NodeBase& node) {
    u32 const owner = node.facts().owner;
    TRY(count_.check(owner, {0, 0}));
    count_.change(owner, {}, {node.sectors(), 1});
    return {};
}

} // namespace flat::fs::quotas
