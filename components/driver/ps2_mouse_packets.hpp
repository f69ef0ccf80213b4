// SPDX-License-Identifier: BSD-2-Clause
// What the bytes of a mouse at a PC's controller mean.
#pragma once

#include <core/types.hpp>

namespace flat::driver {

/// Puts a mouse's bytes together, three for each movement (IBM PS/2 Hardware Interface Technical
/// Reference, Mouse, Data Report). One bit of the first is always set: where it is not, bytes got
/// lost, and those that come are dropped until one has it. So lost bytes can make wrong movements
/// only as long as others look like first ones.
class Ps2MousePackets {
public:
    /// Whether this byte completes a movement, which can be read until the next one.
    bool next(u8 byte);

    i32 right() const { return right_; }
    i32 down() const { return down_; }

    /// Those of flat.input.Mouse that are pressed.
    u32 buttons() const { return buttons_; }

    /// Bytes that were dropped, or whose movement the mouse itself could not count.
    u64 unknown_bytes() const { return unknown_bytes_; }

private:
    u8 bytes_[3] = {};
    u32 size_ = 0;
    i32 right_ = 0;
    i32 down_ = 0;
    u32 buttons_ = 0;
    u64 unknown_bytes_ = 0;
};

} // namespace flat::driver
