// SPDX-License-Identifier: BSD-2-Clause
// The offers of a trader: their memory, their order, and their holders.
#pragma once

#include <core/containers/ordered_tree.hpp>
#include <core/guarded.hpp>
#include <flat/memory/objects.hpp>
#include <service/traded_offer.hpp>

namespace flat::service {

/// Offers that are not withdrawn, sorted in a search tree. No component is called while the lock is
/// held: not the allocator, not a target.
class OfferStore : NonCopyable {
public:
    OfferStore(memory::Objects& objects, u32 offers_max)
        : objects_(objects), offers_max_(offers_max) {}

    /// Makes an offer, held by the caller; its properties are well-formed. `given` is released with
    /// it, if there is one.
    Result<TradedOffer*, TradeError> add(Top& target, u64 type, Text properties,
                                         core::AbstractResource* given = nullptr);

    /// The first offer of a type whose number is above another, held by the caller; or null.
    TradedOffer* next(u64 type, u64 after);

    Result<Top*, TradeError> target_of(TradedOffer& offer);
    void withdraw(TradedOffer& offer);
    u32 holders_of(TradedOffer& offer);

    /// Drops one hold; the last one ends the offer, and may block where its target was given.
    void release(TradedOffer& offer);

private:
    struct Offers {
        OrderedTree<TradedOffer, &TradedOffer::link_, &TradedOffer::key> current;
        u64 made = 0;  // so far
        u32 exist = 0; // withdrawn ones that somebody holds included
    };

    memory::Objects& objects_;
    u32 const offers_max_;
    Guarded<Offers> offers_;
};

} // namespace flat::service
