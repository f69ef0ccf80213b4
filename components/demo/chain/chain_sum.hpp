// SPDX-License-Identifier: BSD-2-Clause
// The end of a chain: sums up what arrives.
#pragma once

#include <demo/chain/chain_sum.flat.hpp>

namespace flat::demo::chain {

/// Sums up.
class ChainSum : public ChainSumComponent {
public:
    using ChainSumComponent::ChainSumComponent;

    u64 pass(u64 value) override;

private:
    u64 sum_ = 0;
};

} // namespace flat::demo::chain
