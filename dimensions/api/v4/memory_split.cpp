// SPDX-License-Identifier: BSD-2-Clause
// Parts physical memory between the kernel and user programs.
#include <api/memory_split.hpp>

#include <core/utility.hpp>

namespace flat::api {

MemorySplit::MemorySplit(Ports const& ports, Attributes const& attributes)
    : MemorySplitComponent(ports, attributes), kernel_(*whole, 0, user_memory_base),
      users_(*whole, user_memory_base, ~paddr{0}) {}

hal::PhysicalMemory::Region MemorySplit::Part::region(u32 index) {
    Region const region = whole_.region(index);
    paddr const begin = min(max(region.base, begin_), end_);
    paddr const end = max(begin, min(region.base + region.size_bytes, end_));
    return {begin, end - begin, region.kind};
}

} // namespace flat::api
