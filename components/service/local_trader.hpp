// SPDX-License-Identifier: BSD-2-Clause
// Offers of interfaces, found by type and properties.
#pragma once

#include <service/local_trader.flat.hpp>
#include <service/offer_store.hpp>

namespace flat::service {

/// A trader for one domain. An offer is found in time in proportion to the logarithm of all offers
/// and to those of its type that do not meet the constraint.
class LocalTrader : public LocalTraderComponent, NonCopyable {
public:
    LocalTrader(Ports const& ports, Attributes const& attributes)
        : LocalTraderComponent(ports, attributes), store_(*objects, offers_max) {}

    Result<Offer*, TradeError> export_(Top& target, u64 type, Span<u8 const> properties) override;
    Result<Offer*, TradeError> give(core::AbstractResource& target, u64 type,
                                    Span<u8 const> properties) override;
    Result<Offer*, TradeError> next(u64 type, Span<u8 const> constraint, u64 after) override;

private:
    Result<Offer*, TradeError> add(Top& target, u64 type, Span<u8 const> properties,
                                   core::AbstractResource* given);

    OfferStore store_;
};

} // namespace flat::service
