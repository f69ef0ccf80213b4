// SPDX-License-Identifier: BSD-2-Clause
// How a thread is scheduled (sched(7)): its policy, its priority, and how nice it is to others.
#pragma once

#include <core/types.hpp>
#include <flat/thread/time_slices.hpp>
#include <unix/limits.hpp>

namespace flat::unix {

/// Policies, by Linux' numbers.
enum class Policy : u32 { other = 0, first_in_first_out = 1, round_robin = 2, batch = 3, idle = 5 };

/// What is asked and set of a thread, and what the kernel's scheduler makes of it. A thread of real
/// time is more urgent than all others. The others are equals, as the kernel's own threads are, and
/// differ in how long their time slices last: those of Linux 2.6 before its scheduler was fair
/// (kernel/sched.c, task_timeslice), in milliseconds where it had five. An idle one has the
/// shortest: were it less urgent, those that wait for what it holds would wait for whoever spins.
struct Scheduling {
    static constexpr i32 nice_min = -20;
    static constexpr i32 nice_max = 19;
    static constexpr u32 priority_max = 99;

    Policy policy = Policy::other;
    u32 priority = 0; ///< from 1 on for threads of real time
    i32 nice = 0;
    bool is_reset_on_fork = false; ///< children are scheduled as usual (SCHED_RESET_ON_FORK)

    bool is_real_time() const {
        return policy == Policy::first_in_first_out || policy == Policy::round_robin;
    }

    bool is_without_priority() const {
        return policy == Policy::other || policy == Policy::batch || policy == Policy::idle;
    }

    /// Whether it is what all threads begin with.
    bool is_usual() const { return policy == Policy::other && nice == 0 && !is_reset_on_fork; }

    /// The priority in the kernel.
    u8 urgency() const {
        constexpr u32 of_others = 128;
        return static_cast<u8>(of_others + priority);
    }

    /// How long its time slices last: for ever if first in, first out.
    u32 slice_us() const {
        constexpr u32 ms = 1000;
        if (policy == Policy::first_in_first_out) return u32(thread::TimeSlices::endless);
        if (policy == Policy::round_robin) return 100 * ms;
        if (policy == Policy::idle) return ms;
        u32 const niceness = static_cast<u32>(nice_max + 1 - nice);
        return niceness * (nice < 0 ? 4 : 1) * ms;
    }

    /// What a thread begins with that this one makes.
    Scheduling of_child() const {
        if (!is_reset_on_fork) return *this;
        i32 const kept = is_real_time() || nice < 0 ? 0 : nice;
        return {is_real_time() ? Policy::other : policy, 0, kept, false};
    }
};

/// Whether a limit (RLIMIT_NICE) lets others than the superuser make a thread less nice, to this.
inline bool allows_nice(Limits const& limits, i32 nice) {
    return static_cast<u64>(Scheduling::nice_max + 1 - nice) <= limits.of(nice_rank).soft;
}

} // namespace flat::unix
