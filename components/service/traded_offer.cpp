// SPDX-License-Identifier: BSD-2-Clause
// An offer of a trader.
#include <service/traded_offer.hpp>

#include <core/memory.hpp>
#include <service/offer_store.hpp>

namespace flat::service {

TradedOffer::TradedOffer(OfferStore& store, Top& target, u64 type, Text properties,
                         core::AbstractResource* given)
    : store_(store), type_(type), target_(&target), given_(given),
      size_(static_cast<u8>(properties.size())) {
    assert(properties.size() <= clauses_text_max);
    memcpy(characters_, properties.data(), properties.size());
    properties_ = parse_properties(text()).value();
}

Result<Top*, TradeError> TradedOffer::target() {
    return store_.target_of(*this);
}

void TradedOffer::withdraw() {
    store_.withdraw(*this);
}

u32 TradedOffer::holders() {
    return store_.holders_of(*this);
}

void TradedOffer::release() {
    store_.release(*this);
}

void* TradedOffer::narrow(InterfaceId id) {
    if (id == Offer::interface_id) return static_cast<Offer*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

} // namespace flat::service
