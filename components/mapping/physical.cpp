// SPDX-License-Identifier: BSD-2-Clause
// All that has a physical address, as one memory object: page n is at n times the page size.
#include <mapping/physical.hpp>

#include <domain/page.hpp>

namespace flat::mapping {

namespace {

constexpr u32 physical_bits = 52; // the most that processors and their page tables have

} // namespace

u64 Physical::pages() {
    return u64{1} << (physical_bits - domain::page_size_log2);
}

paddr Physical::frame(u64 page) {
    return page * domain::page_size;
}

} // namespace flat::mapping
