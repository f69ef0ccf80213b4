// SPDX-License-Identifier: BSD-2-Clause
// The clusters of a node, in their order.
#include <fs/fat/cluster_chain.hpp>

namespace flat::fs::fat {

u32 ClusterChain::at(u32 index) {
    auto const runs = runs_.lock();
    if (index >= runs->size) return 0;
    u32 low = 0; // the run is not before this one, and before `high`
    u32 high = runs->used;
    while (high - low > 1) {
        u32 const middle = low + (high - low) / 2;
        (runs->room[middle].index <= index ? low : high) = middle;
    }
    return runs->room[low].first + (index - runs->room[low].index);
}

u32 ClusterChain::last() {
    u32 const count = size();
    return count == 0 ? 0 : at(count - 1);
}

Outcome<void> ClusterChain::append(u32 cluster) {
    TRY(make_room());
    auto const runs = runs_.lock();
    Run* const last = runs->used != 0 ? &runs->room[runs->used - 1] : nullptr;
    if (last && last->first + last->count == cluster)
        ++last->count;
    else
        runs->room[runs->used++] = {runs->size, cluster, 1};
    ++runs->size;
    return {};
}

void ClusterChain::cut(u32 size) {
    auto const runs = runs_.lock();
    if (size >= runs->size) return;
    runs->size = size;
    while (runs->used != 0 && runs->room[runs->used - 1].index >= size)
        --runs->used;
    if (runs->used == 0) return;
    Run& last = runs->room[runs->used - 1];
    last.count = size - last.index;
}

/// Has room for one run more.
Outcome<void> ClusterChain::make_room() {
    u32 used = 0;
    usize room = 0;
    {
        auto const runs = runs_.lock();
        used = runs->used;
        room = runs->room.size();
    }
    if (used < room) return {};
    usize const count = room == 0 ? 4 : 2 * room;
    auto const place = objects_.allocate(count * sizeof(Run));
    if (place.is_error()) return FsError{FsError::out_of_memory};
    set_room(Span<Run>(pointer_to<Run>(place.value()), count));
    return {};
}

/// Moves what is there to another place.
void ClusterChain::set_room(Span<Run> room) {
    Span<Run> before;
    {
        auto const runs = runs_.lock();
        for (u32 i = 0; i < runs->used && i < room.size(); ++i)
            room[i] = runs->room[i];
        before = exchange(runs->room, room);
    }
    if (!before.is_empty()) objects_.free(address_of(before.data()), before.size_bytes());
}

} // namespace flat::fs::fat
