// SPDX-License-Identifier: BSD-2-Clause
// Sends signals to a domain, in its calls and beside them, and sees that it ends alone.
#include <partners/signal_check.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>

namespace flat::partners {

void SignalCheck::run() {
    bell->ring(1); // there is no domain yet: nobody hears it
    domain::Domain& calling = start(SignalWay::calls);
    say(*log, "a domain that is called ends with {}", calling.join());
    calling.release();

    domain::Domain& running = start(SignalWay::runs);
    ring_from_outside();
    say(*log, "a domain that runs ends with {}", running.join());
    running.release();

    domain::Domain& dying = start(SignalWay::dies);
    say(*log, "a domain that dies in a handler ends with {}", dying.join());
    dying.release();

    domain::Domain& looping = start(SignalWay::loops);
    for (u32 i = 0; i < 5; ++i)
        threads->yield();
    looping.release();
    say(*log, "a domain that loops in a handler is released");

    domain::Domain& interrupted = start(SignalWay::loops_when_interrupted);
    ring_from_outside();
    say(*log, "a domain that loops when interrupted ends with {}", interrupted.join());
    interrupted.release();
}

domain::Domain& SignalCheck::start(SignalWay way) {
    way_ = way;
    has_come_ = false;
    auto const made = domains->create(Text("app").bytes());
    if (made.is_error()) panic("a domain cannot be made");
    auto& domain = *narrow_to<domain::Domain>(*made.value());
    domain.start();
    return domain;
}

/// The domain has called nobody, and another thread runs: this one.
void SignalCheck::ring_from_outside() {
    while (!has_come_)
        threads->yield();
    for (u32 i = 1; i <= 3; ++i) {
        bell->ring(i);
        threads->yield();
    }
}

u64 SignalCheck::pass(u64 value) {
    if (value == asks_way) return static_cast<u64>(way_);
    if (value == is_ready) {
        has_come_ = true;
        return 0;
    }
    for (u32 i = 1; i <= value; ++i)
        bell->ring(i);
    return value;
}

} // namespace flat::partners
