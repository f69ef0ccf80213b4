// SPDX-License-Identifier: BSD-2-Clause
// Has domains cheat with objects, again and again, and sees that nobody else suffers.
#include <market/cheat_check.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>

namespace flat::market {

void CheatCheck::run() {
    if (loses_frames()) panic("frames are lost");
    say(*log, "{} domains have cheated with objects", rounds);
    say(*log, "some were ended for it: {}", ended_ != 0 ? "yes" : "no");
    auto const counts = domains->one_way_counts();
    say(*log,
        "of calls that nobody waits for some were made: {}, some found no room: {}, some "
        "nobody: {}",
        counts.delivered != 0 ? "yes" : "no", counts.dropped != 0 ? "yes" : "no",
        counts.lost != 0 ? "yes" : "no");
    say(*log, "nobody holds what is gone, and no frame was lost");
}

/// Allocators keep memory of each size that was asked for; so frames are lost only if that goes on.
bool CheatCheck::loses_frames() {
    bool is_less = true;
    u64 const half = rounds / 2;
    for (u64 begin = 0; begin < rounds || (is_less && begin < u64{4} * rounds); begin += half) {
        u64 const before = frames->free_bytes();
        for (u64 i = 0; i < half; ++i) {
            round_ = i;
            clients_cheat();
            server_cheats();
        }
        is_less = frames->free_bytes() < before;
    }
    return is_less;
}

/// A client of the kernel's market and of one in a domain.
void CheatCheck::clients_cheat() {
    domain::Domain& server = start("stalls");
    answers(*stall); // when it serves
    domain::Domain& cheat = start("cheat");
    if (cheat.join() != 0) ++ended_;
    (void)market->quote(1);
    (void)stall->quote(1);
    answers(*market);
    answers(*stall);
    cheat.release();
    forget(*market);
    forget(*stall);
    server.release();
}

/// A server that is called by the kernel, and keeps what it gets.
void CheatCheck::server_cheats() {
    domain::Domain& server = start("traps");
    for (u32 i = 0; i < 2; ++i) {
        (void)trap->sum(offers_, 1);
        auto const place = trap->watch(watcher_.held());
        if (place.is_ok()) {
            (void)place.value()->place();
            place.value()->release();
        }
        trap->announce(1, {});
        trap->tell(watcher_.held(), 2);
        auto const back = trap->take_out(0);
        if (back.is_ok() && back.value()) back.value()->release();
    }
    (void)trap->quote(1);
    (void)trap->best(offers_, nullptr);
    if (trap->watchers().is_ok()) panic("the server of round {} still answers", round_);
    server.release();
    if (watcher_.holders() != 0)
        panic("a domain that is gone holds the kernel's watcher {} times", watcher_.holders());
}

/// That a market answers whose callers have cheated.
void CheatCheck::answers(Market& market) {
    auto const sum = market.sum(offers_, 3);
    if (sum.is_error() || sum.value() != 6)
        panic("a market does not answer in round {}: {}", round_,
              sum.is_error() ? static_cast<u64>(sum.error().code) + 1 : sum.value());
}

/// That a market lets go of those that it cannot reach.
void CheatCheck::forget(Market& market) {
    (void)market.quote(1);
    auto const left = market.watchers();
    if (left.is_error() || left.value() != 0)
        panic("a domain that is gone watches a market in round {}", round_);
}

domain::Domain& CheatCheck::start(Text name) {
    auto const made = domains->create(name.bytes());
    if (made.is_error()) panic("no memory for domain {}", name);
    auto& domain = *narrow_to<domain::Domain>(*made.value());
    domain.start();
    return domain;
}

} // namespace flat::market
