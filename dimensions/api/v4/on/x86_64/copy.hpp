// SPDX-License-Identifier: BSD-2-Clause
// Copies of message strings.
#pragma once

#include <core/types.hpp>

namespace flat::abi {

/// Copies `bytes` upwards, wherever both lie; they may overlap if that does no harm to users.
inline void copy_string(void* to, void const* from, u64 bytes) {
    u64 words = bytes / sizeof(u64);
    u64 rest = bytes % sizeof(u64);
    asm volatile("rep movsq\n\t"
                 "movq %[rest], %%rcx\n\t"
                 "rep movsb"
                 : "+D"(to), "+S"(from), "+c"(words)
                 : [rest] "r"(rest)
                 : "memory");
}

} // namespace flat::abi
