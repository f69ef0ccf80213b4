// SPDX-License-Identifier: BSD-2-Clause
// Has pages of files and disks written that were changed a while ago.
#pragma once

#include <core/alarm.hpp>
#include <core/atomic.hpp>
#include <core/utility.hpp>
#include <flat/thread/thread.hpp>
#include <mapping/write_behind.flat.hpp>

namespace flat::mapping {

/// A thread that has `ResidentPages` write what has been dirty for as long as it may be, which is
/// looked at so many times in that time, and at once when too many pages are. As long as nothing is
/// dirty, it sets no alarm. Its clock is that of `Alarms`, from one look to the next: what is said
/// of the time of day is nothing to it.
class WriteBehind : public WriteBehindComponent,
                    private Alarm,
                    public thread::Thread::Body,
                    NonCopyable {
public:
    WriteBehind(Ports const& ports, Attributes const& attributes);

private:
    void expired() override;
    void run() override;
    void look();

    u64 const condition_;
    Atomic<bool> has_expired_ = false;
    bool is_set_ = false; // the alarm; the thread's own
};

} // namespace flat::mapping
