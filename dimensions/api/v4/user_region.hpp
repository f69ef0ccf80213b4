// SPDX-License-Identifier: BSD-2-Clause
// Which of the regions that a user names the kernel maps at all.
#pragma once

#include <api/encodings.hpp>

namespace flat::api {

/// At least a page, no more than an address has bits, and within the lower half; or everything.
/// To be asked of each fpage that comes from user mode before its address or size is used: an
/// fpage is any word.
constexpr bool is_user_region(Fpage region) {
    constexpr u32 smallest_log2 = 12;
    constexpr u32 user_log2 = 47;
    if (region.is_complete()) return true;
    u32 const log2 = region.size_log2();
    return log2 >= smallest_log2 && log2 <= user_log2 && (region.address() >> user_log2) == 0;
}

} // namespace flat::api
