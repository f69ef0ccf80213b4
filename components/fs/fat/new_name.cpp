// SPDX-License-Identifier: BSD-2-Clause
// Names that are given to entries of FAT.
#include <fs/fat/new_name.hpp>

#include <core/bytes/little_endian.hpp>
#include <core/memory.hpp>
#include <core/utility.hpp>

namespace flat::fs::fat {

namespace {

constexpr u32 suffix_bytes = ShortName::bytes - ShortName::base_bytes;
constexpr u32 tails = 9;
constexpr u32 letters_before_number = 2;

bool is_one_of(u16 unit, Text characters) {
    for (char const each : characters)
        if (unit == static_cast<u8>(each)) return true;
    return false;
}

bool is_short(u16 unit) {
    bool const is_letter = unit >= 'A' && unit <= 'Z';
    bool const is_digit = unit >= '0' && unit <= '9';
    return is_letter || is_digit || is_one_of(unit, "!#$%&'()-@^_`{}~");
}

/// Where the suffix begins, after the last dot that is not one of the first; or the end.
u32 suffix_of(Units const& name) {
    u32 first = 0;
    while (first < name.size && name.units[first] == '.')
        ++first;
    for (u32 i = name.size; i-- > first;)
        if (name.units[i] == '.') return i + 1;
    return name.size;
}

/// Letters of a part of a name, as far as short names have them. How many there are.
u32 put_part(Span<u16 const> part, Span<u8> letters) {
    u32 count = 0;
    for (u16 const each : part) {
        if (each == ' ' || each == '.') continue;
        if (count == letters.size()) break;
        u16 const capital = capital_of(each);
        letters[count++] = is_short(capital) ? static_cast<u8>(capital) : u8{'_'};
    }
    return count;
}

u16 number_of(Units const& name) {
    u32 sum = 0;
    for (u16 const each : name.span())
        sum = sum * 31 + each;
    return static_cast<u16>(sum ^ sum >> 16);
}

} // namespace

Outcome<void> check_name(Units const& name) {
    for (u16 const each : name.span())
        if (each < ' ' || each == 0x7f || is_one_of(each, "\"*/:<>?\\|"))
            return FsError{FsError::invalid};
    u16 const last = name.units[name.size - 1];
    if (last == '.' || last == ' ') return FsError{FsError::invalid};
    return {};
}

Maybe<ShortName> same_short_name(Units const& name) {
    u32 const suffix = suffix_of(name);
    bool const has_suffix = suffix != name.size;
    u32 const base = has_suffix ? suffix - 1 : name.size;
    if (base == 0 || base > ShortName::base_bytes || name.size - suffix > suffix_bytes)
        return nothing;
    ShortName made;
    memset(made.text, ' ', ShortName::bytes);
    for (u32 i = 0; i < name.size; ++i) {
        if (has_suffix && i == base) continue;
        if (!is_short(name.units[i])) return nothing;
        u32 const place = i < base ? i : ShortName::base_bytes + i - suffix;
        made.text[place] = static_cast<u8>(name.units[i]);
    }
    return made;
}

ShortName short_name_for(Units const& name, u32 attempt) {
    ShortName made;
    memset(made.text, ' ', ShortName::bytes);
    Span<u8> const letters(made.text);
    u32 const suffix = suffix_of(name);
    put_part(name.span().after(suffix), letters.after(ShortName::base_bytes));
    bool const has_number = attempt >= tails;
    u32 const room = has_number ? letters_before_number : ShortName::base_bytes - 2;
    u32 size = put_part(name.span().first(suffix), letters.first(room));
    if (size == 0) letters[size++] = '_';
    u32 const number = number_of(name) + attempt;
    for (u32 i = 4; has_number && i-- > 0;)
        letters[size++] = static_cast<u8>("0123456789ABCDEF"[number >> 4 * i & 0xf]);
    letters[size++] = '~';
    letters[size] = static_cast<u8>(has_number ? '1' : '1' + attempt);
    return made;
}

void store_part(Units const& name, u32 number, u8 checksum, Span<u8> slot) {
    memset(slot.data(), 0, slot.size());
    bool const is_last = number == slots_for(name);
    slot[0] = static_cast<u8>(number | (is_last ? LongName::last_flag : 0));
    slot[ShortEntry::attributes_offset] = ShortEntry::long_name;
    slot[LongName::checksum_offset] = checksum;
    for (u32 i = 0; i < LongName::units_per_slot; ++i) {
        u32 const index = (number - 1) * LongName::units_per_slot + i;
        u32 const filler = index == name.size ? 0 : 0xffff;
        store_little_endian_u16(&slot[LongName::unit_offsets[i]],
                                static_cast<u16>(index < name.size ? name.units[index] : filler));
    }
}

} // namespace flat::fs::fat
