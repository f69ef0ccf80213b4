// SPDX-License-Identifier: BSD-2-Clause
// Hears of prices and remembers the last one.
#include <market/named_watcher.hpp>

#include <core/memory.hpp>

namespace flat::market {

Result<u32, MarketError> NamedWatcher::changed(u64 price) {
    price_ = price;
    return ++changes_;
}

void NamedWatcher::told(u64 price, Span<u8 const> text) {
    in_order_ += price == told_ + 1 ? 1 : 0;
    told_ = price;
    told_bytes_ += static_cast<u32>(text.size());
}

Result<u32, MarketError> NamedWatcher::name(Span<u8> text) {
    Span<u8 const> const bytes = name_.bytes();
    memcpy(text.data(), bytes.data(), min<u64>(bytes.size(), text.size()));
    return static_cast<u32>(bytes.size());
}

Result<u64, MarketError> NamedWatcher::look(Market::Source& source) {
    Market::Offer const offer = TRY(source.offer(7));
    return offer.price * offer.pieces;
}

void* NamedWatcher::narrow(InterfaceId id) {
    if (id == Watcher::interface_id) return static_cast<Market::Watcher*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

} // namespace flat::market
