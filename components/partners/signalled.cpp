// SPDX-License-Identifier: BSD-2-Clause
// Gets signals in a domain of its own, and says what it has heard.
#include <partners/signalled.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <partners/signal_ways.hpp>

namespace flat::partners {

void Signalled::run() {
    switch (static_cast<SignalWay>(kernel->pass(asks_way))) {
    case SignalWay::calls:
        count("one signal", 1);
        count("five signals", 5);
        count("twenty signals", 20);
        way_ = Way::asks_for_more;
        count("a signal in the handler of another", 1);
        say(*log, "handlers within handlers: {}", depth_most_);
        break;
    case SignalWay::runs:
        wait_in_user_mode();
        break;
    case SignalWay::dies:
        way_ = Way::dies;
        (void)kernel->pass(1);
        break;
    case SignalWay::loops:
        way_ = Way::loops;
        (void)kernel->pass(1);
        break;
    case SignalWay::loops_when_interrupted:
        way_ = Way::loops;
        wait_in_user_mode();
        break;
    }
}

/// Has signals sent in a call, and says how many have come when that has returned.
void Signalled::count(Text what, u64 rings) {
    heard_ = 0;
    last_ = 0;
    u64 const answer = kernel->pass(rings);
    say(*log, "{}: {} came, in order {}, and the call returns {}", what, u32{heard_}, is_in_order_,
        answer);
}

/// Calls nobody meanwhile. What it computes tells whether a register has been lost.
void Signalled::wait_in_user_mode() {
    (void)kernel->pass(is_ready);
    u64 sums[4] = {1, 2, 3, 4};
    u64 rounds = 0;
    while (heard_ < 3) {
        for (u64& each : sums)
            each += 5;
        ++rounds;
    }
    bool is_kept = true;
    for (u64 i = 0; i < 4; ++i)
        is_kept = is_kept && sums[i] == i + 1 + 5 * rounds;
    say(*log, "three came in user mode, and all registers are kept: {}", is_kept);
}

void Signalled::ring(u32 times) {
    is_in_order_ = is_in_order_ && times == last_ + 1;
    last_ = times;
    heard_ = heard_ + 1;
    if (way_ == Way::dies) panic("as was asked for");
    while (way_ == Way::loops)
        last_ = last_ + 1;
    if (way_ != Way::asks_for_more || depth_ == 2) return;
    ++depth_;
    depth_most_ = depth_ > depth_most_ ? depth_ : depth_most_;
    last_ = 0;
    (void)kernel->pass(1);
    --depth_;
}

} // namespace flat::partners
