// SPDX-License-Identifier: BSD-2-Clause
// Which ports user mode may use (Intel SDM volume 1, 18.5.2): a bit for each, set where it may not.
#pragma once

#include <core/memory.hpp>
#include <core/types.hpp>

namespace flat::arch {

/// The permission bitmap of a task state segment, which begins with no port permitted. Callers
/// name ports from `first` to `last`, in this order, below `ports`.
class PortBitmap {
public:
    static constexpr u32 ports = 0x10000;

    PortBitmap() { forbid_all(); }

    void forbid_all() { memset(forbidden_, 0xff, sizeof forbidden_); }

    void permit(u32 first, u32 last) {
        u32 const first_byte = first / 8;
        u32 const last_byte = last / 8;
        u8 const from_first = static_cast<u8>(0xff << first % 8);
        u8 const to_last = static_cast<u8>(0xff >> (7 - last % 8));
        if (first_byte == last_byte) {
            forbidden_[first_byte] &= static_cast<u8>(~(from_first & to_last));
            return;
        }
        forbidden_[first_byte] &= static_cast<u8>(~from_first);
        memset(forbidden_ + first_byte + 1, 0, last_byte - first_byte - 1);
        forbidden_[last_byte] &= static_cast<u8>(~to_last);
    }

    bool permits(u32 first, u32 last) const {
        for (u32 port = first; port <= last; ++port)
            if (forbidden_[port / 8] & 1 << port % 8) return false;
        return true;
    }

private:
    u8 forbidden_[ports / 8];
    [[maybe_unused]] u8 end_ = 0xff; // the processor reads two bytes at a time
};

} // namespace flat::arch
