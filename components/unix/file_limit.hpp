// SPDX-License-Identifier: BSD-2-Clause
// How long files may become that a process writes (RLIMIT_FSIZE).
#pragma once

#include <unix/limits.hpp>
#include <unix/program_thread.hpp>

namespace flat::unix {

/// How long a file may become.
inline u64 file_bytes_max(Task& task) {
    return ProgramThread::of(task).process.limits.of(file_bytes).soft;
}

/// A file would become longer than it may: the thread gets a signal. What the call ends with.
inline i64 refuse_longer_file(Task& task) {
    ProgramThread::of(task).raise(sigxfsz);
    return failed(Errno::efbig);
}

} // namespace flat::unix
