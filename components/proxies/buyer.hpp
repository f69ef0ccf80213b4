// SPDX-License-Identifier: BSD-2-Clause
// Finds what suits among the offers of other domains, and calls it.
#pragma once

#include <proxies/buyer.flat.hpp>

namespace flat::proxies {

/// Panics where it finds what it should not, or not what it should; says what it found.
class Buyer : public BuyerComponent {
public:
    using BuyerComponent::BuyerComponent;

    void run() override;

private:
    core::AbstractResource& found(Text constraint);
    u64 call_tally();
    u64 call_kernel();
};

} // namespace flat::proxies
