// SPDX-License-Identifier: BSD-2-Clause
// A market that does with objects what nobody should.
#include <market/cheating_market.hpp>

#include <core/panic.hpp>

namespace flat::market {

/// The second time it calls what it was lent the first time.
Result<u64, MarketError> CheatingMarket::sum(Source& source, u32) {
    Source* const before = kept_;
    kept_ = &source;
    if (before && way->pass(0) % 2 == 0) return before->offer(0).is_ok() ? 1 : 2;
    return 0;
}

Result<Market::Offer, MarketError> CheatingMarket::best(Source&, Source*) {
    panic("in the middle of a call");
}

/// Words that are no place: those of what it holds, of nothing, and of anything.
Result<Market::Watch*, MarketError> CheatingMarket::watch(Watcher& watcher) {
    held_ = &watcher;
    u64 const words[] = {word_of(&watcher), 63, ~u64{0}, 0, 0x1000, 0xffff'8000'0010'0000};
    forged_.word = words[way->pass(0) % 6];
    return &forged_;
}

Result<u32, MarketError> CheatingMarket::quote(u64 price) {
    if (held_) held_->told(price, {});
    if (held_) held_->release();
    if (held_) held_->release(); // and then it is no more
    return 0;
}

void CheatingMarket::announce(u64 price, Span<u8 const>) {
    if (held_) (void)held_->changed(price);
    if (way->pass(0) % 3 == 0) panic("told what nobody waits for");
}

void CheatingMarket::tell(Watcher& watcher, u64) {
    held_ = &watcher;
}

/// What it has no right to give away.
Result<Market::Watcher*, MarketError> CheatingMarket::take_out(u32) {
    return held_;
}

} // namespace flat::market
