// SPDX-License-Identifier: BSD-2-Clause
// What mounted file systems have in common whose nodes have tables of their blocks.
#include <fs/disk/disk_volume.hpp>

#include <fs/disk/mapped_file.hpp>

namespace flat::fs {

Outcome<void> DiskVolume::sync() {
    auto const guard = lock();
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

Facts DiskVolume::facts_of_new(u64 number, Directory::Beginning const& as) {
    i64 const began_ns = now();
    return {.number = number,
            .kind = as.kind,
            .mode = as.mode & NodeBase::mode_bits,
            .owner = as.owner,
            .group = as.group,
            .device = as.device,
            .accessed_ns = began_ns,
            .modified_ns = began_ns,
            .changed_ns = began_ns};
}

Outcome<void> DiskVolume::write_back() {
    TRY(blocks().flush()); // contents
    TRY(blocks().clean());
    return blocks().flush();
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

Outcome<void> DiskVolume::close() {
    Outcome<void> const left = is_writable_ ? leave_whole() : Outcome<void>();
    if (left.is_error()) {
        if (left.error().code != FsError::corrupt) return left;
        (void)set_whole(false); // it may have been found after the disk said that it is whole
        (void)write_back();
    }
    abandon();
    return {};
}

Outcome<void> DiskVolume::leave_whole() {
    TRY(clean_all());
    TRY(check_whole());
    TRY(set_whole(true));
    return write_back();
}

} // namespace flat::fs
