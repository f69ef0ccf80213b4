// SPDX-License-Identifier: BSD-2-Clause
// Passes objects as nobody should: each way is another one.
#include <market/cheat.hpp>

#include <core/panic.hpp>

namespace flat::market {

namespace {

/// None of them is a handle that a domain has which has no objects.
constexpr u64 forged_handles[] = {1,    3,         2 * handles_max - 1,   2 * handles_max + 1,
                                  4097, ~u64{0},   0xffff'8000'0010'0001, u64{1} << 63 | 1,
                                  0x7f, 0x40'0001u};

constexpr u64 garbage = 0xffff'8000'0010'0000;

} // namespace

void Cheat::run() {
    u64 const kind = way->pass(0);
    if (kind % 2 == 0)
        cheat(*market, kind / 2 % 7);
    else
        cheat(*far, kind / 2 % 7);
}

void Cheat::cheat(Market& asked, u64 kind) {
    switch (kind) {
    case 0:
        return forge(asked);
    case 1:
        return give_and_break(asked);
    case 2:
        return give_thousands(asked);
    case 3:
        return release_twice(asked);
    case 4:
        return flood(asked);
    case 5:
        return call_again(asked, false);
    default:
        return call_again(asked, true);
    }
}

/// Words that are no handles, one that is another object's, and one that it will be called by.
void Cheat::forge(Market& market) {
    for (u64 const word : forged_handles) {
        forged_.word = word;
        if (market.watch(forged_).is_ok()) panic("a forged handle was taken: {x}", word);
    }
    Market::Watch& place = *market.watch(watchers_[0].held()).value();
    forged_.word = word_of(&place);
    if (market.watch(forged_).is_ok()) panic("a place was taken for a watcher");
    if (way->pass(0) / 14 % 2 == 0) {
        market.tell(forged_, 1);
        panic("told a place");
    }
    forged_.word = garbage;
    auto const taken = market.watch(forged_);
    if (taken.is_ok()) (void)market.quote(1); // it is called by that word, and ends
}

/// Whoever tells it of prices finds nobody.
void Cheat::give_and_break(Market& market) {
    for (u32 i = 0; i < 5; ++i)
        (void)market.watch(watchers_[i].held());
    market.announce(1, {});
    panic("with watchers at a market");
}

/// More than anybody takes.
void Cheat::give_thousands(Market& market) {
    u32 taken = 0;
    for (u32 i = 0; i < thousands; ++i)
        taken += market.watch(watchers_[i % 100].held()).is_ok() ? 1 : 0;
    if (taken >= handles_max) panic("{} places were taken", taken);
}

/// After the second time there is no such object.
void Cheat::release_twice(Market& market) {
    Market::Watch& place = *market.watch(watchers_[0].held()).value();
    place.release();
    if (watchers_[0].holders() != 0) panic("released, and still held");
    place.release();
    panic("released twice");
}

/// Faster than anybody hears it.
void Cheat::flood(Market& market) {
    (void)market.watch(watchers_[0].held());
    u8 text[100] = {};
    for (u32 i = 0; i < thousands; ++i) {
        market.announce(i, text);
        if (i % 64 == 0) market.tell(watchers_[1].held(), i);
    }
}

void Cheat::call_again(Market& market, bool breaks) {
    Again again(market, breaks);
    (void)market.watch(watchers_[0].held());
    if (market.sum(again, 1).is_ok()) panic("calls within calls never end");
    if (again.deepest < 3) panic("only {} calls within calls", again.deepest);
    if (market.sum(again, 0).is_error()) panic("the market does not answer any more");
}

Result<Market::Offer, MarketError> Cheat::Again::offer(u32) {
    ++depth_;
    deepest = max(deepest, depth_);
    if (breaks_ && depth_ == 3) panic("in the middle of a call");
    auto const sum = market_.sum(*this, 1);
    --depth_;
    if (sum.is_error()) return sum.error();
    return Market::Offer{sum.value(), 1};
}

} // namespace flat::market
