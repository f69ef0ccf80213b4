// SPDX-License-Identifier: BSD-2-Clause
// A hash that is a generator, too: what servers answer and what clients ask.
#include <equal/mix.hpp>

namespace flat::equal {

void Mix::add_bytes(Span<u8 const> bytes) {
    add(bytes.size());
    for (u8 const byte : bytes)
        state_ = (state_ ^ byte) * 0x100000001b3;
    add(0);
}

u64 Mix::number() {
    u64 const any = next();
    u64 const ends[] = {0, ~u64{0}, 1, u64{1} << 63, (u64{1} << 63) - 1};
    u64 const place = any % 10;
    if (place < 5) return ends[place];
    u64 const width = u64{8} << (next() % 4);
    u64 const top = u64{1} << (width - 1);
    if (place < 7) return place == 5 ? top : top - 1;
    return any;
}

void Mix::fill_part(Span<u8> bytes) {
    u64 const count = below(2) == 0 ? bytes.size() : below(bytes.size() + 1);
    u64 byte = next();
    for (usize i = 0; i < count; ++i) {
        bytes[i] = static_cast<u8>(byte >> 56);
        byte = byte * 0x5851f42d4c957f2d + 0x14057b7ef767814f;
    }
}

} // namespace flat::equal
