// SPDX-License-Identifier: BSD-2-Clause
// A market that asks another one.
#include <market/market_relay.hpp>

namespace flat::market {

Result<u64, MarketError> MarketRelay::sum(Source& source, u32 offers) {
    return beyond->sum(source, offers);
}

Result<Market::Offer, MarketError> MarketRelay::best(Source& first, Source* second) {
    return beyond->best(first, second);
}

Result<Market::Watch*, MarketError> MarketRelay::watch(Watcher& watcher) {
    return beyond->watch(watcher);
}

Result<u32, MarketError> MarketRelay::quote(u64 price) {
    return beyond->quote(price);
}

void MarketRelay::announce(u64 price, Span<u8 const> text) {
    beyond->announce(price, text);
}

void MarketRelay::tell(Watcher& watcher, u64 price) {
    beyond->tell(watcher, price);
}

Result<Market::Watcher*, MarketError> MarketRelay::take_out(u32 place) {
    return beyond->take_out(place);
}

Result<u32, MarketError> MarketRelay::watchers() {
    return beyond->watchers();
}

} // namespace flat::market
