// SPDX-License-Identifier: BSD-2-Clause
// Which thread runs, as far as a process can tell: no user mode sees it.
#pragma once

#include <core/types.hpp>

namespace flat {
class Tcb;
}

namespace flat::abi {

/// What a processor has of its own.
inline constinit Tcb* current_tcb = nullptr;

/// Where the table of thread control blocks is, and which bits of an offset choose one.
inline constinit vaddr all_threads = 0;
inline constinit u64 all_threads_mask = 0;
inline vaddr thread_table() {
    return all_threads;
}
inline u64 thread_mask() {
    return all_threads_mask;
}
inline void set_thread_table(vaddr table, u64 mask) {
    all_threads = table;
    all_threads_mask = mask;
}

inline constinit u32 most_urgent_rank = 255;

/// The rank of the most urgent thread that is ready, or one that was so lately and more urgent.
inline u32 ready_rank() {
    return most_urgent_rank;
}
inline void set_ready_rank(u32 rank) {
    most_urgent_rank = rank;
}

/// The running thread.
inline Tcb& current() {
    return *current_tcb;
}

inline constinit u32 running_hazards = 0;

/// What has to be cleared before another thread can run.
inline u32 hazards() {
    return running_hazards;
}
inline u32 any_hazards() {
    return running_hazards;
}
inline void keep_off_short_paths(bool keeps) {
    running_hazards = keeps ? ~u32{255} : 0;
}
inline void switch_fpu(Tcb&) {}
inline void clear_hazards(Tcb&) {}

/// From now on `next` is the running thread.
inline void set_current(Tcb& next) {
    current_tcb = &next;
}

} // namespace flat::abi
