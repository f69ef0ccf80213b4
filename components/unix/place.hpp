// SPDX-License-Identifier: BSD-2-Clause
// Where a process is in the tree of files.
#pragma once

#include <core/utility.hpp>
#include <flat/fs/directory.hpp>

namespace flat::unix {

/// Its root and its current directory, both held.
class Place final : NonCopyable {
public:
    fs::Directory& root() const { return *root_; }
    fs::Directory& current() const { return *current_; }

    /// Both become a directory that is held once; it is held twice then.
    void begin(fs::Directory& root) {
        root.hold();
        root_ = current_ = &root;
    }

    /// Takes over a directory that is held.
    void set_current(fs::Directory& directory) {
        current_->release();
        current_ = &directory;
    }

    void copy_from(Place const& other) {
        root_ = other.root_;
        current_ = other.current_;
        root_->hold();
        current_->hold();
    }

    void let_go() {
        root_->release();
        current_->release();
        root_ = current_ = nullptr;
    }

private:
    fs::Directory* root_ = nullptr;
    fs::Directory* current_ = nullptr;
};

} // namespace flat::unix
