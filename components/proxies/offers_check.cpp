// SPDX-License-Identifier: BSD-2-Clause
// Has domains trade with each other, and sees that nothing is left of them.
#include <proxies/offers_check.hpp>

#include <core/measure/lose_no_frames.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>

namespace flat::proxies {

using demo::LedgerError;
using demo::Tally;

void OffersCheck::run() {
    domain::Domain* const keeper = Text(registry).is_empty() ? nullptr : &start(Text(registry));
    offer();
    if (trader) offer_stage();
    lose_no_frames(*frames, rounds, [this] { trade_once(); });
    say(*log, "in {} rounds domains have traded, no offer is left, and no frame was lost", rounds);
    if (keeper) end_registry(*keeper);
}

/// As a domain does, and as long as it runs.
void OffersCheck::offer() {
    auto const properties = Text("kind=kernels").bytes();
    auto offer = trade->export_(tally_.held(), Tally::interface_id.value, properties);
    while (offer.is_error()) { // the registry is not there yet, and has released what it was given
        if (offer.error().code != service::TradeError::Code::unreachable) panic("no offer");
        threads->yield();
        offer = trade->export_(tally_.held(), Tally::interface_id.value, properties);
    }
    if (tally_.holders() != 1) panic("{} hold what is offered", tally_.holders());
}

/// What is there for ever, and found as if it were a domain's.
void OffersCheck::offer_stage() {
    u64 const type = demo::Stage::interface_id.value;
    if (trader->export_(*this, type, Text("kind=stages").bytes()).is_error())
        panic("the trader takes no offer");
    u64 const number = trade->find(type, Text("kind=stages").bytes(), 0).value_or(0);
    auto const held = trade->target(type, number);
    if (held.is_error()) panic("no stage is found");
    auto* const stage = narrow_to<demo::Stage>(*held.value());
    if (!stage || narrow_to<Entry>(*held.value())) panic("a stage is a stage, and no entry");
    if (stage->pass(20) != 21) panic("another stage");
    held.value()->release();
}

/// Two domains offer, a third one finds; so does the kernel, when one of the two has ended.
void OffersCheck::trade_once() {
    domain::Domain& coarse = start("coarse");
    domain::Domain& fine = start("fine");
    while (count_tallies() < 3) // the kernel's is one
        threads->yield();
    domain::Domain& buyer = start("buyer");
    if (buyer.join() != 0) panic("the buyer has failed");
    buyer.release();
    u64 const type = Tally::interface_id.value;
    u64 const number = trade->find(type, Text("precision>=2").bytes(), 0).value_or(0);
    auto const held = trade->target(type, number);
    if (held.is_error()) panic("nothing suits the kernel");
    use_what_ends(*held.value(), fine);
    if (count_tallies() != 2) panic("an offer is left of a domain that has ended");
    coarse.release();
    if (count_tallies() != 1) panic("an offer is left");
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

/// With it end its offers, what it holds, and what was found there.
void OffersCheck::end_registry(domain::Domain& keeper) {
    u64 const type = Tally::interface_id.value;
    u64 const number = trade->find(type, Text("kind=kernels").bytes(), 0).value_or(0);
    auto const held = trade->target(type, number);
    if (held.is_error()) panic("the kernel finds nothing of its own");
    auto* const tally = narrow_to<Tally>(*held.value());
    if (!tally || tally->add(0).is_error()) panic("the kernel finds another tally");
    keeper.release();
    auto const gone = tally->add(1);
    if (gone.is_ok() || gone.error().code != LedgerError::Code::unreachable)
        panic("what a registry has given is there without it");
    held.value()->release();
    auto const nothing_found = trade->find(type, {}, 0);
    if (nothing_found.is_ok() ||
        nothing_found.error().code != service::TradeError::Code::unreachable)
        panic("a registry that has ended still answers");
    if (tally_.holders() != 0) panic("a registry that has ended holds what it had");
    say(*log, "with the registry its offers have ended");
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
