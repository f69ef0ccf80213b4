// SPDX-License-Identifier: BSD-2-Clause
// The time-outs of threads, hashed by when they end (Varghese and Lauck 1987, scheme 6), lazily.
#pragma once

#include <core/containers/list.hpp>
#include <object/tcb.hpp>

namespace flat::api {

/// A thread has one time-out at most; its `hazard_timeout` says that it has one. All times are on
/// the same clock, in nanoseconds, and never go back.
///
/// Most time-outs never end: a message comes first, and the thread soon has another one, which ends
/// later. So a thread whose time-out is cancelled stays where it is filed, and one that gets a
/// later time-out does as well; the tick that looks at it files it anew, or takes it out. Ours
/// differs from the paper's in that, and in that slots count no revolutions.
class TimeoutWheel : NonCopyable {
public:
    /// A slot is 1.05 ms long, and the wheel 268 ms: what ends later is looked at once in each
    /// revolution.
    static constexpr u32 slot_log2_ns = 20;
    static constexpr u32 slot_count = 256;

    /// Sets the thread's time-out in place of that which it may have. Does not take longer with
    /// more time-outs. `deadline_ns` must not lie before the last `advance`, nor be 0.
    void set(Tcb& thread, u64 deadline_ns) {
        if (!renew(thread, deadline_ns)) file_anew(thread, deadline_ns);
    }

    /// The same if it takes no more than noting it, since the thread is filed under a time that is
    /// not later; else false, and nothing has happened.
    bool renew(Tcb& thread, u64 deadline_ns) {
        TcbApi::Timeout& timeout = thread.timeout();
        if (timeout.visit_ns > deadline_ns) return false;
        timeout.deadline_ns = deadline_ns;
        thread.set_hazards(hazard_timeout);
        return true;
    }

    /// The thread's time-out, if it has one, never ends.
    void cancel(Tcb& thread) { thread.clear_hazards(hazard_timeout); }

    /// The wheel knows nothing of the thread when this returns.
    void forget(Tcb& thread);

    /// Looks for what has ended by `now_ns`; linear in the threads filed in the slots that have
    /// passed since, each of which is looked at once.
    void advance(u64 now_ns);

    /// A thread whose time-out had ended at the last `advance`, or null. It has none any more.
    /// Whatever is done to time-outs between two calls is allowed.
    Tcb* take_ended();

private:
    using List = IntrusiveList<Tcb, &TcbApi::timeout_link>;

    /// `visit_ns` of the threads that `take_ended` gives out: before all that can be asked for.
    static constexpr u64 at_once = 0;

    static u64 slot_of(u64 time_ns) { return time_ns >> slot_log2_ns; }
    List& list_of(u64 visit_ns);
    void file(Tcb& thread, u64 visit_ns);
    void file_anew(Tcb& thread, u64 deadline_ns);
    void take_out(Tcb& thread);
    void look_at(Tcb& thread);

    u64 now_ns_ = 0;
    List slots_[slot_count];
    List ended_;
};

} // namespace flat::api
