// SPDX-License-Identifier: BSD-2-Clause
// The two names that an entry of FAT may have.
#include <fs/fat/names.hpp>

#include <core/bytes/little_endian.hpp>
#include <core/utility.hpp>

namespace flat::fs::fat {

namespace {

constexpr u8 number_mask = 0x1f;
constexpr u8 stands_for_removed_mark = 5;

/// Characters of code page 437 from 128 on.
constexpr u16 code_page[] = {
    0x00c7, 0x00fc, 0x00e9, 0x00e2, 0x00e4, 0x00e0, 0x00e5, 0x00e7, 0x00ea, 0x00eb, 0x00e8, 0x00ef,
    0x00ee, 0x00ec, 0x00c4, 0x00c5, 0x00c9, 0x00e6, 0x00c6, 0x00f4, 0x00f6, 0x00f2, 0x00fb, 0x00f9,
    0x00ff, 0x00d6, 0x00dc, 0x00a2, 0x00a3, 0x00a5, 0x20a7, 0x0192, 0x00e1, 0x00ed, 0x00f3, 0x00fa,
    0x00f1, 0x00d1, 0x00aa, 0x00ba, 0x00bf, 0x2310, 0x00ac, 0x00bd, 0x00bc, 0x00a1, 0x00ab, 0x00bb,
    0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551, 0x2557,
    0x255d, 0x255c, 0x255b, 0x2510, 0x2514, 0x2534, 0x252c, 0x251c, 0x2500, 0x253c, 0x255e, 0x255f,
    0x255a, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256c, 0x2567, 0x2568, 0x2564, 0x2565, 0x2559,
    0x2558, 0x2552, 0x2553, 0x256b, 0x256a, 0x2518, 0x250c, 0x2588, 0x2584, 0x258c, 0x2590, 0x2580,
    0x03b1, 0x00df, 0x0393, 0x03c0, 0x03a3, 0x03c3, 0x00b5, 0x03c4, 0x03a6, 0x0398, 0x03a9, 0x03b4,
    0x221e, 0x03c6, 0x03b5, 0x2229, 0x2261, 0x00b1, 0x2265, 0x2264, 0x2320, 0x2321, 0x00f7, 0x2248,
    0x00b0, 0x2219, 0x00b7, 0x221a, 0x207f, 0x00b2, 0x25a0, 0x00a0,
};

u16 unit_of(u8 character) {
    return character < 0x80 ? character : code_page[character - 0x80];
}

void show_part(Span<u8 const> part, bool is_lower, Units& units) {
    usize size = part.size();
    while (size != 0 && part[size - 1] == ' ')
        --size;
    for (u8 const each : part.first(size)) {
        bool const is_letter = each >= 'A' && each <= 'Z';
        units.put(unit_of(is_lower && is_letter ? static_cast<u8>(each + 0x20) : each));
    }
}

} // namespace

void show(ShortEntry const& entry, Units& units) {
    ShortName name = entry.name;
    if (name.text[0] == stands_for_removed_mark) name.text[0] = ShortEntry::removed_mark;
    units.size = 0;
    Span<u8 const> const text(name.text);
    show_part(text.first(ShortName::base_bytes), entry.lower_case & 8, units);
    if (text[ShortName::base_bytes] == ' ') return;
    units.put('.');
    show_part(text.after(ShortName::base_bytes), entry.lower_case & 16, units);
}

void LongName::add(Span<u8 const> slot) {
    u32 const number = slot[0] & number_mask;
    if (slot[0] & last_flag) {
        if (number > slots_max) return forget();
        slots_ = next_ = number;
        size_ = number * units_per_slot;
        checksum_ = slot[checksum_offset];
    }
    if (number == 0 || number != next_ || slot[checksum_offset] != checksum_) return forget();
    --next_;
    u16* const part = units_ + usize{next_} * units_per_slot;
    for (u32 i = 0; i < units_per_slot; ++i) {
        part[i] = load_little_endian_u16(&slot[unit_offsets[i]]);
        if (part[i] == 0) size_ = min(size_, next_ * units_per_slot + i);
    }
}

u32 LongName::slots_of(ShortName const& name) const {
    bool const is_name = next_ == 0 && size_ != 0 && size_ <= units_max;
    return is_name && name.checksum() == checksum_ ? slots_ : 0;
}

} // namespace flat::fs::fat
