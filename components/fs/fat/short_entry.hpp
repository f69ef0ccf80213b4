// SPDX-License-Identifier: BSD-2-Clause
// The slot of a directory of FAT that has all of a node but its long name.
#pragma once

#include <core/span.hpp>
#include <fs/fat/layout.hpp>
#include <fs/fat/moment.hpp>

namespace flat::fs::fat {

/// A name of 8 and 3 characters, filled up with spaces.
struct ShortName {
    static constexpr u32 bytes = 11;
    static constexpr u32 base_bytes = 8;

    u8 text[bytes];

    /// By which slots of a long name tell that they belong to it.
    u8 checksum() const;

    friend bool operator==(ShortName const& a, ShortName const& b) {
        for (u32 i = 0; i < bytes; ++i)
            if (a.text[i] != b.text[i]) return false;
        return true;
    }
};

/// What such a slot says. Nothing of it is checked.
struct ShortEntry {
    enum Attribute : u8 {
        read_only = 1,
        hidden = 2,
        system = 4,
        label = 8,
        folder = 16,
        file = 32
    };

    static constexpr u8 long_name = read_only | hidden | system | label;
    static constexpr u8 attribute_mask = 0x3f;
    static constexpr u8 end_mark = 0;        // in the first byte: no slot is used from here on
    static constexpr u8 removed_mark = 0xe5; // in the first byte
    static constexpr u32 attributes_offset = 11;

    static ShortEntry read(Span<u8 const> slot);

    /// Writes all of it.
    void store(Span<u8> slot) const;

    bool is_directory() const { return attributes & folder; }

    ShortName name;
    u8 attributes;
    u8 lower_case; // 8: the base, 16: the suffix is in small letters
    u8 created_fine;
    Moment created;
    Moment accessed; // the day alone
    Moment modified;
    u32 cluster; // 0 if it has none
    u32 size_bytes;
};

} // namespace flat::fs::fat
