// SPDX-License-Identifier: BSD-2-Clause
// Offers of objects of all domains, each held by whoever has found it.
#include <service/offer_server.hpp>

#include <core/calls/handle.hpp>
#include <service/made_offer.hpp>

#include <new>

namespace flat::service {

using core::AbstractResource;
using Code = TradeError::Code;

OfferServer::Found OfferServer::export_(AbstractResource& target, u64 type,
                                        Span<u8 const> properties) {
    if (type == handle_id.value) { // or what is served passed for its target
        target.release();
        return TradeError{Code::wrong_type};
    }
    Served* const served = store_.add(target, InterfaceId{type}, &target);
    if (!served) {
        target.release();
        return TradeError{Code::full};
    }
    return offer(*served, type, properties);
}

/// The hold of `served` is the offer's, if there is one.
OfferServer::Found OfferServer::offer(Served& served, u64 type, Span<u8 const> properties) {
    auto const place = objects->allocate(sizeof(MadeOffer));
    if (place.is_error()) {
        served.release();
        return TradeError{Code::full};
    }
    auto const made = trader->give(served, type, properties);
    if (made.is_ok())
        return new (pointer_to<void>(place.value())) MadeOffer(*objects, *made.value());
    objects->free(place.value(), sizeof(MadeOffer));
    return made.error();
}

Result<u64, TradeError> OfferServer::find(u64 type, Span<u8 const> constraint, u64 after) {
    Offer* const offer = TRY(trader->next(type, constraint, after));
    if (!offer) return u64{0};
    u64 const number = offer->number();
    offer->release();
    return number;
}

Result<u32, TradeError> OfferServer::properties(u64 type, u64 number, Span<u8> destination) {
    Offer& offer = *TRY(offer_of(type, number));
    u32 const size = offer.properties(destination);
    offer.release();
    return size;
}

OfferServer::Found OfferServer::target(u64 type, u64 number) {
    Offer& offer = *TRY(offer_of(type, number));
    Served* served = nullptr;
    auto const target = held_target(offer, served);
    if (target.is_error() || served) {
        offer.release();
        if (target.is_error()) return target.error();
        return served;
    }
    // Its maker keeps the target as long as somebody holds the offer.
    Served* const made = store_.add(*target.value(), InterfaceId{type}, &offer);
    if (made) return made;
    offer.release();
    return TradeError{Code::full};
}

/// The offer of this number, held.
Result<Offer*, TradeError> OfferServer::offer_of(u64 type, u64 number) {
    Offer* const offer = number == 0 ? nullptr : TRY(trader->next(type, {}, number - 1));
    if (offer && offer->number() == number) return offer;
    if (offer) offer->release();
    return TradeError{Code::withdrawn};
}

/// What an offer offers, which stays as long as that is held; where it is served, it is held once
/// more.
Result<Top*, TradeError> OfferServer::held_target(Offer& offer, Served*& served) {
    auto const counts = store_.lock();
    Top* const target = TRY(offer.target());
    served = static_cast<Served*>(target->narrow(Served::id));
    if (served) served->hold(*counts);
    return target;
}

} // namespace flat::service
