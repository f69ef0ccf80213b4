// SPDX-License-Identifier: BSD-2-Clause
#include <market/small_market.hpp>

#include <gtest/gtest.h>

namespace flat::market {
namespace {

using Code = MarketError::Code;

class Listener : public Market::Watcher {
public:
    Result<u32, MarketError> changed(u64 price) override {
        if (is_gone) return MarketError{Code::unreachable};
        heard = price;
        return 1;
    }
    void told(u64 price, Span<u8 const>) override { heard = price; }
    Result<u32, MarketError> name(Span<u8>) override { return 0; }
    Result<u64, MarketError> look(Market::Source&) override { return 0; }
    void release() override { ++released; }

    bool is_gone = false;
    u64 heard = 0;
    u32 released = 0;
};

TEST(SmallMarket, TellsWhoeverWatchesUntilThePlaceIsReleased) {
    SmallMarket market({}, {});
    Listener one, other;
    Market::Watch& place = *market.watch(one).value();
    (void)market.watch(other).value();
    EXPECT_EQ(market.quote(5).value(), 2u);
    place.release();
    EXPECT_EQ(market.quote(6).value(), 1u);
    EXPECT_EQ(one.heard, 5u);
    EXPECT_EQ(other.heard, 6u);
    EXPECT_EQ(one.released, 1u);
}

TEST(SmallMarket, LetsGoOfWatchersThatCannotBeReached) {
    SmallMarket market({}, {});
    Listener gone;
    gone.is_gone = true;
    Market::Watch& place = *market.watch(gone).value();
    EXPECT_EQ(market.quote(1).value(), 0u);
    EXPECT_EQ(gone.released, 1u);
    EXPECT_EQ(market.watchers().value(), 0u);
    place.release();
    EXPECT_EQ(gone.released, 1u);
}

/// Somebody else quotes while a watcher is called, and does not reach it.
class Deserter : public Listener {
public:
    explicit Deserter(SmallMarket& market) : market_(market) {}

    void told(u64, Span<u8 const>) override {
        is_gone = true;
        (void)market_.quote(2);
        released_while_called = released;
    }

    u32 released_while_called = 0;

private:
    SmallMarket& market_;
};

TEST(SmallMarket, ReleasesWhomItCannotReachWhenNobodyCallsItAnyMore) {
    SmallMarket market({}, {});
    Deserter watcher(market);
    (void)market.watch(watcher).value();
    market.announce(1, {});
    EXPECT_EQ(watcher.released_while_called, 0u);
    EXPECT_EQ(watcher.released, 1u);
    EXPECT_EQ(market.watchers().value(), 0u);
}

TEST(SmallMarket, ReleasesTheWatcherThatHasNoPlace) {
    SmallMarket market({}, {});
    Listener listener;
    for (u32 i = 0; i < SmallMarket::places_max; ++i)
        EXPECT_TRUE(market.watch(listener).is_ok());
    EXPECT_EQ(market.watch(listener).error().code, Code::full);
    EXPECT_EQ(listener.released, 1u);
}

} // namespace
} // namespace flat::market
