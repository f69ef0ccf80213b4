// SPDX-License-Identifier: BSD-2-Clause
// In which order changed blocks of metadata reach the disk.
#include <fs/ext2/write_order.hpp>

namespace flat::fs::ext2 {

Outcome<void> WriteOrder::start() {
    TRY(low_.start(blocks_.blocks()));
    return high_.start(blocks_.blocks());
}

void WriteOrder::end() {
    low_.end();
    high_.end();
}

void WriteOrder::set(u64 block, Stage stage) {
    if (stage_of(block) != Stage::fresh) put(block, stage);
}

bool WriteOrder::move(u64 from, u64 to) {
    bool const is_old = stage_of(from) != Stage::fresh;
    bool const is_entered = stage_of(to) != Stage::fresh;
    if (from == to) return true;
    if (is_old && entered_.has(from)) return false;
    if (is_entered && left_.has(to)) return false;
    return (!is_old || left_.add(from)) && (!is_entered || entered_.add(to));
}

Outcome<void> WriteOrder::write() {
    TRY(write_if([&](u64 block) { return stage_of(block) == Stage::fresh; }));
    TRY(write_if([&](u64 block) { return stage_of(block) == Stage::nodes; }));
    TRY(write_if([&](u64 block) { return stage_of(block) == Stage::names && !left_.has(block); }));
    TRY(write_if([&](u64 block) { return stage_of(block) == Stage::names; }));
    left_ = {};
    entered_ = {};
    return {};
}

Outcome<void> WriteOrder::write_rest() {
    return write_if([](u64) { return true; });
}

WriteOrder::Stage WriteOrder::stage_of(u64 block) const {
    return static_cast<Stage>(u32{high_.at(block)} << 1 | u32{low_.at(block)});
}

void WriteOrder::put(u64 block, Stage stage) {
    low_.set(block, static_cast<u32>(stage) & 1);
    high_.set(block, static_cast<u32>(stage) >> 1);
}

template<class Wanted>
Outcome<void> WriteOrder::write_if(Wanted const& wanted) {
    bool has_written = false;
    for (u64 block = blocks_.next_changed(0); block < blocks_.blocks();
         block = blocks_.next_changed(block + 1)) {
        if (!wanted(block)) continue;
        TRY(blocks_.write(block));
        put(block, Stage::rest);
        has_written = true;
    }
    return has_written ? blocks_.flush() : Outcome<void>();
}

bool WriteOrder::Blocks::has(u64 block) const {
    for (u32 i = 0; i < count; ++i)
        if (numbers[i] == block) return true;
    return false;
}

bool WriteOrder::Blocks::add(u64 block) {
    if (has(block)) return true;
    if (count == max) return false;
    numbers[count++] = block;
    return true;
}

} // namespace flat::fs::ext2
