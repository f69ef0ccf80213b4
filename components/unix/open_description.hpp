// SPDX-License-Identifier: BSD-2-Clause
// How system calls find open files.
#pragma once

#include <flat/fs/directory.hpp>
#include <flat/unix/name_calls.hpp>
#include <unix/open_flags.hpp>
#include <unix/program_thread.hpp>

namespace flat::unix {

/// The open file of a descriptor; null if there is none.
inline OpenDescription* find_file(Task& task, u32 descriptor) {
    return ProgramThread::of(task).find_file(descriptor);
}

/// The same if it can be read; else null.
inline OpenDescription* find_readable(Task& task, u32 descriptor) {
    OpenDescription* const file = find_file(task, descriptor);
    return file && (file->flags() & access_mode) != o_wronly ? file : nullptr;
}

/// The same if it can be written to.
inline OpenDescription* find_writable(Task& task, u32 descriptor) {
    OpenDescription* const file = find_file(task, descriptor);
    return file && (file->flags() & access_mode) != o_rdonly ? file : nullptr;
}

/// The node of an open file; null if there is none.
inline fs::Node* open_node_of(Task& task, u32 descriptor) {
    OpenDescription* const file = find_file(task, descriptor);
    return file ? file->file().node() : nullptr;
}

/// The directory from which a path leads, held.
inline Result<fs::Directory*, Errno> directory_of(Task& task, i32 at, Span<u8 const> path) {
    bool const is_absolute = !path.is_empty() && path[0] == '/';
    if (at == NameCalls::current || is_absolute)
        return &ProgramThread::of(task).process.place.hold_current();
    fs::Node* const node = open_node_of(task, static_cast<u32>(at));
    if (!node) return Errno::ebadf;
    auto* const directory = narrow_to<fs::Directory>(*node);
    if (directory) directory->hold();
    return directory ? Result<fs::Directory*, Errno>(directory) : Errno::enotdir;
}

/// Whether a call on it may wait.
inline bool may_wait(OpenDescription const& file) {
    return (file.flags() & o_nonblock) == 0;
}

} // namespace flat::unix
