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
        if (places_[i].take(i, watcher)) return &places_[i];
    watcher.release();
    return MarketError{MarketError::Code::full};
}

Result<u32, MarketError> SmallMarket::quote(u64 price) {
    u32 heard = 0;
    for (Place& each : places_) {
        Watcher* const watcher = each.begin_call();
        if (!watcher) continue;
        auto const outcome = watcher->changed(price);
        if (outcome.is_ok())
            ++heard;
        else if (outcome.error().code == MarketError::Code::unreachable)
            each.clear();
        each.end_call();
    }
    return heard;
}

void SmallMarket::announce(u64 price, Span<u8 const> text) {
    for (Place& each : places_)
        if (Watcher* const watcher = each.begin_call()) {
            watcher->told(price, text);
            each.end_call();
        }
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
    for (Place& each : places_)
        count += each.is_watched() ? 1 : 0;
    return count;
}

bool SmallMarket::Place::take(u32 number, Watcher& watcher) {
    auto const seat = seat_.lock();
    if (seat->is_held || seat->watcher) return false;
    *seat = {true, false, 0, &watcher};
    number_ = number;
    remarked_.store(0, MemoryOrder::relaxed);
    return true;
}

Market::Watcher* SmallMarket::Place::begin_call() {
    auto const seat = seat_.lock();
    if (!seat->watcher || seat->is_cleared) return nullptr;
    ++seat->calls;
    return seat->watcher;
}

void SmallMarket::Place::end_call() {
    release_after([](Seat& seat) { --seat.calls; });
}

/// Changes the seat, and releases whoever leaves it by that, when the lock is free again.
template<class Change>
void SmallMarket::Place::release_after(Change const& change) {
    Watcher* left = nullptr;
    {
        auto const seat = seat_.lock();
        change(*seat);
        if (seat->is_cleared && seat->calls == 0) left = exchange(seat->watcher, nullptr);
    }
    if (left) left->release();
}

Market::Watcher* SmallMarket::Place::take_out() {
    auto const seat = seat_.lock();
    return seat->is_cleared || seat->calls != 0 ? nullptr : exchange(seat->watcher, nullptr);
}

bool SmallMarket::Place::is_watched() {
    auto const seat = seat_.lock();
    return seat->watcher && !seat->is_cleared;
}

void SmallMarket::Place::clear() {
    release_after([](Seat& seat) { seat.is_cleared = true; });
}

Result<u32, MarketError> SmallMarket::Place::remark(Span<u8 const> text) {
    auto const size = static_cast<u32>(text.size());
    return remarked_.fetch_add(size, MemoryOrder::relaxed) + size;
}

void SmallMarket::Place::release() {
    clear();
    seat_.lock()->is_held = false;
}

void* SmallMarket::Place::narrow(InterfaceId id) {
    if (id == Watch::interface_id) return static_cast<Watch*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

} // namespace flat::market
