// SPDX-License-Identifier: BSD-2-Clause
// Where a process is in the tree of files.
#pragma once

#include <core/utility.hpp>
#include <core/waiting_lock.hpp>
#include <flat/fs/directory.hpp>

namespace flat::unix {

/// Its root and its current directory, both held.
class Place final : NonCopyable {
public:
    explicit Place(thread::ThreadManager& threads) : lock_(threads) {}

    /// The root, held: another thread may choose another one.
    fs::Directory& hold_root() {
        WaitingLock::Guard const guard(lock_);
        root_->hold();
        return *root_;
    }
    /// The current directory, held as well.
    fs::Directory& hold_current() {
        WaitingLock::Guard const guard(lock_);
        current_->hold();
        return *current_;
    }

    /// One of both of a process that may end meanwhile, held; null if it has. Interrupts are
    /// disabled, so that nobody changes it.
    fs::Directory* hold_unless_gone(bool is_root) {
        fs::Directory* const directory = is_root ? root_ : current_;
        if (directory) directory->hold();
        return directory;
    }

    /// Both become a directory that is held once; it is held twice then.
    void begin(fs::Directory& root) {
        root.hold();
        root_ = current_ = &root;
    }

    /// Both take over a directory that is held.
    void set_root(fs::Directory& directory) { change(root_, directory).release(); }
    void set_current(fs::Directory& directory) { change(current_, directory).release(); }

    void copy_from(Place& other) {
        root_ = &other.hold_root();
        current_ = &other.hold_current();
    }

    void let_go() {
        fs::Directory* const root = exchange(root_, nullptr);
        fs::Directory* const current = exchange(current_, nullptr);
        root->release();
        current->release();
    }

private:
    fs::Directory& change(fs::Directory*& place, fs::Directory& directory) {
        WaitingLock::Guard const guard(lock_);
        return *exchange(place, &directory);
    }

    WaitingLock lock_;
    fs::Directory* root_ = nullptr;
    fs::Directory* current_ = nullptr;
};

} // namespace flat::unix
