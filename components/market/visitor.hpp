// SPDX-License-Identifier: BSD-2-Clause
// Watches a market in every way and says what came of it: the same wherever the market is.
#pragma once

#include <core/format.hpp>
#include <core/utility.hpp>
#include <market/named_watcher.hpp>
#include <market/visitor.flat.hpp>

namespace flat::market {

/// Nobody else is to use the market meanwhile.
class Visitor : public VisitorComponent, NonCopyable {
public:
    using VisitorComponent::VisitorComponent;

    void run() override;

private:
    /// Offers that follow a rule; from some number on it does not want to say.
    class Offers : public Market::Source {
    public:
        explicit Offers(u64 base) : base_(base) {}
        Result<Market::Offer, MarketError> offer(u32 number) override;

    private:
        u64 const base_;
    };

    void lend();
    void watch();
    void get_back();
    void hear();
    void come_and_go();
    void take_all_places();
    template<class... Arguments>
    void say(CheckedFormat<TypeIdentity<Arguments>...> text, Arguments const&... arguments);

    Offers cheap_{3};
    Offers dear_{5};
    NamedWatcher watcher_{"left"};
    NamedWatcher other_{"right"};
};

} // namespace flat::market
