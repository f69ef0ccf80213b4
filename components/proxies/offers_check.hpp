// SPDX-License-Identifier: BSD-2-Clause
// Has domains trade with each other, and sees that nothing is left of them.
#pragma once

#include <flat/demo/tally.hpp>
#include <flat/domain/domain.hpp>
#include <proxies/counted_tally.hpp>
#include <proxies/offers_check.flat.hpp>

namespace flat::proxies {

/// Panics when an offer or a frame is left, or somebody gets what they should not.
class OffersCheck : public OffersCheckComponent, NonCopyable {
public:
    using OffersCheckComponent::OffersCheckComponent;

    void run() override;

    /// What the kernel itself offers with its trader.
    u64 pass(u64 value) override { return value + 1; }

private:
    void offer();
    void offer_stage();
    void trade_once();
    void use_what_ends(core::AbstractResource& held, domain::Domain& seller);
    void end_registry(domain::Domain& keeper);
    u32 count_tallies();
    domain::Domain& start(Text name);

    CountedTally tally_;
};

} // namespace flat::proxies
