// SPDX-License-Identifier: BSD-2-Clause
// Has domains find each other by names, well and badly, and sees that nothing is left of them.
#pragma once

#include <flat/demo/tally.hpp>
#include <flat/domain/domain.hpp>
#include <proxies/check.flat.hpp>

namespace flat::proxies {

/// Panics when a name or a frame is left, or somebody gets what they should not.
class Check : public CheckComponent {
public:
    using CheckComponent::CheckComponent;

    void run() override;

    /// The value, and the number of the round.
    u64 pass(u64 value) override { return value + round_; }

private:
    void find();
    core::AbstractResource& wait_for_tally();
    void forge();
    void is_unknown(Text path);
    domain::Domain& start(Text name);

    u64 round_ = 0;
    u64 ended_ = 0;
};

} // namespace flat::proxies
