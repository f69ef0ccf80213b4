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

    fs::Directory& root() const { return *root_; }
    /// The current directory, held: another thread may choose another one.
    fs::Directory& hold_current() {
        WaitingLock::Guard const guard(lock_);
        current_->hold();
        return *current_;
    }

    /// Both become a directory that is held once; it is held twice then.
    void begin(fs::Directory& root) {
        root.hold();
        root_ = current_ = &root;
    }

    /// Takes over a directory that is held.
    void set_current(fs::Directory& directory) { change_current(directory).release(); }

    void copy_from(Place& other) {
        root_ = other.root_;
        current_ = &other.hold_current();
        root_->hold();
    }

    void let_go() {
        root_->release();
        current_->release();
        root_ = current_ = nullptr;
    }

private:
    fs::Directory& change_current(fs::Directory& directory) {
        WaitingLock::Guard const guard(lock_);
        return *exchange(current_, &directory);
    }

    WaitingLock lock_;
    fs::Directory* root_ = nullptr;
    fs::Directory* current_ = nullptr;
};

} // namespace flat::unix
