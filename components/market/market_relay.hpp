// SPDX-License-Identifier: BSD-2-Clause
// A market that asks another one.
#pragma once

#include <market/market_relay.flat.hpp>

namespace flat::market {

/// Passes objects on as it gets them.
class MarketRelay : public MarketRelayComponent {
public:
    using MarketRelayComponent::MarketRelayComponent;

    Result<u64, MarketError> sum(Source& source, u32 offers) override;
    Result<Offer, MarketError> best(Source& first, Source* second) override;
    Result<Watch*, MarketError> watch(Watcher& watcher) override;
    Result<u32, MarketError> quote(u64 price) override;
    void announce(u64 price, Span<u8 const> text) override;
    void tell(Watcher& watcher, u64 price) override;
    Result<Watcher*, MarketError> take_out(u32 place) override;
    Result<u32, MarketError> watchers() override;
};

} // namespace flat::market
