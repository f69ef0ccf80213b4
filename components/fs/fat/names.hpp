// SPDX-License-Identifier: BSD-2-Clause
// The two names that an entry of FAT may have.
#pragma once

#include <fs/fat/short_entry.hpp>
#include <fs/fat/utf16.hpp>

namespace flat::fs::fat {

/// A short name as it is shown: `NAME.EXT`. Characters beyond ASCII are those of code page 437.
void show(ShortEntry const& entry, Units& units);

/// Collects a long name from the slots before its entry, of which the first has the last part and
/// says how many there are. Nothing that does not fit together is taken for a name.
class LongName {
public:
    static constexpr u32 units_per_slot = 13;
    static constexpr u32 slots_max = 20;
    static constexpr u8 last_flag = 0x40; // in the number of a slot
    static constexpr u32 checksum_offset = 13;

    /// Where the units of a slot lie.
    static constexpr u8 unit_offsets[units_per_slot] = {1,  3,  5,  7,  9,  14, 16,
                                                        18, 20, 22, 24, 28, 30};

    /// No slot of it has been met yet.
    void forget() { next_ = slots_ = 0; }

    /// Takes the next slot of the directory, the attributes of which say that it is of a long name.
    void add(Span<u8 const> slot);

    /// How many slots the name of an entry has that comes now; 0 if it has none.
    u32 slots_of(ShortName const& name) const;

    Span<u16 const> name() const { return Span<u16 const>(units_).first(size_); }

private:
    u16 units_[slots_max * units_per_slot];
    u32 size_ = 0;
    u32 slots_ = 0;
    u32 next_ = 0; // the number of the slot that is to come; 0 after the last
    u8 checksum_ = 0;
};

} // namespace flat::fs::fat
