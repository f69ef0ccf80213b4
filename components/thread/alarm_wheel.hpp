// SPDX-License-Identifier: BSD-2-Clause
// A timing wheel: alarms in lists, by the tick at which they are due.
#pragma once

#include <core/alarm.hpp>
#include <core/utility.hpp>

namespace flat::thread {

/// The hashed wheel of Varghese and Lauck (1987, scheme 6): setting and cancelling take constant
/// time, and a tick looks at the alarms of one list, some of which are due in later rounds. Whoever
/// uses it excludes others.
class AlarmWheel : NonCopyable {
public:
    /// Has `alarm` be due at `tick`, or at the next one that is looked at if that has passed.
    void set(Alarm& alarm, u64 tick) {
        cancel(alarm);
        alarm.due_tick_ = max(tick, now_ + 1);
        list_of(alarm).push_back(alarm);
    }

    void cancel(Alarm& alarm) {
        if (alarm.link_.is_linked()) list_of(alarm).remove(alarm);
    }

    /// Goes on towards `tick`, up to the next alarm that is due, which is no longer set then. Null
    /// at `tick`, when there are no more.
    Alarm* advance(u64 tick) {
        if (tick - now_ > slots) now_ = max(now_, tick - slots); // a round has every list in it
        for (;; ++now_) {
            for (Alarm& alarm : lists_[now_ % slots]) {
                if (alarm.due_tick_ > now_) continue;
                list_of(alarm).remove(alarm);
                return &alarm;
            }
            if (now_ >= tick) return nullptr;
        }
    }

private:
    static constexpr u64 slots = 256;
    using List = IntrusiveList<Alarm, &Alarm::link_>;

    List& list_of(Alarm const& alarm) { return lists_[alarm.due_tick_ % slots]; }

    u64 now_ = 0; // the tick up to which alarms have been looked for
    List lists_[slots];
};

} // namespace flat::thread
