// SPDX-License-Identifier: BSD-2-Clause
// Files of FFS: how they become longer.
#include <fs/ufs/ufs_nodes.hpp>

#include <core/bits.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>

namespace flat::fs::ufs {

using domain::page_size;
using hal::Mmu;

Outcome<void> UfsFile::complete_tail(u64 size_bytes) {
    if (!map().is_tail_short(size_bytes)) return {};
    if (!TRY(map().complete_in_place())) TRY(move_tail());
    return save();
}

/// The last block is there, whatever lies before it: fsck_ffs takes sizes past the last block for
/// wrong ones.
Outcome<void> UfsFile::grow(u64 size_bytes) {
    if (size_bytes == 0) return {};
    Outcome<void> const outcome = take_last(size_bytes);
    if (outcome.is_error()) {
        TRY(shrink());
        return outcome;
    }
    TRY(save());
    return complete_tail(size_bytes); // something may have been given back for want of space
}

Outcome<void> UfsFile::take_last(u64 size_bytes) {
    u64 const last = (size_bytes - 1) / disk().blocks().block_bytes();
    TRY(map().take_unit(last, map().first_near(number())));
    return {};
}

/// What stays allocated past the end is cleared, for the file may become longer again. The last
/// block is there, even if it was a hole.
Outcome<void> UfsFile::shrink() {
    TRY(FileOf::shrink());
    if (size_bytes() != 0) TRY(take_last(size_bytes()));
    TRY(save());
    TRY(give_excess());
    return map().clear_after(size_bytes());
}

/// Pages of the tail are held while it moves, and are written to its new place before others can
/// get the old one.
Outcome<void> UfsFile::move_tail() {
    u64 const first = map().tail_begin() / page_size;
    u64 const end = divide_up<u64>(size_bytes(), page_size);
    u64 held = first;
    Outcome<void> outcome;
    for (; held < end && outcome.is_ok(); ++held) {
        auto const page = hold_page(held, Mmu::read);
        if (page.is_error()) outcome = page.error();
        if (page.is_error()) break;
    }
    auto const old =
        outcome.is_ok() ? map().move_tail() : Outcome<BlockMap::OldTail>(outcome.error());
    for (u64 page = first; page < held; ++page) {
        if (old.is_ok() && hold_page(page, Mmu::read | Mmu::write).is_ok())
            let_page_go(page, Mmu::read | Mmu::write);
        let_page_go(page, Mmu::read);
    }
    TRY(old);
    TRY(clean_pages());
    return map().give(old.value());
}

} // namespace flat::fs::ufs
