// SPDX-License-Identifier: BSD-2-Clause
// 64 pages from which the general allocator serves requests.
#include <memory/chunk.hpp>

#include <core/assert.hpp>

#include <new>

namespace flat::memory {

Maybe<Chunk::Page*> Chunk::take(usize count, usize alignment) {
    u64 starts = free_; // pages at which a run of the length found so far begins
    for (usize length = 1; length < count && starts; ++length)
        starts &= free_ >> length;
    for (; starts; starts &= starts - 1) {
        u32 const first = lowest_bit(starts);
        if (!is_aligned<vaddr>(address_of_page(pages_[first]), alignment)) continue;
        free_ &= ~(low_bits(static_cast<u32>(count)) << first);
        return new (&pages_[first]) Page;
    }
    return nothing;
}

void Chunk::give(Page& page, usize count) {
    auto const first = static_cast<u32>(&page - pages_);
    u64 const run = low_bits(static_cast<u32>(count)) << first;
    assert((free_ & run) == 0);
    free_ |= run;
}

} // namespace flat::memory
