// SPDX-License-Identifier: BSD-2-Clause
// A link of a chain: multiplies by a fixed factor.
#pragma once

#include <demo/chain/chain_scale.flat.hpp>

namespace flat::demo::chain {

/// Multiplies by its attribute `factor`.
class ChainScale : public ChainScaleComponent {
public:
    using ChainScaleComponent::ChainScaleComponent;

    u64 pass(u64 value) override;
};

} // namespace flat::demo::chain
