// SPDX-License-Identifier: BSD-2-Clause
// Has domains trade with each other, and sees that nothing is left of them.
#include <proxies/offers_check.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>

namespace flat::proxies {

using demo::LedgerError;
using demo::Tally;

void OffersCheck::run() {
    u64 const stage = demo::Stage::interface_id.value;
    if (trader->export_(*this, stage, Text("kind=kernels").bytes()).is_error())
        panic("the trader takes no offer");
    u64 before = 0;
    // The first rounds leave behind what allocators keep of a size; all further ones must not.
    for (u32 round = 0; round < rounds; ++round) {
        if (round == 2) before = frames->free_bytes();
        trade_once();
    }
    if (frames->free_bytes() != before) panic("frames are lost");
    say(*log, "in {} rounds domains have traded, no offer is left, and no frame was lost", rounds);
}

/// Two domains offer, a third one finds; so does the kernel, when one of the two has ended.
void OffersCheck::trade_once() {
    domain::Domain& coarse = start("coarse");
    domain::Domain& fine = start("fine");
    while (count_tallies() < 2)
        threads->yield();
    domain::Domain& buyer = start("buyer");
    if (buyer.join() != 0) panic("the buyer has failed");
    buyer.release();
    u64 const type = Tally::interface_id.value;
    u64 const number = trade->find(type, Text("precision>=2").bytes(), 0).value_or(0);
    auto const held = trade->target(type, number);
    if (held.is_error()) panic("nothing suits the kernel");
    use_what_ends(*held.value(), fine);
    if (count_tallies() != 1) panic("an offer is left of a domain that has ended");
    coarse.release();
    if (count_tallies() != 0) panic("an offer is left");
}

/// What was found stays held, and says that its domain is gone.
void OffersCheck::use_what_ends(core::AbstractResource& held, domain::Domain& seller) {
    auto* const tally = narrow_to<Tally>(held);
    if (!tally || tally->add(0).value_or(0) != 12) panic("another sum");
    seller.release();
    auto const gone = tally->add(1);
    if (gone.is_ok() || gone.error().code != LedgerError::Code::unreachable)
        panic("who has ended still answers");
    held.release();
}

u32 OffersCheck::count_tallies() {
    u32 count = 0;
    u64 number = 0;
    do {
        number = trade->find(Tally::interface_id.value, {}, number).value_or(0);
        count += number != 0;
    } while (number != 0);
    return count;
}

domain::Domain& OffersCheck::start(Text name) {
    auto const made = domains->create(name.bytes());
    if (made.is_error()) panic("no memory for domain {}", name);
    auto& domain = *narrow_to<domain::Domain>(*made.value());
    domain.start();
    return domain;
}

} // namespace flat::proxies
