// SPDX-License-Identifier: BSD-2-Clause
// Directories of FFS.
#include <fs/ufs/ufs_directory.hpp>

#include <core/memory.hpp>

namespace flat::fs::ufs {

Outcome<void> UfsDirectory::start(u64 parent) {
    TRY(add_chunk());
    TRY(write_own_names(parent));
    return save();
}

Outcome<u64> UfsDirectory::unit_of(u64 chunk) {
    u32 const fragment = disk().layout().fragment_bytes;
    u64 const unit = TRY(map().find_unit(chunk * chunk_bytes() / fragment, Patience::waits));
    if (unit == 0) return FsError{FsError::corrupt};
    return unit;
}

/// Nothing is left in it of what was there before.
Outcome<void> UfsDirectory::add_chunk() {
    u64 const begin = size_bytes() / chunk_bytes() * chunk_bytes();
    u32 const fragment = disk().layout().fragment_bytes;
    if (map().is_tail_short(begin + chunk_bytes())) TRY(map().complete_by_copy());
    u64 const unit = TRY(map().take_unit(begin / fragment, map().first_near(number())));
    BlockHold hold(disk(), disk().blocks());
    TRY(hold.open_to_write(unit));
    Span<u8> const rest = hold.bytes().after(begin % fragment);
    memset(rest.data(), 0, rest.size());
    storage().size_bytes = begin + chunk_bytes();
    return {};
}

} // namespace flat::fs::ufs
