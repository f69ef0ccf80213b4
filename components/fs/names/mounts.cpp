// SPDX-License-Identifier: BSD-2-Clause
// Which directories are covered by which file systems.
#include <fs/names/mounts.hpp>

namespace flat::fs {

namespace {

bool is_same(Node* a, Node& b) {
    return a == &b;
}

} // namespace

Mounts::~Mounts() {
    for (Mount const& each : mounts_) {
        if (!each.at) continue;
        each.root->release();
        each.at->set_covered(false);
        each.at->release();
    }
}

Outcome<void> Mounts::add(Directory& at, FileSystem& what) {
    WaitingLock::Guard const guard(lock_);
    for (Mount const& each : mounts_)
        if (is_same(each.at, at) || (each.at && each.what == &what)) return FsError{FsError::busy};
    Mount* const entry = free_entry();
    if (!entry) return FsError{FsError::out_of_memory};
    Directory* const root = TRY(what.root());
    at.hold();
    at.set_covered(true);
    *entry = {&at, root, &what};
    ++count_;
    return {};
}

Outcome<void> Mounts::remove(Node& root) {
    WaitingLock::Guard const guard(lock_);
    Mount* found = nullptr;
    for (Mount& each : mounts_)
        if (each.at && is_same(each.root, root)) found = &each;
    if (!found) return FsError{FsError::invalid};
    return remove(*found);
}

Outcome<u32> Mounts::remove_all() {
    Outcome<void> outcome;
    {
        WaitingLock::Guard const guard(lock_);
        for (u32 before = count_ + 1; count_ < before;) {
            before = count_;
            Outcome<void> const removed = remove_free();
            if (outcome.is_ok()) outcome = removed;
        }
    }
    Outcome<void> const synced = sync_all();
    TRY(outcome);
    TRY(synced);
    return u32{count_};
}

Outcome<void> Mounts::sync_all() {
    Outcome<void> outcome;
    for (Mount const& each : mounts_) {
        Mount const held = hold(each);
        if (!held.root) continue;
        Outcome<void> const synced = held.what->sync();
        held.root->release();
        if (outcome.is_ok()) outcome = synced;
    }
    return outcome;
}

/// A copy of a mount whose root is held, so that nobody unmounts it; empty if it is none.
Mounts::Mount Mounts::hold(Mount const& mount) {
    WaitingLock::Guard const guard(lock_);
    if (mount.root) mount.root->hold();
    return mount;
}

Directory* Mounts::root(u32 number) {
    WaitingLock::Guard const guard(lock_);
    for (Mount const& each : mounts_) {
        if (!each.at || number-- != 0) continue;
        each.root->hold();
        return each.root;
    }
    return nullptr;
}

Directory* Mounts::covering(Node& directory) {
    if (count_ == 0) return nullptr;
    WaitingLock::Guard const guard(lock_);
    for (Mount const& each : mounts_) {
        if (!each.at || !is_same(each.at, directory)) continue;
        each.root->hold();
        return each.root;
    }
    return nullptr;
}

Directory* Mounts::covered(Node& root) {
    if (count_ == 0) return nullptr;
    WaitingLock::Guard const guard(lock_);
    for (Mount const& each : mounts_) {
        if (!each.at || !is_same(each.root, root)) continue;
        each.at->hold();
        return each.at;
    }
    return nullptr;
}

/// Removes each mount that is not in use; that may leave another one out of use.
Outcome<void> Mounts::remove_free() {
    Outcome<void> outcome;
    for (Mount& each : mounts_) {
        if (!each.at) continue;
        Outcome<void> const removed = remove(each);
        bool const is_in_use = removed.is_error() && removed.error().code == FsError::busy;
        if (outcome.is_ok() && !is_in_use) outcome = removed;
    }
    return outcome;
}

Outcome<void> Mounts::remove(Mount& mount) {
    if (has_mounts(*mount.what)) return FsError{FsError::busy};
    mount.root->release();
    Outcome<void> const outcome = mount.what->unmount();
    if (outcome.is_error()) {
        mount.root = TRY(mount.what->root());
        return outcome;
    }
    mount.at->set_covered(false);
    mount.at->release();
    mount = {};
    --count_;
    return {};
}

/// Whether directories of a file system are covered.
bool Mounts::has_mounts(FileSystem& on) const {
    for (Mount const& each : mounts_)
        if (each.at && &each.at->file_system() == &on) return true;
    return false;
}

Mounts::Mount* Mounts::free_entry() {
    for (Mount& each : mounts_)
        if (!each.at) return &each;
    return nullptr;
}

} // namespace flat::fs
