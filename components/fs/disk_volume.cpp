// SPDX-License-Identifier: BSD-2-Clause
// What mounted file systems have in common whose nodes have tables of their blocks.
#include <fs/disk_volume.hpp>

#include <fs/mapped_file.hpp>

namespace flat::fs {

Outcome<void> DiskVolume::sync() {
    auto const turn = lock();
    return clean_all();
}

void DiskVolume::delay(DelayedTransfer& transfer) {
    delayed_.lock()->push_back(transfer);
    wake();
}

Outcome<void> DiskVolume::check_writable() {
    if (!is_writable_) return FsError{FsError::read_only};
    return {};
}

bool DiskVolume::serve() {
    bool has_served = false;
    for (;;) {
        DelayedTransfer* const next = delayed_.lock()->pop_front();
        if (!next) return has_served;
        has_served = true;
        next->file.carry_out(*next);
    }
}

Outcome<void> DiskVolume::clean_all() {
    if (!is_writable_) return {};
    TRY(for_each_node([](NodeBase& each) { return each.write_back(); }));
    return write_back();
}

} // namespace flat::fs
