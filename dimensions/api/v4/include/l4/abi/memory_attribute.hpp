// SPDX-License-Identifier: BSD-2-Clause
// Attributes of MemoryControl (reference manual, section 6.4, and the appendix on AMD64).
#pragma once

#include <l4/abi/types.hpp>

namespace l4 {

/// How memory is cached. 0 means as usual; the others are the types of the page attribute table,
/// and one.
struct MemoryAttribute {
    static constexpr Word usual = 0;
    static constexpr Word uncacheable = 1;
    static constexpr Word write_combining = 2;
    static constexpr Word write_through = 5;
    static constexpr Word write_protected = 6;
    static constexpr Word write_back = 7;
};

} // namespace l4
