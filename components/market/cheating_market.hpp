// SPDX-License-Identifier: BSD-2-Clause
// A market that does with objects what nobody should.
#pragma once

#include <core/calls/handle.hpp>
#include <core/utility.hpp>
#include <market/cheating_market.flat.hpp>

namespace flat::market {

/// Keeps what it is lent and calls it later, returns places that are none, forgets what it holds.
class CheatingMarket : public CheatingMarketComponent, NonCopyable {
public:
    using CheatingMarketComponent::CheatingMarketComponent;

    Result<u64, MarketError> sum(Source& source, u32 offers) override;
    Result<Offer, MarketError> best(Source& first, Source* second) override;
    Result<Watch*, MarketError> watch(Watcher& watcher) override;
    Result<u32, MarketError> quote(u64 price) override;
    void announce(u64 price, Span<u8 const> text) override;
    void tell(Watcher& watcher, u64 price) override;
    Result<Watcher*, MarketError> take_out(u32 place) override;
    Result<u32, MarketError> watchers() override { return 0; }

private:
    /// A place that the kernel is to call by some word.
    class Forged : public Watch {
    public:
        Result<u32, MarketError> place() override { return 0; }
        Result<u32, MarketError> remark(Span<u8 const>) override { return 0; }
        void release() override {}
        void* narrow(InterfaceId id) override { return id == handle_id ? &word : nullptr; }

        u64 word = 1;
    };

    Source* kept_ = nullptr;
    Watcher* held_ = nullptr;
    Forged forged_;
};

} // namespace flat::market
