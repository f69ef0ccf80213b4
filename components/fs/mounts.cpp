// SPDX-License-Identifier: BSD-2-Clause
// Which directories are covered by which file systems.
#include <fs/mounts.hpp>

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
    WaitingLock::Guard const turn(lock_);
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
    WaitingLock::Guard const turn(lock_);
    Mount* found = nullptr;
    for (Mount& each : mounts_)
        if (each.at && is_same(each.root, root)) found = &each;
    if (!found) return FsError{FsError::invalid};
    for (Mount const& each : mounts_)
        if (each.at && &each.at->file_system() == &root.file_system())
            return FsError{FsError::busy};
    found->root->release();
    Outcome<void> const outcome = found->what->unmount();
    if (outcome.is_error()) {
        found->root = TRY(found->what->root());
        return outcome;
    }
    found->at->set_covered(false);
    found->at->release();
    *found = {};
    --count_;
    return {};
}

Directory* Mounts::covering(Node& directory) {
    if (count_ == 0) return nullptr;
    WaitingLock::Guard const turn(lock_);
    for (Mount const& each : mounts_) {
        if (!each.at || !is_same(each.at, directory)) continue;
        each.root->hold();
        return each.root;
    }
    return nullptr;
}

Directory* Mounts::covered(Node& root) {
    if (count_ == 0) return nullptr;
    WaitingLock::Guard const turn(lock_);
    for (Mount const& each : mounts_) {
        if (!each.at || !is_same(each.root, root)) continue;
        each.at->hold();
        return each.at;
    }
    return nullptr;
}

Mounts::Mount* Mounts::free_entry() {
    for (Mount& each : mounts_)
        if (!each.at) return &each;
    return nullptr;
}

} // namespace flat::fs
