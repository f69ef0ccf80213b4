// SPDX-License-Identifier: BSD-2-Clause
// Lets domains call whatever they like, again and again, and sees that nobody else suffers.
#include <demo/domains/raw_check.hpp>

#include <core/calls/handle.hpp>
#include <core/measure/lose_no_frames.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <demo/start.hpp>

namespace flat::demo::domains {

void RawCheck::run() {
    say(*log, "the next server takes over: {}", next_takes_over() ? "yes" : "no");
    say(*log, "a domain that holds too much is ended: {}", hoarder_is_ended() ? "yes" : "no");
    seed_ = first;
    lose_no_frames(*frames, rounds, [this] {
        one_round();
        ++seed_;
    });
    if (bank->open_accounts() != 0) panic("a domain that is gone holds an account");
    say(*log, "{} domains have called what they liked", rounds);
    say(*log, "some were ended for it: {}", ended_ != 0 ? "yes" : "no");
    say(*log, "servers have answered others afterwards: {}", answered_ != 0 ? "yes" : "no");
    say(*log, "no frame was lost");
}

/// Of two servers the first one answers, and when it is gone the other one, which starts anew.
bool RawCheck::next_takes_over() {
    domain::Domain& first = start(*domains, "books");
    domain::Domain& second = start(*domains, "books");
    auto const by_first = ledger->add(5);
    first.release();
    auto const by_second = ledger->add(7);
    second.release();
    auto const by_nobody = ledger->add(1);
    return by_first.is_ok() && by_first.value() == 5 && by_second.is_ok() &&
           by_second.value() == 7 && by_nobody.is_error();
}

/// A domain that opens accounts without end; what it has held is released with it.
bool RawCheck::hoarder_is_ended() {
    domain::Domain& hoarder = start(*domains, "hoarder");
    bool const is_ended = hoarder.join() != 0;
    u32 const held = bank->open_accounts();
    hoarder.release();
    return is_ended && held == handles_max && bank->open_accounts() == 0;
}

/// A server, and a domain that calls it among other things; then we call it.
void RawCheck::one_round() {
    domain::Domain& server = start(*domains, "books");
    (void)ledger->add(0); // waits until it serves
    domain::Domain& caller = start(*domains, "raw");
    if (caller.join() != 0) ++ended_;
    auto const sum = ledger->add(0);
    if (sum.is_ok()) ++answered_;
    if (sum.is_error() && sum.error().code != LedgerError::Code::unreachable)
        panic("the server of round {} gives error {}", seed_, static_cast<u32>(sum.error().code));
    caller.release();
    server.release();
}

} // namespace flat::demo::domains
