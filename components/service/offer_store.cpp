// SPDX-License-Identifier: BSD-2-Clause
// The offers of a trader: their memory, their order, and their holders.
#include <service/offer_store.hpp>

#include <new>

namespace flat::service {

using Code = TradeError::Code;

Result<TradedOffer*, TradeError> OfferStore::add(Top& target, u64 type, Text properties,
                                                 core::AbstractResource* given) {
    {
        auto const offers = offers_.lock();
        if (offers->exist == offers_max_) return TradeError{Code::full};
        ++offers->exist;
    }
    auto const place = objects_.allocate(sizeof(TradedOffer));
    if (place.is_error()) {
        --offers_.lock()->exist;
        return TradeError{Code::full};
    }
    auto* const offer =
        new (pointer_to<void>(place.value())) TradedOffer(*this, target, type, properties, given);
    auto const offers = offers_.lock();
    offer->number_ = ++offers->made;
    offer->holders_ = 2; // the caller and the tree
    offers->current.insert(*offer);
    return offer;
}

TradedOffer* OfferStore::next(u64 type, u64 after) {
    auto const offers = offers_.lock();
    TradedOffer* const offer = offers->current.first_above({type, after});
    if (!offer || offer->type_ != type) return nullptr;
    ++offer->holders_;
    return offer;
}

Result<Top*, TradeError> OfferStore::target_of(TradedOffer& offer) {
    auto const offers = offers_.lock();
    if (!offer.target_) return TradeError{Code::withdrawn};
    return offer.target_;
}

void OfferStore::withdraw(TradedOffer& offer) {
    auto const offers = offers_.lock();
    if (!offer.target_) return;
    offer.target_ = nullptr;
    offers->current.remove(offer);
    --offer.holders_; // whoever withdraws holds it as well
    assert(offer.holders_ > 0);
}

u32 OfferStore::holders_of(TradedOffer& offer) {
    auto const offers = offers_.lock();
    return offer.target_ ? offer.holders_ - 1 : offer.holders_;
}

void OfferStore::release(TradedOffer& offer) {
    {
        auto const offers = offers_.lock();
        assert(offer.holders_ > 0);
        if (--offer.holders_ > 0) return;
        --offers->exist;
    }
    core::AbstractResource* const given = offer.given_;
    offer.TradedOffer::~TradedOffer();
    objects_.free(address_of(&offer), sizeof(TradedOffer));
    if (given) given->release();
}

} // namespace flat::service
