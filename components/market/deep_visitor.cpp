// SPDX-License-Identifier: BSD-2-Clause
// Lends a source that asks the market itself, and so on: calls within calls.
#include <market/deep_visitor.hpp>

#include <core/say.hpp>

namespace flat::market {

namespace {

constexpr u32 depth_max = 6;
constexpr u64 price_beneath = 7;

/// What it offers is one more than the sum of a source that is less deep.
class DeepSource final : public Market::Source, NonCopyable {
public:
    DeepSource(Market& market, u32 depth) : market_(market), depth_(depth) {}

    Result<Market::Offer, MarketError> offer(u32) override {
        if (depth_ == 0) return Market::Offer{price_beneath, 1};
        u64 const watchers = TRY(market_.watchers());
        DeepSource beneath(market_, depth_ - 1);
        return Market::Offer{TRY(market_.sum(beneath, 1)) + 1 + watchers, 1};
    }

    void* narrow(InterfaceId id) override {
        if (id == Source::interface_id) return static_cast<Source*>(this);
        if (id == Top::interface_id) return static_cast<Top*>(this);
        return nullptr;
    }

private:
    Market& market_;
    u32 const depth_;
};

} // namespace

void DeepVisitor::run() {
    for (u32 depth = 0; depth <= depth_max; ++depth)
        ask(depth);
    ask(0);
}

void DeepVisitor::ask(u32 depth) {
    DeepSource source(*market, depth);
    auto const sum = market->sum(source, 1);
    if (sum.is_error())
        say(*log, "{} deep: error {}", depth, static_cast<u32>(sum.error().code) + 1);
    else
        say(*log, "{} deep: {}", depth, sum.value());
}

} // namespace flat::market
