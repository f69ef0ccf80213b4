// SPDX-License-Identifier: BSD-2-Clause
// Names as FAT has them, in UTF-16, and as everybody else has them, in UTF-8.
#include <fs/fat/utf16.hpp>

namespace flat::fs::fat {

namespace {

constexpr u32 first_beyond_16 = 0x1'0000;
constexpr u32 last_character = 0x10'ffff;
constexpr u32 first_high = 0xd800;
constexpr u32 first_low = 0xdc00;
constexpr u32 after_low = 0xe000;

bool is_surrogate(u32 character) {
    return character >= first_high && character < after_low;
}

/// How many bytes a character has, as its first one says (RFC 3629); 0 if none begins so.
u32 length_of(u8 first) {
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first < 0xe0) return 2;
    if (first >= 0xe0 && first < 0xf0) return 3;
    return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/// The character that a text begins with.
Outcome<u32> character_at(Text text, u32 length) {
    constexpr u32 least[] = {0, 0x80, 0x800, first_beyond_16};
    if (length == 0 || length > text.size()) return FsError{FsError::invalid};
    u32 character = static_cast<u8>(text[0]) & (length == 1 ? 0x7f : 0x7f >> length);
    for (u32 i = 1; i < length; ++i) {
        u8 const byte = static_cast<u8>(text[i]);
        if ((byte & 0xc0) != 0x80) return FsError{FsError::invalid};
        character = character << 6 | (byte & 0x3f);
    }
    if (character < least[length - 1] || character > last_character || is_surrogate(character))
        return FsError{FsError::invalid};
    return character;
}

/// Writes a character's bytes, the last one first.
u32 put_utf8(u32 character, u8 (&bytes)[4]) {
    if (character < 0x80) {
        bytes[0] = static_cast<u8>(character);
        return 1;
    }
    u32 const length = character < 0x800 ? 2 : character < first_beyond_16 ? 3 : 4;
    for (u32 i = length; i-- > 1; character >>= 6)
        bytes[i] = static_cast<u8>(0x80 | (character & 0x3f));
    bytes[0] = static_cast<u8>(0xf00 >> length | character);
    return length;
}

} // namespace

Outcome<void> to_utf16(Text text, Units& units) {
    units.size = 0;
    while (!text.is_empty()) {
        u32 const length = length_of(static_cast<u8>(text[0]));
        u32 const character = TRY(character_at(text, length));
        u32 const needed = character < first_beyond_16 ? 1 : 2;
        if (units.size + needed > units_max) return FsError{FsError::name_too_long};
        if (needed == 2)
            units.put(static_cast<u16>(first_high + ((character - first_beyond_16) >> 10)));
        units.put(static_cast<u16>(needed == 1 ? character : first_low + (character & 0x3ff)));
        text = text.after(length);
    }
    return {};
}

u32 to_utf8(Span<u16 const> units, Span<u8> text) {
    u32 size = 0;
    for (usize i = 0; i < units.size(); ++i) {
        u32 character = units[i];
        if (is_surrogate(character)) {
            bool const is_pair = character < first_low && i + 1 < units.size() &&
                                 units[i + 1] >= first_low && units[i + 1] < after_low;
            if (!is_pair) return 0;
            character = first_beyond_16 + ((character & 0x3ff) << 10) + (units[++i] & 0x3ff);
        }
        u8 bytes[4];
        u32 const length = put_utf8(character, bytes);
        if (size + length > text.size()) return 0;
        for (u32 each = 0; each < length; ++each)
            text[size++] = bytes[each];
    }
    return size;
}

bool is_same_name(Span<u16 const> a, Span<u16 const> b) {
    if (a.size() != b.size()) return false;
    for (usize i = 0; i < a.size(); ++i)
        if (capital_of(a[i]) != capital_of(b[i])) return false;
    return true;
}

u16 capital_of(u16 unit) {
    auto const is_in = [unit](u16 first, u16 last) { return unit >= first && unit <= last; };
    auto const before = [unit](u32 distance) { return static_cast<u16>(unit - distance); };
    if (is_in('a', 'z')) return before(0x20);
    if (unit < 0x80) return unit;
    if (is_in(0xe0, 0xfe) && unit != 0xf7) return before(0x20);
    if (unit == 0xff) return 0x178;
    // Latin Extended-A: capitals and small letters in turn, capitals first even or first odd.
    if (is_in(0x100, 0x137) || is_in(0x14a, 0x177))
        return unit == 0x131 ? u16{'I'} : before(unit & 1);
    if (is_in(0x139, 0x148) || is_in(0x179, 0x17e)) return before(unit & 1 ? 0 : 1);
    if (is_in(0x3b1, 0x3c9) && unit != 0x3c2) return before(0x20);
    if (is_in(0x430, 0x44f)) return before(0x20);
    if (is_in(0x450, 0x45f)) return before(0x50);
    return unit;
}

} // namespace flat::fs::fat
