// SPDX-License-Identifier: BSD-2-Clause
// The last name of a path that a program has given, and where it is or would be.
#pragma once

#include <core/utility.hpp>
#include <flat/fs/directory.hpp>
#include <flat/fs/names.hpp>
#include <unix/fs_errno.hpp>
#include <unix/node_hold.hpp>
#include <unix/open_description.hpp>
#include <unix/user_path.hpp>

namespace flat::unix::files {

/// Holds the directory of the name for as long as the block takes.
class LastName : NonCopyable {
public:
    LastName(memory::Objects& records, fs::Names& names, UserMode& user_mode)
        : text_(records), names_(names), user_mode_(user_mode) {}
    ~LastName() {
        if (directory_) directory_->release();
    }

    /// Takes a path from the program and finds the directory, once. Errors of `UserPath` and of
    /// paths; EBUSY for the root, which has no name. May block.
    Result<void, Errno> find(Task& task, i32 at, vaddr path) {
        Span<u8 const> const read = TRY(text_.get(user_mode_, path));
        DirectoryHold const from(*TRY(directory_of(task, at, read)));
        DirectoryHold const root(ProgramThread::of(task).process.place.hold_root());
        auto const around = names_.resolve_parent(root.directory(), from.directory(), read);
        if (around.is_error()) return errno_of(around.error());
        directory_ = around.value();
        auto const last = names_.last(read);
        bytes_ = read.part(last.offset, last.bytes);
        return last.bytes != 0 ? Result<void, Errno>() : Errno::ebusy;
    }

    /// What `find` has found.
    fs::Directory& directory() const { return *directory_; }
    Span<u8 const> bytes() const { return bytes_; }

private:
    UserPath text_;
    fs::Names& names_;
    UserMode& user_mode_;
    fs::Directory* directory_ = nullptr;
    Span<u8 const> bytes_;
};

} // namespace flat::unix::files
