// SPDX-License-Identifier: BSD-2-Clause
// A market with a fixed number of places for watchers.
#include <market/small_market.hpp>

#include <core/text.hpp>

namespace flat::market {

SmallMarket::SmallMarket(Ports const& ports, Attributes const& attributes)
    : SmallMarketComponent(ports, attributes) {}

Result<u64, MarketError> SmallMarket::sum(Source& source, u32 offers) {
    u64 sum = 0;
    for (u32 i = 0; i < offers; ++i) {
        Offer const offer = TRY(source.offer(i));
        sum += offer.price * offer.pieces;
    }
    return sum;
}

Result<Market::Offer, MarketError> SmallMarket::best(Source& first, Source* second) {
    Offer const one = TRY(first.offer(0));
    if (!second) return one;
    Offer const other = TRY(second->offer(0));
    return other.price < one.price ? other : one;
}

Result<Market::Watch*, MarketError> SmallMarket::watch(Watcher& watcher) {
    for (u32 i = 0; i < places_max; ++i)
        if (!places_[i].is_taken()) {
            places_[i].take(i, watcher);
            return &places_[i];
        }
    watcher.release();
    return MarketError{MarketError::Code::full};
}

Result<u32, MarketError> SmallMarket::quote(u64 price) {
    u32 heard = 0;
    for (Place& each : places_) {
        if (!each.watcher()) continue;
        auto const outcome = each.watcher()->changed(price);
        if (outcome.is_ok())
            ++heard;
        else if (outcome.error().code == MarketError::Code::unreachable)
            each.clear();
    }
    return heard;
}

void SmallMarket::announce(u64 price, Span<u8 const> text) {
    for (Place& each : places_)
        if (each.watcher()) each.watcher()->told(price, text);
}

void SmallMarket::tell(Watcher& watcher, u64 price) {
    watcher.told(price, Text("only you").bytes());
    watcher.release();
}

Result<Market::Watcher*, MarketError> SmallMarket::take_out(u32 place) {
    return place < places_max ? places_[place].take_out() : nullptr;
}

Result<u32, MarketError> SmallMarket::watchers() {
    u32 count = 0;
    for (Place const& each : places_)
        count += each.watcher() ? 1 : 0;
    return count;
}

void SmallMarket::Place::take(u32 number, Watcher& watcher) {
    number_ = number;
    is_taken_ = true;
    watcher_ = &watcher;
    remarked_ = 0;
}

Market::Watcher* SmallMarket::Place::take_out() {
    Watcher* const watcher = watcher_;
    watcher_ = nullptr;
    return watcher;
}

void SmallMarket::Place::clear() {
    if (Watcher* const watcher = take_out()) watcher->release();
}

Result<u32, MarketError> SmallMarket::Place::remark(Span<u8 const> text) {
    remarked_ += static_cast<u32>(text.size());
    return remarked_;
}

void SmallMarket::Place::release() {
    clear();
    is_taken_ = false;
}

void* SmallMarket::Place::narrow(InterfaceId id) {
    if (id == Watch::interface_id) return static_cast<Watch*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

} // namespace flat::market
