// SPDX-License-Identifier: BSD-2-Clause
// Threads that wait at sockets, with and without a limit of time.
#include <net/socket_waiting.hpp>

namespace flat::net {

TimedWait::TimedWait(thread::Alarms& alarms, thread::ThreadManager& threads, u64 condition,
                     u64 timeout_ns)
    : alarms_(alarms), threads_(threads), condition_(condition) {
    u64 const now_ns = alarms.now_ns();
    end_ns_ = timeout_ns > ~now_ns ? ~u64(0) : now_ns + timeout_ns;
    alarms.set(*this, timeout_ns);
}

TimedWait::~TimedWait() {
    alarms_.cancel(*this);
}

u64 TimedWait::left_ns() const {
    u64 const now_ns = alarms_.now_ns();
    return now_ns < end_ns_ ? end_ns_ - now_ns : 0;
}

void TimedWait::expired() {
    threads_.notify_all(condition_);
}

} // namespace flat::net
