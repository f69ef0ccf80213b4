// SPDX-License-Identifier: BSD-2-Clause
// A market with a fixed number of places for watchers.
#pragma once

#include <core/utility.hpp>
#include <market/small_market.flat.hpp>

namespace flat::market {

/// One thread uses it at a time. A watcher that cannot be reached loses its place.
class SmallMarket : public SmallMarketComponent, NonCopyable {
public:
    SmallMarket(Ports const& ports, Attributes const& attributes);

    Result<u64, MarketError> sum(Source& source, u32 offers) override;
    Result<Offer, MarketError> best(Source& first, Source* second) override;
    Result<Watch*, MarketError> watch(Watcher& watcher) override;
    Result<u32, MarketError> quote(u64 price) override;
    void announce(u64 price, Span<u8 const> text) override;
    void tell(Watcher& watcher, u64 price) override;
    Result<Watcher*, MarketError> take_out(u32 place) override;
    Result<u32, MarketError> watchers() override;

    static constexpr u32 places_max = 40;

private:
    /// Taken while somebody holds it.
    class Place : public Watch, NonCopyable {
    public:
        void take(u32 number, Watcher& watcher);
        Watcher* watcher() const { return watcher_; }
        /// The watcher, whose holder is the caller's from now on.
        Watcher* take_out();
        void clear();

        Result<u32, MarketError> place() override { return number_; }
        Result<u32, MarketError> remark(Span<u8 const> text) override;
        void release() override;
        void* narrow(InterfaceId id) override;

        bool is_taken() const { return is_taken_; }

    private:
        u32 number_ = 0;
        bool is_taken_ = false;
        Watcher* watcher_ = nullptr; // none once it could not be reached
        u32 remarked_ = 0;
    };

    Place places_[places_max];
};

} // namespace flat::market
