// SPDX-License-Identifier: BSD-2-Clause
// Passes objects as nobody should: each way is another one.
#pragma once

#include <core/calls/handle.hpp>
#include <core/utility.hpp>
#include <market/cheat.flat.hpp>
#include <market/named_watcher.hpp>

namespace flat::market {

/// Some ways end the domain, some the call; what it should not be able to do ends the domain with a
/// panic that says so.
class Cheat : public CheatComponent, NonCopyable {
public:
    using CheatComponent::CheatComponent;

    void run() override;

private:
    /// Says that it is what the kernel calls by some word.
    class Forged : public NamedWatcher {
    public:
        void* narrow(InterfaceId id) override { return id == handle_id ? &word : nullptr; }

        u64 word = 1;
    };

    /// Calls back into the market that calls it, as deep as that goes, or breaks down there.
    class Again : public Market::Source {
    public:
        Again(Market& market, bool breaks) : market_(market), breaks_(breaks) {}

        Result<Market::Offer, MarketError> offer(u32 number) override;

        u32 deepest = 0;

    private:
        Market& market_;
        bool const breaks_;
        u32 depth_ = 0;
    };

    void cheat(Market& asked, u64 kind);
    void forge(Market& market);
    void give_and_break(Market& market);
    void give_thousands(Market& market);
    void release_twice(Market& market);
    void flood(Market& market);
    void call_again(Market& market, bool breaks);

    static constexpr u32 thousands = 3000;

    NamedWatcher watchers_[100];
    Forged forged_;
};

} // namespace flat::market
