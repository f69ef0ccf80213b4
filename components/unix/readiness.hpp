// SPDX-License-Identifier: BSD-2-Clause
// The condition of threads that wait for any of several files.
#pragma once

#include <flat/thread/thread_manager.hpp>

namespace flat::unix {

/// The condition of poll and select: no object has this address.
inline constexpr u64 any_file_changed = 64;

/// Wakes threads that wait on a file's own condition, and those that wait for several.
inline void notify_changed(thread::ThreadManager& threads, u64 condition) {
    threads.notify_all(condition);
    threads.notify_all(any_file_changed);
}

} // namespace flat::unix
