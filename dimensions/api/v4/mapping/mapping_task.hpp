// SPDX-License-Identifier: BSD-2-Clause
// What a thread waits for that the kernel does to mappings for it, in steps.
#pragma once

#include <core/types.hpp>

namespace flat::api {

/// The control word of Unmap (L4 X.2, section 4.4).
struct UnmapControl {
    static constexpr u64 last_register = 0x3f; ///< of those with a flexpage
    static constexpr u64 flushes_own = 1 << 6; ///< takes from the caller's space, too
};

/// Means something while the thread has `hazard_mapping` and `hazard_working`.
struct MappingTask {
    enum class Kind : u8 {
        unmap,      ///< Unmap takes pages back, of one flexpage after the other
        attributes, ///< MemoryControl sets memory types, of one flexpage after the other
        burial,     ///< ThreadControl has ended an address space, whose memory comes back
    };

    Kind kind;
    u8 index;    ///< of the flexpage
    u8 control;  ///< as Unmap got it; for MemoryControl the last register with a flexpage
    u8 accesses; ///< what the revocation of this flexpage has found
    u32 number;  ///< of that revocation; 0: it has not begun
    u64 types;   ///< 16 bits for each attribute: what it is for the memory management unit
};

} // namespace flat::api
