// SPDX-License-Identifier: BSD-2-Clause
// Has domains cheat with objects, again and again, and sees that nobody else suffers.
#pragma once

#include <flat/domain/domain.hpp>
#include <market/cheat_check.flat.hpp>
#include <market/named_watcher.hpp>

namespace flat::market {

/// Panics when somebody has an object that is gone, or frames are lost.
class CheatCheck : public CheatCheckComponent {
public:
    using CheatCheckComponent::CheatCheckComponent;

    void run() override;

    /// The value, and the number of the round.
    u64 pass(u64 value) override { return value + round_; }

private:
    /// Offers that are always the same.
    class Offers : public Market::Source {
    public:
        Result<Market::Offer, MarketError> offer(u32) override { return Market::Offer{2, 1}; }
    };

    bool loses_frames();
    void clients_cheat();
    void server_cheats();
    void answers(Market& market);
    void forget(Market& market);
    domain::Domain& start(Text name);

    u64 round_ = 0;
    u64 ended_ = 0;
    Offers offers_;
    NamedWatcher watcher_{"the kernel's"};
};

} // namespace flat::market
