// SPDX-License-Identifier: BSD-2-Clause
// The slots of a directory of FAT.
#pragma once

#include <fs/disk/block_hold.hpp>
#include <fs/fat/cluster_chain.hpp>
#include <fs/fat/names.hpp>

namespace flat::fs::fat {

class FatVolume;

/// Slots of 32 bytes in the clusters of a chain, or, of the root of FAT12 and FAT16, in sectors of
/// its own. Callers hold the volume's lock.
class DirectorySlots : NonCopyable {
public:
    /// Of a directory; without a chain of the fixed root.
    DirectorySlots(FatVolume& volume, ClusterChain* chain);

    /// An entry with its names, as long as it is visited.
    struct Found {
        /// Writes the name that is shown, if there is one, and returns how many bytes it has.
        u32 name_to(Span<u8> text) const;

        /// Whether it can be found by this name.
        bool is_named(Units const& name) const {
            return is_same_name(long_name, name.span()) || is_same_name(alias.span(), name.span());
        }

        ShortEntry entry;
        u32 slot;
        u32 long_slots; // before it
        u64 position;
        Span<u16 const> long_name; // none: empty
        Units alias;
    };

    static constexpr u32 slots_max = 65536; // 2 MB

    u32 count();

    /// Where a slot lies: what is before it on the disk, in slots.
    Outcome<u64> position_of(u32 slot);

    /// Holds a slot, which stays as long as no other one is asked for.
    Outcome<Span<u8>> hold(u32 slot);
    Outcome<Span<u8>> hold_to_write(u32 slot);
    void close();

    /// Visits entries from a slot on, but for `.`, `..` and the volume's label, until `visit` says
    /// that it has what it wants; whether it has. No slot is held afterwards.
    template<class Visit>
    Outcome<bool> visit_from(u32 first, Visit visit) {
        bool has_found = false;
        LongName name;
        for (u32 slot = first; slot < count() && !has_found; ++slot) {
            Span<u8> const bytes = TRY(hold(slot));
            if (bytes[0] == ShortEntry::end_mark) break;
            if (take_part(name, bytes)) continue;
            Found const found = TRY(entry_at(slot, bytes, name));
            has_found = is_visible(found) && visit(found);
            name.forget();
        }
        close();
        return has_found;
    }

private:
    static constexpr u64 nothing_held = ~u64(0);

    static bool take_part(LongName& name, Span<u8 const> slot);
    static bool is_visible(Found const& found);
    Outcome<Found> entry_at(u32 slot, Span<u8 const> bytes, LongName const& name);

    FatVolume& volume_;
    ClusterChain* chain_;
    BlockHold hold_;
    u64 held_ = nothing_held; // a sector of the disk
};

} // namespace flat::fs::fat
