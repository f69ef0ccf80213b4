// SPDX-License-Identifier: BSD-2-Clause
// A market with a fixed number of places for watchers.
#pragma once

#include <core/atomic.hpp>
#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <market/small_market.flat.hpp>

namespace flat::market {

/// Any number of threads use it at once. A watcher that cannot be reached loses its place, and is
/// released when nobody calls it any more.
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
    /// Taken while somebody holds it, or calls the watcher there.
    class Place : public Watch, NonCopyable {
    public:
        /// False if it is taken.
        bool take(u32 number, Watcher& watcher);

        /// Whoever watches, to be called until `end_call`; null if nobody does.
        Watcher* begin_call();
        void end_call();

        /// The watcher, whose holder is the caller's from now on; null while it is called.
        Watcher* take_out();

        bool is_watched();
        void clear();

        Result<u32, MarketError> place() override { return number_; }
        Result<u32, MarketError> remark(Span<u8 const> text) override;
        void release() override;
        void* narrow(InterfaceId id) override;

    private:
        struct Seat {
            bool is_held = false;
            bool is_cleared = false;
            u32 calls = 0;
            Watcher* watcher = nullptr; // none once it could not be reached and nobody calls it
        };

        template<class Change>
        void release_after(Change const& change);

        u32 number_ = 0;
        Guarded<Seat> seat_;
        Atomic<u32> remarked_ = 0;
    };

    Place places_[places_max];
};

} // namespace flat::market
