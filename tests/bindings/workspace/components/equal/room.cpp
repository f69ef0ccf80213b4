// SPDX-License-Identifier: BSD-2-Clause
// A buffer of random size with bytes on both sides that nobody may write.
#include <equal/room.hpp>

#include <core/utility.hpp>

namespace flat::equal {

namespace {

usize random_size(usize most, Mix& values) {
    usize const limit = most == 0 ? Room::bytes_max : most;
    usize const sizes[] = {0, 1, 7, 8, 255, 256, 257, 4095, 4096, 4097};
    u64 const place = values.below(12);
    if (place == 10) return most == 0 ? 1000 : limit;
    if (place == 11) return most == 0 ? 3 : limit - 1;
    return min(sizes[place], limit);
}

} // namespace

Room::Room(Span<u8> all, usize part, usize most, Mix& values) {
    usize const size = random_size(most, values);
    usize const before = 1 + values.below(16);
    whole_ = all.part(part * (all.size() / parts), before + size + 8);
    span_ = whole_.part(before, size);
    u64 byte = values.next();
    for (u8& each : whole_) {
        each = static_cast<u8>(byte >> 56);
        byte = byte * 0x5851f42d4c957f2d + 0x14057b7ef767814f;
    }
}

} // namespace flat::equal
