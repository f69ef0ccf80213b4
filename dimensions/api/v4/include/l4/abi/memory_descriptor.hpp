// SPDX-License-Identifier: BSD-2-Clause
// Memory descriptors of the kernel interface page (reference manual, section 1.2).
#pragma once

#include <l4/abi/types.hpp>

namespace l4 {

/// What a stretch of memory is for.
enum class MemoryType : u8 {
    undefined = 0x0,
    conventional = 0x1,
    reserved = 0x2,
    dedicated = 0x3,
    shared = 0x4,
    boot_loader = 0xe,
    architecture = 0xf,
};

/// One stretch of physical or virtual memory. Later descriptors override earlier ones.
class MemoryDescriptor {
public:
    constexpr MemoryDescriptor() = default;

    /// The memory from `first` to `last`, both included; `first` and `last + 1` in whole KiB.
    constexpr MemoryDescriptor(MemoryType type, Word first, Word last, bool is_virtual = false)
        : low_((first & ~attributes) | Word{is_virtual} << virtual_shift | static_cast<Word>(type)),
          high_(last & ~attributes) {}

    constexpr MemoryType type() const { return static_cast<MemoryType>(low_ & 0xf); }
    constexpr bool is_virtual() const { return (low_ >> virtual_shift & 1) != 0; }
    constexpr Word first() const { return low_ & ~attributes; }
    constexpr Word last() const { return high_ | attributes; }

private:
    static constexpr int virtual_shift = 9;
    static constexpr Word attributes = 0x3ff;

    Word low_ = 0;
    Word high_ = 0;
};

static_assert(sizeof(MemoryDescriptor) == 16);

} // namespace l4
