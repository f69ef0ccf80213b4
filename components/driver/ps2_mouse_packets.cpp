// SPDX-License-Identifier: BSD-2-Clause
// What the bytes of a mouse at a PC's controller mean.
#include <driver/ps2_mouse_packets.hpp>

namespace flat::driver {

namespace {

/// Of the first byte. The buttons' bits are those of flat.input.Mouse.
constexpr u8 button_bits = 0x07;
constexpr u8 always_set = 0x08;
constexpr u8 x_sign = 0x10;
constexpr u8 y_sign = 0x20;
constexpr u8 overflows = 0xc0; // of either movement

constexpr u32 bytes_of_packet = 3;

} // namespace

bool Ps2MousePackets::next(u8 byte) {
    if (size_ == 0 && !(byte & always_set)) {
        ++unknown_bytes_;
        return false;
    }
    bytes_[size_++] = byte;
    if (size_ < bytes_of_packet) return false;
    size_ = 0;
    u8 const first = bytes_[0];
    bool const is_lost = first & overflows;
    if (is_lost) unknown_bytes_ += 2;
    buttons_ = first & button_bits;
    right_ = is_lost ? 0 : i32(bytes_[1]) - (first & x_sign ? 256 : 0);
    down_ = is_lost ? 0 : (first & y_sign ? 256 : 0) - i32(bytes_[2]); // a mouse counts upwards
    return true;
}

} // namespace flat::driver
