// SPDX-License-Identifier: BSD-2-Clause
// How system calls find open files.
#pragma once

#include <unix/open_flags.hpp>
#include <unix/program_thread.hpp>

namespace flat::unix::files {

/// The open file of a descriptor; null if there is none.
inline OpenDescription* find_file(Task& task, u32 descriptor) {
    return ProgramThread::of(task).process.descriptors.find(descriptor);
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

/// Whether a call on it may wait.
inline bool may_wait(OpenDescription const& file) {
    return (file.flags() & o_nonblock) == 0;
}

} // namespace flat::unix::files
