// SPDX-License-Identifier: BSD-2-Clause
// Which fragments of the disk a node of FFS consists of.
#include <fs/ufs/block_map.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <fs/ufs/ufs_volume.hpp>

namespace flat::fs::ufs {

BlockMap::BlockMap(UfsVolume& volume, Storage const& storage)
    : BlockTree(volume, {Storage::direct_max, volume.layout().pointer_bytes(),
                         volume.layout().block_bytes, volume.layout().order}),
      volume_(volume), storage_(storage) {
    u64 const size = storage.size_bytes;
    u64 const last = size == 0 ? Storage::direct_max : (size - 1) / shape().table_bytes;
    if (last >= Storage::direct_max || pointer(static_cast<u32>(last)) == 0) return;
    u32 const fragments = needed(size, last);
    if (fragments == per_block()) return;
    tail_block_ = static_cast<u32>(last);
    tail_fragments_ = fragments;
}

Outcome<u64> BlockMap::find_unit(u64 index, Patience patience) {
    u64 const block = index / per_block();
    u32 const in_block = static_cast<u32>(index % per_block());
    u64 const first = TRY(find(block, patience));
    if (first == 0 || (is_tail(block) && in_block >= tail_fragments_)) return u64(0);
    u32 const fragments = is_tail(block) ? tail_fragments_ : per_block();
    if (first % per_block() + fragments > per_block() || !volume_.layout().is_data(first))
        return FsError{FsError::corrupt};
    return first + in_block;
}

Outcome<u64> BlockMap::take_unit(u64 index, u64 near) {
    u64 const block = index / per_block();
    u32 const in_block = static_cast<u32>(index % per_block());
    if (is_tail(block) && in_block >= tail_fragments_) return FsError{FsError::no_space};
    return TRY(take(block, near)) + in_block;
}

Outcome<bool> BlockMap::trim(u64 size_bytes) {
    u64 const last = size_bytes == 0 ? Storage::direct_max : (size_bytes - 1) / shape().table_bytes;
    if (last >= Storage::direct_max) return false;
    u64 const first = pointer(static_cast<u32>(last));
    u32 const present = is_tail(last) ? tail_fragments_ : per_block();
    u32 const kept = needed(size_bytes, last);
    if (first == 0 || kept >= present) return false;
    TRY(volume_.groups().give(first + kept, present - kept));
    count(i64{kept} - present);
    tail_block_ = static_cast<u32>(last);
    tail_fragments_ = kept;
    return true;
}

Outcome<void> BlockMap::clear_after(u64 size_bytes) {
    u64 const index = divide_up<u64>(size_bytes, volume_.layout().fragment_bytes);
    u32 const in_block = static_cast<u32>(index % per_block());
    u64 const first = in_block == 0 ? 0 : TRY(find_unit(index, Patience::waits));
    if (first == 0) return {};
    u32 const end = is_tail(index / per_block()) ? tail_fragments_ : per_block();
    return volume_.blocks().clear(first, end - in_block);
}

u64 BlockMap::first_near(u64 number) const {
    Layout const& layout = volume_.layout();
    u32 const group = static_cast<u32>(number / layout.nodes_per_group);
    return layout.group_start(group) + layout.data_offset;
}

bool BlockMap::is_tail_short(u64 size_bytes) const {
    return tail_fragments_ != 0 &&
           size_bytes > tail_begin() + u64{tail_fragments_} * volume_.layout().fragment_bytes;
}

Outcome<bool> BlockMap::complete_in_place() {
    u64 const end = pointer(tail_block_) + tail_fragments_;
    u32 const missing = per_block() - tail_fragments_;
    bool const fits = end % per_block() == tail_fragments_;
    if (!fits || !TRY(volume_.groups().take_if_free(end, missing))) return false;
    TRY(volume_.blocks().clear(end, missing));
    count(missing);
    tail_fragments_ = 0;
    return true;
}

Outcome<BlockMap::OldTail> BlockMap::move_tail() {
    OldTail const old{pointer(tail_block_), tail_fragments_};
    u64 const fresh = TRY(take_block(old.first));
    // What lies around may have been given back meanwhile, but the tail is there.
    set_pointer(tail_block_, fresh);
    count(i64{per_block()} - tail_fragments_);
    tail_fragments_ = 0;
    return old;
}

Outcome<void> BlockMap::give(OldTail const& tail) {
    return volume_.groups().give(tail.first, tail.fragments);
}

Outcome<void> BlockMap::complete_by_copy() {
    if (TRY(complete_in_place())) return {};
    u64 const block = tail_block_;
    OldTail const old = TRY(move_tail());
    BlockHold from(volume_, volume_.blocks());
    BlockHold to(volume_, volume_.blocks());
    for (u32 i = 0; i < old.fragments; ++i) {
        TRY(from.open(old.first + i));
        TRY(to.open_to_write(pointer(static_cast<u32>(block)) + i));
        memcpy(to.bytes().data(), from.bytes().data(), to.bytes().size());
    }
    from.close();
    volume_.groups().leave(old.first, old.fragments);
    return {};
}

Span<u8> BlockMap::path_room() {
    return Span<u8>(storage_.pointers, volume_.layout().path_bytes);
}

u64 BlockMap::pointer(u32 index) const {
    Layout const& layout = volume_.layout();
    u8 const* const place = &storage_.pointers[usize{index} * layout.pointer_bytes()];
    return layout.is_second ? layout.order.load<u64>(place) : layout.order.load<u32>(place);
}

void BlockMap::set_pointer(u32 index, u64 block) {
    Layout const& layout = volume_.layout();
    u8* const place = &storage_.pointers[usize{index} * layout.pointer_bytes()];
    if (layout.is_second)
        layout.order.store(place, block);
    else
        layout.order.store(place, static_cast<u32>(block));
}

bool BlockMap::is_block(u64 block) const {
    return volume_.layout().is_data(block);
}

/// The disk has zeros there: pages of which only one is written lie in the same block.
Outcome<u64> BlockMap::take_one(u64 near, bool is_table) {
    u64 const block = TRY(take_block(near));
    count(per_block());
    if (!is_table) return block;
    BlockHold hold(volume_, volume_.blocks());
    for (u32 i = 0; i < per_block(); ++i) {
        TRY(hold.open_to_write(block + i));
        memset(hold.bytes().data(), 0, hold.bytes().size());
    }
    return block;
}

Outcome<u64> BlockMap::take_block(u64 near) {
    u64 const block = TRY(volume_.take_block(near));
    TRY(volume_.blocks().clear(block, per_block()));
    return block;
}

Outcome<void> BlockMap::give_one(u64 block, u64 index) {
    u32 const fragments = is_tail(index) ? tail_fragments_ : per_block();
    if (is_tail(index)) tail_fragments_ = 0;
    count(-i64{fragments});
    return volume_.groups().give(block, fragments);
}

u32 BlockMap::per_block() const {
    return volume_.layout().fragments_per_block;
}

/// So many fragments more; what the disk has counted may be anything.
void BlockMap::count(i64 fragments) {
    i64 const sectors = fragments * (volume_.layout().fragment_bytes / 512);
    bool const is_too_few = sectors < 0 && storage_.sectors < static_cast<u64>(-sectors);
    storage_.sectors = is_too_few ? 0 : storage_.sectors + static_cast<u64>(sectors);
}

/// How many fragments of a block, which is the last one, a node of this size needs.
u32 BlockMap::needed(u64 size_bytes, u64 block) const {
    return static_cast<u32>(
        divide_up<u64>(size_bytes - block * shape().table_bytes, volume_.layout().fragment_bytes));
}

} // namespace flat::fs::ufs
