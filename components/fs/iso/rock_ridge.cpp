// SPDX-License-Identifier: BSD-2-Clause
// What Rock Ridge adds to directory records: names, permissions, links, times.
#include <fs/iso/rock_ridge.hpp>

#include <core/bytes/little_endian.hpp>
#include <core/utility.hpp>
#include <fs/iso/iso_time.hpp>

namespace flat::fs::iso {

namespace {

/// Each field begins with two letters, its length, and its version.
constexpr usize field_header_bytes = 4;

/// Bits of names, and of the parts of paths.
enum FieldFlag : u8 { goes_on_there = 1, is_here = 2, is_above = 4, is_root = 8 };

/// Bits of the field of times say which it has, in this order.
enum Time : u32 { creation, modification, access, change, times = 7 };
constexpr u8 long_times = 0x80;

bool has(u8 flags, FieldFlag flag) {
    return (flags & flag) != 0;
}

u32 number_at(Span<u8 const> field, usize offset) {
    return load_little_endian_u32(&field[offset]);
}

} // namespace

Outcome<Continuation> RockRidge::read(Span<u8 const> area) {
    Continuation next;
    while (area.size() >= field_header_bytes && area[0] != 0) {
        usize const bytes = area[2];
        if (bytes < field_header_bytes || bytes > area.size()) return FsError{FsError::corrupt};
        Span<u8 const> const field = area.first(bytes);
        Text const kind = Text::from_bytes(field.first(2));
        if (kind == "ST") break;
        if (kind == "CE" && bytes >= 28)
            next = {number_at(field, 4), number_at(field, 12), number_at(field, 20)};
        else if (kind == "PX" && bytes >= 36)
            take_attributes(field);
        else if (kind == "PN" && bytes >= 20)
            take_device(field);
        else if (kind == "NM" && bytes >= 5)
            take_name(field);
        else if (kind == "SL" && bytes >= 5)
            take_target(field);
        else if (kind == "TF" && bytes >= 5)
            take_times(field);
        else if (kind == "CL" && bytes >= 12)
            moved_here_ = number_at(field, 4);
        else if (kind == "PL" && bytes >= 12)
            moved_from_ = number_at(field, 4);
        else if (kind == "RE")
            is_moved_away_ = true;
        area = area.after(bytes);
    }
    return next;
}

void RockRidge::take_attributes(Span<u8 const> field) {
    attributes_ = Attributes{number_at(field, 4), number_at(field, 12), number_at(field, 20),
                             number_at(field, 28)};
}

/// Two numbers of 32 bits, or the upper one is 0 and the lower one has 8 bits for the minor number.
void RockRidge::take_device(Span<u8 const> field) {
    u64 const high = number_at(field, 4);
    u64 const low = number_at(field, 12);
    u64 const major = high != 0 ? high : low >> 8;
    u64 const minor = high != 0 ? low : low & 0xff;
    device_ = (minor & 0xff) | major << 8 | (minor & ~u64(0xff)) << 12; // as Linux has it
}

void RockRidge::take_name(Span<u8 const> field) {
    u8 const flags = field[4];
    if (has(flags, is_here))
        add_name(".");
    else if (has(flags, is_above))
        add_name("..");
    else
        add_name(Text::from_bytes(field.after(5)));
}

void RockRidge::add_name(Text text) {
    for (char const each : text)
        if (name_size_ < sizeof name_) name_[name_size_++] = each;
}

/// A path in parts, each with its flags and its length.
void RockRidge::take_target(Span<u8 const> field) {
    for (Span<u8 const> rest = field.after(5); rest.size() >= 2;) {
        u8 const flags = rest[0];
        usize const bytes = min<usize>(rest[1], rest.size() - 2);
        bool const is_in_root = target_size_ == 1 && !target_.is_empty() && target_[0] == '/';
        if (target_size_ != 0 && !target_goes_on_ && !is_in_root) add_target("/");
        if (has(flags, is_root))
            add_target("/");
        else if (has(flags, is_here))
            add_target(".");
        else if (has(flags, is_above))
            add_target("..");
        else
            add_target(Text::from_bytes(rest.part(2, bytes)));
        target_goes_on_ = has(flags, goes_on_there);
        rest = rest.after(2 + bytes);
    }
}

void RockRidge::add_target(Text text) {
    for (char const each : text) {
        if (target_size_ < target_.size()) target_[target_size_] = static_cast<u8>(each);
        ++target_size_;
    }
}

void RockRidge::take_times(Span<u8 const> field) {
    u8 const flags = field[4];
    bool const are_long = (flags & long_times) != 0;
    usize const bytes = are_long ? 17 : 7;
    Span<u8 const> rest = field.after(5);
    for (u32 each = creation; each < times && rest.size() >= bytes; ++each) {
        if ((flags & 1u << each) == 0) continue;
        Span<u8 const> const time = rest.first(bytes);
        i64 const at = are_long ? long_time_ns(time) : short_time_ns(time);
        if (each == modification) modified_ns_ = at;
        if (each == access) accessed_ns_ = at;
        if (each == change) changed_ns_ = at;
        rest = rest.after(bytes);
    }
}

Maybe<u32> skipped_bytes(Span<u8 const> root_area) {
    bool const is_there = root_area.size() >= 7 && root_area[0] == 'S' && root_area[1] == 'P' &&
                          root_area[2] >= 7 && root_area[4] == 0xbe && root_area[5] == 0xef;
    return is_there ? Maybe<u32>(root_area[6]) : nothing;
}

} // namespace flat::fs::iso
