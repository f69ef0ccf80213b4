// SPDX-License-Identifier: BSD-2-Clause
// How many objects share each frame.
#pragma once

#include <core/memory.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <flat/hal/physical_memory.hpp>
#include <flat/memory/frames.hpp>
#include <machine/physical.hpp>

namespace flat::mapping {

/// Counts the users of frames that several may have: each user counts itself in and out. The count
/// of a frame that is nobody's means nothing. Callers disable interrupts.
class FrameCounts : NonCopyable {
public:
    using MemoryError = memory::MemoryError;

    explicit FrameCounts(memory::Frames& frames) : frames_(frames) {}

    /// Has a count for each frame of the map, which takes memory; false if there is none.
    bool prepare(hal::PhysicalMemory& map) {
        paddr end = 0;
        for (u32 i = 0; i < map.region_count(); ++i) {
            auto const region = map.region(i);
            bool const is_free = region.kind == hal::PhysicalMemory::Kind::free;
            if (is_free) end = max(end, region.base + region.size_bytes);
        }
        u64 const bytes = end / domain::page_size * sizeof(u32);
        u32 order = 0;
        while ((domain::page_size << order) < bytes)
            ++order;
        auto const block = frames_.allocate(order);
        if (block.is_error()) return false;
        counts_ = static_cast<u32*>(machine::physical_to_virtual(block.value()));
        return true;
    }

    /// A frame that one object has.
    Result<paddr, MemoryError> allocate() {
        paddr const frame = TRY(frames_.allocate(0));
        count(frame) = 1;
        return frame;
    }

    bool is_shared(paddr frame) { return count(frame) > 1; }
    void share(paddr frame) { ++count(frame); }

    /// One object has it no more; the last one gives it back.
    void give_back(paddr frame) {
        if (--count(frame) == 0) frames_.free(frame, 0);
    }

private:
    u32& count(paddr frame) { return counts_[frame / domain::page_size]; }

    memory::Frames& frames_;
    u32* counts_ = nullptr;
};

} // namespace flat::mapping
