// SPDX-License-Identifier: BSD-2-Clause
// Has a domain load components, well and badly, and sees that nothing is left of it.
#include <extensible/domain_rounds.hpp>

#include <core/measure/lose_no_frames.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <flat/domain/domain.hpp>

namespace flat::extensible {

namespace {

constexpr Text names[] = {"whole",        "leaves",      "hoards",       "writes_code",
                          "writes_table", "runs_object", "runs_unsealed"};
static_assert(sizeof names / sizeof *names == u64(DomainWay::count));

constexpr u32 failed = 101;

} // namespace

void DomainRounds::run() {
    for (u64 i = 0; i < u64(DomainWay::count); ++i) {
        say(*log, "-- {}", names[i]);
        u32 const status = status_of(static_cast<DomainWay>(i));
        u32 const expected = i < u64(DomainWay::writes_code) ? 0 : failed;
        if (status != expected) panic("it ends with status {}", status);
    }
    leave_nothing();
}

u64 DomainRounds::pass(u64 value) {
    if (value == asked::withdraw) return withdraw();
    if (value != asked::offer) return static_cast<u64>(way_);
    auto const made = trader->export_(*sum, demo::Stage::interface_id.value, {});
    if (made.is_error()) panic("the trader takes no offer");
    offer_ = made.value();
    return 0;
}

u64 DomainRounds::withdraw() {
    u32 const holders = offer_->holders();
    offer_->withdraw();
    offer_->release();
    return holders;
}

/// How a domain ends that has it done, and is released.
u32 DomainRounds::status_of(DomainWay way) {
    way_ = way;
    auto const made = domains->create(Text("app").bytes());
    if (made.is_error()) panic("there is no memory for the domain");
    auto& domain = *narrow_to<domain::Domain>(*made.value());
    domain.start();
    u32 const status = domain.join();
    domain.release();
    return status;
}

void DomainRounds::leave_nothing() {
    u32 round = 0;
    lose_no_frames(*frames, rounds, [this, &round] {
        if (status_of(DomainWay::leaves) != 0 || status_of(DomainWay::hoards) != 0)
            panic("a domain has failed in round {}", round);
        ++round;
    });
    say(*log, "{} domains have ended with what they had loaded, and no frame was lost", 2 * rounds);
}

} // namespace flat::extensible
