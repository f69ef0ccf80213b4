// SPDX-License-Identifier: BSD-2-Clause
// An archive of files in the format newc of cpio.
#include <core/image/archive.hpp>

#include <core/bits.hpp>
#include <core/bytes/hex_digit.hpp>
#include <core/utility.hpp>

namespace flat {

namespace {

enum Field : u32 { mode = 1, size = 6, major = 9, minor = 10, name_size = 11 };

} // namespace

/// So many bytes from here on, after which what follows begins at a multiple of 4.
Maybe<Span<u8 const>> Archive::take(u64 bytes) {
    if (bytes > bytes_.size() - position_) return nothing;
    Span<u8 const> const taken = bytes_.part(position_, bytes);
    position_ = min<u64>(align_up<u64>(position_ + bytes, 4), bytes_.size());
    return taken;
}

Maybe<Archive::Entry> Archive::next() {
    constexpr Text magic = "070701";
    if (header_bytes > bytes_.size() - position_) return nothing;
    Text const header = Text::from_bytes(bytes_.part(position_, header_bytes));
    if (!header.starts_with(magic)) return nothing;
    u32 values[fields] = {};
    for (u32 i = 0; i < fields * 8; ++i) {
        u32 const digit = hex_digit_value(header[magic.size() + i]);
        if (digit > 15) return nothing;
        values[i / 8] = values[i / 8] << 4 | digit;
    }
    // Header and name are aligned together.
    auto const named = take(header_bytes + u64{values[name_size]});
    if (!named || values[name_size] == 0) return nothing;
    auto const contents = take(values[size]);
    if (!contents) return nothing;
    Text const name = Text::from_bytes(named->after(header_bytes)).first(values[name_size] - 1);
    if (name == Text("TRAILER!!!")) return nothing;
    return Entry{name, values[mode], u64{values[major]} << 8 | values[minor], *contents};
}

} // namespace flat
